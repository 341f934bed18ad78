import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// The declaration of a table is checked when it is first used.
@Suite("Declarations that do not fit are errors before anything is read or written")
struct DeclarationTests {
  private struct Pair: Sendable, Hashable {
    var id: Int64
    var a: Int
    var b: Int
  }

  private let pool: ConnectionPool

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE pair (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL) STRICT;
        INSERT INTO pair VALUES (1, 10, 20);
        CREATE TABLE double_key (id INTEGER NOT NULL, a INTEGER NOT NULL, b INTEGER NOT NULL,
          PRIMARY KEY (id, a)) STRICT;
        INSERT INTO double_key VALUES (1, 1, 5), (1, 2, 6);
        """)
    }
  }

  private let pairs = Table(
    "pair", Pair.init, .primaryKey("id", \.id), .column("a", \.a), .column("b", \.b))

  /// The same columns in another order than the initializer's.
  private let swapped = Table(
    "pair", Pair.init, .primaryKey("id", \.id), .column("b", \.b), .column("a", \.a))

  private func problems<Row: Sendable>(
    of table: Table<Row>
  ) -> [TableDeclarationError.Problem] {
    do {
      _ = try Repository(table, in: pool).count()
      return []
    } catch let error as TableDeclarationError {
      #expect(error.table == table.name)
      return error.problems
    } catch {
      Issue.record("\(error)")
      return []
    }
  }

  @Test("columns in another order than the initializer's, however the table is used")
  func order() throws {
    #expect(
      problems(of: swapped) == [
        .swapped(column: "b", propertyOf: "a"), .swapped(column: "a", propertyOf: "b"),
      ])
    let rows = Repository(swapped, in: pool)
    let uses: [() throws -> Void] = [
      { _ = try rows.find(1) }, { _ = try rows.all() }, { _ = try rows.toArray() },
      { _ = try rows.where { $0.a == 1 }.select { $0.b }.first() },
      { _ = try rows.insert(Pair(id: 0, a: 1, b: 2)) },
      { _ = try rows.insert([Pair(id: 0, a: 1, b: 2)]) },
      { _ = try rows.update(Pair(id: 1, a: 1, b: 2)) },
      { _ = try rows.save(Pair(id: 1, a: 1, b: 2)) },
      { _ = try rows.delete(1) }, { _ = try rows.where { $0.a == 10 }.delete() },
      { _ = try rows.update { $0.set(\.a, to: 1) } }, { _ = try rows.forEach { _ in } },
      { _ = try pool.write { try TableAccess(swapped, on: $0).insert(Pair(id: 0, a: 1, b: 2)) } },
      {
        _ = try Repository(pairs, in: pool)
          .join(rows, on: { $0.id }, equals: { $0.id }).toArray()
      },
    ]
    for (index, use) in uses.enumerated() {
      #expect(throws: TableDeclarationError.self, "\(index)") { try use() }
    }
    #expect(try Repository(pairs, in: pool).toArray() == [Pair(id: 1, a: 10, b: 20)])
    // Although the statement of the right declaration is prepared already.
    #expect(throws: TableDeclarationError.self) { try rows.toArray() }
    let mixed = Table(
      "pair", { Pair(id: $0, a: $2, b: $1) }, .primaryKey("id", \.id), .column("a", \.a),
      .column("b", \.b))
    #expect(throws: TableDeclarationError.self) { try Repository(mixed, in: pool).find(1) }
    #expect(throws: TableDeclarationError.self) { try Repository(mixed, in: pool).toArray() }
  }

  @Test("a key that is not unique: nothing is deleted")
  func key() throws {
    let table = Table(
      "double_key", Pair.init, .primaryKey("id", \.id, isAssigned: false), .column("a", \.a),
      .column("b", \.b))
    #expect(problems(of: table) == [.keyNotUnique(column: "id")])
    let rows = Repository(table, in: pool)
    #expect(throws: TableDeclarationError.self) { try rows.delete(Pair(id: 1, a: 2, b: 6)) }
    #expect(
      try pool.read { try $0.query("SELECT count(*) FROM double_key") { try $0.integer(0) } } == [2]
    )
    // A unique index makes it one, but not one of some rows, or of two columns.
    for (index, isKey) in [
      ("CREATE UNIQUE INDEX i ON double_key (id) WHERE a = 1", false),
      ("CREATE UNIQUE INDEX i ON double_key (id, b)", false),
      ("DELETE FROM double_key; CREATE UNIQUE INDEX i ON double_key (id)", true),
    ] {
      try pool.withWriter { try $0.execute("DROP INDEX IF EXISTS i; " + index) }
      #expect(problems(of: table).isEmpty == isKey, "\(index)")
    }
  }

  @Test("all differences from the schema in one error")
  func schema() throws {
    struct Wide: Sendable {
      var id: Int64
      var name: String
      var count: Int
      var share: Double
      var note: String?
      var code: String
    }
    let table = Table(
      "wide", Wide.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("count", \.count),
      .column("share", \.share), .column("note", \.note), .column("code", \.code))
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE wide (
          id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE NOT NULL, count TEXT NOT NULL,
          share REAL, note TEXT)
        """)
    }
    let expected: [TableDeclarationError.Problem] = [
      .collation(column: "name", "NOCASE"),
      .type(column: "count", expected: "INTEGER", declared: "TEXT"), .nullable(column: "share"),
      .missingColumn("code"),
    ]
    #expect(problems(of: table) == expected)
    do {
      _ = try Repository(table, in: pool).count()
    } catch {
      let text = "\(error)"
      #expect(text.hasPrefix("wide: column name has the collation NOCASE; only BINARY has"))
      #expect(text.hasSuffix("; there is no column code"))
    }
    // Mended, it is used without another declaration.
    try pool.withWriter {
      try $0.execute(
        """
        DROP TABLE wide;
        CREATE TABLE wide (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, count INT8 NOT NULL,
          share DOUBLE PRECISION NOT NULL, note TEXT, code NOT NULL)
        """)
    }
    #expect(problems(of: table).isEmpty)
  }

  @Test("what is right stays so: normalizing initializers, equal types, views, rowid, no samples")
  func fitting() throws {
    #expect(problems(of: pairs).isEmpty)
    struct Word: Sendable {
      var id: Int64
      var text: String
      var mark: String
      init(id: Int64, text: String, mark: String) {
        (self.id, self.text, self.mark) = (id, text.uppercased(), "!")
      }
    }
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE word (text TEXT NOT NULL, mark TEXT NOT NULL);
        CREATE VIEW word_view AS SELECT rowid AS id, text, mark FROM word;
        """)
    }
    for (name, key) in [("word", "rowid"), ("word_view", "id")] {
      let words = Table(
        name, Word.init, .primaryKey(key, \.id), .column("text", \.text), .column("mark", \.mark))
      #expect(problems(of: words).isEmpty, "\(name)")
    }
    enum Size: String, ColumnValue, CaseIterable { case small, large }
    struct Shirt: Sendable {
      var id: Int64
      var front: Size
      var back: Size
    }
    try pool.withWriter {
      try $0.execute(
        "CREATE TABLE shirt (id INTEGER PRIMARY KEY, front TEXT NOT NULL, back TEXT NOT "
          + "NULL) STRICT"
      )
    }
    let shirts = Table(
      "shirt", Shirt.init, .primaryKey("id", \.id), .column("back", \.back),
      .column("front", \.front))
    #expect(problems(of: shirts).count == 2)
  }

  private enum Mood: String, ColumnValue { case good, bad }

  @Test("types without sample values have those of a stored row")
  func storedSamples() throws {
    struct Note: Sendable {
      var id: Int64
      var mood: Mood
      var a: Int
      var b: Int
    }
    try pool.withWriter {
      try $0.execute(
        "CREATE TABLE note (id INTEGER PRIMARY KEY, mood TEXT NOT NULL, a INT NOT NULL, b "
          + "INT NOT NULL)"
      )
    }
    let notes = Table(
      "note", Note.init, .primaryKey("id", \.id), .column("mood", \.mood), .column("b", \.b),
      .column("a", \.a))
    // Nothing is read, so nothing can be read wrongly.
    #expect(problems(of: notes).isEmpty)
    let rows = Repository(notes, in: pool)
    #expect(try rows.where { $0.a < 100 }.toArray().isEmpty)
    try pool.withWriter { try $0.execute("INSERT INTO note VALUES (1, 'good', 10, 20)") }
    // The plan and the statement of this query are kept.
    #expect(throws: TableDeclarationError.self) { try rows.where { $0.a < 100 }.toArray() }
    #expect(problems(of: notes).count == 2)
  }

  @Test("what an initializer makes of its values is its own affair")
  func ordering() throws {
    struct Span: Sendable {
      var id: Int64
      var low: Int
      var high: Int
      init(id: Int64, low: Int, high: Int) {
        (self.id, self.low, self.high) = (id, min(low, high), max(low, high))
      }
    }
    try pool.withWriter {
      try $0.execute(
        "CREATE TABLE span (id INTEGER PRIMARY KEY, low INT NOT NULL, high INT NOT NULL)")
    }
    let spans = Table(
      "span", Span.init, .primaryKey("id", \.id), .column("low", \.low), .column("high", \.high))
    #expect(problems(of: spans).isEmpty)
  }

  @Test("columns of SQLite's types DATE and UUID; a table that is made after the first use")
  func otherTypes() throws {
    struct Visit: Sendable {
      var id: Int64
      var day: CalendarDate
      var token: UUID?
    }
    let visits = Table(
      "visit", Visit.init, .primaryKey("id", \.id), .column("day", \.day), .column("token", \.token)
    )
    #expect(throws: DatabaseError.self) { try Repository(visits, in: pool).count() }
    try pool.withWriter {
      try $0.execute("CREATE TABLE visit (id INTEGER, day DATE NOT NULL, token UUID)")
    }
    #expect(problems(of: visits) == [.nullable(column: "id"), .keyNotUnique(column: "id")])
    try pool.withWriter {
      try $0.execute(
        "DROP TABLE visit; CREATE TABLE visit (id INTEGER PRIMARY KEY, day DATE NOT NULL, "
          + "token UUID)"
      )
    }
    #expect(problems(of: visits).isEmpty)
  }

  private struct Price: Sendable {
    var id: Int64
    var amount: Decimal
    var at: Date
  }

  private func prices(
    _ amount: ColumnEncoding<Decimal>, _ at: ColumnEncoding<Date>
  ) -> Table<Price> {
    Table(
      "price", Price.init, .primaryKey("id", \.id), .column("amount", \.amount).encoded(as: amount),
      .column("at", \.at).encoded(as: at))
  }

  @Test("parameters of encodings that are out of range", arguments: [-1, 7, 19, 20, .min, .max])
  func encodings(digits: Int) throws {
    try pool.withWriter {
      try $0.execute(
        "CREATE TABLE price (id INTEGER PRIMARY KEY, amount INTEGER NOT NULL, at TEXT NOT NULL)")
    }
    var expected: [TableDeclarationError.Problem] = []
    if !(0...18).contains(digits) {
      expected.append(
        .encoding(column: "amount", reason: "it has 0 to 18 digits, not \(digits)"))
    }
    expected.append(.encoding(column: "at", reason: "it has 0 to 6 digits, not \(digits)"))
    for at in [ColumnEncoding.iso8601(fractionDigits: digits), .timestamp(fractionDigits: digits)] {
      let table = prices(.scaled(digits), at)
      #expect(problems(of: table) == expected)
      // However it is used, also with constants that a plan encodes.
      let rows = Repository(table, in: pool)
      #expect(throws: TableDeclarationError.self) { try rows.where { $0.amount > 0.5 }.toArray() }
      #expect(throws: TableDeclarationError.self) { try rows.where { $0.at == .now }.count() }
      #expect(throws: TableDeclarationError.self) {
        try rows.insert(Price(id: 0, amount: 1, at: Date()))
      }
    }
    #expect(problems(of: prices(.scaled(18), .iso8601(fractionDigits: 6))).isEmpty)
    #expect(problems(of: prices(.scaled(0), .timestamp)).isEmpty)
  }

  @Test("names, keys and properties that make no table")
  func parts() throws {
    typealias Problem = TableDeclarationError.Problem
    let id = TableColumn<Pair, Int64>.primaryKey("id", \.id)
    let cases: [(Table<Pair>, [Problem])] = [
      (
        Table("pair", Pair.init, .column("id", \.id), .column("a", \.a), .column("b", \.b)),
        [.noKey]
      ),
      (Table("pair", Pair.init, id, .column("a", \.a), .column("a", \.b)), [.duplicateColumn("a")]),
      (Table("pair", Pair.init, id, .column("a", \.a), .column("A", \.b)), [.duplicateColumn("A")]),
      (
        Table("pair", Pair.init, id, .column("a", \.a), .column("b", \.a)),
        [.duplicateProperty(column: "b", sameAs: "a")]
      ),
      (Table("", Pair.init, id, .column("a", \.a), .column("b", \.b)), [.name("")]),
      (
        Table("pair", Pair.init, id, .column("", \.a), .column("b\0", \.b)),
        [.name(""), .name("b\0")]
      ),
    ]
    for (table, expected) in cases {
      #expect(problems(of: table) == expected)
      let rows = Repository(table, in: pool)
      #expect(throws: TableDeclarationError.self) { try rows.update(Pair(id: 1, a: 1, b: 2)) }
      #expect(throws: TableDeclarationError.self) { try rows.sort { $0.a }.first() }
      for problem in expected { #expect(!problem.description.isEmpty) }
    }
    // Nothing was written.
    #expect(try Repository(pairs, in: pool).toArray() == [Pair(id: 1, a: 10, b: 20)])
  }

  @Test("types of a server without a name, and arrays of bytes as JSON")
  func serverTypes() throws {
    struct Row: Sendable {
      var id: Int64
      var code: String
      var bytes: [UInt8]?
    }
    let table = Table(
      "row", Row.init, .primaryKey("id", \.id),
      .column("code", \.code).encoded(as: .serverType(" ")).encoded(as: .collated),
      .column("bytes", \.bytes).encoded(as: .jsonb))
    #expect(
      problems(of: table) == [
        .encoding(column: "code", reason: "the column has one already"),
        .encoding(column: "bytes", reason: "an array of bytes is no JSON"),
      ])
    let unnamed = Table(
      "row", Row.init, .primaryKey("id", \.id),
      .column("code", \.code).encoded(as: .serverType(" ")), .column("bytes", \.bytes))
    #expect(problems(of: unnamed) == [.encoding(column: "code", reason: "a type has a name")])
  }

  private struct Email: RawRepresentable, Hashable, ColumnValue {
    var rawValue: String

    static func == (left: Email, right: Email) -> Bool {
      left.rawValue.lowercased() == right.rawValue.lowercased()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(rawValue.lowercased()) }
  }

  private enum Level: Int, CaseIterable, ColumnValue {
    case low = 1
    case high = 5

    static func == (left: Level, right: Level) -> Bool { true }
  }

  private enum Plain: String, CaseIterable, ColumnValue { case a, b }

  /// Equal as stored: the initializer makes one form of all.
  private struct Code: RawRepresentable, Hashable, ColumnValue {
    var rawValue: String
    init(rawValue: String) { self.rawValue = rawValue.lowercased() }
  }

  @Test("types whose equality is not that of what is stored")
  func ownEquality() throws {
    struct Row: Sendable {
      var id: Int64
      var email: Email?
      var level: Level
      var plain: Plain
      var code: Code
    }
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE row (id INTEGER PRIMARY KEY, email TEXT, level INTEGER NOT NULL,
          plain TEXT NOT NULL, code TEXT NOT NULL) STRICT
        """)
    }
    let table = Table(
      "row", Row.init, .primaryKey("id", \.id), .column("email", \.email),
      .column("level", \.level), .column("plain", \.plain), .column("code", \.code))
    #expect(
      problems(of: table) == [
        .ownEquality(column: "email", type: "Email"), .ownEquality(column: "level", type: "Level"),
      ])
  }

  /// Equal by one column; the others are left out.
  private struct Coded: Sendable, Hashable {
    var id: Int64
    var code: String
    var note: String

    static func == (left: Coded, right: Coded) -> Bool { left.code == right.code }
    func hash(into hasher: inout Hasher) { hasher.combine(code) }
  }

  @Test("rows whose equality leaves out columns are compared in memory")
  func rowsOfOwnEquality() throws {
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE coded (id INTEGER PRIMARY KEY, code TEXT NOT NULL, note TEXT NOT NULL) STRICT;
        INSERT INTO coded VALUES (1, 'a', 'x'), (2, 'b', 'x'), (3, 'a', 'y');
        """)
    }
    let rows = Repository(
      Table(
        "coded", Coded.init, .primaryKey("id", \.id), .column("code", \.code),
        .column("note", \.note)),
      in: pool)
    let later = rows.where { $0.id > 1 }
    #expect(try rows.distinct().toArray().map(\.id) == [1, 2])
    #expect(try rows.distinct().plan().isAllSQL == false)
    #expect(try rows.except(later).toArray().isEmpty)
    #expect(try rows.intersect(later).toArray().map(\.id) == [1, 2])
    #expect(try rows.union(later).toArray().map(\.id) == [1, 2])
    #expect(try later.union(rows).count() == 2)
    #expect(try rows.skip(2).sequenceEqual(rows.take(1)))
    #expect(try rows.except(Query([Coded(id: 0, code: "b", note: "")])).toArray().map(\.id) == [1])
    #expect(try rows.select { ($0.id, $0.code) }.distinct { $0.1 }.plan().isAllSQL)
    #expect(try Repository(pairs, in: pool).distinct().plan().isAllSQL)
  }

  @Test("a check is made once for each connection, not for each use")
  func once() throws {
    let texts = Collected<String>()
    var configuration = DatabaseConfiguration()
    configuration.trace = { texts.append($0) }
    let pool = try ConnectionPool(path: ":memory:", configuration: configuration)
    try pool.withWriter {
      try $0.execute("CREATE TABLE pair (id INTEGER PRIMARY KEY, a INT NOT NULL, b INT NOT NULL)")
    }
    let rows = Repository(pairs, in: pool)
    _ = try rows.toArray()
    texts.removeAll()
    for _ in 0..<3 {
      _ = try rows.toArray()
      _ = try rows.find(1)
      try rows.insert(Pair(id: 0, a: 1, b: 2))
    }
    #expect(!texts.all.contains { $0.contains("pragma") })
  }
}
