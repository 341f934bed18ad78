/// The value of a property as it is written, with the parameters that say how.
struct CardValue {
  /// The parameters, each after a semicolon.
  var parameters = ""
  let text: String

  /// Writes the parts of a value; nil if they would be read as other texts.
  init?(_ parts: [Int: String], of property: CardProperty, version: VCardVersion) {
    let first = parts[0] ?? ""
    switch property.style {
    case .name, .address, .organization:
      let count = max(property.partCount, (parts.keys.max() ?? 0) + 1)
      text = (0..<count).map { CardEscapes.escaped(parts[$0] ?? "") }.joined(separator: ";")
    case .text:
      text = CardEscapes.escaped(first)
    case .uri:
      text = CardEscapes.escapedURI(first)
    case .list:
      guard let list = CardEscapes.escapedList(first) else { return nil }
      text = list
    case .date:
      guard CardDate.day(first) == first else {
        (parameters, text) = (";VALUE=text", CardEscapes.escaped(first))
        return
      }
      text = CardEscapes.escaped(version == .v4 ? Self.basicDate(first) : first)
    case .binary:
      guard version == .v3, let (type, bytes) = Self.image(first, of: property) else {
        text = CardEscapes.escapedURI(first)
        return
      }
      (parameters, text) = (";ENCODING=b;TYPE=\(type)", bytes)
    case .none:
      return nil
    }
  }

  /// Returns a day without hyphens, as version 4.0 writes it; any other text as it is.
  private static func basicDate(_ text: String) -> String {
    let basic =
      text.hasPrefix("--") ? "--" + text.filter { $0 != "-" } : text.filter { $0 != "-" }
    return CardDate.day(basic) == text ? basic : text
  }

  /// Returns the type and the Base64 of the URI of an image, if version 3.0 has them.
  private static func image(
    _ text: String, of property: CardProperty
  ) -> (type: String, bytes: String)? {
    let prefix = property.name == "SOUND" ? "data:audio/" : "data:image/"
    guard property.name != "KEY", text.hasPrefix(prefix),
      let mark = text.firstRange(of: ";base64,")
    else { return nil }
    let type = String(text[text.index(text.startIndex, offsetBy: prefix.count)..<mark.lowerBound])
    let bytes = text[mark.upperBound...]
    guard !bytes.isEmpty, CardTypes.isToken(type), !["home", "work", "pref"].contains(type),
      bytes.utf8.allSatisfy({
        $0.isDigit || 0x61...0x7A ~= ($0 | 0x20) || "+/=".utf8.contains($0)
      })
    else { return nil }
    return (type, String(bytes))
  }
}
