/// Replaces the escapes in the text of a JSON string by the characters that they represent, in
/// place: no escape is shorter than its UTF-8.
///
/// The escapes must have been checked by ``JSONCursor/string()``.
///
/// - Returns: the new length; nil if a surrogate has no partner.
func unescapeJSON(_ bytes: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int? {
  var source = 0
  var target = 0
  while source < count {
    guard bytes[source] == Byte.backslash else {
      bytes[target] = bytes[source]
      source += 1
      target += 1
      continue
    }
    let escape = bytes[source + 1]
    guard escape == UInt8(ascii: "u") else {
      bytes[target] = unescaped(escape)
      source += 2
      target += 1
      continue
    }
    var scalar = hexadecimal(bytes + source + 2)
    source += 6
    if 0xD800...0xDBFF ~= scalar, source + 6 <= count, bytes[source] == Byte.backslash,
      bytes[source + 1] == UInt8(ascii: "u")
    {
      let low = hexadecimal(bytes + source + 2)
      guard 0xDC00...0xDFFF ~= low else { return nil }
      scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
      source += 6
    }
    guard let scalar = Unicode.Scalar(scalar) else { return nil }
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      bytes[target] = byte
      target += 1
    }
  }
  return target
}

/// Returns the byte that a backslash and this letter represent.
private func unescaped(_ escape: UInt8) -> UInt8 {
  switch escape {
  case UInt8(ascii: "b"): 0x08
  case UInt8(ascii: "f"): 0x0C
  case UInt8(ascii: "n"): Byte.lineFeed
  case UInt8(ascii: "r"): Byte.carriageReturn
  case UInt8(ascii: "t"): Byte.tab
  default: escape  // quote, backslash and slash
  }
}

/// Returns the value of four hexadecimal digits.
private func hexadecimal(_ digits: UnsafePointer<UInt8>) -> UInt32 {
  var value: UInt32 = 0
  for index in 0..<4 {
    // The low four bits of a digit are its value; those of the letters a to f, in both cases, are 1
    // to 6.
    let digit = digits[index]
    value = value << 4 + UInt32(digit & 0x0F) + (digit.isDigit ? 0 : 9)
  }
  return value
}
