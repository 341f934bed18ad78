import Testing

@testable import Linq

@Suite("Numbers and extremes of sequences")
struct NumberTests {
  let people = P.five

  @Test("A33 S26 sum")
  func sum() throws {
    #expect(try [25, 35].sum() == 60 && [25, 35].lazy.sum() == 60)
    #expect(try people.sum { $0.age } == 185 && people.sum(\.age) == 185)
    #expect(try people.lazy.sum { $0.age } == 185)
    #expect(try people.sum { $0.ageBut25 } == 135 && [1, nil, 2].sum() == 3)
    #expect(try [Int]().sum() == 0 && [Double]().sum() == 0)
  }

  @Test("S27 only a total that does not fit is an error")
  func overflow() throws {
    #expect(try [.max, 1, -1].sum() == Int.max)
    #expect(try [.min, -1, 1].sum { $0 } == Int.min)
    #expect(throws: ExpressionError.arithmeticOverflow) { try [Int.max, 1].sum() }
    #expect(throws: ExpressionError.arithmeticOverflow) { try [Int.min, -1].lazy.sum { $0 } }
    #expect(try [Int.max, .max].average() == Double(Int.max))
  }

  @Test("S28 Double from left to right")
  func doubles() throws {
    let numbers = [1e16, 1, -1e16, 0.1, 0.2]
    #expect(try numbers.sum() == ((((0.0 + 1e16) + 1) - 1e16) + 0.1) + 0.2)
    #expect(try numbers.average { $0 } == numbers.reduce(0, +) / 5)
    #expect(throws: ExpressionError.notANumber) { try [Double.infinity, -.infinity].sum() }
    #expect(try [Double.infinity, 1].sum() == .infinity)
  }

  @Test("S26 average")
  func average() throws {
    #expect(try people.average { $0.age } == 37 && [1, 2].average() == 1.5)
    #expect(try people.average(\.ageBut25) == 45 && [1, nil, 2].average() == 1.5)
    #expect(try [Int]().average() == nil && [Int?.none].average() == nil)
    #expect(try people.lazy.average { $0.age } == 37)
  }

  @Test("S26 min, max")
  func extremes() {
    #expect(people.min { $0.age } == 25 && people.max { $0.age } == 55)
    #expect(people.min(\.age) == 25 && people.lazy.max(\.age) == 55)
    #expect(people.min { $0.ageBut25 } == 35 && people.max(\.ageBut25) == 55)
    #expect([P]().min { $0.age } == nil && [P]().max { $0.ageBut25 } == nil)
    #expect([1, 2].min() == 1 && [1, 2].max() == 2)
    #expect(throws: Refusal.self) { try people.min { _ -> Int in throw Refusal() } }
  }

  @Test("S06 the lowest and highest text")
  func text() {
    let texts = ["Zoe\u{308}", "Zof", "\u{1F600}", "\u{FF5E}"]
    #expect(texts.min { $0 } == "Zof" && texts.max { $0 } == "\u{1F600}")
    #expect(texts.maxBy { $0 } == "\u{1F600}" && texts.minBy { $0[...] } == "Zof")
  }

  @Test("minBy, maxBy: the first of the ties; nil is the lowest")
  func elements() {
    #expect(people.minBy { $0.age }?.name == "bob" && people.maxBy { $0.age }?.name == "joe")
    #expect(people.maxBy { -$0.age }?.name == "bob")
    #expect(people.reverse().minBy(\.age)?.name == "jim")
    #expect(people.minBy(\.ageBut25)?.name == "bob" && people.maxBy(\.ageBut25)?.name == "joe")
    #expect(people.lazy.minBy { $0.age }?.name == "bob" && [P]().minBy { $0.age } == nil)
    let calls = Calls()
    #expect(people.minBy { calls($0.age) } != nil && calls.count == 5)
  }

  @Test("a group has sums, means and extremes of its own")
  func groups() throws {
    let group = QueryGroup(key: "all", items: people)
    #expect(try group.sum { $0.age } == 185 && group.sum(\.ageBut25) == 135)
    #expect(try group.average { $0.age } == 37 && group.average { $0.ageBut25 } == 45)
    #expect(group.min { $0.age } == 25 && group.max { $0.age } == 55)
    #expect(group.min(\.ageBut25) == 35 && group.max(\.nameButBob) == "joe")
    #expect(group.count { $0.age == 25 } == 2 && group.count == 5)
    let sums = try people.groupBy { $0.name.prefix(1) }.select { try $0.sum { $0.age } }
    #expect(sums == [25, 45, 35, 80])
  }
}
