internal import LinqCore
public import StoreEngine

// Dictionaries of texts are read and written without an encoder, as long as no text in them needs
// an escape and all are in canonical form. The result is the same.

extension RowReader {
  /// Skips the next column if it is the text `{}`, and returns whether it was.
  @inlinable mutating func skipEmptyObject() -> Bool {
    guard column < count, cells[column].kind == .text, let bytes = cells[column].utf8,
      bytes.count == 2, bytes[0] == UInt8(ascii: "{"), bytes[1] == UInt8(ascii: "}")
    else { return false }
    column &+= 1
    return true
  }

  /// Reads an object of plain texts, at least one, from the next column; nil, without reading, if
  /// it is anything else, which may be a dictionary all the same.
  @usableFromInline mutating func readPlainTexts() -> [String: String]? {
    guard column < count, cells[column].kind == .text, let bytes = cells[column].utf8 else {
      return nil
    }
    var reader = PlainTextsReader(json: bytes)
    guard let texts = reader.object() else { return nil }
    column += 1
    return texts
  }
}

extension RowWriter {
  /// Writes an object without members.
  mutating func writeEmptyObject() { emptyObject.withUTF8Buffer { write(utf8: $0) } }

  /// Writes an object of plain texts, and returns true; returns false, without writing, if a text
  /// is not plain.
  mutating func write(plain texts: [String: String]) -> Bool {
    var json: [UInt8] = [UInt8(ascii: "{")]
    for (key, value) in texts.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      guard json.append(plain: key) else { return false }
      json.append(UInt8(ascii: ":"))
      guard json.append(plain: value) else { return false }
    }
    json.append(UInt8(ascii: "}"))
    json.withUnsafeBufferPointer { write(utf8: $0) }
    return true
  }
}

private let emptyObject: StaticString = "{}"

extension [UInt8] {
  /// Appends a text in JSON and returns true; returns false for one that is not plain.
  fileprivate mutating func append(plain text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard CanonicalText.isKnownCanonical(bytes), bytes.allSatisfy({ !$0.needsEscape }) else {
        return false
      }
      append(UInt8(ascii: "\""))
      append(contentsOf: bytes)
      append(UInt8(ascii: "\""))
      return true
    }
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool {
    self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
  }
}

/// Reads objects of texts without escapes.
private struct PlainTextsReader {
  let json: UnsafeBufferPointer<UInt8>
  var index = 0

  init(json: UnsafeBufferPointer<UInt8>) { self.json = json }

  /// Returns the object that is all of the JSON; nil if it is empty.
  mutating func object() -> [String: String]? {
    guard take(UInt8(ascii: "{")) else { return nil }
    var texts: [String: String] = [:]
    repeat {
      guard let key = text(), take(UInt8(ascii: ":")), let value = text(),
        texts.updateValue(value, forKey: key) == nil
      else { return nil }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: "}")) && index == json.count ? texts : nil
  }

  private mutating func text() -> String? {
    guard take(UInt8(ascii: "\"")) else { return nil }
    let start = index
    while index < json.count, !json[index].needsEscape { index += 1 }
    let end = index
    guard take(UInt8(ascii: "\"")) else { return nil }
    return String(strict: UnsafeBufferPointer(rebasing: json[start..<end]))
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < json.count, json[index] == byte else { return false }
    index += 1
    return true
  }
}
