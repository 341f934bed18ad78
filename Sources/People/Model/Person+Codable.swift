internal import LinqCore

/// A person in JSON: what is not known is left out, and may be.
extension Person: Codable {
  private enum CodingKeys: CodingKey {
    case id, name, surname, age, email, birthDate, attributes
  }

  /// Reads a person. Only `name` must be there.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decodeIfPresent(Int64.self, forKey: .id) ?? 0,
      name: try values.decode(String.self, forKey: .name),
      surname: try values.decodeIfPresent(String.self, forKey: .surname) ?? "",
      age: try values.decodeIfPresent(Int.self, forKey: .age),
      email: try values.decodeIfPresent(String.self, forKey: .email),
      birthDate: try values.decodeIfPresent(CalendarDate.self, forKey: .birthDate),
      attributes: try values.decodeIfPresent([String: String].self, forKey: .attributes) ?? [:])
  }

  /// Writes a person, without what is not known.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(id, forKey: .id)
    try values.encode(name, forKey: .name)
    try values.encode(surname, forKey: .surname)
    try values.encodeIfPresent(age, forKey: .age)
    try values.encodeIfPresent(email, forKey: .email)
    try values.encodeIfPresent(birthDate, forKey: .birthDate)
    if !attributes.isEmpty { try values.encode(attributes, forKey: .attributes) }
  }
}
