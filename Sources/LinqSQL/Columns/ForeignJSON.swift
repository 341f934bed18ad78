internal import Foundation
internal import LinqCore
internal import StoreEngine

/// JSON that another program has written.
package enum ForeignJSON {
  /// Why SQL may read other texts from JSON than Swift does.
  package enum Defect: Sendable {
    /// A text is not in canonical form, perhaps hidden by escapes (`"e\u0301"`).
    case notCanonical
    /// An object has a key twice.
    case repeatedKey(String)
    /// A key is escaped without need. Paths of SQLite do not find it.
    case escapedKey(String)
    /// A text has a NUL, where SQLite ends it.
    case nul
    /// A comma follows the last element, or a byte order mark begins the text. Swift reads that,
    /// and SQLite does not.
    case notStrict

    /// The defect as the object of a sentence with "has".
    package var description: String {
      switch self {
      case .notCanonical: "a text that is not in canonical form"
      case .repeatedKey(let key): "the key '\(key)' twice"
      case .escapedKey(let key): "the key '\(key)' with escapes that it does not need"
      case .nul: "a text with a NUL"
      case .notStrict: "JSON that is not strict"
      }
    }
  }

  /// Returns the first reason why SQL may read other texts from JSON than Swift does; nil if it
  /// reads the same.
  ///
  /// What is no JSON is an error where it is read, and not looked at here.
  package static func defect(of json: String) -> Defect? {
    guard CanonicalText.isCanonical(json) else { return .notCanonical }
    guard json.unicodeScalars.first != "\u{FEFF}" else { return .notStrict }
    var bytes = json.utf8[...]
    /// Whether only white space has followed a comma.
    var isAfterComma = false
    // The keys of the objects around a place; nil for an array.
    var keys: [Set<String>?] = []
    while let byte = bytes.popFirst() {
      if Self.isSpace(byte) { continue }
      defer { isAfterComma = byte == UInt8(ascii: ",") }
      switch byte {
      case UInt8(ascii: "{"): keys.append([])
      case UInt8(ascii: "["): keys.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard !isAfterComma else { return .notStrict }
        _ = keys.popLast()
      case UInt8(ascii: "\""):
        guard let (text, isEscaped) = text(&bytes) else { return nil }
        guard CanonicalText.isCanonical(text) else { return .notCanonical }
        if isEscaped, text.utf8.contains(0) { return .nul }
        bytes = bytes.drop(while: Self.isSpace)
        guard bytes.first == UInt8(ascii: ":"), let last = keys.indices.last else { continue }
        if keys[last]?.insert(text).inserted == false { return .repeatedKey(text) }
        if isEscaped, text.isPlainKeyOfJSON { return .escapedKey(text) }
      default: continue
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// Returns the text whose first character comes next, and whether it has escapes, and advances
  /// past its end; nil if it has none.
  private static func text(
    _ bytes: inout Substring.UTF8View
  ) -> (text: String, isEscaped: Bool)? {
    var isEscaped = false
    guard
      let end = bytes.firstIndex(where: { byte in
        defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
        return !isEscaped && byte == UInt8(ascii: "\"")
      })
    else { return nil }
    let content = Substring(bytes[..<end])
    bytes = bytes[end...].dropFirst()
    guard content.utf8.contains(UInt8(ascii: "\\")) else { return (String(content), false) }
    let texts = try? JSONDecoder().decode([String].self, from: Data("[\"\(content)\"]".utf8))
    return texts?.first.map { ($0, true) }
  }

  /// Returns the texts of an object that do not count, because its key occurs before with another
  /// one.
  ///
  /// - Parameter json: an object of texts; see ``texts(_:)``.
  package static func uncountedTexts(
    _ json: String
  ) -> [(key: String, counted: String, other: String)] {
    var bytes = json.utf8[...]
    var texts: [String] = []
    while let byte = bytes.popFirst() {
      if byte == UInt8(ascii: "\""), let (text, _) = text(&bytes) { texts.append(text) }
    }
    var counted: [String: String] = [:]
    var others: [(key: String, counted: String, other: String)] = []
    // Each key is followed by its text.
    for index in stride(from: 0, to: texts.count - 1, by: 2) {
      let (key, value) = (texts[index], texts[index + 1])
      if let first = counted[key] {
        if first != value { others.append((key, first, value)) }
      } else {
        counted[key] = value
      }
    }
    return others
  }

  /// Returns an object of texts in the form that the library writes; nil if JSON is no such object.
  package static func texts(_ json: String) -> String? {
    guard let texts = try? JSONDecoder().decode([String: String].self, from: Data(json.utf8)) else {
      return nil
    }
    var writer = RowWriter()
    guard (try? texts.write(to: &writer)) != nil, case .text(let form)? = writer.values.first
    else { return nil }
    return form
  }
}
