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
      let day = CalendarDate(year: year, month: asOf.month, day: asOf.day)
      guard let number = (day ?? CalendarDate(year: year, month: 2, day: 28))?.dayNumber else {
        preconditionFailure("the year is before 0")
      }
      return number
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
    return CalendarDate(dayNumber: window.first &+ Int(truncatingIfNeeded: offset))
  }
}
