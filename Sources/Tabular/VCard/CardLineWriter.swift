internal import StoreSupport

/// Writes the lines of cards: at most 75 bytes each, ended by CRLF.
struct CardLineWriter {
  let sink: ByteSink
  private static let limit = 75

  init(_ sink: ByteSink) { self.sink = sink }

  /// Writes a property.
  ///
  /// A value with characters that a line of a card must not have, or that a terminal would obey, is
  /// written in Quoted-Printable.
  func write(
    _ name: String, parameters: String = "", _ value: String
  ) throws(TabularError) {
    if Self.isPlain(value) {
      try writeFolded("\(name)\(parameters):\(value)")
    } else {
      // The parameter comes first, where a reader finds it before it puts lines together.
      try writeQuoted("\(name);ENCODING=QUOTED-PRINTABLE\(parameters):", value)
    }
    try sink.append("\r\n".utf8)
  }

  private static func isPlain(_ value: String) -> Bool {
    // One of these bytes begins each of the characters.
    let maybe = value.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 }
    return !maybe
      || value.unicodeScalars.allSatisfy { $0 == "\t" || !ControlCharacters.contains($0) }
  }

  private func writeFolded(_ line: String) throws(TabularError) {
    guard line.utf8.count > Self.limit else { return try sink.append(line.utf8) }
    var room = Self.limit
    for scalar in line.unicodeScalars {
      let bytes = UTF8.encode(scalar).unsafelyUnwrapped  // Each scalar has a form in UTF-8.
      if bytes.count > room {
        try sink.append("\r\n ".utf8)
        room = Self.limit - 1
      }
      for byte in bytes { try sink.append(byte) }
      room -= bytes.count
    }
  }

  private func writeQuoted(_ head: String, _ value: String) throws(TabularError) {
    try sink.append(head.utf8)
    // The last byte of a line is the `=` of the break.
    var room = Self.limit - 1 - head.utf8.count
    for byte in value.utf8 {
      let isPlain = 0x21...0x7E ~= byte && byte != UInt8(ascii: "=")
      let count = isPlain ? 1 : 3
      if count > room {
        try sink.append("=\r\n".utf8)
        room = Self.limit - 1
      }
      if isPlain {
        try sink.append(byte)
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        try sink.append((byte < 0x10 ? "=0" : "=").utf8)
        try sink.append(digits.utf8)
      }
      room -= count
    }
  }
}
