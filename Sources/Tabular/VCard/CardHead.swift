/// What is before the colon of a line of a card: group, property and parameters.
final class CardHead {
  /// The group in small letters, to which a label belongs.
  let group: String?
  let property: CardProperty
  /// The types that are in the names of columns.
  let types: [String]
  /// The number by which the preferred property is found: 1 is the first, 101 is one without a
  /// preference.
  private(set) var preference = 101
  private(set) var isQuotedPrintable = false
  private(set) var isBase64 = false
  private(set) var isPercentEncoded = false
  /// The name of the character set, if there is one.
  private(set) var charset: String?
  /// The kind of the value in small letters, if there is one.
  private(set) var valueKind: String?
  /// Whether the value was made of other properties of the card.
  private(set) var isDerived = false
  /// The year that stands for an unknown one.
  private(set) var omittedYear: String?
  /// The media type of a value in Base64.
  private(set) var mediaType: String?

  /// The place of ``countedName`` among the numbers of properties, once it is known.
  var countIndex: Int?
  /// The columns of the parts of the first property with this head; -1 where they are not known.
  private var columns: [Int] = []

  /// The parameter of a property of the writer's own that says how its bytes are encoded. Version
  /// 4.0 has no encoding.
  static let encodingName = "X-ENCODING"
  static let percentEncoding = "PERCENT"

  /// Why a head cannot be read, as the beginning of a sentence that ends with the line.
  struct Problem: Error {
    let text: String
  }

  /// Parses a head.
  init(_ text: String) throws(Problem) {
    var pieces = text.splitOutsideQuotes(at: ";")
    let full = pieces.removeFirst()
    let dot = full.lastIndex(of: ".")
    group = dot.map { full[..<$0].lowercased() }
    let name = dot.map { full[full.index(after: $0)...] } ?? full[...]
    guard !name.isEmpty, name.utf8.allSatisfy({ $0.isNameByte }) else {
      throw Problem(text: "a property has no valid name")
    }
    property = CardProperty(name: name.uppercased())
    var found: [String] = []
    var parameters: [(name: String, values: [String])] = []
    for piece in pieces where !piece.isEmpty {
      let parts = piece.splitOnce(at: "=")
      let values = (parts.value ?? parts.name).splitOutsideQuotes(at: ",")
        .map { $0.parameterValue }
      let name = parts.value == nil ? Self.meaning(of: values[0]) : parts.name.uppercased()
      if name == "TYPE" {
        // A list may be quoted as a whole.
        found += values.flatMap { $0.lowercased().split(separator: ",").map(String.init) }
      }
      parameters.append((name, values))
    }
    types = CardTypes.naming(found, of: property)
    if found.contains("pref") { preference = 1 }
    for parameter in parameters { use(parameter.name, parameter.values) }
    if mediaType == nil { mediaType = Self.mediaType(of: property, types: found) }
  }

  /// The name of the parameter that version 2.1 leaves out before a value.
  private static func meaning(of value: String) -> String {
    switch value.uppercased() {
    case "QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT": "ENCODING"
    case "INLINE", "URL", "CONTENT-ID", "CID": "VALUE"
    default: "TYPE"
    }
  }

  private func use(_ name: String, _ values: [String]) {
    guard let value = values.first else { return }
    switch name {
    case "ENCODING":
      switch value.uppercased() {
      case "QUOTED-PRINTABLE": isQuotedPrintable = true
      case "B", "BASE64": isBase64 = true
      default: break
      }
    case Self.encodingName: isPercentEncoded = value.uppercased() == Self.percentEncoding
    case "CHARSET": charset = value
    case "VALUE": valueKind = value.lowercased()
    case "PREF": if let number = Int(value), 1...100 ~= number { preference = number }
    case "DERIVED": isDerived = value.lowercased() == "true"
    case "X-APPLE-OMIT-YEAR": omittedYear = value
    case "MEDIATYPE": mediaType = value
    default: break
    }
  }

  private static func mediaType(of property: CardProperty, types: [String]) -> String? {
    guard let type = types.first(where: { !["home", "work", "pref", ""].contains($0) }) else {
      return nil
    }
    if type.contains("/") { return type }
    switch property.name {
    case "PHOTO", "LOGO": return "image/\(type)"
    case "SOUND": return "audio/\(type)"
    default: return "application/\(type)"
    }
  }

  /// Returns the column of a part of the first property with this head, if it is known.
  func column(part: Int) -> Int? {
    part < columns.count && columns[part] >= 0 ? columns[part] : nil
  }

  /// Keeps the column of a part.
  func keep(_ column: Int, part: Int) {
    // Values have a few parts, except for malicious ones.
    guard part < 10 else { return }
    while columns.count <= part { columns.append(-1) }
    columns[part] = column
  }

  /// The name of the property with its types, among which properties are counted.
  private(set) lazy var countedName = ([property.name] + types).joined(separator: ".")
}

extension UInt8 {
  /// Whether the byte may be in the name of a property.
  fileprivate var isNameByte: Bool {
    isDigit || 0x61...0x7A ~= (self | 0x20) || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}

extension String {
  /// Splits a text at a character outside of quotes.
  fileprivate func splitOutsideQuotes(at separator: Unicode.Scalar) -> [String] {
    var parts = [String.UnicodeScalarView()]
    var isQuoted = false
    for scalar in unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if scalar == separator, !isQuoted {
        parts.append(.init())
      } else {
        parts[parts.count - 1].append(scalar)
      }
    }
    return parts.map { String($0) }
  }

  /// Splits a text at the first place of a character.
  fileprivate func splitOnce(at separator: Unicode.Scalar) -> (name: String, value: String?) {
    guard let place = unicodeScalars.firstIndex(of: separator) else { return (self, nil) }
    return (
      String(unicodeScalars[..<place]),
      String(unicodeScalars[unicodeScalars.index(after: place)...])
    )
  }

  /// The value of a parameter without its quotes and the escapes of RFC 6868: `^n`, `^^` and `^'`.
  fileprivate var parameterValue: String {
    var text = unicodeScalars[...]
    if text.first == "\"", text.last == "\"", text.count > 1 {
      text = text.dropFirst().dropLast()
    }
    guard text.contains("^") else { return String(text) }
    var value = String.UnicodeScalarView()
    while let scalar = text.popFirst() {
      guard scalar == "^", let next = text.first else {
        value.append(scalar)
        continue
      }
      switch next {
      case "n", "N": value.append("\n")
      case "^": value.append("^")
      case "'": value.append("\"")
      default:
        value.append(scalar)
        continue
      }
      text.removeFirst()
    }
    return String(value)
  }
}
