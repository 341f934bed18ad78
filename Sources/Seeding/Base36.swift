/// A number and the count of its digits in base 36 (0-9 and a-z), without leading zeros.
struct Base36 {
  private let value: UInt64
  let count: Int

  @inline(__always) init(_ value: UInt64) {
    self.value = value
    var count = 1
    var rest = value / 36
    while rest > 0 {
      count &+= 1
      rest /= 36
    }
    self.count = count
  }

  /// Writes the digits at an offset of a buffer.
  @inline(__always) func write(to bytes: UnsafeMutableRawBufferPointer, at offset: Int) {
    var rest = value
    var place = offset &+ count
    while place > offset {
      place &-= 1
      let digit = UInt8(truncatingIfNeeded: rest % 36)
      bytes[place] = digit < 10 ? UInt8(ascii: "0") &+ digit : UInt8(ascii: "a") &- 10 &+ digit
      rest /= 36
    }
  }
}
