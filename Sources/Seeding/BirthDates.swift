internal import LinqCore

/// The days of birth that lead to each age on a fixed day.
struct BirthDates: Sendable {
  /// The days of birth of one age: the day number of the first one, and their count.
  private struct Window {
    let first: Int
    let count: Int
  }

  private let windows: [Window]

  /// Creates the days of birth of the ages 0 to `oldest` on the day `asOf`, whose year must be
  /// later than `oldest + 1`.
  init(asOf: CalendarDate, oldest: Int) {
    // Returns the last day of birth of an age, according to `wholeYears(to:)`: the same day of an
    // earlier year. If that year has no 29 February it is the 28th, because a birthday on 1 March
    // comes after `asOf`.
    func last(_ age: Int) -> Int {
      let year = asOf.year - age
      let exists = CalendarDate(year: year, month: asOf.month, day: asOf.day) != nil
      return Self.dayNumber(year: year, month: asOf.month, day: exists ? asOf.day : asOf.day - 1)
    }
    windows = (0...oldest).map { age in
      let first = last(age + 1) + 1
      return Window(first: first, count: last(age) - first + 1)
    }
  }

  /// Returns a day of birth of an age, all of which are equally likely. O(1).
  @inline(__always) func draw(_ random: UInt64, age: Int) -> CalendarDate? {
    let window = windows[age]
    let offset = random.multipliedFullWidth(by: UInt64(truncatingIfNeeded: window.count)).high
    return Self.date(window.first &+ Int(truncatingIfNeeded: offset))
  }

  /// Returns the number of days since 1 March of year 0. Years begin in March here, so that a leap
  /// day is the last day of its year.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    // Months of 31, 30, 31, 30, 31 days repeat from March: 153 days in five months.
    return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1
  }

  /// Returns the day with this number; nil after the year 9999.
  static func date(_ dayNumber: Int) -> CalendarDate? {
    // After "Euclidean affine functions and their application to calendar algorithms" (Neri,
    // Schneider): 146,097 days in 400 years, 1,461 in four.
    let century = (4 &* dayNumber &+ 3) / 146_097
    let dayOfCentury = (4 &* dayNumber &+ 3) % 146_097 / 4
    let yearOfCentury = (4 &* dayOfCentury &+ 3) / 1461
    let dayOfYear = (4 &* dayOfCentury &+ 3) % 1461 / 4
    let marchMonth = (5 &* dayOfYear &+ 2) / 153
    let day = dayOfYear &- (153 &* marchMonth &+ 2) / 5 &+ 1
    let marchYear = 100 &* century &+ yearOfCentury
    return marchMonth < 10
      ? CalendarDate(year: marchYear, month: marchMonth &+ 3, day: day)
      : CalendarDate(year: marchYear &+ 1, month: marchMonth &- 9, day: day)
  }
}
