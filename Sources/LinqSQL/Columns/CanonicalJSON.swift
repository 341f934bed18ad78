internal import LinqCore
internal import StoreSupport

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
    return isKnownCanonical(json, text) ? text : JSONTree(text)?.canonicalForm ?? text
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
    case ..<" ": .unicodeEscape(scalar.value)
    default: nil
    }
  }

  private static func escape(of unit: UInt16) -> [Unicode.Scalar] {
    Array(String.unicodeEscape(unit).unicodeScalars)
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

extension JSONTree {
  /// The canonical form.
  fileprivate var canonicalForm: String {
    switch self {
    case .null: "null"
    case .truth(let value): "\(value)"
    case .number(let word): word == "-0" ? "0" : word
    case .text(let text): CanonicalJSON.string(text)
    case .array(let elements): "[" + elements.map(\.canonicalForm).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { CanonicalJSON.string($0.key) + ":" + $0.value.canonicalForm }
        .joined(separator: ",") + "}"
    }
  }
}
