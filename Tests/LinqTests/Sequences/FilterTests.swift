import Testing

@testable import Linq

@Suite("where, distinct, take, skip of sequences")
struct FilterTests {
  let people = P.five

  @Test("A1 where")
  func filter() {
    #expect(people.where { $0.age == 25 }.select(\.name) == ["bob", "jim"])
    #expect(people.lazy.where { $0.age == 25 }.select(\.name).toArray() == ["bob", "jim"])
    #expect([Int]().where { _ in true }.isEmpty)
    #expect(throws: Refusal.self) { try people.where { _ in throw Refusal() } }
  }

  @Test("A12 ofType")
  func types() {
    let values: [Any] = ["foo", 25, "bar", 33]
    #expect(values.ofType(String.self) == ["foo", "bar"])
    #expect(values.lazy.ofType(String.self).toArray() == ["foo", "bar"])
    #expect(values.ofType(Double.self).isEmpty)
    #expect([1, nil, 3].compacted() == [1, 3])
  }

  @Test("A14, A15, M distinct by a key, nil or not")
  func distinctByKey() {
    let names = ["bob", "frank", "ian", "joe"]
    #expect(people.distinct { $0.age }.select(\.name) == names)
    #expect(people.distinct(by: \.age).select(\.name) == names)
    #expect(people.distinct { $0.ageBut25 }.select(\.name) == names)
    #expect(people.lazy.distinct { $0.age }.select(\.name).toArray() == names)
    #expect(people.lazy.distinct(by: \.ageBut25).select(\.name).toArray() == names)
  }

  @Test("A16 distinct keeps first occurrences")
  func distinct() {
    let names = ["bill", "bob", "bob", "brian", "bob"]
    #expect(names.distinct() == ["bill", "bob", "brian"])
    #expect(names.lazy.distinct().toArray() == ["bill", "bob", "brian"])
  }

  @Test("S05, S15 equal texts and zeros are one, and the first of them stays")
  func equalValues() {
    #expect([-0.0, 0.0, 1].distinct().map(\.sign) == [.minus, .plus])
    #expect([0.0, -0.0].lazy.distinct().map(\.sign) == [.plus])
    let texts = ["e\u{301}", "\u{E9}"]
    #expect(texts.distinct().map(\.unicodeScalars.count) == [2])
    #expect(texts.lazy.distinct().map(\.unicodeScalars.count) == [2])
    #expect([nil, 1, nil].distinct() == [nil, 1])
  }

  @Test(
    "A21 S24 take",
    arguments: [(0, 0), (5, 5), (50, 5), (2, 2), (-1, 0), (.min, 0), (.max, 5)])
  func take(count: Int, expected: Int) {
    #expect(people.take(count) == Array(people.prefix(expected)))
    #expect(people.lazy.take(count).toArray() == Array(people.prefix(expected)))
    #expect(people.takeLast(count) == people.suffix(expected))
    #expect(people.lazy.takeLast(count).toArray() == people.suffix(expected))
    #expect(Once(5).takeLast(count) == (1...5).suffix(expected))
  }

  @Test(
    "A22 S24 skip",
    arguments: [(0, 0), (5, 5), (50, 5), (2, 2), (-1, 0), (.min, 0), (.max, 5)])
  func skip(count: Int, expected: Int) {
    #expect(people.skip(count) == Array(people.dropFirst(expected)))
    #expect(people.lazy.skip(count).toArray() == Array(people.dropFirst(expected)))
    #expect(people.skipLast(count) == people.dropLast(expected))
    #expect(people.lazy.skipLast(count).toArray() == people.dropLast(expected))
    #expect(Once(5).skipLast(count) == (1...5).dropLast(expected))
  }

  @Test("take of ranges, clamped")
  func ranges() {
    let letters = ["a", "b", "c", "d"]
    let lazy = letters.lazy
    #expect(letters.take(1..<3) == ["b", "c"] && lazy.take(1..<3).toArray() == ["b", "c"])
    #expect(letters.take(-5 ..< -1).isEmpty && lazy.take(-5 ..< -1).toArray().isEmpty)
    #expect(letters.take(-5..<1) == ["a"] && lazy.take(-5..<1).toArray() == ["a"])
    #expect(letters.take(3..<9) == ["d"] && letters.take(7..<9).isEmpty)
    #expect(letters.take(1...2) == ["b", "c"] && lazy.take(1...2).toArray() == ["b", "c"])
    #expect(letters.take(-3 ... -1).isEmpty && letters.take(-3...0) == ["a"])
    #expect(letters.take(2 ... .max) == ["c", "d"] && letters.take(.min ... .max) == letters)
    #expect(letters.take(2...) == ["c", "d"] && lazy.take(2...).toArray() == ["c", "d"])
    #expect(letters.take((-2)...) == letters && letters.take(9...).isEmpty)
    #expect(letters.take(..<2) == ["a", "b"] && lazy.take(..<2).toArray() == ["a", "b"])
    #expect(letters.take(..<(-2)).isEmpty)
    #expect(letters.take(...1) == ["a", "b"] && lazy.take(...1).toArray() == ["a", "b"])
    #expect(letters.take(...(-1)).isEmpty && letters.take(...(.max)) == letters)
    #expect(letters.take(...(.min)).isEmpty)
  }

  @Test("takeWhile, skipWhile")
  func whiles() {
    let numbers = [1, 2, 30, 3]
    #expect(numbers.takeWhile { $0 < 10 } == [1, 2])
    #expect(numbers.lazy.takeWhile { $0 < 10 }.toArray() == [1, 2])
    #expect(numbers.skipWhile { $0 < 10 } == [30, 3])
    #expect(numbers.lazy.skipWhile { $0 < 10 }.toArray() == [30, 3])
    #expect(numbers.takeWhile { _ in true } == numbers)
    #expect(numbers.skipWhile { _ in true }.isEmpty)
    #expect(throws: Refusal.self) { try numbers.skipWhile { _ in throw Refusal() } }
  }

  @Test("no more elements are read than are taken")
  func reading() {
    let source = Once(10)
    #expect(source.take(3) == [1, 2, 3] && source.position == 3)
    #expect(source.takeWhile { $0 < 5 } == [4] && source.position == 5)
    #expect(source.lazy.where { $0.isMultiple(of: 2) }.take(2).toArray() == [6, 8])
    #expect(source.position == 8)
    #expect(source.take(0).isEmpty && source.lazy.take(0).toArray().isEmpty)
    #expect(source.position == 8)
  }

  @Test("a deferred chain calls nothing before it is iterated, and starts anew each time")
  func deferral() {
    let calls = Calls()
    let chain = people.lazy.where { calls($0.age < 50) }.distinct { $0.age }.select { $0.name }
    #expect(calls.count == 0)
    #expect(chain.toArray() == ["bob", "frank", "ian"])
    #expect(calls.count == 5)
    #expect(chain.toArray() == ["bob", "frank", "ian"])
    #expect(calls.count == 10)
    #expect(chain.take(1).toArray() == ["bob"])
    #expect(calls.count == 11)
    let sorted = people.lazy.sort { calls($0.age) }.thenBy { calls($0.name) }
    #expect(sorted.take(0).toArray().isEmpty && calls.count == 11)
    #expect(sorted.take(1).toArray() == [people[0]] && calls.count == 21)
  }
}
