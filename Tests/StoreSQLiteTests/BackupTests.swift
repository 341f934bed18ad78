import Foundation
import StoreSQLite
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(hangLimit))) struct BackupTests {
  let folder = TemporaryFolder()
  let connection: Connection

  init() throws {
    connection = try SQLiteConnection(path: folder.file())
    try connection.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2)")
  }

  private func content(_ name: String = "copy.db") throws -> [Value] {
    let copy = try SQLiteConnection(path: folder.file(name))
    defer { copy.close() }
    return try copy.column("SELECT x FROM t ORDER BY x")
  }

  /// What is there beside the database itself.
  private var others: [String] { folder.names.filter { !$0.hasPrefix("test.db") } }

  @Test func aCopyIsOneCompleteFile() throws {
    try connection.backUp(to: folder.file("copy.db"))
    #expect(others == ["copy.db"])
    #expect(try content() == [1, 2])
    try connection.run("INSERT INTO t VALUES (3)")
    #expect(try content() == [1, 2])
  }

  @Test func aFileIsReplacedOnlyWhenToldTo() throws {
    let copy = folder.file("copy.db")
    try "precious".write(toFile: copy, atomically: false, encoding: .utf8)
    #expect(throws: BackupError.fileExists(copy)) { try connection.backUp(to: copy) }
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "precious")
    try connection.backUp(to: copy, overwriting: true)
    #expect(try content() == [1, 2])
    try connection.run("INSERT INTO t VALUES (3)")
    try connection.backUp(to: copy, overwriting: true)
    #expect(try content() == [1, 2, 3])
    #expect(others == ["copy.db"])
  }

  @Test("an unfinished copy that a killed program left behind is removed")
  func abandonedCopies() throws {
    let names = ["copy.db.0A1B2C3D.partial", "copy.db.0A1B2C3D.partial-wal"]
    for name in names { _ = try folder.write("private", to: name) }
    _ = try folder.write("another's", to: "other.db.0A1B2C3D.partial")
    try connection.backUp(to: folder.file("copy.db"))
    #expect(others == ["copy.db", "other.db.0A1B2C3D.partial"])
    #expect(try content() == [1, 2])
  }

  @Test func theDatabaseItselfIsNotReplaced() throws {
    let path = folder.file()
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link"), withDestinationPath: path)
    try #require(link(path, folder.file("hard")) == 0)
    for path in [path, folder.file("link"), folder.file("hard"), folder.path + "/./test.db"] {
      #expect(throws: BackupError.sameFile(path)) {
        try connection.backUp(to: path, overwriting: true)
      }
    }
    #expect(try connection.column("SELECT x FROM t") == [1, 2])
  }

  @Test func aDatabaseInUseIsNotReplaced() throws {
    let other = try SQLiteConnection(path: folder.file("copy.db"))
    try other.execute("CREATE TABLE t (x); INSERT INTO t VALUES (9)")
    #expect(throws: BackupError.destinationInUse(folder.file("copy.db"))) {
      try connection.backUp(to: folder.file("copy.db"), overwriting: true)
    }
    #expect(try other.column("SELECT x FROM t") == [9])
    other.close()
    try connection.backUp(to: folder.file("copy.db"), overwriting: true)
    #expect(try content() == [1, 2])
  }

  @Test func aDestinationThatCannotBe() throws {
    let path = folder.file("no/copy.db")
    #expect(
      throws: DatabaseError.cannotOpen(path: path, reason: .noSuchFolder(folder.file("no/")))
    ) { try connection.backUp(to: path) }
    #expect(throws: BackupError.fileExists(folder.path)) { try connection.backUp(to: folder.path) }
    #expect(throws: DatabaseError.cannotOpen(path: folder.path, reason: .isFolder)) {
      try connection.backUp(to: folder.path, overwriting: true)
    }
    #expect(others == [])
  }

  @Test func insideATransaction() throws {
    try connection.transaction {
      #expect(throws: BackupError.insideTransaction(path: folder.file())) {
        try connection.backUp(to: folder.file("copy.db"))
      }
    }
    try connection.snapshot { try connection.backUp(to: folder.file("copy.db")) }
    #expect(try content() == [1, 2])
  }

  @Test func theCopyIsOfOneMomentAlthoughOthersWrite() throws {
    try connection.run(
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 4000)
      INSERT INTO t SELECT randomblob(3000) FROM c
      """)
    let writer = try SQLiteConnection(path: folder.file())
    var steps: [(Int, Int)] = []
    try connection.backUp(to: folder.file("copy.db")) { progress in
      steps.append((progress.copied, progress.total))
      #expect(throws: Never.self) {
        try writer.run("INSERT INTO t VALUES (?)", [.text("during \(steps.count)")])
      }
    }
    #expect(steps.count > 1)
    #expect(steps.map(\.0) == steps.map(\.0).sorted())
    #expect(steps.last.map { $0.0 == $0.1 } == true)
    #expect(Set(steps.map(\.1)).count == 1)
    #expect(try content().count == 4002)
    #expect(try writer.value("SELECT count(*) FROM t") == .integer(Int64(4002 + steps.count)))
  }

  @Test func ofADatabaseInMemoryAndOfAReader() async throws {
    try memory("CREATE TABLE t (x); INSERT INTO t VALUES (7)").backUp(to: folder.file("copy.db"))
    #expect(try content() == [7])
    let pool = try await ConnectionPool(path: folder.file())
    let path = folder.file("reader.db")
    try await pool.read { try $0.backUp(to: path) }
    try await pool.withReader { try $0.backUp(to: path, overwriting: true) }
    await pool.closeAndWait()
    #expect(try content("reader.db") == [1, 2])
  }

  @Test func aDamagedDatabaseGivesNoCopy() throws {
    try connection.run(
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100)
      INSERT INTO t SELECT randomblob(3000) FROM c
      """)
    connection.close()
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.file()))
    try file.seek(toOffset: 4096 * 2)
    try file.write(contentsOf: Data(repeating: 0xEE, count: 4096 * 3))
    try file.close()
    let damaged = try SQLiteConnection(path: folder.file())
    let error = #expect(throws: BackupError.self) {
      try damaged.backUp(to: folder.file("copy.db"))
    }
    guard case .damaged(folder.file(), _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(others == [])
  }

  @Test(.enabled(if: SmallDisk.isPossible, "NOT TESTED: a full disk; this process may not mount"))
  func aFullDisk() throws {
    let disk = try #require(SmallDisk())
    try connection.run(
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1000)
      INSERT INTO t SELECT randomblob(3000) FROM c
      """)
    let error = #expect(throws: DatabaseError.self) {
      try connection.backUp(to: disk.file("copy.db"))
    }
    guard case .diskFull = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
    #expect(try connection.value("SELECT count(*) FROM t") == 1002)
  }
}
