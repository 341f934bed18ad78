/// Returns whether `count` bytes are ASCII. It checks eight bytes at a time.
func isASCII(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  asciiPrefix(bytes, count) == count
}

/// Returns whether `count` bytes are well-formed UTF-8: no overlong form, no surrogate, at most
/// U+10FFFF.
func isValidUTF8(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  var index = 0
  while true {
    index += asciiPrefix(bytes + index, count - index)
    guard index < count else { return true }
    let length = sequenceLength(bytes + index, count - index)
    guard length > 0 else { return false }
    index += length
  }
}

/// Returns the number of ASCII bytes at the front.
private func asciiPrefix(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
  let highBits: UInt64 = 0x8080_8080_8080_8080
  let raw = UnsafeRawPointer(bytes)
  var index = 0
  while index + 8 <= count,
    raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & highBits == 0
  {
    index += 8
  }
  while index < count, bytes[index] < 0x80 { index += 1 }
  return index
}

/// Returns the length of the well-formed sequence of two to four bytes at the front, or zero.
///
/// The range of the second byte depends on the first: Unicode Standard, table 3-7.
private func sequenceLength(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
  let length: Int
  let second: ClosedRange<UInt8>
  switch bytes[0] {
  case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
  case 0xE0: (length, second) = (3, 0xA0...0xBF)
  case 0xED: (length, second) = (3, 0x80...0x9F)
  case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
  case 0xF0: (length, second) = (4, 0x90...0xBF)
  case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
  case 0xF4: (length, second) = (4, 0x80...0x8F)
  default: return 0
  }
  guard length <= count, second.contains(bytes[1]) else { return 0 }
  for index in 2..<max(length, 2) where bytes[index] & 0xC0 != 0x80 { return 0 }
  return length
}
