import Testing

@testable import Linq

@Suite("Sort of sequences")
struct SortTests {
  let people = P.five

  @Test("A6, A9 sort of values, both ways")
  func values() {
    #expect([21, 34, 25].sort().toArray() == [21, 25, 34])
    #expect([21, 34, 25].sortDescending().toArray() == [34, 25, 21])
    #expect([21, 34, 25].lazy.sort().toArray() == [21, 25, 34])
    #expect([21, 34, 25].lazy.sortDescending().toArray() == [34, 25, 21])
    #expect([Int]().sort().isEmpty)
    #expect([7].sort().thenBy { $0 }.toArray() == [7])
  }

  @Test("A7, A10 sort by a key, both ways")
  func keys() {
    let names = ["bob", "frank", "ian", "jim", "joe"]
    #expect(people.shuffle(seed: 1).sort { $0.name }.select(\.name) == names)
    #expect(people.shuffle(seed: 1).sort(\.name).select(\.name) == names)
    #expect(people.sortDescending { $0.name }.select(\.name) == names.reversed())
    #expect(people.lazy.sort { $0.name }.select(\.name).toArray() == names)
    #expect(people.lazy.sortDescending(\.name).select { $0.name }.toArray() == names.reversed())
  }

  @Test("A8, A11 S04 nil comes first, and last descending")
  func nilKeys() {
    let first = people.reverse().sort { $0.nameButBob }
    #expect(first.select(\.name) == ["bob", "frank", "ian", "jim", "joe"])
    let last = people.sortDescending(\.nameButBob)
    #expect(last.select(\.name) == ["joe", "jim", "ian", "frank", "bob"])
    #expect(people.lazy.sort(\.nameButBob).toArray() == first.toArray())
    #expect(people.lazy.sortDescending { $0.nameButBob }.toArray() == last.toArray())
    #expect([2, nil, 1, nil].sort().toArray() == [nil, nil, 1, 2])
    #expect([2, nil, 1].sortDescending().toArray() == [2, 1, nil])
    #expect([2, nil, 1].lazy.sort().toArray() == [nil, 1, 2])
    #expect([2, nil, 1].lazy.sortDescending().toArray() == [2, 1, nil])
  }

  @Test("S22 ties keep source order, descending too")
  func ties() {
    #expect(people.sort { $0.age }.select(\.name) == ["bob", "jim", "ian", "frank", "joe"])
    #expect(
      people.sortDescending { $0.age }.select(\.name) == ["joe", "frank", "ian", "bob", "jim"])
    #expect(people.sortDescending { $0.ageBut25 }.select(\.name).suffix(2) == ["bob", "jim"])
    let many = (0..<1000).map { ($0, ($0 * 7919) % 13) }
    for isDescending in [false, true] {
      let sorted = isDescending ? many.sortDescending { $0.1 } : many.sort { $0.1 }
      for (left, right) in zip(sorted, sorted.dropFirst()) where left.1 == right.1 {
        #expect(left.0 < right.0)
      }
    }
  }

  @Test("S22 thenBy decides between the equals of all levels before it")
  func levels() {
    let rows = (0..<500).map { (($0 * 31) % 3, ($0 * 17) % 5 == 0 ? nil : ($0 * 17) % 5, $0) }
    let sorted = rows.sort { $0.0 }.thenByDescending { $0.1 }.thenByDescending { $0.2 }
    let expected = rows.sorted { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      if left.1 != right.1 {
        guard let a = left.1 else { return false }
        guard let b = right.1 else { return true }
        return a > b
      }
      return left.2 > right.2
    }
    #expect(sorted.select(\.2) == expected.map(\.2))
    let deferred = rows.lazy.sort { $0.0 }.thenByDescending { $0.1 }.thenByDescending { $0.2 }
    #expect(deferred.select(\.2).toArray() == expected.map(\.2))
    let ascending = rows.sortDescending { $0.0 }.thenBy { $0.1 }.thenBy { $0.2 }
    #expect(ascending.select(\.2) == expected.map(\.2).reversed())
    #expect(
      rows.lazy.sortDescending { $0.0 }.thenBy { $0.1 }.thenBy { $0.2 }.select(\.2).toArray()
        == expected.map(\.2).reversed())
  }

  @Test("thenBy finds nothing to decide where all keys differ, and all where none do")
  func undecided() {
    #expect([3, 1, 2].sort().thenByDescending { $0 }.toArray() == [1, 2, 3])
    #expect([3, 1, 2].sort { _ in 0 }.thenBy { $0 }.toArray() == [1, 2, 3])
    let texts = ["e\u{301}", "\u{E9}", "a"]
    let levelled = texts.sort().thenByDescending { $0.unicodeScalars.count }
    #expect(levelled.map(\.unicodeScalars.count) == [1, 2, 1])
    let descending = texts.sortDescending().thenBy { $0.unicodeScalars.count }
    #expect(descending.map(\.utf8.count) == [2, 3, 1])
  }

  @Test("each key is computed once for each element")
  func once() throws {
    let (first, second) = (Calls(), Calls())
    let sorted = (0..<1000).sort { first($0 % 10) }.thenBy { second(String($0)) }
    #expect(sorted.count == 1000)
    #expect(first.count == 1000 && second.count == 1000)
  }

  @Test(
    "S06 the order of text is that of the scalars of its canonical form",
    arguments: 0..<20 as Range<UInt64>)
  func text(seed: UInt64) {
    let texts = [
      "", "\0", "a", "a\0", "abcdefgh", "abcdefgh\0", "abcdefghi", "e\u{301}", "\u{E9}", "f",
      "\u{FF5E}", "\u{1F600}", "\u{AC00}\u{11A8}", "\u{AC01}", "Zoë", "Zoe\u{308}",
    ]
    let expected = texts.sorted {
      CanonicalText.form(of: $0).unicodeScalars.lexicographicallyPrecedes(
        CanonicalText.form(of: $1).unicodeScalars)
    }
    let shuffled = texts.shuffle(seed: seed)
    #expect(shuffled.sort().toArray() == expected)
    #expect(shuffled.sort { $0 }.toArray() == expected)
    #expect(shuffled.sort { $0[...] }.toArray() == expected)
    #expect(shuffled.sort { Optional($0) }.toArray() == expected)
    #expect(shuffled.lazy.sort().toArray() == expected)
    #expect(shuffled.sortDescending().toArray() == expected.reversed())
    #expect(shuffled.sort { _ in 0 }.thenBy { $0 }.toArray() == expected)
    let characters: [Character] = ["é", "z", "e\u{301}", "a"]
    #expect(characters.shuffle(seed: seed).sort().toArray() == ["a", "z", "é", "é"])
  }

  @Test("an error of the closure is the caller's")
  func errors() {
    #expect(throws: Refusal.self) { try people.sort { _ -> Int in throw Refusal() } }
    #expect(throws: Refusal.self) {
      try people.sort { $0.name }.thenBy { _ -> Int? in throw Refusal() }
    }
  }

  @Test("on a variable array the chain is this, and the statement the standard library's")
  func variable() {
    var numbers = [3, 1, 2]
    #expect(numbers.sort().select { $0 * 2 } == [2, 4, 6])
    let sorted: OrderedArray = numbers.sort()
    #expect(Array(sorted) == [1, 2, 3])
    #expect(numbers == [3, 1, 2])
    numbers.sort()
    #expect(numbers == [1, 2, 3])
    numbers.sort { $0 > $1 }
    #expect(numbers == [3, 2, 1])
    var people = people
    #expect(people.sort { $0.age }.first?.name == "bob")
    people.removeAll()
    #expect(people.sort { $0.age }.isEmpty)
  }

  @Test("an ordered array is a collection and a value")
  func collection() {
    let sorted = [3, 1, 2].sort()
    #expect(sorted[0] == 1 && sorted.last == 3 && sorted.count == 3)
    #expect(sorted == [2, 3, 1].sort())
    #expect(Set([sorted, [2, 3, 1].sort()]).count == 1)
    #expect("\(sorted)" == "[1, 2, 3]")
    #expect(sorted.withContiguousStorageIfAvailable { $0.count } == 3)
  }
}
