import Foundation
import People
import TestSupport
import Testing

@testable import LinqCore

@Suite("Live queries: differences")
struct DifferenceTests {
  @Test("insertions, removals and moves lead from one result to the next")
  func live() async throws {
    let store = try await PersonStore(path: ":memory:", logger: .silent)
    try await store.people.insert(
      ["a", "b", "c", "d"].map { Person(name: $0, surname: "s", age: 1) })
    var shown: [String] = []
    var kinds: [String] = []
    let names = store.people.sort { $0.age }.thenBy { $0.id }.select(\.name)
    for try await difference in names.live(differences: true) {
      shown = try #require(shown.applying(difference))
      let now = try await names.toArray()
      #expect(shown == now)
      kinds.append(
        difference.map { change in
          switch change {
          case .insert(let offset, let name, let from):
            "+\(name)\(offset)\(from.map { "<\($0)" } ?? "")"
          case .remove(let offset, let name, let to):
            "-\(name)\(offset)\(to.map { ">\($0)" } ?? "")"
          }
        }.joined(separator: " "))
      switch kinds.count {
      case 1: try await store.people.where { $0.name == "a" }.update { $0.set(\.age, to: 9) }
      case 2: try await store.people.where { $0.name == "c" }.delete()
      case 3: try await store.people.insert(Person(name: "e", surname: "s", age: 2))
      default: await store.close()
      }
    }
    #expect(kinds == ["+a0 +b1 +c2 +d3", "-a0>3 +a3<0", "-c1", "+e2"])
    #expect(shown == ["b", "d", "e", "a"])
  }

  @Test("without increments each difference is the whole result")
  func whole() async throws {
    let store = try await PersonStore(path: ":memory:", logger: .silent)
    try await store.people.insert(Person(name: "a", surname: "s", age: 1))
    var sizes: [Int] = []
    for try await difference in store.people.select(\.name).live(differences: false) {
      sizes.append(difference.insertions.count)
      #expect(difference.removals.isEmpty)
      if sizes.count == 2 { break }
      try await store.people.insert(Person(name: "b", surname: "s", age: 1))
    }
    #expect(sizes == [1, 2])
  }

  @Test("a difference of any two arrays is right, and least where no element repeats")
  func arrays() throws {
    let seed = Seed()
    var random = seed.generator
    for round in 0..<3_000 {
      let repeats = round % 2 == 0
      func array() -> [Int] {
        let numbers = (0..<Int.random(in: 0...14, using: &random)).map { _ in
          Int.random(in: 0...(repeats ? 4 : 20), using: &random)
        }
        return repeats ? numbers : Array(Set(numbers)).shuffled(using: &random)
      }
      let (old, new) = (array(), array())
      let difference = CollectionDifference(from: old, to: new)
      #expect(old.applying(difference) == new, "\(seed): \(old) to \(new)")
      if !repeats {
        #expect(difference.count == new.difference(from: old).count, "\(seed): \(old) to \(new)")
      }
      for case .remove(_, let element, let target?) in difference {
        #expect(new[target] == element)
      }
    }
    #expect(CollectionDifference(from: [1, 2], to: [1, 2]).isEmpty)
  }
}
