import LinqCore
import People
import Testing

@testable import Seeding

@Suite("Ages and days of birth")
struct AgeTests {
  static let days = [
    "0106-01-01", "1900-02-28", "2000-02-29", "2023-02-28", "2023-03-01", "2024-02-29",
    "2024-03-01", "2025-12-31", "2100-02-28", "9999-12-31",
  ]

  @Test("200,000 ages are those of the days of birth")
  func consistent() {
    let asOf = PersonGenerator.defaultDate
    var known = 0
    var leapDays = 0
    var wrong: [Person] = []
    for person in PersonGenerator().people(0..<200_000) {
      if person.age.map({ (0...AgePyramid.oldest).contains($0) }) != true { wrong.append(person) }
      guard let birthDate = person.birthDate else { continue }
      known += 1
      if birthDate.month == 2, birthDate.day == 29 { leapDays += 1 }
      if birthDate.wholeYears(to: asOf) != person.age { wrong.append(person) }
    }
    #expect(wrong.isEmpty)
    #expect((189_000..<191_000).contains(known))
    #expect((90..<170).contains(leapDays), "one day of 1,461: about 130")
  }

  @Test("ages hold on other days, the ends of February among them", arguments: days)
  func otherDays(text: String) throws {
    let asOf = try #require(CalendarDate(text))
    let people = PersonGenerator(seed: 3, asOf: asOf).people(0..<20_000)
    let dated = people.filter { $0.birthDate != nil }
    #expect(dated.count > 18_000)
    #expect(dated.allSatisfy { $0.birthDate?.wholeYears(to: asOf) == $0.age })
  }

  @Test("the days of birth of an age are all its days", arguments: days)
  func windows(text: String) throws {
    let asOf = try #require(CalendarDate(text))
    let dates = BirthDates(asOf: asOf, oldest: 104)
    #expect(dates.draw(.max, age: 0) == asOf)
    for age in 0...104 {
      let first = try #require(dates.draw(0, age: age))
      let last = try #require(dates.draw(.max, age: age))
      #expect(first.wholeYears(to: asOf) == age)
      #expect(last.wholeYears(to: asOf) == age)
      // No gap between the windows: the day before the first is the last of the next age.
      let before = first.advanced(by: -1)
      #expect(before.wholeYears(to: asOf) == age + 1)
      if age < 104 { #expect(dates.draw(.max, age: age + 1) == before) }
    }
  }

  @Test("ages are drawn as the pyramid says")
  func pyramid() {
    let rows = 200_000
    var counts: [Int: Int] = [:]
    for person in PersonGenerator(seed: 11).people(0..<rows) {
      counts[person.age ?? -1, default: 0] += 1
    }
    let total = Double(AgePyramid.weights.reduce(0, +))
    var expected: [Int: Double] = [:]
    for (age, weight) in AgePyramid.weights.enumerated() {
      expected[age] = Double(rows) * Double(weight) / total
    }
    #expect(countsFit(counts, expected: expected))
  }

  @Test("the pyramid has 105 positive weights that sum to its bands")
  func weights() {
    #expect(AgePyramid.weights.count == 105)
    #expect(AgePyramid.weights.allSatisfy { $0 > 0 })
    for (band, people) in AgePyramid.bands.enumerated() {
      #expect(AgePyramid.weights[band * 5..<band * 5 + 5].reduce(0, +) == people)
    }
    let total = AgePyramid.weights.reduce(0, +)
    #expect((8_100_000...8_300_000).contains(total), "the world had 8.2 billion people in 2025")
  }
}
