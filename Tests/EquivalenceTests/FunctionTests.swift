import Foundation
import TestModel
import Testing

@Suite("Functions of Swift in SQL: S53")
struct FunctionTests {
  /// A number with a fraction, of both signs.
  private func real(_ person: QueryExpression<Person>) -> QueryExpression<Double> {
    (QueryExpression<Double>(person.id) - 4.5) / 4.0
  }

  private func text(_ person: QueryExpression<Person>) -> QueryExpression<String> {
    "\(person.age)"
  }

  @Test("rounding")
  func rounding() throws {
    let rules: [FloatingPointRoundingRule] = [
      .down, .up, .towardZero, .toNearestOrEven, .awayFromZero, .toNearestOrAwayFromZero,
    ]
    for rule in rules { try expectSame { $0.select { self.real($0).rounded(rule) } } }
    try expectSame { $0.select { (floor(self.real($0)), ceil(self.real($0))) } }
    try expectSame { $0.select { (trunc(self.real($0)), round(self.real($0))) } }
    try expectSame(
      sql: "SELECT swift_floor(CAST(id AS REAL)) FROM person ORDER BY id"
    ) { $0.select { floor(QueryExpression<Double>($0.id)) } }
  }

  @Test("roots, powers, logarithms, angles")
  func functions() throws {
    try expectSame { $0.select { sqrt(abs(self.real($0))) } }
    try expectSame { $0.select { (pow(abs(self.real($0)), 1.5), hypot(self.real($0), 2.0)) } }
    try expectSame { $0.select { (exp(self.real($0)), log(exp(self.real($0)))) } }
    try expectSame { $0.select { (log2(abs(self.real($0))), log10(abs(self.real($0)))) } }
    try expectSame { $0.select { (sin(self.real($0)), cos(self.real($0)), tan(self.real($0))) } }
    try expectSame { $0.select { (atan(self.real($0)), atan2(self.real($0), 3.0)) } }
    try expectSame { $0.select { asin(sin(self.real($0))) + acos(cos(self.real($0))) } }
    // No result is an error, in memory too.
    let store = try TestStore(path: ":memory:")
    try store.people.insert(Person(name: "x", surname: "y", age: 1))
    for query in [
      store.people.select { sqrt(self.real($0)) }, store.people.select { log(self.real($0)) },
      store.people.select { acos(self.real($0) * 9.0) },
    ] {
      #expect(throws: ExpressionError.notANumber) { try query.toArray() }
      #expect(throws: ExpressionError.notANumber) { try query.policy(.memoryOnly).toArray() }
    }
  }

  @Test("days")
  func days() throws {
    let today = CalendarDate("2026-02-28")!
    try expectSame(
      sql:
        """
        SELECT CASE WHEN birth_date IS NOT NULL THEN swift_weekday(birth_date) END FROM person \
        ORDER BY id
        """
    ) { $0.select { $0.birthDate.map { $0.weekday } } }
    try expectSame { $0.select { $0.birthDate.map { $0.dayOfYear } } }
    try expectSame { $0.select { $0.birthDate.map { $0.startOfMonth } } }
    try expectSame { $0.select { ($0.birthDate ?? today).startOfYear } }
    try expectSame { $0.select { ($0.birthDate ?? today).advanced(by: $0.age % 1000) } }
    try expectSame { $0.select { ($0.birthDate ?? today).adding(months: -1) } }
    try expectSame { $0.select { ($0.birthDate ?? today).adding(years: $0.age % 9) } }
    try expectSame { $0.select { ($0.birthDate ?? today).distance(to: today) } }
    try expectSame {
      $0.select { person in
        (person.birthDate ?? today).wholeYears(to: person.birthDate ?? today.advanced(by: -900))
      }
    }
    try expectSame {
      $0.where { ($0.birthDate ?? today).advanced(by: 1).weekday == 1 }.select { $0.id }
    }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { ($0.birthDate ?? today).advanced(by: 9_000_000) }
    }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { ($0.birthDate ?? today).adding(years: .max) }
    }
  }

  @Test("every day has a number; days of the week and of the year are those of Foundation")
  func arithmeticOfDays() throws {
    let first = try #require(CalendarDate(year: 0, month: 1, day: 1))
    var (day, count) = (first, 0)
    while true {
      #expect(first.advanced(by: count) == day && first.distance(to: day) == count)
      count += 1
      guard
        let next = CalendarDate(year: day.year, month: day.month, day: day.day + 1)
          ?? CalendarDate(year: day.year, month: day.month + 1, day: 1)
          ?? CalendarDate(year: day.year + 1, month: 1, day: 1)
      else { break }
      day = next
    }
    #expect(count == 3_652_425)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    func components(_ day: CalendarDate) -> DateComponents {
      DateComponents(year: day.year, month: day.month, day: day.day)
    }
    for number in stride(from: 0, to: 300_000, by: 37) {
      let day = try #require(CalendarDate(year: 1600, month: 3, day: 1)).advanced(by: number)
      let date = try #require(calendar.date(from: components(day)))
      #expect(day.weekday == calendar.component(.weekday, from: date))
      #expect(day.dayOfYear == calendar.ordinality(of: .day, in: .year, for: date))
      for months in [1, 13, -1, -25] {
        let later = day.adding(months: months)
        #expect(later.year * 12 + later.month == day.year * 12 + day.month + months)
        // The same day, or the last one of the month.
        #expect(later.day == day.day || later.day < day.day && later.advanced(by: 1).day == 1)
      }
    }
  }

  @Test("lower and higher values, multiples, signs, bits")
  func wholeNumbers() throws {
    try expectSame(
      sql: "SELECT CASE WHEN ? < age THEN ? ELSE age END FROM person ORDER BY id"
    ) { $0.select { min($0.age, 30) } }
    try expectSame { $0.select { (max($0.age, 30), max($0.name, $0.surname)) } }
    try expectSame { $0.select { min(max($0.age, 20), 40) } }
    try expectSame(sql: "SELECT … FROM person WHERE age % ? = ? ORDER BY id") {
      $0.where { $0.age.isMultiple(of: 5) }
    }
    for divisor in [0, 1, -1, 7] {
      try expectSame { $0.select { $0.age.isMultiple(of: divisor) } }
    }
    try expectSame { $0.select { ($0.age - 30).signum() } }
    try expectSame(sql: "SELECT swift_and(age, ?) FROM person ORDER BY id") {
      $0.select { $0.age & 12 }
    }
    try expectSame { $0.select { (($0.age | 3) ^ 5, ~$0.age, $0.age << 2, $0.age >> 1) } }
    try expectSame { $0.where { $0.age & 1 == 0 }.select { $0.age } }
  }

  @Test("numbers in texts")
  func parsing() throws {
    try expectSame { $0.select { QueryExpression<Int?>(self.text($0)) } }
    try expectSame { $0.select { QueryExpression<Int?>($0.name) } }
    try expectSame { $0.select { QueryExpression<Double?>(self.text($0) + ".5") } }
    try expectSame { $0.where { QueryExpression<Double?>($0.surname) == nil } }
  }

  /// Whole numbers at both ends and around 0.
  private func whole(_ person: QueryExpression<Person>) -> QueryExpression<Int> {
    .if(person.id % 3 == 0, then: ~person.age, else: person.age &- 25)
  }

  @Test("whole numbers that wrap around, their bits, their distances")
  func bits() throws {
    try expectSame(sql: "SELECT swift_wrapping_add(age, ?) FROM person ORDER BY id") {
      $0.select { $0.age &+ 1 }
    }
    try expectSame { $0.select { (self.whole($0) &- .max, self.whole($0) &* self.whole($0)) } }
    try expectSame { $0.select { self.whole($0).nonzeroBitCount } }
    try expectSame {
      $0.select { (self.whole($0).leadingZeroBitCount, self.whole($0).trailingZeroBitCount) }
    }
    for shift in [-65, -1, 0, 63, 64, Int.min] {
      try expectSame { $0.select { (self.whole($0) << shift, self.whole($0) >> shift) } }
    }
    try expectSame { $0.select { ($0.age << self.whole($0), $0.age >> self.whole($0)) } }
    try expectSame { $0.select { self.whole($0).isMultiple(of: self.whole($0)) } }
    try expectSame { $0.select { self.whole($0).isMultiple(of: $0.age % 3 - 1) } }
    try expectSame(sql: "SELECT age / ?, age % ? FROM person ORDER BY id") {
      $0.select {
        let (quotient, remainder) = $0.age.quotientAndRemainder(dividingBy: 7)
        return (quotient, remainder)
      }
    }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.select { $0.age.quotientAndRemainder(dividingBy: $0.age - 25).quotient }
    }
    try expectSame { $0.select { ($0.age.distance(to: 7), ($0.age / 2).advanced(by: $0.age / 3)) } }
    try expectSameError(ExpressionError.arithmeticOverflow) { $0.select { $0.age.advanced(by: 1) } }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { (-$0.age).distance(to: 2) }
    }
    try expectSame { $0.select { (min(30, $0.age), max(30, $0.age), min("c", $0.name)) } }
  }

  @Test("conversions of whole numbers")
  func wholeConversions() throws {
    try expectSame(sql: "SELECT swift_uint8(age % ?) FROM person ORDER BY id") {
      $0.select { QueryExpression<UInt8>($0.age % 200) }
    }
    try expectSame { $0.select { QueryExpression<Int16>(self.real($0)) } }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { QueryExpression<UInt8>($0.age) }
    }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { QueryExpression<UInt8>(self.real($0) * 8.0) }
    }
    try expectSame(isAllSQL: false) { $0.select { QueryExpression<UInt64>($0.age) } }
    try expectSame {
      $0.select {
        (
          QueryExpression<UInt8?>(exactly: self.whole($0)),
          QueryExpression<Int64?>(exactly: self.whole($0)),
          QueryExpression<Int8?>(exactly: QueryExpression<UInt8>($0.age % 256))
        )
      }
    }
    try expectSame {
      $0.select {
        (
          QueryExpression<UInt8>(clamping: self.whole($0)),
          QueryExpression<Int8>(clamping: self.whole($0)), QueryExpression<Int>(clamping: $0.id)
        )
      }
    }
    try expectSame { $0.select { QueryExpression<Int?>(exactly: self.real($0)) } }
    try expectSame {
      $0.select { QueryExpression<Int?>(exactly: QueryExpression<Double>(self.whole($0)) * 2.0) }
    }
  }

  @Test("numbers as digits, truth values, identifiers")
  func digits() throws {
    try expectSame(sql: "SELECT swift_digits(age, ?, ?) FROM person ORDER BY id") {
      $0.select { QueryExpression<String>($0.age, radix: 16) }
    }
    for radix in [2, 10, 36] {
      try expectSame {
        $0.select { QueryExpression<String>(self.whole($0), radix: radix, uppercase: true) }
      }
      try expectSame { $0.select { QueryExpression<Int?>($0.name, radix: radix) } }
      try expectSame {
        $0.select {
          QueryExpression<Int?>(
            QueryExpression<String>(self.whole($0), radix: radix), radix: radix) == self.whole($0)
        }
      }
    }
    try expectSame(sql: "SELECT CAST(age AS TEXT) FROM person ORDER BY id") {
      $0.select { QueryExpression<String>($0.age) }
    }
    try expectSame {
      $0.select {
        QueryExpression<Bool?>(QueryExpression<String>($0.age > 20)) == ($0.age > 20)
      }
    }
    try expectSame { $0.select { QueryExpression<Bool?>($0.name) } }
    let text = "e621e1f8-c36c-495a-93fc-0c247a3e6e5"
    try expectSame(sql: "SELECT swift_parse_uuid(name) FROM person ORDER BY id") {
      $0.select { QueryExpression<UUID?>(uuidString: $0.name) }
    }
    try expectSame {
      $0.select {
        QueryExpression<UUID?>(uuidString: text + QueryExpression<String>($0.age % 10))
          .map { $0.uuidString }
      }
    }
    try expectSame {
      $0.where { QueryExpression<UUID?>(uuidString: $0.name + text) == nil }
    }
  }

  @Test("parts of floating-point numbers, and more functions of them")
  func realParts() throws {
    try expectSame(sql: "SELECT … FROM person WHERE swift_sign(CAST(age AS REAL)) = ? ORDER BY id")
    { $0.where { QueryExpression<Double>($0.age).sign == .plus } }
    try expectSame {
      $0.select { (exp(self.real($0) * 100.0).isInfinite, exp(self.real($0) * 100.0).isFinite) }
    }
    try expectSame { $0.select { (self.real($0).exponent, self.real($0).isZero) } }
    try expectSame { $0.select { (self.real($0) * -0.0).sign } }
    try expectSame { $0.select { self.real($0).isNaN } }
    try expectSame { $0.select { self.real($0).sign.rawValue } }
    try expectSame { $0.select { (sinh(self.real($0)), cosh(self.real($0)), tanh(self.real($0))) } }
    try expectSame { $0.select { (asinh(self.real($0)), acosh(cosh(self.real($0)))) } }
    try expectSame { $0.select { (atanh(sin(self.real($0))), cbrt(self.real($0))) } }
    try expectSame { $0.select { (exp2(self.real($0)), expm1(self.real($0))) } }
    try expectSame { $0.select { (log1p(abs(self.real($0))), fabs(self.real($0))) } }
    try expectSame { $0.select { (pow(2.0, self.real($0)), fmod(self.real($0), 1.5)) } }
    try expectSame { $0.select { self.real($0).remainder(dividingBy: 1.5) } }
    try expectSame { $0.select { (self.real($0).distance(to: 1), self.real($0).advanced(by: 1)) } }
    let store = try TestStore(path: ":memory:")
    try store.people.insert(Person(name: "x", surname: "y", age: 1))
    for query in [
      store.people.select { acosh(self.real($0)) },
      store.people.select { log1p(self.real($0) * 9.0) },
      store.people.select { atanh(self.real($0) * 9.0) },
      store.people.select { fmod(self.real($0), 0.0) },
      store.people.select { self.real($0).remainder(dividingBy: 0.0) },
    ] {
      #expect(throws: ExpressionError.notANumber) { try query.toArray() }
      #expect(throws: ExpressionError.notANumber) { try query.policy(.memoryOnly).toArray() }
    }
  }
}
