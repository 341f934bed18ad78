import Testing

@testable import Linq

@Suite("Groups of sequences")
struct GroupTests {
  let names = ["James", "Jim", "Bob"]

  @Test("A25, A26 groupBy, nil for J")
  func groups() {
    let groups = names.groupBy { $0.prefix(1) }
    #expect(
      groups == [
        QueryGroup(key: "J", items: ["James", "Jim"]), QueryGroup(key: "B", items: ["Bob"]),
      ])
    #expect(names.lazy.groupBy { $0.prefix(1) }.toArray() == groups)
    let optional = names.groupBy { $0.hasPrefix("J") ? nil : $0.prefix(1) }
    #expect(optional.select(\.key) == [nil, "B"] && optional.select(\.count) == [2, 1])
    #expect([String]().groupBy { $0 }.isEmpty)
  }

  @Test("groupBy with values and with results")
  func values() {
    let lengths = names.groupBy({ $0.prefix(1) }, element: { $0.count })
    #expect(lengths.select(\.items) == [[5, 3], [3]])
    #expect(
      names.lazy.groupBy({ $0.prefix(1) }, element: { $0.count }).select(\.items).toArray()
        == [[5, 3], [3]])
    let results = names.groupBy(
      { $0.prefix(1) }, element: { $0.count }, result: { "\($0)\($1.reduce(0, +))" })
    #expect(results == ["J8", "B3"])
    #expect(
      names.lazy.groupBy(
        { $0.prefix(1) }, element: { $0.count }, result: { "\($0)\($1.reduce(0, +))" }
      ).toArray() == ["J8", "B3"])
  }

  @Test("S2 groupBy upper-case first letter, select count")
  func letterCounts() {
    let counts = P.five.groupBy { $0.name.prefix(1).uppercased() }.select { ($0.key, $0.count) }
    #expect(counts.map(\.0) == ["B", "F", "I", "J"] && counts.map(\.1) == [1, 1, 1, 2])
    let pairs = P.five.lazy.countBy { $0.name.prefix(1).uppercased() }.toArray()
    #expect(pairs.map(\.0) == ["B", "F", "I", "J"] && pairs.map(\.1) == [1, 1, 1, 2])
  }

  @Test("S3 groupBy groupId, select a dictionary of name1, name2 …")
  func dictionaries() {
    let rows = [
      (1, "a"), (1, "b"), (2, "c"), (3, "d"), (1, "e"), (4, "f"), (4, "g"), (2, "h"), (4, "i"),
      (4, "j"), (3, "k"),
    ]
    let dictionaries = rows.groupBy { $0.0 }.select { group in
      group.items.index().toDictionary({ "name\($0.0 + 1)" }, { $0.1.1 })
    }
    #expect(
      dictionaries == [
        ["name1": "a", "name2": "b", "name3": "e"], ["name1": "c", "name2": "h"],
        ["name1": "d", "name2": "k"], ["name1": "f", "name2": "g", "name3": "i", "name4": "j"],
      ])
  }

  @Test("S05, S15 equal texts and zeros are one key")
  func equalKeys() {
    #expect(["e\u{301}", "\u{E9}", "e"].groupBy { $0 }.select(\.count) == [2, 1])
    #expect([0.0, -0.0].groupBy { $0 }.select(\.count) == [2])
    #expect(["e\u{301}", "\u{E9}"].lazy.countBy { $0 }.toArray().map(\.1) == [2])
  }

  @Test("countBy and aggregateBy, in the order of first occurrence")
  func folds() {
    let counts = P.five.countBy(\.age)
    #expect(counts.map(\.0) == [25, 45, 35, 55] && counts.map(\.1) == [2, 1, 1, 1])
    let texts = P.five.aggregateBy({ $0.age }, "") { $0 + $1.name }
    #expect(texts.map(\.1) == ["bobjim", "frank", "ian", "joe"])
    #expect(
      P.five.lazy.aggregateBy({ $0.age }, "") { $0 + $1.name }.toArray().map(\.1)
        == texts.map(\.1))
    #expect(throws: Refusal.self) {
      try P.five.aggregateBy({ $0.age }, 0) { _, _ in throw Refusal() }
    }
  }

  @Test("groupBy calls its closures once for each element, when it is iterated")
  func deferral() {
    let calls = Calls()
    let groups = names.lazy.groupBy { calls($0.prefix(1)) }
    #expect(calls.count == 0)
    #expect(groups.take(0).toArray().isEmpty && calls.count == 0)
    #expect(groups.toArray().count == 2 && calls.count == 3)
    #expect(groups.toArray().count == 2 && calls.count == 6)
  }
}
