internal import LinqCore

/// The days of birth that give each age on a fixed day.
struct BirthDates: Sendable {
  /// The days of birth of one age: the first of them as a day number, and how many there are.
  private struct Window {
    let first: Int
    let count: Int
  }

  private let windows: [Window]

  /// The days of birth of the ages 0 to `oldest` on the day `asOf`, which lies in a year beyond
  /// `oldest + 1`.
  init(asOf: CalendarDate, oldest: Int) {
    // The last day of birth of an age, counted back by `wholeYears(to:)`: the same day of an
    // earlier year. Where that year has no 29 February it is the 28th, since a birthday on 1 March
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

  /// A day of birth of an age, all of them equally likely. O(1).
  @inline(__always) func draw(_ random: UInt64, age: Int) -> CalendarDate? {
    let window = windows[age]
    let offset = random.multipliedFullWidth(by: UInt64(truncatingIfNeeded: window.count)).high
    return Self.date(window.first &+ Int(truncatingIfNeeded: offset))
  }

  /// Days since 1 March of year 0. Years begin in March here, so that a leap day ends its year.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month > 2 ? year : year - 1
    let marchMonth = month > 2 ? month - 3 : month + 9
    let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
    // Months of 31, 30, 31, 30, 31 days repeat from March: 153 days in five months.
    return marchYear * 365 + leapDays + (153 * marchMonth + 2) / 5 + day - 1
  }

  /// The day with this number, nil past the year 9999.
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
