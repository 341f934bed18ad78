import Foundation
import StoreSQLite
import TestSupport
import Testing

@Suite struct OpeningTests {
  let folder = TemporaryFolder()

  private func configuration(_ access: DatabaseConfiguration.Access) -> DatabaseConfiguration {
    var configuration = DatabaseConfiguration()
    configuration.access = access
    return configuration
  }

  private func reason(
    _ path: String, _ access: DatabaseConfiguration.Access = .create
  ) throws -> OpenFailure? {
    let error = #expect(throws: DatabaseError.self) {
      try SQLiteConnection(path: path, configuration: configuration(access))
    }
    let pooled = #expect(throws: DatabaseError.self) {
      try ConnectionPool(path: path, configuration: configuration(access))
    }
    guard case .cannotOpen(path, let reason) = error, case .cannotOpen(path, reason) = pooled else {
      Issue.record("\(String(describing: error)), \(String(describing: pooled))")
      return nil
    }
    #expect("\(try #require(error))".hasPrefix("cannot open \(path): "))
    return reason
  }

  @Test(arguments: [
    ("people.db", Engine.sqlite), ("./host=a", .sqlite), ("", .sqlite), ("hosts=1.db", .sqlite),
    ("postgresql:people.db", .sqlite), ("postgresql://user@host/people", .postgres),
    ("postgres://", .postgres), ("host=/run dbname=people", .postgres), (" dbname = x", .postgres),
  ])
  func theAddressSaysTheEngine(address: String, engine: Engine) {
    #expect(Engine(address: address) == engine)
  }

  @Test func aNewFileIsMade() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try connection.execute("CREATE TABLE t (x)")
    connection.close()
    #expect(folder.names == ["test.db"])
  }

  @Test(arguments: [
    "ü \u{1F600} 'quoted' ?mode=memory#x%41.db", "file:x.db", "a b", "-x", ":memory:x",
  ])
  func anyNameIsAName(_ name: String) throws {
    let connection = try SQLiteConnection(path: folder.file(name))
    try connection.execute("CREATE TABLE t (x)")
    connection.close()
    #expect(folder.names == [name])
  }

  @Test func aNameThatLooksLikeAURIIsAName() async throws {
    // Relative, so only then does it begin with the scheme.
    let name = "file:\(UUID().uuidString)?mode=memory"
    defer { try? FileManager.default.removeItem(atPath: name) }
    let connection = try SQLiteConnection(path: name)
    try connection.execute("CREATE TABLE t (x)")
    connection.close()
    #expect(FileManager.default.fileExists(atPath: name))
  }

  @Test(arguments: [DatabaseConfiguration.Access.create, .write, .read])
  func aFolder(_ access: DatabaseConfiguration.Access) throws {
    #expect(try reason(folder.path, access) == .isFolder)
    #expect(try reason(folder.path + "/", access) == .isFolder)
  }

  @Test func aMissingFolder() throws {
    #expect(
      try reason(folder.file("no/test.db")) == .noSuchFolder(folder.file("no/")))
    #expect(folder.names == [])
  }

  @Test(arguments: [DatabaseConfiguration.Access.write, .read])
  func aMissingFile(_ access: DatabaseConfiguration.Access) throws {
    #expect(try reason(folder.file(), access) == .noSuchFile)
    #expect(folder.names == [])
  }

  @Test func aFileForAFolder() throws {
    try "x".write(toFile: folder.file("x"), atomically: false, encoding: .utf8)
    #expect(try reason(folder.file("x/test.db")) == .noSuchFolder(folder.file("x/")))
  }

  @Test func noNameAndANulInTheName() throws {
    #expect(try reason("") == .invalidPath)
    #expect(try reason(folder.file("a\0b")) == .invalidPath)
    #expect(folder.names == [])
  }

  @Test func whatIsNoFile() throws {
    #expect(try reason("/dev/null") == .isNoFile)
    try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(try reason(folder.file("pipe")) == .isNoFile)
  }

  @Test(arguments: ["UTF-16le", "UTF-16be"]) func anotherEncoding(_ encoding: String) throws {
    try #require(
      try OtherProgram.make(folder.file(), "PRAGMA encoding = '\(encoding)'; CREATE TABLE t (x);"))
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file()))
    #expect(try reason(folder.file()) == .encoding(encoding))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file())) == before)
  }

  @Test(arguments: [
    Data("this is a letter, not a database".utf8), Data(repeating: 0xAB, count: 10_000),
    Data("SQLite format 3\0".utf8), Data([0, 1]),
  ])
  func whatIsNoDatabaseIsLeftAlone(_ content: Data) throws {
    let url = URL(fileURLWithPath: folder.file())
    try content.write(to: url)
    #expect(throws: DatabaseError.notADatabase(path: folder.file())) {
      try SQLiteConnection(path: folder.file())
    }
    #expect(throws: DatabaseError.notADatabase(path: folder.file())) {
      try ConnectionPool(path: folder.file())
    }
    #expect(try Data(contentsOf: url) == content)
    #expect(folder.names == ["test.db"])
  }

  @Test func anEmptyFileIsAnEmptyDatabase() throws {
    try Data().write(to: URL(fileURLWithPath: folder.file()))
    let connection = try SQLiteConnection(path: folder.file())
    #expect(try connection.value("SELECT count(*) FROM sqlite_schema") == 0)
  }

  @Test func aSymbolicLinkIsFollowed() throws {
    try SQLiteConnection(path: folder.file()).execute("CREATE TABLE t (x)")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: folder.file())
    let connection = try SQLiteConnection(path: folder.file("link"))
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
  }

  @Test func everyConnectionIsSetAsItShouldBe() throws {
    let connection = try SQLiteConnection(path: folder.file())
    for (pragma, value) in [
      ("journal_mode", "wal"), ("foreign_keys", 1), ("cell_size_check", 1), ("mmap_size", 0),
      ("synchronous", 2), ("cache_size", -16_384),
    ] as [(String, Value)] {
      // mmap_size says nothing where there is no mapping.
      #expect([value, nil].contains(try connection.value("PRAGMA \(pragma)")), "\(pragma)")
    }
    // No text for a name that is not there.
    #expect(throws: DatabaseError.self) { try connection.run("SELECT \"nothing\"") }
    // Defensive.
    #expect(throws: DatabaseError.self) {
      try connection.execute(
        "CREATE TABLE t (x); PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
    }
  }

  @Test("a schema calls SQLite's functions, and none of this library")
  func functionsOfSchemas() throws {
    let connection = try SQLiteConnection(path: folder.file())
    try connection.register(ScalarFunction("ours", argumentCount: 1) { _ in .integer(1) })
    try connection.execute(
      """
      CREATE TABLE t (x TEXT, city TEXT GENERATED ALWAYS AS (json_extract(x, '$.city')));
      CREATE INDEX t_zip ON t (json_extract(x, '$.zip'));
      INSERT INTO t (x) VALUES ('{"city": "Oslo"}');
      """)
    #expect(try connection.value("SELECT city FROM t") == "Oslo")
    #expect(throws: DatabaseError.self) { try connection.execute("CREATE INDEX i ON t (ours(x))") }
    try connection.execute("CREATE VIEW v AS SELECT ours(x) FROM t")
    #expect(throws: DatabaseError.self) { try connection.value("SELECT * FROM v") }
  }

  @Test func durabilityIsAChoice() throws {
    var configuration = DatabaseConfiguration()
    configuration.durability = .normal
    let connection = try SQLiteConnection(path: folder.file(), configuration: configuration)
    #expect(try connection.value("PRAGMA synchronous") == 1)
  }

  @Test func aReadingConnectionRefusesToWrite() throws {
    try SQLiteConnection(path: folder.file()).execute("CREATE TABLE t (x)")
    let connection = try SQLiteConnection(path: folder.file(), configuration: configuration(.read))
    for sql in ["INSERT INTO t VALUES (1)", "CREATE TABLE u (x)", "BEGIN IMMEDIATE"] {
      let error = #expect(throws: DatabaseError.self) { try connection.run(sql) }
      guard case .readOnly(folder.file(), _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try connection.value("SELECT count(*) FROM t") == 0)
    let pool = try ConnectionPool(path: folder.file(), configuration: configuration(.read))
    #expect(throws: DatabaseError.self) {
      try pool.write { try $0.run("INSERT INTO t VALUES (1)") }
    }
    #expect(try pool.read { try $0.value("SELECT count(*) FROM t") } == 0)
    pool.closeAndWait()
  }

  @Test func aReaderOfAPoolRefusesToWrite() throws {
    let pool = try ConnectionPool(path: folder.file())
    try pool.write { try $0.execute("CREATE TABLE t (x)") }
    for sql in ["INSERT INTO t VALUES (1)", "CREATE TABLE u (x)"] {
      let error = #expect(throws: DatabaseError.self) { try pool.read { try $0.run(sql) } }
      guard case .readOnly = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    pool.closeAndWait()
  }
}

/// A database made without this library.
enum OtherProgram {
  static func make(_ path: String, _ sql: String) throws -> Bool {
    let script =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])"
    return Program.succeeds("python3", "-c", script, path, sql)
      || Program.succeeds("sqlite3", path, sql)
  }
}
