/// A property of vCard, such as `TEL`, and the columns that it gives.
///
/// The name of a column is that of the property, then its types with dots before them, then a
/// number for the second and each further property with this name: `phone`, `phone.work.fax`,
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

extension CardProperty {
  /// Finds the property of a column's first name, among those that the writer uses.
  init?(column: String) {
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
