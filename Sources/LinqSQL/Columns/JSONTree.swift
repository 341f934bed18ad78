internal import LinqCore

/// The parts of JSON. Texts are in canonical form.
enum JSONTree: Equatable {
  case null
  case truth(Bool)
  /// A number as it is written.
  case number(String)
  case text(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// Reads JSON that a decoder has accepted; nil if it is not strict.
  init?(_ json: String) {
    var reader = Reader(json: Array(json.utf8))
    guard let tree = reader.value(), reader.isAtEnd else { return nil }
    self = tree
  }

  private struct Reader {
    let json: [UInt8]
    private var index = 0

    init(json: [UInt8]) { self.json = json }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return index == json.count
      }
    }

    mutating func value() -> JSONTree? {
      skipSpace()
      guard index < json.count else { return nil }
      switch json[index] {
      case UInt8(ascii: "{"):
        var members: [String: JSONTree] = [:]
        let isObject = parts(until: UInt8(ascii: "}")) { reader in
          guard let key = reader.text(), reader.take(UInt8(ascii: ":")), let value = reader.value()
          else { return false }
          return members.updateValue(value, forKey: key) == nil
        }
        return isObject ? .object(members) : nil
      case UInt8(ascii: "["):
        var elements: [JSONTree] = []
        let isArray = parts(until: UInt8(ascii: "]")) { reader in
          guard let value = reader.value() else { return false }
          elements.append(value)
          return true
        }
        return isArray ? .array(elements) : nil
      case UInt8(ascii: "\""): return text().map { .text($0) }
      default: return word()
      }
    }

    /// Reads each part of an array or of an object, and its end.
    private mutating func parts(until end: UInt8, _ part: (inout Reader) -> Bool) -> Bool {
      index += 1
      if take(end) { return true }
      repeat {
        guard part(&self) else { return false }
      } while take(UInt8(ascii: ","))
      return take(end)
    }

    private mutating func text() -> String? {
      guard take(UInt8(ascii: "\"")) else { return nil }
      var bytes: [UInt8] = []
      while let byte = next(), byte != UInt8(ascii: "\"") {
        guard byte == UInt8(ascii: "\\") else {
          bytes.append(byte)
          continue
        }
        guard let letter = next() else { return nil }
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
      return CanonicalText.form(of: String(decoding: bytes, as: UTF8.self))
    }

    /// Returns the code unit whose four digits begin here.
    private mutating func unit() -> UInt16 {
      let digits = json[index...].prefix(4)
      index = digits.endIndex
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16) ?? 0xFFFD
    }

    private mutating func next() -> UInt8? {
      guard index < json.count else { return nil }
      defer { index += 1 }
      return json[index]
    }

    private mutating func word() -> JSONTree? {
      let rest = json[index...]
      let end = rest.firstIndex { ",]} \t\n\r".utf8.contains($0) } ?? json.endIndex
      let word = String(decoding: json[index..<end], as: UTF8.self)
      index = end
      switch word {
      case "null": return .null
      case "true": return .truth(true)
      case "false": return .truth(false)
      default: return .number(word)
      }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
      skipSpace()
      guard index < json.count, json[index] == byte else { return false }
      index += 1
      return true
    }

    private mutating func skipSpace() {
      while index < json.count, [0x20, 0x09, 0x0A, 0x0D].contains(json[index]) { index += 1 }
    }
  }
}
