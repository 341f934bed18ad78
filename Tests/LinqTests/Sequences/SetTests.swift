import Testing

@testable import Linq

@Suite("Set operations and joins of sequences")
struct SetTests {
  @Test("S23 union, intersect, except: each once, in the order of first occurrence")
  func sets() {
    let (left, right) = ([3, 1, 3, 2, 5], [5, 4, 3, 4])
    #expect(left.union(right) == [3, 1, 2, 5, 4])
    #expect(left.intersect(right) == [3, 5])
    #expect(left.except(right) == [1, 2])
    for _ in 0..<2 {
      #expect(left.lazy.union(right).toArray() == [3, 1, 2, 5, 4])
      #expect(left.lazy.intersect(right).toArray() == [3, 5])
      #expect(left.lazy.except(right).toArray() == [1, 2])
    }
    #expect(left.union([]) == [3, 1, 2, 5] && [Int]().union(right) == [5, 4, 3])
    #expect(left.intersect([]).isEmpty && left.except([]) == [3, 1, 2, 5])
    #expect([1, nil, 2].intersect([nil]) == [nil])
    #expect(["e\u{301}"].union(["\u{E9}"]).count == 1)
  }

  @Test("S23 the same by a key")
  func keys() {
    let left = P.five
    let right = [P(name: "kim", age: 45), P(name: "leo", age: 60), P(name: "mia", age: 60)]
    let union = left.union(right) { $0.age }
    #expect(union.select(\.name) == ["bob", "frank", "ian", "joe", "leo"])
    #expect(left.lazy.union(right, by: \.age).toArray() == union)
    #expect(left.intersect(right, by: \.age).select(\.name) == ["frank"])
    #expect(left.lazy.intersect(right) { $0.age }.select(\.name).toArray() == ["frank"])
    let rest = left.except(right) { $0.age }
    #expect(rest.select(\.name) == ["bob", "ian", "joe"])
    #expect(left.lazy.except(right, by: \.age).toArray() == rest)
    #expect(throws: Refusal.self) { try left.union(right) { _ -> Int in throw Refusal() } }
    #expect(throws: Refusal.self) { try left.except(right) { _ -> Int in throw Refusal() } }
  }
}

@Suite("Joins of sequences")
struct JoinTests {
  /// Owner and pet; the owner may be nil.
  let pets: [(owner: Int?, name: String)] = [
    (3, "rex"), (1, "tom"), (9, "kit"), (nil, "boo"), (3, "ace"),
  ]
  let owners: [(id: Int?, name: String)] = [
    (1, "ann"), (2, "ben"), (3, "cat"), (nil, "dan"), (3, "eve"),
  ]

  private func text<A, B>(_ pairs: [((id: Int?, name: String)?, A)], _ right: (A) -> B) -> [String]
  {
    pairs.map { "\($0.0?.name ?? "-")+\(right($0.1))" }
  }

  @Test("join: in the order of the elements, then of the inner ones; nil matches nil")
  func inner() {
    let expected = ["ann+tom", "cat+rex", "cat+ace", "dan+boo", "eve+rex", "eve+ace"]
    let pairs = owners.join(pets, on: { $0.id }, equals: { $0.owner })
    #expect(pairs.map { "\($0.0.name)+\($0.1.name)" } == expected)
    #expect(
      owners.join(
        pets, on: { $0.id }, equals: { $0.owner }, result: { "\($0.name)+\($1.name)" })
        == expected)
    let deferred = owners.lazy.join(pets, on: { $0.id }, equals: { $0.owner })
    #expect(deferred.map { "\($0.0.name)+\($0.1.name)" }.toArray() == expected)
    #expect(
      owners.lazy.join(
        pets, on: { $0.id }, equals: { $0.owner }, result: { "\($0.name)+\($1.name)" }
      ).toArray() == expected)
  }

  @Test("groupJoin: each element with its partners, none for some")
  func groups() {
    let expected = ["ann:tom", "ben:", "cat:rex,ace", "dan:boo", "eve:rex,ace"]
    func text(_ owner: (id: Int?, name: String), _ pets: [(owner: Int?, name: String)]) -> String {
      "\(owner.name):\(pets.map(\.name).joined(separator: ","))"
    }
    let pairs = owners.groupJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(pairs.map { text($0.0, $0.1) } == expected)
    #expect(
      owners.groupJoin(pets, on: { $0.id }, equals: { $0.owner }, result: { text($0, $1) })
        == expected)
    let deferred = owners.lazy.groupJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(deferred.map { text($0.0, $0.1) }.toArray() == expected)
    #expect(
      owners.lazy.groupJoin(pets, on: { $0.id }, equals: { $0.owner }, result: { text($0, $1) })
        .toArray() == expected)
  }

  @Test("leftJoin: nil for an element without a partner")
  func left() {
    let expected = ["ann+tom", "ben+-", "cat+rex", "cat+ace", "dan+boo", "eve+rex", "eve+ace"]
    let pairs = owners.leftJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(pairs.map { "\($0.0.name)+\($0.1?.name ?? "-")" } == expected)
    let deferred = owners.lazy.leftJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(deferred.map { "\($0.0.name)+\($0.1?.name ?? "-")" }.toArray() == expected)
  }

  @Test("leftJoin on a condition: each match, and nil for an element without one")
  func leftOnCondition() {
    let expected = ["3+4", "3+5", "4+5", "5+-"]
    let pairs = [3, 4, 5].leftJoin([3, 4, 5], where: { $0 < $1 })
    func text(_ pair: (Int, Int?)) -> String { "\(pair.0)+\(pair.1.map(String.init) ?? "-")" }
    #expect(pairs.map(text) == expected)
    #expect(
      [3, 4, 5].lazy.leftJoin([3, 4, 5], where: { $0 < $1 }).map(text).toArray() == expected)
    #expect([3].leftJoin([Int](), where: { _, _ in true }).map(text) == ["3+-"])
  }

  @Test("rightJoin: in the order of the inner elements, then of the outer ones")
  func right() {
    let expected = ["cat+rex", "eve+rex", "ann+tom", "-+kit", "dan+boo", "cat+ace", "eve+ace"]
    let pairs = owners.rightJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(text(pairs, \.name) == expected)
    let deferred = owners.lazy.rightJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(text(deferred.toArray(), \.name) == expected)
  }

  @Test("fullJoin: the left join, then the inner elements without a partner")
  func full() {
    let expected = [
      "ann+tom", "ben+-", "cat+rex", "cat+ace", "dan+boo", "eve+rex", "eve+ace", "-+kit",
    ]
    let pairs = owners.fullJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(text(pairs) { $0?.name ?? "-" } == expected)
    let deferred = owners.lazy.fullJoin(pets, on: { $0.id }, equals: { $0.owner })
    #expect(text(deferred.toArray()) { $0?.name ?? "-" } == expected)
    let none = owners.take(0).fullJoin(pets.take(0), on: { $0.id }, equals: { $0.owner })
    #expect(none.isEmpty)
  }

  @Test("a deferred join reads nothing before its first pair, then the outer elements one by one")
  func deferral() {
    let (outer, inner) = (Calls(), Calls())
    let pairs = [1, 2, 3].lazy.join([1, 2, 3], on: { outer($0) }, equals: { inner($0) })
    #expect(outer.count == 0 && inner.count == 0)
    #expect(pairs.take(1).toArray().map(\.0) == [1])
    #expect(outer.count == 1 && inner.count == 3)
  }

  @Test("an error of a key is the caller's")
  func errors() {
    #expect(throws: Refusal.self) {
      try owners.leftJoin(pets, on: { $0.id }, equals: { _ in throw Refusal() })
    }
    #expect(throws: Refusal.self) {
      try owners.fullJoin(pets, on: { _ in throw Refusal() }, equals: { $0.owner })
    }
  }
}
