extension CalendarDate: LosslessStringConvertible {
  /// Creates the day written as `YYYY-MM-DD`. Returns nil if the text has another form or the day
  /// does not exist.
  public init?(_ text: String) {
    var text = text
    guard let date = text.withUTF8({ CalendarDate(utf8: $0) }) else { return nil }
    self = date
  }

  /// Creates the day written as the UTF-8 bytes of `YYYY-MM-DD`. Returns nil if the text has
  /// another form or the day does not exist.
  public init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let dash = UInt8(ascii: "-")
    guard bytes.count == 10, bytes[4] == dash, bytes[7] == dash else { return nil }
    // A byte below "0" wraps around, so that anything but a digit is above 9.
    func digit(_ index: Int) -> UInt8 { bytes[index] &- UInt8(ascii: "0") }
    func isNumber(_ index: Int) -> Bool { digit(index) <= 9 && digit(index &+ 1) <= 9 }
    func number(_ index: Int) -> Int { Int(digit(index)) &* 10 &+ Int(digit(index &+ 1)) }
    guard isNumber(0), isNumber(2), isNumber(5), isNumber(8) else { return nil }
    self.init(year: number(0) &* 100 &+ number(2), month: number(5), day: number(8))
  }

  /// `YYYY-MM-DD`, always ten ASCII characters.
  public var description: String {
    String(unsafeUninitializedCapacity: 10) { buffer in
      writeUTF8(to: UnsafeMutableRawBufferPointer(buffer))
      return 10
    }
  }

  /// Writes `YYYY-MM-DD` into the first ten bytes of a buffer.
  @inlinable public func writeUTF8(to buffer: UnsafeMutableRawBufferPointer) {
    precondition(buffer.count >= 10)
    func digits(_ value: Int, _ count: Int, at start: Int) {
      var value = value
      var position = start + count
      while position > start {
        position -= 1
        buffer[position] = 0x30 &+ UInt8(truncatingIfNeeded: value % 10)
        value /= 10
      }
    }
    digits(year, 4, at: 0)
    digits(month, 2, at: 5)
    digits(day, 2, at: 8)
    buffer[4] = 0x2D
    buffer[7] = 0x2D
  }
}

extension CalendarDate: Codable {
  /// Decodes the text form `YYYY-MM-DD`. Throws a `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = CalendarDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not a day of the calendar (YYYY-MM-DD)")
    }
    self = date
  }

  /// Encodes the text form `YYYY-MM-DD`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
