/// Writes the lines of cards: at most 75 bytes each, ended by CRLF.
struct CardLineWriter {
  let sink: ByteSink
  private static let limit = 75

  init(_ sink: ByteSink) { self.sink = sink }

  /// Writes a property.
  func write(
    _ name: String, parameters: String = "", _ value: String
  ) throws(TabularError) {
    try writeFolded("\(name)\(parameters):\(value)")
    try sink.append("\r\n".utf8)
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
}
