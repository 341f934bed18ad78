/// A property of vCard, such as `TEL`, and the columns that it gives.
///
/// The name of a column is that of the property, then its types with dots before them, then a number
/// for the second and each further property with this name: `phone`, `phone.work.fax`,
/// `phone.work.fax.2`. The parts of an address and of an organization come last:
/// `address.home.street`.
struct CardProperty: Hashable {
  /// How a value is written.
  enum Style: Hashable {
    /// A text, with escapes.
    case text
    /// A text in which commas and semicolons have no escapes, such as a URI.
    case uri
    /// Texts with commas between them. A comma within a text keeps its backslash.
    case list
    /// A day of the calendar.
    case date
    /// A URI, or bytes in Base64.
    case binary
    /// Texts with semicolons between them.
    case name, address, organization
    /// A value that is in no column.
    case none
  }

  /// The name in capital letters.
  let name: String
  /// The name of its column.
  let column: String
  let style: Style

  private init(_ name: String, _ column: String? = nil, _ style: Style = .text) {
    (self.name, self.column, self.style) = (name, column ?? name.lowercased(), style)
  }

  /// Creates the property of a name in capital letters.
  init(name: String) {
    self = Self.known[name] ?? CardProperty(name, nil, .uri)
  }

  /// The property that has a column of any name.
  static let anyColumn = "X-COLUMN"
  /// The property that has the label of a group.
  static let groupLabel = "X-ABLABEL"

  private static let known: [String: CardProperty] = {
    let texts = [
      "EMAIL", "TITLE", "ROLE", "NOTE", "NICKNAME", "MAILER", "LABEL", "CLASS", "SORT-STRING",
      "KIND", "LANG", "BIRTHPLACE", "DEATHPLACE", "EXPERTISE", "HOBBY", "INTEREST",
    ]
    let uris = [
      "URL", "UID", "GEO", "TZ", "GENDER", "IMPP", "MEMBER", "RELATED", "SOURCE", "FBURL", "CALURI",
      "CALADRURI", "ORG-DIRECTORY", "SOCIALPROFILE",
    ]
    let properties =
      texts.map { CardProperty($0) } + uris.map { CardProperty($0, nil, .uri) }
      + ["PHOTO", "LOGO", "SOUND", "KEY"].map { CardProperty($0, nil, .binary) }
      + ["ANNIVERSARY", "DEATHDATE"].map { CardProperty($0, nil, .date) }
      + ["BEGIN", "END", "VERSION", "PRODID", "REV"].map { CardProperty($0, nil, .none) }
      + [
        CardProperty("FN", "full name"), CardProperty("TEL", "phone"),
        CardProperty("BDAY", "birthday", .date), CardProperty("CATEGORIES", nil, .list),
        CardProperty("N", "name", .name), CardProperty("ADR", "address", .address),
        CardProperty("ORG", "organization", .organization),
      ]
    return Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0) })
  }()

  private static let byColumn = Dictionary(
    uniqueKeysWithValues: known.values.filter { $0.style != .none }.map { ($0.column, $0) })

  /// The columns of a name, in the order of the parts.
  static let nameParts = ["family name", "given name", "additional name", "prefix", "suffix"]
  /// The parts of an address, in their order.
  static let addressParts = [
    "po box", "extended", "street", "city", "region", "postal code", "country",
  ]

  /// Whether the value has parts.
  var hasParts: Bool { style == .name || style == .address || style == .organization }

  /// The smallest number of parts that the property is written with.
  var partCount: Int {
    switch style {
    case .name: Self.nameParts.count
    case .address: Self.addressParts.count
    default: 1
    }
  }

  /// Returns the name of a column.
  ///
  /// - Parameters:
  ///   - part: the number of the part, from 0.
  ///   - types: the types, in their order.
  ///   - number: the number among the properties of the same name and types, from 1.
  func columnName(part: Int, types: [String], number: Int) -> String {
    let suffix = types.map { "." + $0 }.joined() + (number > 1 ? ".\(number)" : "")
    switch style {
    case .name:
      return (part < Self.nameParts.count ? Self.nameParts[part] : "name part \(part + 1)") + suffix
    case .address:
      let name = part < Self.addressParts.count ? Self.addressParts[part] : "part \(part + 1)"
      return column + suffix + "." + name
    case .organization where part > 0:
      return column + suffix + ".unit" + (part > 1 ? ".\(part)" : "")
    default:
      return column + suffix
    }
  }
}

/// The place of a column in a card: a property, its types, its number and the part of its value.
struct CardPlace: Hashable {
  let property: CardProperty
  let types: [String]
  let number: Int
  let part: Int

  /// Finds the place of a column that the reader names so; nil for any other name.
  init?(column: String) {
    guard let (property, part, rest) = Self.split(column) else { return nil }
    var types = rest.map(String.init)
    var number = 1
    if let last = types.last, let found = Int(last) {
      (number, types) = (found, Array(types.dropLast()))
    }
    self.property = property
    self.part = part
    self.types = types
    self.number = number
    // A card must give the very same name back.
    guard types == CardTypes.naming(types, of: property), types.allSatisfy(CardTypes.isToken),
      types.joined().utf8.count <= 40,
      property.columnName(part: part, types: types, number: number).utf8.elementsEqual(column.utf8)
    else { return nil }
  }

  /// Splits a name into the property, the part of its value, and the types with the number.
  private static func split(
    _ column: String
  ) -> (property: CardProperty, part: Int, rest: [Substring])? {
    var tokens = column.split(separator: ".", omittingEmptySubsequences: false)
    let first = tokens.removeFirst()
    if let part = CardProperty.nameParts.firstIndex(of: String(first)) {
      return (CardProperty(name: "N"), part, tokens)
    }
    guard let property = CardProperty(column: String(first)), property.style != .name else {
      return nil
    }
    switch property.style {
    case .address:
      guard let last = tokens.popLast(),
        let part = CardProperty.addressParts.firstIndex(of: String(last))
      else { return nil }
      return (property, part, tokens)
    case .organization:
      if tokens.last == "unit" { return (property, 1, tokens.dropLast()) }
      // Only a few parts, because those before it are written, too.
      if tokens.dropLast().last == "unit", let part = tokens.last.flatMap({ Int($0) }),
        2...99 ~= part
      {
        return (property, part, tokens.dropLast(2))
      }
      return (property, 0, tokens)
    default:
      return (property, 0, tokens)
    }
  }
}

extension CardProperty {
  /// Finds the property of a column's first name, among those that the writer uses.
  fileprivate init?(column: String) {
    if let known = Self.byColumn[column] {
      self = known
    } else if column.hasPrefix("x-"), CardTypes.isToken(column), column.utf8.count <= 40,
      column.uppercased() != Self.anyColumn
    {
      self.init(name: column.uppercased())
    } else {
      return nil
    }
  }
}

/// The types of properties, such as `home`, that are part of the names of columns.
enum CardTypes {
  /// Types that say nothing that the property does not say.
  private static let ignored: Set<String> = ["internet", "pref", "voice", ""]
  /// Those that vCard 2.1 gives to every address.
  private static let ignoredOfAddresses: Set<String> = ["dom", "intl", "postal", "parcel"]

  /// Returns the types in small letters that are in the name of a column, in their order: `home` and
  /// `work`, then the others by the alphabet.
  static func naming(_ types: [String], of property: CardProperty) -> [String] {
    func rank(_ type: String) -> (Int, String) { (type == "home" || type == "work" ? 0 : 1, type) }
    return Set(types).filter { type in
      guard !ignored.contains(type) else { return false }
      switch property.style {
      case .address: return !ignoredOfAddresses.contains(type)
      // The type of an image is in its URI.
      case .binary: return type == "home" || type == "work"
      default: return true
      }
    }.sorted { rank($0) < rank($1) }
  }

  /// Returns whether a text can be written as a type: a letter, then letters, digits and hyphens.
  static func isToken(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first.map { 0x61...0x7A ~= $0 } == true
      && bytes.allSatisfy { 0x61...0x7A ~= $0 || $0.isDigit || $0 == UInt8(ascii: "-") }
  }
}
