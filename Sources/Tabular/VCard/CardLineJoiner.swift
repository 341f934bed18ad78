/// Tells which lines of a file belong together: a line that begins with a space continues the one
/// before it, and so does one after the `=` at the end of a line in Quoted-Printable.
struct CardLineJoiner {
  enum Join {
    /// The line begins a property.
    case none
    /// The line continues the one before it after a space.
    case fold
    /// The line continues the one before it, without the `=` at its end.
    case softBreak
  }

  private var hasLine = false
  private var isQuotedPrintable = false
  private var endsWithSoftBreak = false

  /// Returns how the next line belongs to those before it.
  mutating func join(_ line: UnsafeBufferPointer<UInt8>) -> Join {
    let join: Join =
      if endsWithSoftBreak {
        .softBreak
      } else if hasLine, line.first == Byte.space || line.first == Byte.tab {
        .fold
      } else {
        .none
      }
    if join == .none { isQuotedPrintable = Self.isQuotedPrintable(line) }
    endsWithSoftBreak = isQuotedPrintable && line.last == UInt8(ascii: "=")
    hasLine = true
    return join
  }

  private static func isQuotedPrintable(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    let name = "QUOTED-PRINTABLE".utf8
    let head = line.prefix { $0 != Byte.colon }
    guard head.count > name.count, head.contains(UInt8(ascii: ";")) else { return false }
    return (head.startIndex...head.endIndex - name.count).contains { start in
      head[start...].prefix(name.count).matches(name)
    }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes are a text in capital letters, in any case of its letters.
  func matches(_ capitals: String.UTF8View) -> Bool {
    elementsEqual(capitals) { byte, capital in
      byte == capital || (0x41...0x5A ~= capital && byte == capital | 0x20)
    }
  }

  /// Whether the bytes are a text in capital letters, in any case and with blanks after it.
  func isLine(_ capitals: String.UTF8View) -> Bool {
    count >= capitals.count && prefix(capitals.count).matches(capitals)
      && dropFirst(capitals.count).allSatisfy { $0.isBlank }
  }
}
