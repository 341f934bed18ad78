extension PersonMerge: Encodable {
  private enum CodingKeys: CodingKey { case person, removed, choices, groups }

  /// Writes the person, the `id` of the one who is removed, the choices and the groups.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(person, forKey: .person)
    try values.encode(removed.id, forKey: .removed)
    try values.encode(choices, forKey: .choices)
    try values.encode(groups, forKey: .groups)
  }
}

extension PersonMerge.Choice: Encodable {
  private enum CodingKeys: CodingKey { case field, kept, removed, source, otherName }

  /// Writes the field by its key (`city` is `attributes.city`), and what is known of the rest.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(field.key, forKey: .field)
    try values.encodeIfPresent(kept, forKey: .kept)
    try values.encodeIfPresent(removed, forKey: .removed)
    try values.encode(source, forKey: .source)
    try values.encodeIfPresent(otherName, forKey: .otherName)
  }
}

extension PersonMerge.Field {
  /// What an attribute is named with in a key.
  private static let prefix = "attributes."

  /// The name by which other programs know the field: `birthDate`, `attributes.city`.
  public var key: String {
    guard case .attribute(let name) = self else { return name }
    return Self.prefix + name
  }

  /// Creates the field with a key; nil if there is none.
  public init?(key: String) {
    switch key {
    case "name": self = .name
    case "surname": self = .surname
    case "age": self = .age
    case "email": self = .email
    case "birthDate": self = .birthDate
    default:
      guard key.hasPrefix(Self.prefix) else { return nil }
      self = .attribute(String(key.dropFirst(Self.prefix.count)))
    }
  }
}
