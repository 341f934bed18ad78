internal import LinqCore
internal import StoreSupport

/// A text form of points in time in UTC, from the year 0 to 9999: all texts have one length, and
/// their order is that of the points in time.
@usableFromInline package struct DateText: Sendable, Hashable {
  /// Whether the text is `2026-03-01T08:30:00Z`, and not `2026-03-01 08:30:00`.
  let isISO: Bool
  /// The number of digits after the second.
  let fractionDigits: Int

  init(isISO: Bool, fractionDigits: Int) {
    precondition((0...6).contains(fractionDigits), "a second has 0 to 6 digits after it")
    self.isISO = isISO
    self.fractionDigits = fractionDigits
  }

  /// The number of microseconds in the last digit.
  var unit: Int64 { Self.power(6 - fractionDigits) }

  /// Returns the text of a number of units since 1970; nil beyond the years.
  func text(of units: Int64) -> String? {
    let (day, rest) = units.dividedDown(by: 86_400 * Self.power(fractionDigits))
    guard let date = CalendarDate(dayNumber: Self.firstDay + Int(day)) else { return nil }
    let (second, fraction) = Int(rest).quotientAndRemainder(
      dividingBy: Int(Self.power(fractionDigits)))
    var text = "\(date)" + (isISO ? "T" : " ")
    text += "\(String.digits(second / 3600, count: 2)):\(String.digits(second / 60 % 60, count: 2))"
    text += ":\(String.digits(second % 60, count: 2))"
    if fractionDigits > 0 { text += ".\(String.digits(fraction, count: fractionDigits))" }
    return isISO ? text + "Z" : text
  }

  /// Returns the microseconds since 1970 of a text; nil unless it has exactly this form.
  func microseconds(of text: String) -> Int64? {
    var text = text
    return text.withUTF8 { bytes in
      let length = 19 + (fractionDigits > 0 ? fractionDigits + 1 : 0) + (isISO ? 1 : 0)
      guard bytes.count == length,
        let date = CalendarDate(utf8: UnsafeBufferPointer(rebasing: bytes[..<10])),
        bytes[10] == UInt8(ascii: isISO ? "T" : " "), bytes[13] == UInt8(ascii: ":"),
        bytes[16] == UInt8(ascii: ":"), !isISO || bytes[length - 1] == UInt8(ascii: "Z"),
        fractionDigits == 0 || bytes[19] == UInt8(ascii: "."),
        let hour = Self.number(bytes[11..<13]), let minute = Self.number(bytes[14..<16]),
        let second = Self.number(bytes[17..<19]), hour < 24, minute < 60, second < 60,
        let fraction = Self.number(bytes[(fractionDigits > 0 ? 20 : 19)...].prefix(fractionDigits))
      else { return nil }
      let days = Int64(date.dayNumber - Self.firstDay)
      let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
      return seconds * 1_000_000 + fraction * unit
    }
  }

  private static let firstDay = CalendarDate(year: 1970, month: 1, day: 1)?.dayNumber ?? 0

  private static func power(_ exponent: Int) -> Int64 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    var number: Int64 = 0
    for byte in digits {
      guard (0x30...0x39).contains(byte) else { return nil }
      number = number * 10 + Int64(byte - 0x30)
    }
    return number
  }
}
