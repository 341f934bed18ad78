import Foundation
import TestModel
import Testing

@testable import ChainFuzzing

/// What other libraries get wrong, so that this one never does.
@Suite("What others get wrong")
struct OthersTests {
  private func store(_ names: [String]) throws -> TestStore {
    let store = try TestStore(path: ":memory:")
    try store.people.insert(names.map { Person(name: $0, surname: $0, age: 30) })
    return store
  }

  @Test("EF Core: hasPrefix minds capitals, of a constant and of a column alike")
  func startsWith() throws {
    let store = try store(["Seattle", "seattle", "SEATTLE"])
    #expect(try store.people.where { $0.name.hasPrefix("Sea") }.count() == 1)
    #expect(try store.people.where { $0.name.hasPrefix($0.surname) }.count() == 3)
    #expect(
      try store.people.where { $0.name.hasPrefix("sea") }.toArray().map(\.name) == ["seattle"])
  }

  @Test("SQLAlchemy: remainders of negative numbers, membership with nil")
  func remainders() throws {
    try agree(["where { (1 - $0.name.count) % 3 == -2 }", "select { $0.id }"]) {
      $0.people.filter { (1 - $0.name.count) % 3 == -2 }.ids
    }
    try agree(["where { (1 - $0.name.count) % 3 == 2 }", "count()"]) { _ in .int(0) }
    try agree(of: "purchases", ["where { ![1, nil].contains($0.pieces) }", "count()"]) {
      .int($0.purchases.count { ![1, nil].contains($0.pieces) })
    }
    try agree(["where { $0.name.hasPrefix(\"B\") }", "count()"]) {
      .int($0.people.count { $0.name.hasPrefix("B") })
    }
  }

  @Test("Slick: _ and % are letters, union removes duplicates of one side, groups keep their order")
  func wildcards() throws {
    let store = try store(["a_c", "abc", "a%c", "abc"])
    #expect(try store.people.where { $0.name.contains("_") }.count() == 1)
    #expect(try store.people.where { $0.name.contains("%") }.count() == 1)
    let names = store.people.select { $0.name }
    #expect(try names.union(names.where { $0 == "none" }).toArray() == ["a_c", "abc", "a%c"])
    #expect(try store.people.groupBy { $0.name }.toArray().map(\.key) == ["a_c", "abc", "a%c"])
  }

  @Test("Quill: the place of nil in an order is never dropped")
  func nilOrder() throws {
    try agree(of: "purchases", ["sort { $0.pieces }", "select { $0.pieces == nil }", "distinct()"])
    {
      let isNil = $0.purchases.map { $0.pieces == nil }
      return .list(([true, false].filter(isNil.contains)).map { .bool($0) })
    }
    try agree(
      of: "purchases",
      ["sortDescending { $0.pieces }", "select { $0.pieces == nil }", "distinct()"]
    ) {
      let isNil = $0.purchases.map { $0.pieces == nil }
      return .list(([false, true].filter(isNil.contains)).map { .bool($0) })
    }
  }

  @Test("SQLite.Framework: see Differences.md in the documentation; its heads are here")
  func framework() throws {
    let store = try store(["b", "a\0z", "\u{DC}", "a"])
    #expect(try store.people.select { $0.name.count }.toArray() == [1, 3, 1, 1])
    #expect(
      try store.people.select { $0.name.lowercased() }.toArray() == ["b", "a\0z", "\u{FC}", "a"])
    #expect(throws: ExpressionError.divisionByZero) {
      try store.people.select { $0.age / ($0.age - 30) }.toArray()
    }
    let names = store.people.select { $0.name }
    #expect(try names.intersect(names.reverse()).toArray() == ["b", "a\0z", "\u{DC}", "a"])
    #expect(
      try store.people.sort { $0.name }.sort { $0.age }.select { $0.name }.toArray()
        == ["a", "a\0z", "b", "\u{DC}"])
  }

  @Test("Differences.md counts its rows")
  func differences() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/People/People.docc/Differences.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let rows = lines.map { $0.split(separator: "|", omittingEmptySubsequences: false) }
      .filter { $0.count == 6 && Int($0[1].filter(\.isNumber)) != nil }
    let missing = rows.filter { $0[3].hasPrefix(" none") }
    #expect(rows.count == 162)
    #expect(missing.allSatisfy { $0[4].allSatisfy(\.isWhitespace) })
    #expect(
      lines.last == """
        \(rows.count - missing.count) exist here and do not differ, \(missing.count) do not exist.
        """)
  }
}
