import Testing

@testable import Linq

@Suite("Statistics and joined texts of sequences: S64 to S66")
struct StatisticTests {
  let people = P.five

  @Test("S64 median")
  func median() throws {
    #expect(try people.median { $0.age } == 35 && people.lazy.median(\.age) == 35)
    #expect(try people.median { $0.ageBut25 } == 45 && [3, 1].median() == 2)
    #expect(try [Int]().median() == nil && [Int?.none].median() == nil && [7].median() == 7)
    #expect(try [4, nil, 1].median() == 2.5 && [0.5].median() == 0.5)
    #expect(throws: Refusal.self) { try people.median { _ -> Int in throw Refusal() } }
  }

  @Test("S64 the mean of two numbers does not overflow")
  func largeMedian() throws {
    #expect(try [Int.max, .max].median() == Double(Int.max))
    #expect(try [Int.min, .max].median() == -0.5)
    #expect(try [UInt64.max, .max - 1].median() == Double(UInt64.max))
    #expect(try [Int8.max, .min].median() == -0.5)
    let largest = Double.greatestFiniteMagnitude
    #expect(try [largest, largest].median() == largest)
    #expect(try [largest, -largest].median() == 0)
    #expect(try [largest, .infinity].median() == .infinity)
    #expect(try [-.infinity, 1, Double.infinity].median() == 1)
    #expect(throws: ExpressionError.notANumber) { try [-Double.infinity, .infinity].median() }
    #expect(throws: ExpressionError.notANumber) { try [1, Double.nan, 2].median() }
    let tiny = Double.leastNonzeroMagnitude
    #expect(try [tiny, tiny].median() == tiny && [0, tiny].median() == 0)
  }

  @Test("S64 zero has no sign, whatever the order is")
  func zeroMedian() throws {
    for numbers in [[-0.0], [-0.0, 0.0], [0.0, -0.0], [-0.0, -0.0, 0.0]] {
      let median = try #require(try numbers.median())
      #expect(median == 0 && median.sign == .plus)
    }
  }

  @Test("S65 standard deviations")
  func deviations() throws {
    #expect(try [2, 4, 6].standardDeviation() == 2)
    #expect(try [2, 4, 4, 4, 5, 5, 7, 9].populationStandardDeviation() == 2)
    #expect(try [2.5, 4.5, 6.5].standardDeviation { $0 } == 2)
    #expect(try [2, nil, 4, 6].standardDeviation() == 2)
    #expect(try [Int]().standardDeviation() == nil && [7].standardDeviation() == nil)
    #expect(try [Int]().populationStandardDeviation() == nil)
    #expect(try [7].populationStandardDeviation() == 0 && [0.1].populationStandardDeviation() == 0)
    #expect(try people.standardDeviation { $0.age } == people.map(\.age).standardDeviation())
    #expect(try people.populationStandardDeviation(\.ageBut25) != nil)
  }

  @Test("S65 equal numbers have no deviation, large integers keep theirs")
  func exactDeviations() throws {
    #expect(try [0.1, 0.1, 0.1].standardDeviation() == 0)
    #expect(try [Int.max, .max - 2, .max - 4].standardDeviation() == 2)
    #expect(try [Int.min, .max].populationStandardDeviation() == 0x1p63)
    #expect(try [1e15 + 1, 1e15 + 3, 1e15 + 5].standardDeviation() == 2)
  }

  @Test("S65 what is too large is infinite; infinities have no deviation")
  func infiniteDeviations() throws {
    let largest = Double.greatestFiniteMagnitude
    #expect(try [largest, -largest].standardDeviation() == .infinity)
    #expect(try [0, largest, largest, largest].standardDeviation() == .infinity)
    #expect(try [1e200, -1e200].populationStandardDeviation() == .infinity)
    #expect(try [largest, largest].standardDeviation() == 0)
    #expect(try [Double.infinity].standardDeviation() == nil)
    let infinite: [[Double]] = [[.infinity], [1, .infinity], [-.infinity, .infinity], [.nan, 1]]
    for numbers in infinite {
      #expect(throws: ExpressionError.notANumber) { try numbers.populationStandardDeviation() }
    }
  }

  @Test("S65 the order of the numbers makes no difference")
  func orderOfDeviations() throws {
    let numbers = (1...100).map { Double($0 * 7919 % 101) / 3 }
    let expected = try numbers.standardDeviation()
    #expect(try numbers.reversed().standardDeviation() == expected)
    #expect(try numbers.sorted().standardDeviation() == expected)
  }

  @Test("S66 joined texts")
  func joined() throws {
    #expect(
      people.joined(separator: ", ") { $0.name } == people.map(\.name).joined(separator: ", "))
    #expect(people.joined { $0.name.prefix(1) } == people.map { $0.name.prefix(1) }.joined())
    #expect(
      people.joined(separator: "-") { $0.nameButBob }
        == people.compactMap(\.nameButBob).joined(separator: "-"))
    #expect([P]().joined(separator: "-") { $0.name } == "")
    #expect(["", ""].joined(separator: "-") { $0 } == "-")
    let accented = ["e", "\u{301}"].joined { $0 }
    #expect(accented.unicodeScalars.map(\.value) == [0xE9])
    #expect(throws: Refusal.self) { try people.joined { _ -> String in throw Refusal() } }
  }

  @Test("a group is a collection of its elements")
  func collections() throws {
    let group = QueryGroup(key: "all", items: people)
    #expect(Array(group) == people && group.count == people.count && group.first == people.first)
    #expect(group.where { $0.age > 30 } == people.where { $0.age > 30 })
    #expect(group.sort { $0.name }.last == people.sort { $0.name }.last)
    #expect(QueryGroup(key: 1, items: [Int]()).isEmpty)
  }

  @Test("a group has statistics and joined texts of its own")
  func groups() throws {
    let group = QueryGroup(key: "all", items: people)
    #expect(try group.median { $0.age } == 35 && group.median(\.ageBut25) == 45)
    #expect(try group.standardDeviation { $0.age } == people.standardDeviation { $0.age })
    #expect(try group.populationStandardDeviation { $0.ageBut25 } != nil)
    #expect(group.joined(separator: "+") { $0.name } == people.joined(separator: "+") { $0.name })
    #expect(group.joined { $0.nameButBob } == people.joined { $0.nameButBob })
  }
}
