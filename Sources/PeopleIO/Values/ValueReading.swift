internal import LinqCore

/// The values of a field as files write them.
enum ValueReading {
  /// What a text says about an age.
  enum Age: Equatable {
    /// Years of age. `isExact` is false if a fraction was left out.
    case years(Int, isExact: Bool)
    /// A day of birth.
    case day(CalendarDate)
  }

  /// Returns what a text says about an age; nil if it says nothing.
  ///
  /// ```swift
  /// age("36")          // .years(36, isExact: true), and so is "36.0"
  /// age("0.42")        // .years(0, isExact: false)
  /// age("1815-12-10")  // .day
  /// ```
  static func age(_ bytes: UnsafeBufferPointer<UInt8>, _ days: DayReading) -> Age? {
    if let years = wholeNumber(bytes) { return .years(years, isExact: true) }
    if let date = days.date(bytes) { return .day(date) }
    guard let point = bytes.firstIndex(where: { $0 == UInt8(ascii: ".") }), point > 0,
      point + 1 < bytes.count,
      let years = wholeNumber(UnsafeBufferPointer(rebasing: bytes[..<point])),
      bytes[(point + 1)...].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
    else { return nil }
    let isWhole = bytes[(point + 1)...].allSatisfy { $0 == 0x30 }
    // A fraction below zero is no age, though it would be rounded to zero.
    if !isWhole, bytes[0] == UInt8(ascii: "-") { return nil }
    return .years(years, isExact: isWhole)
  }

  /// Returns a year of four digits, which may be followed by `.0`; nil for anything else.
  static func year(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard bytes.count >= 4, bytes[..<4].allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else {
      return nil
    }
    let rest = bytes[4...]
    guard
      rest.isEmpty
        || (rest.count > 1 && rest.first == UInt8(ascii: ".")
          && rest.dropFirst().allSatisfy { $0 == 0x30 })
    else { return nil }
    let year = wholeNumber(UnsafeBufferPointer(rebasing: bytes[..<4])) ?? 0
    return year > 0 ? year : nil
  }
}

/// How days are read: as ISO 8601, or in the form that a file has.
struct DayReading: Sendable, Hashable {
  /// The form; nil for ISO 8601 only.
  var form: DateForm?
  /// The day on which ages hold.
  var asOf: CalendarDate

  /// Returns the day that a text means; nil if it is none, such as `1943-00-00`, `1943` and
  /// `--04-22`.
  func date(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    if bytes.count == 10, let date = CalendarDate(utf8: bytes) { return date }
    if let form { return form.date(utf8: bytes, asOf: asOf) }
    return midnight(bytes)
  }

  /// Returns the day of a point in time at its beginning, as databases write days: `1815-12-10
  /// 00:00:00`, `1815-12-10T00:00:00Z`.
  private func midnight(_ bytes: UnsafeBufferPointer<UInt8>) -> CalendarDate? {
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " "),
      let date = CalendarDate(utf8: UnsafeBufferPointer(rebasing: bytes[..<10]))
    else { return nil }
    let time = bytes[11...]
    guard time.first == 0x30, time.contains(UInt8(ascii: ":")),
      time.allSatisfy({
        [0x30, UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "Z")].contains($0)
      })
    else { return nil }
    return date
  }
}

/// Parses an integer of decimal digits with an optional sign; nil if the bytes are not one, or if
/// it does not fit.
func wholeNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  guard let first = bytes.first, bytes.count <= 20 else { return nil }
  let isNegative = first == UInt8(ascii: "-")
  let digits = isNegative || first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes[...]
  guard !digits.isEmpty else { return nil }
  var value = 0
  for byte in digits {
    guard byte >= 0x30, byte <= 0x39 else { return nil }
    let (product, overflowed) = value.multipliedReportingOverflow(by: 10)
    let digit = Int(byte - 0x30)
    let (sum, overflowedToo) =
      isNegative
      ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
    if overflowed || overflowedToo { return nil }
    value = sum
  }
  return value
}
