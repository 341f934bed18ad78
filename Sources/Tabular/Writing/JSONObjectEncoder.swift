internal import StoreSupport

/// Writes records as JSON objects whose keys are the columns.
struct JSONObjectEncoder {
  private let sink: ByteSink
  private let columns: [String]

  init(_ sink: ByteSink, columns: [String]) {
    self.sink = sink
    self.columns = columns
  }

  func write(_ fields: [Field]) throws(TabularError) {
    try sink.append(Byte.openBrace)
    for index in fields.indices {
      if index > 0 { try sink.append(Byte.comma) }
      try write(columns[index])
      try sink.append(Byte.colon)
      switch fields[index] {
      case .text(let text): try write(text)
      case .null: try sink.append("null".utf8)
      case let field: try sink.append(try field.plainText(column: columns[index]).utf8)
      }
    }
    try sink.append(Byte.closeBrace)
  }

  /// Writes a string. The characters that JSON does not allow, and those that a terminal would
  /// obey, are escaped.
  private func write(_ text: String) throws(TabularError) {
    try sink.append(Byte.quote)
    for byte in text.utf8 where byte == 0x7F || byte == 0xC2 || byte == 0xE2 {
      // One of them may be in the text.
      for scalar in text.unicodeScalars { try write(scalar) }
      return try sink.append(Byte.quote)
    }
    for byte in text.utf8 { try write(byte) }
    try sink.append(Byte.quote)
  }

  private func write(_ scalar: Unicode.Scalar) throws(TabularError) {
    if scalar.value >= 0x7F, ControlCharacters.contains(scalar) {
      try sink.append(ControlCharacters.escapedInJSON(String(scalar)).utf8)
    } else {
      for byte in UTF8.encode(scalar).unsafelyUnwrapped { try write(byte) }
    }
  }

  private func write(_ byte: UInt8) throws(TabularError) {
    switch byte {
    case Byte.quote, Byte.backslash:
      try sink.append(Byte.backslash)
      try sink.append(byte)
    case 0..<0x20: try writeEscaped(byte)
    default: try sink.append(byte)
    }
  }

  private func writeEscaped(_ control: UInt8) throws(TabularError) {
    let escape =
      switch control {
      case 0x08: "\\b"
      case 0x0C: "\\f"
      case Byte.lineFeed: "\\n"
      case Byte.carriageReturn: "\\r"
      case Byte.tab: "\\t"
      default: (control < 0x10 ? "\\u000" : "\\u00") + String(control, radix: 16)
      }
    try sink.append(escape.utf8)
  }
}
