internal import LinqCore

/// The canonical form of JSON. Equal values have the same form, byte for byte, if they encode
/// themselves alike, and the canonical form of text leaves it unchanged.
///
/// - Texts are in canonical form. In a text, characters after an escape are escaped, too, unless
///   they are ASCII: a combining mark would be composed with the last character of the escape.
/// - The keys of an object are in the order of their UTF-8.
/// - Zero has no sign.
enum CanonicalJSON {
  /// Returns the canonical form of JSON that an encoder wrote without white space, with sorted keys
  /// and without escaping slashes.
  static func form(of json: [UInt8]) -> String {
    let text = String(decoding: json, as: UTF8.self)
    guard !isKnownCanonical(json, text) else { return text }
    var reader = Reader(json: json)
    return reader.value()
  }

  /// Returns a text in JSON.
  static func string(_ text: String) -> String {
    var result = "\"".unicodeScalars
    var followsEscape = false
    for scalar in CanonicalText.form(of: text).unicodeScalars {
      if let escape = escape(of: scalar) {
        result.append(contentsOf: escape.unicodeScalars)
        followsEscape = true
      } else if followsEscape, !scalar.isASCII {
        for unit in String(scalar).utf16 { result.append(contentsOf: escape(of: unit)) }
      } else {
        result.append(scalar)
        followsEscape = false
      }
    }
    result.append("\"")
    return String(result)
  }

  private static func escape(of scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\u{8}": "\\b"
    case "\u{C}": "\\f"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case ..<" ": String(String.UnicodeScalarView(escape(of: UInt16(scalar.value))))
    default: nil
    }
  }

  private static func escape(of unit: UInt16) -> [Unicode.Scalar] {
    let digits = String(unit, radix: 16)
    return Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
  }

  /// Returns whether a glance shows that JSON is in canonical form.
  private static func isKnownCanonical(_ json: [UInt8], _ text: String) -> Bool {
    guard !hasNegativeZero(json) else { return false }
    return json.allSatisfy { $0 < 0x80 }
      || !json.contains(UInt8(ascii: "\\")) && CanonicalText.isCanonical(text)
  }

  /// Returns whether JSON has a number `-0`. A text with the same characters counts, too.
  private static func hasNegativeZero(_ json: [UInt8]) -> Bool {
    var index = 0
    while let minus = json[index...].firstIndex(of: UInt8(ascii: "-")) {
      index = minus + 1
      guard index < json.count, json[index] == UInt8(ascii: "0") else { continue }
      if index + 1 == json.count || ",]}".utf8.contains(json[index + 1]) { return true }
    }
    return false
  }
}

/// Reads JSON and gives its canonical form.
private struct Reader {
  let json: [UInt8]
  var index = 0

  init(json: [UInt8]) { self.json = json }

  /// Returns the canonical form of the value that begins here.
  mutating func value() -> String {
    switch json[index] {
    case UInt8(ascii: "{"):
      var members: [(key: String, json: String)] = []
      forEachPart(until: UInt8(ascii: "}")) { reader in
        let key = reader.text()
        reader.index += 1
        members.append((key, reader.value()))
      }
      members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return "{"
        + members.map { CanonicalJSON.string($0.key) + ":" + $0.json }.joined(separator: ",") + "}"
    case UInt8(ascii: "["):
      var elements: [String] = []
      forEachPart(until: UInt8(ascii: "]")) { elements.append($0.value()) }
      return "[" + elements.joined(separator: ",") + "]"
    case UInt8(ascii: "\""):
      return CanonicalJSON.string(text())
    default:
      let end = json[index...].firstIndex { ",]}".utf8.contains($0) } ?? json.endIndex
      defer { index = end }
      let word = String(decoding: json[index..<end], as: UTF8.self)
      return word == "-0" ? "0" : word
    }
  }

  /// Calls a closure at the beginning of each part of an array or of an object.
  private mutating func forEachPart(until end: UInt8, _ body: (inout Reader) -> Void) {
    index += 1
    while json[index] != end {
      body(&self)
      if json[index] == UInt8(ascii: ",") { index += 1 }
    }
    index += 1
  }

  /// Returns the canonical form of the text that begins here.
  private mutating func text() -> String {
    var bytes: [UInt8] = []
    index += 1
    while json[index] != UInt8(ascii: "\"") {
      let byte = json[index]
      index += 1
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let letter = json[index]
      index += 1
      switch letter {
      case UInt8(ascii: "b"): bytes.append(0x08)
      case UInt8(ascii: "f"): bytes.append(0x0C)
      case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
      case UInt8(ascii: "r"): bytes.append(UInt8(ascii: "\r"))
      case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
      case UInt8(ascii: "u"):
        var units = [unit()]
        if UTF16.isLeadSurrogate(units[0]), json[index...].starts(with: "\\u".utf8) {
          index += 2
          units.append(unit())
        }
        bytes += String(decoding: units, as: UTF16.self).utf8
      default: bytes.append(letter)
      }
    }
    index += 1
    return CanonicalText.form(of: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the code unit whose four digits begin here.
  private mutating func unit() -> UInt16 {
    defer { index += 4 }
    return UInt16(String(decoding: json[index..<index + 4], as: UTF8.self), radix: 16) ?? 0xFFFD
  }
}
