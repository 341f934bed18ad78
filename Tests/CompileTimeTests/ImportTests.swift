import ArgumentParser
import Foundation
import Linq
import Logging
import People
import Testing

// A program imports all of these; nothing that People brings needs the name of its module.

@Suite("Imports beside each other")
struct ImportTests {
  private struct Command: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "adults")

    @Option var age = 18

    func validate() throws {
      guard age > 0 else { throw ValidationError("--age is 1 or more") }
    }

    func adults(of store: PersonStore) throws -> [Person] {
      try store.people.where { ($0.age ?? 0) >= age }.toArray()
    }
  }

  @Test("names mean what they mean without People")
  func names() throws {
    let logger = Logger(label: "imports")
    let store = try PersonStore(path: ":memory:", configuration: DatabaseConfiguration())
    defer { store.close() }
    try store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
    let command = try Command.parse(["--age", "30"])
    let adults = try command.adults(of: store)
    #expect(adults.select { $0.name } == ["Ada"])
    #expect(throws: (any Error).self) { try Command.parse(["--age", "0"]) }
    logger.debug("\(adults.count)")
  }

  @Test("delegates of a store need no other import")
  func delegates() throws {
    final class Guardian: PersonStoreDelegate {
      func willChange(_ change: PersonChange) throws { throw ChangeVeto("guarded") }
    }

    let store = try PersonStore(path: ":memory:")
    defer { store.close() }
    let ada = Person(name: "Ada", surname: "Lovelace", age: 36)
    let guardian = Guardian()
    store.delegates.add(guardian)
    store.delegates.add(guardian, strongly: true)
    #expect(throws: ChangeVeto("guarded")) { try store.people.insert(ada) }
    store.delegates.remove(guardian)
    try store.people.insert(ada)
    #expect(try store.people.count() == 1)
  }

  @Test("in an async function the blocking form has a spelling")
  func blocking() async throws {
    let store = try await PersonStore(path: ":memory:")
    defer { store.close() }
    try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))
    let ages = store.people.where { ($0.age ?? 0) > 30 }.select { ($0.age ?? 0) }
    #expect(try ages.blocking.toArray() == [36])
    #expect(try ages.blocking.count() == 1 && store.people.blocking.any { $0.name == "Ada" })
    #expect(try ages.blocking.max() == 36)
    var ada = try #require(try store.people.blocking.all().first)
    ada.age = 37
    try store.people.blocking.update(ada)
    #expect(try store.people.blocking.find(ada.id) == ada)
    #expect(try await ages.count() == 1)
  }
}
