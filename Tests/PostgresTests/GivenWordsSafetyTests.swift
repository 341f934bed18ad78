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
  /// Words that are written with the rows are never those of other texts, whatever others do.
  @Suite struct GivenWordsSafetyTests {
    @Test("a trigger of another program that came before or after is never outwitted")
    func triggers() throws {
      for event in ["BEFORE INSERT", "BEFORE INSERT OR UPDATE", "BEFORE INSERT OR UPDATE OF age"] {
        for name in ["aa_loud", "zzz_loud"] {
          let traced = try TracedStore()
          // For a second, the connection may know the table as it was.
          let one = try traced.store.people.insert(person("One"))
          try traced.createTrigger(name, event)
          let two = try traced.store.people.insert(person("Two"))
          #expect(try traced.wrongWords() == [], "\(name) \(event)")
          #expect(try traced.store.people.search("two loud").count() == 1)
          try traced.store.people.update(person("Three", id: one.id))
          #expect(try traced.wrongWords() == [], "\(name) \(event)")
          #expect(try traced.store.people.search("three").count() == 1)
          _ = try traced.store.people.save(person("Four", id: one.id))
          _ = try traced.store.people.save(person("Five", id: 800))
          #expect(
            try traced.store.people.where { $0.id == one.id }.update {
              $0.set(\.name, to: "Zoë")
            } == 1)
          #expect(try traced.wrongWords() == [], "\(name) \(event)")
          for text in ["four", "five", "loud", "zoe", "three", "one"] {
            let people = try traced.store.people.all()
            #expect(
              try traced.store.people.search(text).count() == Query(people).search(text).count(),
              "\(name) \(event) \(text)")
          }
          // A new connection knows of the trigger, and gives no words.
          let other = try PersonStore(postgres: traced.address)
          try other.people.insert(person("Six"))
          try other.people.update(person("Seven", id: two.id))
          #expect(try traced.wrongWords() == [])
          #expect(try other.people.search("six loud").count() == 1)
        }
      }
    }

    @Test("a trigger that keeps the texts as they were keeps the words, too")
    func keepingTrigger() throws {
      let traced = try TracedStore()
      let one = try traced.store.people.insert(person("One"))
      try traced.createTrigger("aa_keep", "BEFORE UPDATE", "OLD.surname")
      // A connection that knows the trigger says that it has left the row as it was.
      do { try traced.store.people.update(person("Two", id: one.id)) } catch RowError.refused {}
      #expect(try traced.store.people.find(one.id)?.surname == "One")
      try traced.expect("one", finds: ["One"])
      try traced.expect("two", finds: [])
      // A trigger that writes the row once more.
      try traced.change(
        """
        DROP FUNCTION aa_keep CASCADE;
        CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN UPDATE person SET name = 'Again' WHERE id = NEW.id; RETURN NULL; END $$;
        CREATE TRIGGER again AFTER INSERT OR UPDATE OF surname ON person
        FOR EACH ROW EXECUTE FUNCTION again()
        """)
      try traced.store.people.update(person("Three", id: one.id))
      try traced.store.people.insert(person("Four"))
      #expect(
        try traced.store.people.where { $0.id == one.id }.update {
          $0.set(\.surname, to: "Five")
        } == 1)
      #expect(try traced.wrongWords() == [])
      #expect(try traced.store.people.search("again").count() == 2)
      #expect(try traced.store.people.search("jose").count() == 0)
    }

    @Test("what is rolled back to a savepoint leaves the right words, and none of what is gone")
    func savepoints() throws {
      let traced = try TracedStore()
      let one = try traced.store.people.insert(person("One"))
      try traced.store.write { transaction in
        let connection = transaction.connection
        try? connection.transaction {
          try transaction.people.update(person("Two", id: one.id))
          try transaction.people.insert(person("Gone"))
          throw Stop()
        }
        // The words of what was rolled back are known no more, or only for its texts.
        try connection.run("UPDATE person SET surname = 'Three' WHERE id = ?", [.integer(one.id)])
        try transaction.people.update(person("Four", id: one.id))
        try connection.run("UPDATE person SET surname = 'Five', age = 4")
        try connection.run("UPDATE person SET surname = 'Four', name = 'Zoë'")
      }
      try traced.expect("zoe four", finds: ["Four"])
      try traced.store.write { transaction in
        // A statement that fails is undone alone.
        try transaction.people.insert(person("Six", email: "a@example.org"))
        #expect(throws: RowError.self) {
          try transaction.people.insert(person("Seven", email: "a@example.org"))
        }
        #expect(
          try transaction.people.where { $0.surname == "Six" }.update {
            $0.set(\.surname, to: "Eight")
          } == 1)
        try? transaction.connection.transaction {
          #expect(
            try transaction.people.where { $0.surname == "Eight" }.update {
              $0.set(\.surname, to: "Nine")
            } == 1)
          throw Stop()
        }
      }
      try traced.expect("jose", finds: ["Eight"])
    }

    @Test("a column or functions that are gone are no error of a write")
    func missingParts() throws {
      let traced = try TracedStore()
      let index = try #require(Person.table.searchIndex)
      let one = try traced.store.people.insert(person("One"))
      try traced.change(index.removal(for: .postgres))
      try traced.store.people.insert(person("Two"))
      try traced.store.people.update(person("Three", id: one.id))
      #expect(try traced.store.people.search("jose").count() == 2)
      try traced.change(index.creation(for: .postgres))
      try traced.store.people.insert(person("Four"))
      #expect(try traced.store.people.search("jose").count() == 3)
      #expect(try traced.wrongWords() == [])
      let other = try PersonStore(postgres: traced.address)
      try traced.change("DROP FUNCTION swift.know_words, swift.has_words")
      try other.people.insert(person("Five"))
      try other.people.update(person("Six", id: one.id))
      #expect(try other.people.search("six").count() == 1)
      #expect(try other.check() == [])
    }

    /// A table of a program, whose texts are stored in other types.
    private struct Customer: Sendable, Hashable, Searchable {
      var id: Int64
      var name: String
      var city: String?

      static let searchFields = SearchFields(names: \Customer.name, others: \.city)
      static let table = Table(
        "customer", Customer.init, .primaryKey("id", \.id),
        .column("name", \.name).encoded(as: .collated),
        .column("city", \.city).encoded(as: .serverType("citext"))
      ).searchable()
    }

    @Test("texts in columns of other types get their words later")
    func otherTypes() throws {
      let traced = try TracedStore()
      let index = try #require(Customer.table.searchIndex)
      try traced.change(
        """
        CREATE DOMAIN citext AS text COLLATE "C";
        CREATE TABLE customer (id bigint PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
          name text NOT NULL, city citext);
        """ + index.creation(for: .postgres))
      let customers = traced.store.repository(of: Customer.table)
      try customers.insert(Customer(id: 0, name: "Łódź Ltd", city: "Acme"))
      try customers.insert((0..<3).map { Customer(id: 0, name: "N\($0)", city: "Łódź") })
      #expect(
        try PostgresConnection(traced.address).query(
          "SELECT count(*) FROM customer WHERE search_words IS NULL"
        ) { try $0.integer(0) } == [4])
      #expect(try customers.query.search("lodz").count() == 4)
      #expect(try customers.query.search("acme").report().failure == nil)
    }
  }
}
#endif
