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

/// A store that notes its statements, with the address of its database.
struct TracedStore {
  let store: PersonStore
  let address: String
  private let statements: Locked<[String]>

  init() throws {
    let statements = Locked<[String]>([])
    var configuration = DatabaseConfiguration()
    configuration.trace = { sql in statements.withLock { $0.append(sql) } }
    self.statements = statements
    address = try newDatabase()
    store = try PersonStore(postgres: address, configuration: configuration)
  }

  /// Runs SQL as another program, on a connection of its own.
  func change(_ sql: String) throws { try PostgresConnection(address).execute(sql) }

  /// The number of people without words, as another program sees it.
  func due() throws -> Int64? {
    try PostgresConnection(address).query(
      "SELECT count(*) FROM person WHERE search_words IS NULL"
    ) { try $0.integer(0) }.first
  }

  /// The people whose words are those of other texts. A check names the triggers of others, too.
  func wrongWords() throws -> [Int64?] {
    try store.check().filter { $0.kind == .integrity }.map(\.row)
  }

  /// Runs `body`, and expects that its commit is followed by a look for people without words, or
  /// is not.
  @discardableResult
  func expectLook<Result>(
    _ isExpected: Bool, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (PersonStore) throws -> Result
  ) throws -> Result {
    statements.withLock { $0 = [] }
    let result = try body(store)
    let looks = statements.withLock { statements in
      statements.contains { $0.hasPrefix("SELECT 1 FROM person WHERE search_words IS NULL") }
    }
    #expect(looks == isExpected, sourceLocation: sourceLocation)
    return result
  }

  /// Expects that a text finds people by their surnames, in SQL, and that no words are wrong.
  func expect(
    _ text: String, finds surnames: [String], due: Int64 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(try self.due() == due, sourceLocation: sourceLocation)
    #expect(try wrongWords() == [], sourceLocation: sourceLocation)
    let found = try store.people.search(text).select { $0.surname }.toArray()
    #expect(found == surnames, sourceLocation: sourceLocation)
    #expect(
      try store.people.search(text).report().failure == nil, sourceLocation: sourceLocation)
  }

  /// Creates a trigger of another program that changes surnames.
  func createTrigger(
    _ name: String, _ event: String,
    _ value: String = "replace(NEW.surname, ' Loud', '') || ' Loud'"
  ) throws {
    // The statements of a block are not seen as those of this process.
    try PostgresConnection(address).run(
      """
      DO $block$ BEGIN
        CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.surname := \(value); RETURN NEW; END $$;
        CREATE TRIGGER \(name) \(event) ON person FOR EACH ROW EXECUTE FUNCTION \(name)();
      END $block$
      """)
  }
}

/// A person with a surname.
func person(
  _ surname: String, id: Int64 = 0, name: String = "José", email: String? = nil
) -> Person {
  Person(id: id, name: name, surname: surname, email: email)
}
#endif
