import Foundation
import Multicast
import People
import StoreSQLite
import TestSupport
import Testing

@Suite("Delegates of a store")
struct DelegateTests {
  /// Writes down what it is told, and refuses what it is set to.
  private final class Observer: PersonStoreDelegate, @unchecked Sendable {
    // All access is with `lock` held.
    private let lock = NSLock()
    private var heard: [String] = []
    private var refused: String?
    let name: String

    init(_ name: String = "") { self.name = name }

    var all: [String] { lock.withLock { heard } }
    func refuse(_ person: String?) { lock.withLock { refused = person } }

    private func write(_ entry: String) { lock.withLock { heard.append(name + entry) } }

    func willChange(_ change: PersonChange) throws(ChangeVeto) {
      let person =
        switch change {
        case .insert(let person), .delete(let person): person
        case .update(_, let person): person
        }
      if person.name == lock.withLock({ refused }) { throw ChangeVeto("\(name)no \(person.name)") }
    }

    func didInsert(_ person: Person) { write("+\(person.id) \(person.name)") }
    func didUpdate(_ old: Person, to new: Person) {
      write("\(old.name) \(old.age ?? 0)>\(new.name) \(new.age ?? 0)")
    }
    func didDelete(_ person: Person) { write("-\(person.id) \(person.name)") }
  }

  private let store: PersonStore
  private let observer = Observer()

  init() throws {
    store = try PersonStore(path: ":memory:")
    store.delegates.add(observer)
  }

  private func person(_ name: String, age: Int = 1) -> Person {
    Person(
      name: name, surname: "s", age: age, email: "\(name)@example.org",
      birthDate: CalendarDate("2001-02-03"))
  }

  @Test("old and new values, in the order of the changes, whoever makes them")
  func values() throws {
    var ada = try store.people.insert(person("Ada"))
    ada.age = 2
    try store.people.update(ada)
    try store.people.where { $0.name == "Ada" }.update { $0.set(\.age, to: ($0.age ?? 0) + 1) }
    try store.pool.write { try $0.execute("UPDATE person SET name = 'Eve'") }
    try store.people.delete(ada.id)
    #expect(observer.all == ["+1 Ada", "Ada 1>Ada 2", "Ada 2>Ada 3", "Ada 3>Eve 3", "-1 Eve"])
  }

  @Test("what a rollback, a savepoint or a failed statement takes back is never told")
  func rolledBack() throws {
    #expect(throws: Stop.self) {
      try store.write { transaction in
        try transaction.people.insert(person("gone"))
        throw Stop()
      }
    }
    try store.write { transaction in
      try transaction.people.insert(person("stays"))
      try? transaction.nested { nested in
        try nested.people.insert(person("undone"))
        throw Stop()
      }
      #expect(throws: RowError.self) { try transaction.people.insert(person("stays")) }
    }
    #expect(observer.all == ["+1 stays"])
  }

  @Test("what an update changes before a row that is refused is never told")
  func refusedUpdate() throws {
    try store.people.insert([person("a", age: 5), person("b", age: 149), person("c", age: 150)])
    let before = observer.all
    try store.write { transaction in
      #expect(throws: RowError.self) {
        try transaction.people.update { $0.set(\.age, to: ($0.age ?? 0) + 1) }
      }
      #expect(try transaction.people.select { $0.age }.toArray() == [5, 149, 150])
      try transaction.people.where { $0.age == 5 }.update { $0.set(\.age, to: 6) }
    }
    #expect(observer.all == before + ["a 5>a 6"])
    #expect(try store.people.select { $0.age }.toArray() == [6, 149, 150])
  }

  @Test("a veto undoes the whole transaction and reaches the writer")
  func veto() throws {
    observer.refuse("bad")
    #expect(throws: ChangeVeto("no bad")) {
      try store.write { transaction in
        try transaction.people.insert(Person(name: "good", surname: "s", age: 1))
        try transaction.people.insert(Person(name: "bad", surname: "s", age: 1))
      }
    }
    #expect(throws: ChangeVeto("no bad")) { try store.people.insert(person("bad")) }
    #expect(try store.people.count() == 0 && observer.all.isEmpty)
    observer.refuse(nil)
    let bad = try store.people.insert(person("bad"))
    observer.refuse("bad")
    #expect(throws: ChangeVeto.self) { try store.people.delete(bad.id) }
    #expect(throws: ChangeVeto.self) { try store.people.where { ($0.age ?? 0) > 0 }.delete() }
    #expect(try store.people.count() == 1 && observer.all == ["+1 bad"])
  }

  @Test(
    "several delegates: all are asked, the first that refuses says why, one let go hears no more"
  )
  func several() throws {
    var second: Observer? = Observer("2:")
    let third = Observer("3:")
    if let second { store.delegates.add(second) }
    store.delegates.add(third)
    second?.refuse("x")
    third.refuse("x")
    #expect(throws: ChangeVeto("2:no x")) { try store.people.insert(person("x")) }
    try store.people.insert(person("y"))
    #expect(second?.all == ["2:+1 y"] && third.all == ["3:+1 y"])
    second = nil
    #expect(store.delegates.count == 2)
    store.delegates.remove(observer)
    try store.people.insert(person("z"))
    #expect(observer.all == ["+1 y"] && third.all == ["3:+1 y", "3:+2 z"])
  }

  @Test("commits of many tasks are told one at a time, each whole")
  func tasks() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { [store] in
          for index in 0..<20 {
            try await store.write { transaction in
              let first = try transaction.people.insert(
                Person(name: "\(task).\(index)", surname: "s", age: 1))
              try transaction.people.delete(first.id)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let heard = observer.all
    #expect(heard.count == 160)
    for index in stride(from: 0, to: heard.count, by: 2) {
      #expect(heard[index].dropFirst() == heard[index + 1].dropFirst())
    }
  }

  @Test("callbacks of the configuration are called beside the delegates")
  func configuration() throws {
    let log = Observer()
    var configuration = DatabaseConfiguration()
    configuration.didCommit = { changes in
      for change in changes {
        log.didInsert(Person(id: change.key, name: change.table, surname: "", age: 0))
      }
    }
    configuration.willCommit = { changes in
      if changes.count > 1 { throw ChangeVeto("one at a time") }
    }
    let store = try PersonStore(path: ":memory:", configuration: configuration)
    try store.people.insert(person("a"))
    #expect(throws: ChangeVeto("one at a time")) {
      try store.people.insert([person("b"), person("c")])
    }
    store.delegates.add(observer)
    try store.people.insert(person("d"))
    #expect(log.all.filter { $0.hasSuffix("person") } == ["+1 person", "+2 person"])
    #expect(observer.all == ["+2 d"])
  }

  @Test("columns of another program, before the store opens and while it is open")
  func otherColumns() throws {
    let folder = TemporaryFolder()
    try PersonStore(path: folder.file()).close()
    let pool = try ConnectionPool(path: folder.file())
    try pool.write {
      try $0.execute(
        """
        CREATE TABLE other (
          id INTEGER PRIMARY KEY, note TEXT, name TEXT NOT NULL, surname TEXT NOT NULL,
          age INTEGER, email TEXT UNIQUE, birth_date TEXT,
          attributes TEXT NOT NULL DEFAULT '{}', text_version INTEGER) STRICT;
        DROP TABLE person;
        ALTER TABLE other RENAME TO person;
        """)
    }
    pool.close()
    let store = try PersonStore(path: folder.file())
    defer { store.close() }
    store.delegates.add(observer)
    try store.people.insert(person("Ada"))
    try store.pool.write { try $0.execute("ALTER TABLE person ADD COLUMN score INTEGER") }
    try store.people.insert(person("Bob"))
    #expect(observer.all == ["+1 Ada", "+2 Bob"])
  }
}
