import Testing

@testable import Linq

@Suite("Select and combinations of sequences")
struct SelectTests {
  let people = P.five

  @Test("A2, A3, M select")
  func select() {
    let names = ["bob", "frank", "ian", "jim", "joe"]
    #expect(people.select { $0.name } == names)
    #expect(people.select(\.name) == names)
    #expect(people.lazy.select { $0.name }.toArray() == names)
    #expect(people.lazy.select(\.name).toArray() == names)
    #expect(people.select { $0.nameButBob } == [nil, "frank", "ian", "jim", "joe"])
    #expect(people.lazy.select(\.nameButBob).toArray() == [nil, "frank", "ian", "jim", "joe"])
    #expect(throws: Refusal.self) { try people.select { _ -> Int in throw Refusal() } }
  }

  @Test("select with an initializer")
  func initializer() {
    #expect(people.select({ "\($0)-\($1)" }) { ($0.name, $0.name.count) }.first == "bob-3")
    #expect(people.select(Array.init) { $0.name } == people.map { Array($0.name) })
    #expect(throws: Refusal.self) {
      _ = try people.select(Array.init) { _ -> String in throw Refusal() }
    }
  }

  @Test("A4, A5 selectAndStopOnNil")
  func stopOnNil() {
    #expect(people.selectAndStopOnNil { Optional($0.name) } == people.select(\.name))
    #expect(people.selectAndStopOnNil(\.nameButBob) == nil)
    #expect(people.lazy.selectAndStopOnNil(\.nameButBob) == nil)
    #expect([P]().selectAndStopOnNil(\.nameButBob) == [])
    let calls = Calls()
    #expect(["1", "x", "2"].selectAndStopOnNil { calls(Int($0)) } == nil)
    #expect(calls.count == 2)
  }

  @Test("A13 selectMany")
  func selectMany() {
    let lists = ["foo, bar", "fubar"]
    #expect(lists.selectMany { $0.split(separator: ", ") } == ["foo", "bar", "fubar"])
    #expect(
      lists.lazy.selectMany { $0.split(separator: ", ") }.toArray() == ["foo", "bar", "fubar"])
    #expect([[1], [], [2, 3]].selectMany { $0 } == [1, 2, 3])
  }

  @Test("A31 concat, append, prepend")
  func concat() {
    #expect([25, 35].concat([45, 55]) == [25, 35, 45, 55])
    #expect([25, 35].lazy.concat([45, 55]).toArray() == [25, 35, 45, 55])
    #expect([25, 35].concat(Once(2)) == [25, 35, 1, 2])
    #expect([Int]().concat([]).isEmpty)
    let numbers = [1, 2]
    #expect(numbers.append(3) == [1, 2, 3] && numbers.prepend(0) == [0, 1, 2])
    #expect(numbers.lazy.append(3).toArray() == [1, 2, 3])
    #expect(numbers.lazy.prepend(0).toArray() == [0, 1, 2])
    var variable = numbers
    #expect(variable.append(3).count() == 3)
    variable.append(4)
    #expect(variable == [1, 2, 4])
  }

  @Test("the second sequence of a deferred concat is read when the first is at its end")
  func deferredConcat() {
    let second = Once(2)
    let both = [7, 8].lazy.concat(second)
    #expect(both.take(2).toArray() == [7, 8] && second.position == 0)
    #expect(both.toArray() == [7, 8, 1, 2] && second.position == 2)
  }

  @Test("zip, index, chunk, defaultIfEmpty")
  func positions() {
    let letters = ["a", "b", "c"]
    #expect(letters.zip(1...).map { "\($0)\($1)" } == ["a1", "b2", "c3"])
    #expect(letters.lazy.zip([1, 2]).map { "\($0)\($1)" }.toArray() == ["a1", "b2"])
    #expect(letters.index().map(\.0) == [0, 1, 2] && letters.index().map(\.1) == letters)
    #expect(letters.lazy.index().where { $0.0 > 0 }.map(\.1).toArray() == ["b", "c"])
    #expect(letters.chunk(2) == [["a", "b"], ["c"]] && letters.chunk(9) == [letters])
    #expect(letters.lazy.chunk(2).toArray() == [["a", "b"], ["c"]])
    #expect([Int]().chunk(1).isEmpty)
    #expect([Int]().defaultIfEmpty(7) == [7] && [1].defaultIfEmpty(7) == [1])
    let empty = [Int]().lazy.defaultIfEmpty(7)
    #expect(empty.toArray() == [7] && empty.toArray() == [7])
    #expect([1, 2].lazy.defaultIfEmpty(7).toArray() == [1, 2])
    #expect([nil, 1].lazy.defaultIfEmpty(7).toArray() == [nil, 1])
  }

  @Test("a chunk below 1 ends the program")
  func wrongChunk() async {
    await #expect(processExitsWith: .failure) { _ = [1].chunk(0) }
    await #expect(processExitsWith: .failure) { _ = [1].lazy.chunk(-1) }
  }

  @Test("a deferred select calls its closure for what is taken only")
  func deferral() {
    let calls = Calls()
    let squares = (1...).lazy.select { calls($0 * $0) }
    #expect(calls.count == 0)
    #expect(squares.take(3).toArray() == [1, 4, 9] && calls.count == 3)
    #expect(squares.firstOrNil() == 1 && calls.count == 4)
  }
}
