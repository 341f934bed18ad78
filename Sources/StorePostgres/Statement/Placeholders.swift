#if Postgres
internal import StoreEngine

/// The text of a statement with PostgreSQL's own names of its parameters.
///
/// A parameter is written `?`, `?1` or `$1`, so that a statement can be written once for every
/// engine. `??` is the operator `?`.
struct Placeholders {
  /// The text, in which parameters are `$1`, `$2` …
  let sql: String
  /// The number of parameters.
  let count: Int

  init(_ text: String) {
    let bytes = [UInt8](text.utf8)
    var tokens = SQLTokens(bytes, of: .postgres)
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    var (copied, count) = (0, 0)
    while let token = tokens.next() {
      // What belongs to a parameter has been read with it.
      guard token.start >= copied else { continue }
      let end = token.bytes.endIndex
      switch token.bytes.first {
      case UInt8(ascii: "$") where token.kind != .quoted:
        count = max(count, Self.number(bytes[(token.start + 1)...])?.value ?? 0)
      case UInt8(ascii: "?"):
        output += bytes[copied..<token.start]
        if end < bytes.count, bytes[end] == UInt8(ascii: "?") {
          output.append(bytes[end])
          copied = end + 1
        } else {
          let number = Self.number(bytes[end...]) ?? (count + 1, end)
          count = max(count, number.value)
          output += Array("$\(number.value)".utf8)
          copied = number.end
        }
      default: break
      }
    }
    sql = String(decoding: output + bytes[copied...], as: UTF8.self)
    self.count = count
  }

  /// Returns the number at the beginning of a text, and where it ends; nil if there is none. It
  /// ends before it could overflow.
  private static func number(_ text: ArraySlice<UInt8>) -> (value: Int, end: Int)? {
    let digits = text.prefix(6).prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { ($0, digits.endIndex) }
  }
}
#endif
