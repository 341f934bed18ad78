public import LinqCore

/// The form in which a file writes days, with the letters of `strftime`.
///
/// ```swift
/// let form = try DateForm("%d/%m/%Y")
/// form.date("05/12/1815", asOf: today)                    // 1815-12-05
/// try DateForm("%d %b %y").date("5 Dec 99", asOf: today)  // 1999-12-05
/// ```
///
/// `%d` and `%m` are one or two digits, `%Y` four, `%b` and `%B` an English month, whole or
/// shortened to three letters. `%y` is two digits: the last such year that is not after the day on
/// which ages hold. Everything else stands for itself.
public struct DateForm: Sendable, Hashable {
  /// The form as it was given.
  public let text: String

  private enum Part: Hashable {
    case day, month, year, shortYear, monthName
    case literal(UInt8)
  }

  private let parts: [Part]

  /// Creates a form.
  ///
  /// - Throws: ``ImportError/invalidDateForm(_:reason:)``, unless it has a day, a month and a year.
  public init(_ text: String) throws(ImportError) {
    var parts: [Part] = []
    var isLetter = false
    for byte in text.utf8 {
      guard isLetter else {
        if byte == UInt8(ascii: "%") { isLetter = true } else { parts.append(.literal(byte)) }
        continue
      }
      isLetter = false
      switch byte {
      case UInt8(ascii: "d"), UInt8(ascii: "e"): parts.append(.day)
      case UInt8(ascii: "m"): parts.append(.month)
      case UInt8(ascii: "Y"): parts.append(.year)
      case UInt8(ascii: "y"): parts.append(.shortYear)
      case UInt8(ascii: "b"), UInt8(ascii: "B"): parts.append(.monthName)
      case UInt8(ascii: "%"): parts.append(.literal(byte))
      default:
        throw .invalidDateForm(text, reason: "%\(UnicodeScalar(byte)) is not one of them")
      }
    }
    if isLetter { throw .invalidDateForm(text, reason: "the last % has no letter") }
    func count(_ kinds: Part...) -> Int { parts.count { kinds.contains($0) } }
    guard count(.day) == 1, count(.month, .monthName) == 1, count(.year, .shortYear) == 1 else {
      throw .invalidDateForm(text, reason: "one day, one month and one year are needed")
    }
    self.text = text
    self.parts = parts
  }

  /// Whether the year has two digits only.
  var hasShortYear: Bool { parts.contains(.shortYear) }

  /// Returns the day that a text means; nil if it does not have the form.
  public func date(_ text: String, asOf: CalendarDate) -> CalendarDate? {
    var text = text
    return text.withUTF8 { date(utf8: $0, asOf: asOf) }
  }

  /// Returns the day that the UTF-8 bytes of a text mean; nil if they do not have the form.
  package func date(utf8 bytes: UnsafeBufferPointer<UInt8>, asOf: CalendarDate) -> CalendarDate? {
    var rest = bytes[...]
    var (year, month, day) = (0, 0, 0)
    for part in parts {
      switch part {
      case .literal(let byte):
        guard rest.popFirst() == byte else { return nil }
      case .day:
        guard let value = Self.digits(1...2, from: &rest) else { return nil }
        day = value
      case .month:
        guard let value = Self.digits(1...2, from: &rest) else { return nil }
        month = value
      case .year:
        guard let value = Self.digits(4...4, from: &rest) else { return nil }
        year = value
      case .shortYear:
        guard let value = Self.digits(2...2, from: &rest) else { return nil }
        year = value
      case .monthName:
        guard let value = Self.month(from: &rest) else { return nil }
        month = value
      }
    }
    guard rest.isEmpty else { return nil }
    guard hasShortYear else { return CalendarDate(year: year, month: month, day: day) }
    let century = asOf.year / 100 * 100
    if let date = CalendarDate(year: century + year, month: month, day: day), date <= asOf {
      return date
    }
    return CalendarDate(year: century - 100 + year, month: month, day: day)
  }

  private static func digits(
    _ counts: ClosedRange<Int>, from rest: inout Slice<UnsafeBufferPointer<UInt8>>
  ) -> Int? {
    var (value, count) = (0, 0)
    while count < counts.upperBound, let byte = rest.first, byte >= 0x30, byte <= 0x39 {
      value = value * 10 + Int(byte - 0x30)
      count += 1
      rest.removeFirst()
    }
    return counts.contains(count) ? value : nil
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ].map { Array($0.utf8) }

  private static func month(from rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    let letters = rest.prefix { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let word = letters.map { $0 | 0x20 }
    guard word.count >= 3,
      let index = months.firstIndex(where: {
        $0.elementsEqual(word) || (word.count == 3 && $0.starts(with: word))
      })
    else { return nil }
    rest.removeFirst(letters.count)
    return index + 1
  }
}

extension DateForm {
  /// The forms that are tried where a column's days are not ISO 8601. Those with two digits of the
  /// year are only advice, because such a year may be of several centuries.
  static let tried = [
    "%d/%m/%Y", "%m/%d/%Y", "%Y/%m/%d", "%d.%m.%Y", "%d-%m-%Y", "%m-%d-%Y", "%Y.%m.%d",
    "%d %b %Y", "%d-%b-%Y", "%b %d, %Y", "%b %d %Y", "%d. %b %Y", "%d/%b/%Y", "%d/%m/%y",
    "%m/%d/%y", "%d.%m.%y", "%d-%m-%y", "%d-%b-%y", "%d %b %y",
  ].compactMap { try? DateForm($0) }

  /// Returns the forms that most of the values have. Several are ambiguous: `05/06/1950` is a day
  /// of May in one and of June in another.
  ///
  /// ```swift
  /// DateForm.detected(in: ["05/06/1950", "13/02/1951"], asOf: today).map(\.text)  // ["%d/%m/%Y"]
  /// ```
  static func detected(in values: [String], asOf: CalendarDate) -> [DateForm] {
    guard !values.isEmpty else { return [] }
    let counts = tried.map { form in values.count { form.date($0, asOf: asOf) != nil } }
    guard let best = counts.max(), best * 10 >= values.count * 9 else { return [] }
    return zip(tried, counts).filter { $0.1 == best }.map(\.0)
  }
}
