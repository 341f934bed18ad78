import LinqCore
import People
import PeopleIO
import Tabular
import TestSupport
import Testing

/// Imports that are undone.
@Suite struct ImportHistoryTests {
  private let store: PersonStore
  private let before: [Person]
  private let day = CalendarDate("2026-01-01")!

  init() throws {
    store = try PersonStore(path: ":memory:")
    before = try store.people.insert([
      Person(name: "Ada", surname: "L", age: 36, email: "a@example.org", attributes: ["x": "1"]),
      Person(name: "Bob", surname: "M", email: "b@example.org"),
      Person(name: "Cy", surname: ""),
    ])
    try store.people.delete(3)
  }

  private func run(
    _ text: String, _ set: (inout ImportOptions) throws -> Void = { _ in }
  ) throws -> ImportSummary {
    var options = ImportOptions(asOf: day)
    try set(&options)
    return try PersonImporter(options: options).run(ByteSource(text: text), into: store) {
      Issue.record("\($0)")
    }
  }

  private var history: ImportHistory { ImportHistory(of: store) }

  @Test("the people that it inserted are gone, and their ids are not used again")
  func inserted() throws {
    let rows = (1...1300).map { "n\($0),s,\($0 % 100)\n" }.joined()
    let summary = try run("name,surname,age\n" + rows)
    #expect(summary.number == 1 && summary.inserted == 1300)
    let entry = try #require(try history.entries().first)
    #expect(
      entry.number == 1 && entry.source == "memory" && entry.inserted == 1300 && entry.updated == 0
        && entry.undoneAt == nil)
    let undone = try history.undo(1)
    #expect(undone.inserted == 1300 && undone.undoneAt != nil)
    #expect(try store.people.all() == Array(before.prefix(2)))
    #expect(try run("name\nnew\n").number == 2)
    #expect(try store.people.all().last?.id == 1304)
    #expect(try history.entries().map(\.number) == [1, 2])
    #expect(throws: ImportHistoryError.self) { try history.undo(1) }
    #expect(throws: ImportHistoryError.unknown(number: 9)) { try history.undo(9) }
    #expect(try store.check() == [])
  }

  @Test("the people that it changed are as before", arguments: ["email", "id", "key"])
  func updated(key: String) throws {
    let text =
      key == "id"
      ? "id,name,surname,age\n1,Ada,X,1\n2,Bo,Y,2\n2,Bo,Z,3\n90,new,N,4\n3,free,F,5\n"
      : "email,name,surname,age,y\na@example.org,Ada,X,1,2\nb@example.org,Bo,Y,2,\n"
        + "b@example.org,Bo,Z,3,\nn@example.org,new,N,4,\nf@example.org,free,F,5,\n"
    let summary = try run(text) { options in
      options.onConflict = .update
      if key == "id" { options.mapping = try ColumnMapping(parsing: "id=id") }
      if key == "key" { options.key = try PersonKey(parsing: "email") }
    }
    #expect(summary.updated == 3 && summary.inserted == 2)
    if key == "key" {
      // A person who is new, and changed by the same import.
      _ = try run("email,name\nn2@example.org,a\nn2@example.org,b\n") { options in
        options.onConflict = .update
        options.key = try PersonKey(parsing: "email")
      }
      #expect(try history.entries().last?.inserted == 1 && history.entries().last?.updated == 0)
      try history.undo(2)
    }
    #expect(try store.people.find(2)?.surname == "Z")
    let entry = try #require(try history.entries().first)
    #expect(entry.inserted == 2 && entry.updated == 2)
    try history.undo(entry.number)
    #expect(try store.people.all() == Array(before.prefix(2)))
  }

  @Test("ids of the file are known, also those that were left out", arguments: [true, false])
  func givenIDs(ignoring: Bool) throws {
    let row = ignoring ? "1,Ada,new\n" : ""
    let summary = try run("id,name,surname\n3,c,C\n\(row)10,d,D\n7,e,E\n") { options in
      options.mapping = try ColumnMapping(parsing: "id=id")
      if ignoring { options.onConflict = .ignore }
    }
    #expect(summary.inserted == 3 && summary.skipped == (ignoring ? 1 : 0))
    try history.undo(1)
    #expect(try store.people.all() == Array(before.prefix(2)))
  }

  @Test("what has changed since is an error that names it, and nothing is undone")
  func changed() throws {
    _ = try run("name,email\nc,a@example.org\nd,d@example.org\ne,\nf,\n") {
      $0.onConflict = .update
    }
    func refused(_ error: ImportHistoryError) throws {
      let people = try store.people.all()
      #expect(throws: error) { try history.undo(1) }
      #expect(try store.people.all() == people)
    }
    try store.people.where { $0.name == "e" }.update { $0.set(\.age, to: 4) }
    try refused(.changed(number: 1, ids: [5], count: 1))
    try store.people.delete(6)
    try store.people.where { $0.id == 1 }.update { $0.set(\.attributes, to: ["x": "2"]) }
    try refused(.changed(number: 1, ids: [1, 5, 6], count: 3))
    // What was changed by the import may be as the import left it, again.
    try store.people.where { $0.id == 1 }.update { $0.set(\.attributes, to: ["x": "1"]) }
    try refused(.changed(number: 1, ids: [5, 6], count: 2))
  }

  @Test(
    "a change of another program counts, too",
    arguments: ["age = 4", "birth_date = '1990-01-02'", "name = 'e\u{301}'", "attributes = '{}'"])
  func otherProgram(assignment: String) throws {
    _ = try run("name,note\nc,1\nd,2\n")
    try store.pool.write { try $0.execute("UPDATE person SET \(assignment) WHERE id = 5") }
    #expect(throws: ImportHistoryError.changed(number: 1, ids: [5], count: 1)) {
      try history.undo(1)
    }
    // Also when it has been checked.
    try store.repair()
    #expect(throws: ImportHistoryError.changed(number: 1, ids: [5], count: 1)) {
      try history.undo(1)
    }
  }

  @Test("imports are undone one after the other, the last one first")
  func severalImports() throws {
    _ = try run("name,email\nc,c@example.org\nd,d@example.org\n")
    let first = try store.people.all()
    _ = try run("name,email,note\nC,c@example.org,x\n") { $0.onConflict = .update }
    let second = try store.people.all()
    _ = try run("name,email,note\nCC,c@example.org,y\n") { $0.onConflict = .update }
    #expect(throws: ImportHistoryError.self) { try history.undo(1) }
    #expect(throws: ImportHistoryError.self) { try history.undo(2) }
    try history.undo(3)
    #expect(try store.people.all() == second)
    try history.undo(2)
    #expect(try store.people.all() == first)
    try history.undo(1)
    #expect(try store.people.all() == Array(before.prefix(2)))
  }

  @Test("who is stored already must be known, and be one person")
  func unknown() throws {
    #expect(throws: ImportError.nobodyIsFound) {
      try run("name,surname\nAda,L\n") { $0.onConflict = .update }
    }
    try store.people.insert(Person(name: "Ada", surname: "L"))
    var options = ImportOptions(asOf: day)
    options.key = try PersonKey(parsing: "name,surname")
    options.onConflict = .update
    #expect(throws: ImportError.self) {
      try PersonImporter(options: options).run(
        ByteSource(text: "name,surname,note\nAda,L,x\n"), into: store
      ) { #expect("\($0)".contains("several people have this name,surname")) }
    }
  }

  @Test("people in groups stay")
  func groups() throws {
    _ = try run("name\nc\nd\n")
    let person = try #require(try store.people.all().last)
    let group = try store.groups.insert(PersonGroup(letter: "d", items: [person]))
    #expect(throws: ImportHistoryError.inGroups(number: 1, ids: [5], count: 1)) {
      try history.undo(1)
    }
    try store.groups.delete(group.id)
    try history.undo(1)
    #expect(try store.people.count() == 2)
  }

  @Test("two people who exchanged their addresses get them back")
  func addresses() throws {
    try store.people.insert(Person(name: "Eve", surname: "", email: "e@example.org"))
    _ = try run("id,name,email\n1,Ada,\n4,Eve,a@example.org\n") { options in
      options.mapping = try ColumnMapping(parsing: "id=id")
      options.onConflict = .update
    }
    try history.undo(1)
    #expect(
      try store.people.all().map(\.email) == ["a@example.org", "b@example.org", "e@example.org"])
    _ = try run("name,surname,email\nAda,L,z@example.org\n") { options in
      options.key = try PersonKey(parsing: "name,surname")
      options.onConflict = .update
    }
    let other = try store.people.insert(Person(name: "O", surname: "", email: "a@example.org"))
    #expect(throws: RowError.duplicate(table: "person", fields: ["email"])) { try history.undo(2) }
    try store.people.delete(other.id)
    try history.undo(2)
    #expect(try store.people.find(1) == before[0])
  }

  @Test(
    "an import that changed nothing, a dry run, and one that is not to be undone have no number")
  func none() throws {
    #expect(try run("name,email\nx,a@example.org\n") { $0.onConflict = .ignore }.number == nil)
    #expect(try run("name\nx\n") { $0.isDryRun = true }.number == nil)
    #expect(try run("name\nx\n") { $0.isUndoable = false }.number == nil)
    #expect(try history.entries() == [])
    #expect(try run("name\nx\n").number == 1)
  }

  @Test("the last imports come first, and others follow")
  func last() throws {
    for number in 1...3 { _ = try run("name\nn\(number)\n") }
    #expect(try history.last(2)?.map(\.number) == [3, 2])
    #expect(try history.last(2, before: 2)?.map(\.number) == [1])
    #expect(try history.last(2, before: 1) == [])
  }

  @Test("an import is not undone once one of its people is merged, even if none has a new value")
  func merged() throws {
    // One inserted Dee, who is kept; two inserted the same once more; three has changed Ada.
    _ = try run("name,surname\nDee,D\n")
    _ = try run("name,surname\nDee,D\n")
    _ = try run("email,name\na@example.org,Eve\n") { options in
      options.onConflict = .update
      options.key = try PersonKey(parsing: "email")
    }
    let eve = try #require(try store.people.find(1))
    #expect(eve.name == "Eve")
    let twin = try store.people.insert(Person(name: eve.name, surname: eve.surname))
    let people = try store.people.all()
    let (kept, removed) = (people[2].id, people[3].id)
    #expect(try store.merge(removed, into: kept).person == people[2])
    #expect(try store.merge(twin.id, into: 1).person == people[0])
    for (number, id) in [(1, kept), (2, removed), (3, 1)] {
      #expect(throws: ImportHistoryError.changed(number: number, ids: [id], count: 1)) {
        try history.undo(number)
      }
    }
    #expect(try store.people.all() == Array(people.prefix(3)))
  }
}
