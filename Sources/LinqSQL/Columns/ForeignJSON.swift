internal import Foundation
internal import LinqCore
internal import StoreEngine

/// JSON that another program has written.
package enum ForeignJSON {
  /// Returns whether SQL reads the same texts from JSON as Swift does: each is in canonical form,
  /// also where escapes hide that it is not (`"e\u0301"`), and no object has a key twice, or one
  /// that is escaped without need, which paths of SQLite do not find.
  ///
  /// What is no JSON is an error where it is read, and not looked at here.
  package static func isCanonical(_ json: String) -> Bool {
    guard CanonicalText.isCanonical(json) else { return false }
    var bytes = json.utf8[...]
    // The keys of the objects around a place; nil for an array.
    var keys: [Set<String>?] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "{"): keys.append([])
      case UInt8(ascii: "["): keys.append(nil)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = keys.popLast()
      case UInt8(ascii: "\""):
        guard let (text, isEscaped) = text(&bytes) else { return true }
        guard CanonicalText.isCanonical(text) else { return false }
        bytes = bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard bytes.first == UInt8(ascii: ":"), let last = keys.indices.last else { continue }
        if keys[last]?.insert(text).inserted == false || isEscaped && text.isPlainKeyOfJSON {
          return false
        }
      default: continue
      }
    }
    return true
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
