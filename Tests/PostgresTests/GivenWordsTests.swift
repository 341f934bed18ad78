#if Postgres
import Foundation
import People
import PeoplePostgres
import StoreEngine
import StorePostgres
import StoreSupport
import TestSupport
import Testing

@testable import LinqSQL

extension PostgresSuite {
  /// Words that are written with the rows, and the question that a commit need not ask then.
  @Suite struct GivenWordsTests {
    @Test("a person who is inserted has words at once, and nobody looks for missing ones")
    func insert() throws {
      let traced = try TracedStore()
      for (place, surname) in [
        "Müller", "O’Neil \"the\" \\ x", "山田", "a\u{200D}b\u{A0}c", "Mu\u{308}ller",
        "{\"words\": \"nz\"}",
      ].enumerated() {
        try traced.expectLook(false) { store in
          let inserted = try store.people.insert(person(surname, email: "p\(place)@example.org"))
          #expect(try store.people.find(inserted.id)?.surname == surname)
        }
        #expect(try traced.due() == 0, "\(surname)")
      }
      try traced.expect("jose mull", finds: ["Müller", "Müller"])
      try traced.expect("o'neil", finds: ["O’Neil \"the\" \\ x"])
      // A given key, and one that conflicts.
      try traced.expectLook(false) { try $0.people.insert(person("Given", id: 700)) }
      #expect(throws: RowError.duplicate(table: "person", fields: ["email"])) {
        try traced.store.people.insert(person("Again", email: "p0@example.org"))
      }
      #expect(throws: RowError.self) { try traced.store.people.insert(person("a\0b")) }
      try traced.expect("given", finds: ["Given"])
    }

    @Test("the statement of an insert has the words, and its row tells whether they are right")
    func statement() throws {
      let sql = Person.table.sql(.postgres)
      #expect(
        sql.insert("", withWords: true) == """
          INSERT INTO person (name, surname, age, email, birth_date, attributes, id, search_words) \
          OVERRIDING SYSTEM VALUE VALUES (?, ?, ?, ?, ?, ?, \
          coalesce(?, nextval(pg_get_serial_sequence('person', 'id'))), \
          swift.given_words(CAST($8 AS text))) RETURNING CASE WHEN person.xmax = 0 THEN CASE WHEN \
          swift.has_words(person.search_words, to_jsonb(person.*), CAST($8 AS text)) IS NOT NULL \
          THEN person.id END END
          """)
      #expect(
        sql.updateWithWords.sql.hasSuffix(
          "WHERE id = ? AND swift.know_words(CAST($8 AS text)) RETURNING "
            + "swift.has_words(person.search_words, to_jsonb(person.*), CAST($8 AS text))"))
    }

    @Test("an update, a save and a merge of fields write the words with the row")
    func update() throws {
      let traced = try TracedStore()
      let first = try traced.store.people.insert(person("One", email: "one@example.org"))
      try traced.store.people.insert(person("Other"))
      try traced.expectLook(false) { try $0.people.update(person("Two", id: first.id)) }
      try traced.expect("two", finds: ["Two"])
      // The same words in another order, and texts that stay.
      try traced.expectLook(false) {
        try $0.people.update(person("José", id: first.id, name: "Two"))
      }
      try traced.expect("two jose", finds: ["José"])
      try traced.expectLook(false) {
        try $0.people.update(person("José", id: first.id, name: "Two"))
      }
      try traced.expect("jose two", finds: ["José"])
      try traced.expectLook(false) { _ = try $0.people.save(person("Three", id: first.id)) }
      try traced.expect("three", finds: ["Three"])
      try traced.expectLook(false) { _ = try $0.people.save(person("New", id: 90)) }
      try traced.expect("new", finds: ["New"])
      let email = "three@example.org"
      try traced.expectLook(false) {
        _ = try $0.people.save(person("Four", email: email), matching: \.email)
      }
      try traced.expectLook(false) {
        _ = try $0.people.save(person("Five", email: email), matching: \.email)
      }
      try traced.expect("three@example.org", finds: ["Five"])
      var changed = try #require(try traced.store.people.find(first.id))
      let base = changed
      changed.surname = "Six"
      try traced.expectLook(false) { store in
        try store.write { _ = try $0.people.update(changed, changedFrom: base) }
      }
      try traced.expect("jose six", finds: ["Six"])
    }

    @Test("what others have changed meanwhile leaves a person without words, not with wrong ones")
    func meanwhile() throws {
      let traced = try TracedStore()
      let base = try traced.store.people.insert(person("One"))
      try traced.change("UPDATE person SET name = 'Zoë', search_words = NULL")
      var changed = base
      changed.surname = "Two"
      try traced.expectLook(true) { store in
        try store.write { transaction in
          _ = try transaction.people.update(changed, changedFrom: base)
          #expect(
            try transaction.connection.query("SELECT search_words IS NULL FROM person") {
              try $0.integer(0)
            } == [1])
        }
      }
      try traced.expect("zoe two", finds: ["Two"])
      try traced.expect("jose", finds: [])
    }

    @Test("changes of other fields and deletions need no look, and SQL of the program does")
    func looks() throws {
      let traced = try TracedStore()
      let people = try traced.store.people.insert((0..<5).map { person("P\($0)") })
      let id = people[0].id
      let counts = try traced.expectLook(false) { store in
        [
          try store.people.where { $0.id == id }.update { $0.set(\.age, to: 9) },
          try store.people.where { $0.id > id }.update { $0.set(\.age, to: nil) },
          try store.people.delete(people[1].id) ? 1 : 0,
          try store.people.where { $0.id == people[2].id }.delete(),
          try store.write { try $0.people.count() },
        ]
      }
      #expect(counts == [1, 4, 1, 1, 3])
      try traced.expectLook(true) { store in
        _ = try store.write { try $0.connection.run("UPDATE person SET name = 'Zoë'") }
      }
      try traced.expect("zoe", finds: ["P0", "P3", "P4"])
      try traced.expectLook(true) { store in
        try store.write { try $0.connection.execute("UPDATE person SET name = 'Ada'") }
      }
      try traced.expect("ada", finds: ["P0", "P3", "P4"])
      // A statement that has the same text as one of the library is not one of the library.
      let sql = Person.table.sql(.postgres).delete.sql
      try traced.expectLook(true) { store in
        _ = try store.write { try $0.connection.run(sql, [.integer(people[3].id)]) }
      }
    }

    @Test("chains write the words of the people whom they have changed, in the same transaction")
    func chains() throws {
      let traced = try TracedStore()
      try traced.store.people.insert((0..<1_200).map { person("P\($0)", name: "N\($0 % 3)") })
      let one = try traced.expectLook(false) { store in
        try store.people.where { $0.surname == "P7" }.update { $0.set(\.surname, to: "Q") }
      }
      #expect(one == 1)
      try traced.expect("q n1", finds: ["Q"])
      // Computed.
      let some = try traced.expectLook(false) { store in
        try store.people.where { $0.name == "N1" }.update {
          $0.set(\.surname, to: $0.surname + " Long")
        }
      }
      #expect(some == 400)
      #expect(try traced.due() == 0)
      #expect(try traced.store.people.search("long").count() == 400)
      #expect(try traced.store.check() == [])
      // Too many at once: words come after the commit.
      let all = try traced.expectLook(true) { store in
        try store.people.where { $0.id > 0 }.update { $0.set(\.name, to: "Zoë") }
      }
      #expect(all == 1_200)
      #expect(try traced.store.people.search("zoe").count() == 1_200)
      #expect(try traced.store.check() == [])
      let none = try traced.expectLook(false) { store in
        try store.people.where { $0.surname == "x" }.update { $0.set(\.name, to: "y") }
      }
      #expect(none == 0)
    }

    @Test("policies that change a stored person have words looked for")
    func policies() throws {
      let traced = try TracedStore()
      try traced.store.people.insert(person("One", email: "a@example.org"))
      func insert(_ surname: String, _ policy: ConflictPolicy, looks: Bool) throws {
        try traced.expectLook(looks) { store in
          try store.write { transaction in
            try transaction.people.inserting(onConflict: policy) { inserter in
              try inserter.insert(person(surname, name: "Zoë", email: "a@example.org"))
            }
          }
        }
      }
      try insert("Two", .ignore, looks: false)
      try traced.expect("one", finds: ["One"])
      try insert("Three", .update(columns: ["surname"], unique: ["email"]), looks: true)
      try traced.expect("jose three", finds: ["Three"])
      #expect(try traced.store.people.search("zoe").count() == 0)
    }

    @Test("delegates hear of each change once, with words that come in the same transaction")
    func delegates() throws {
      let changes = Locked<[RowChange]>([])
      var configuration = DatabaseConfiguration()
      configuration.didCommit = { rows in changes.withLock { $0 += rows } }
      let store = try newStore(configuration)
      let one = try store.people.insert(person("One"))
      try store.people.update(person("Two", id: one.id))
      #expect(
        try store.people.where { $0.id == one.id }.update { $0.set(\.surname, to: "Three") } == 1)
      try store.write { transaction in
        #expect(
          try transaction.people.where { $0.id == one.id }.update { $0.set(\.surname, to: "Four") }
            == 1)
        // Changes are recorded again after words were written.
        try transaction.people.insert(person("Five"))
      }
      #expect(
        changes.withLock { $0.map(\.operation) } == [.insert, .update, .update, .update, .insert])
      #expect(try store.people.search("four").report().failure == nil)
      #expect(try store.check() == [])
    }
  }
}
#endif
