/// The bytes that have a special meaning in the formats.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
}

extension UInt8 {
  /// Whether the byte is a space, a tab, CR or LF: the white space of JSON.
  var isBlank: Bool {
    self == Byte.space || self == Byte.tab || isLineBreak
  }

  /// Whether the byte is CR or LF.
  var isLineBreak: Bool {
    self == Byte.lineFeed || self == Byte.carriageReturn
  }

  /// Whether the byte is one of `0` to `9`.
  var isDigit: Bool {
    self &- UInt8(ascii: "0") < 10
  }
}

/// Returns the number of line ends in `count` bytes. LF, CRLF and a single CR each count once.
func countLineBreaks(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
  var breaks = 0
  var previous: UInt8 = 0
  for index in 0..<count {
    let byte = bytes[index]
    let endsLine =
      byte == Byte.carriageReturn || (byte == Byte.lineFeed && previous != Byte.carriageReturn)
    if endsLine { breaks += 1 }
    previous = byte
  }
  return breaks
}
