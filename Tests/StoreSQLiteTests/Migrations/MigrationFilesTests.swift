import Foundation
import StoreSQLite
import Testing

@Suite struct MigrationFilesTests {
  @Test func folderIsReadInOrder() throws {
    let fixture = try MigrationFixture()
    defer { fixture.remove() }
    try fixture.write("0002_b.sql", "SELECT 2;")
    try fixture.write("0001_a.sql", "SELECT 1;")
    try fixture.write("0001_a.down.sql", "SELECT -1;")
    try fixture.write("20260131_later-one.sql", "SELECT 3;")
    // None of these is a migration.
    try fixture.write("README.md", "read me")
    try fixture.write(".0003_c.sql", "half written")
    try fixture.write("0003_c.sql~", "an editor's copy")
    let migrations = try Migration.load(folder: fixture.migrations)
    #expect(migrations.map(\.number) == [1, 2, 20_260_131])  // gaps are allowed
    #expect(migrations.map(\.name) == ["a", "b", "later-one"])
    #expect(migrations.map(\.downSQL) == ["SELECT -1;", nil, nil])
    #expect(migrations[2].fileName == "20260131_later-one.sql")
    #expect(migrations[0].downFileName == "0001_a.down.sql")
    // printf 'SELECT 1;' | sha256sum
    #expect(
      migrations[0].checksum == "17db4fd369edb9244b9f91d9aeed145c3d04ad8ba6e95d06247f07a63527d11a")
  }

  @Test func emptyFolderHasNone() throws {
    let fixture = try MigrationFixture()
    defer { fixture.remove() }
    #expect(try Migration.load(folder: fixture.migrations).isEmpty)
  }

  @Test func folderThatIsNotThere() throws {
    let fixture = try MigrationFixture()
    defer { fixture.remove() }
    let missing = fixture.migrations + "/nowhere"
    #expect(caught { try Migration.load(folder: missing) } == .noFolder(missing))
    try fixture.write("0001_a.sql", "SELECT 1;")
    let file = fixture.migrations + "/0001_a.sql"
    #expect(caught { try Migration.load(folder: file) } == .noFolder(file))
  }

  @Test func unreadableFileIsNamed() throws {
    let fixture = try MigrationFixture()
    defer { fixture.remove() }
    let path = fixture.migrations + "/0001_a.sql"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = try #require(caught { try Migration.load(folder: fixture.migrations) })
    guard case .notReadable(let named, _) = error else { return #expect(error == .noFolder("")) }
    #expect(named == path)
  }

  @Test(arguments: [
    "1_a.sql", "001_a.sql", "0000_a.sql", "00001_a.sql", "0001.sql", "0001_.sql", "0001-a.sql",
    "a_0001.sql", "0001_a b.sql", "0001_ä.sql", "0001_a.up.sql", "0001_a.SQL", "٠٠٠١_a.sql",
    "9999999999999999999_a.sql", "+001_a.sql", ".sql_", "down.sql",
  ])
  func badName(name: String) throws {
    #expect(
      caught { try Migration(fileName: name, bytes: Array("SELECT 1".utf8)) }
        == .badFileName(name))
    guard name.hasSuffix("sql") || name.hasSuffix("SQL") else { return }
    let fixture = try MigrationFixture()
    defer { fixture.remove() }
    try fixture.write(name, "SELECT 1")
    #expect(caught { try Migration.load(folder: fixture.migrations) } == .badFileName(name))
  }

  @Test func downFileIsNoMigrationOfItsOwn() {
    #expect(
      caught { try Migration(fileName: "0001_a.down.sql", bytes: Array("SELECT 1".utf8)) }
        == .badFileName("0001_a.down.sql"))
  }

  @Test func sameNumberTwice() {
    #expect(
      caught { try makeMigrator(["0001_b.sql": "SELECT 1", "0001_a.sql": "SELECT 1"]) }
        == .duplicateNumber(1, files: ["0001_a.sql", "0001_b.sql"]))
    #expect(throws: MigrationError.self) {
      let migration = try Migration(fileName: "0001_a.sql", bytes: Array("SELECT 1".utf8))
      _ = try Migrator([migration, migration])
    }
  }

  @Test func downWithoutUp() {
    #expect(
      caught { try makeMigrator(["0001_a.sql": "SELECT 1", "0001_b.down.sql": "SELECT 1"]) }
        == .downWithoutUp("0001_b.down.sql", expected: "0001_b.sql"))
  }

  @Test(arguments: ["", " \r\n", "-- nothing", "/* nothing */;;", "\u{FEFF}", "\u{FEFF}-- a\n;"])
  func fileWithoutStatement(text: String) {
    #expect(caught { try makeMigrator(["0001_a.sql": text]) } == .emptyFile("0001_a.sql"))
    #expect(
      caught { try makeMigrator(["0001_a.sql": "SELECT 1", "0001_a.down.sql": text]) }
        == .emptyFile("0001_a.down.sql"))
  }

  @Test(arguments: [
    [0x41, 0x0A, 0xFF], [0x41, 0x0A, 0xC0, 0x80], [0x41, 0x0A, 0xED, 0xA0, 0x80],
    [0x41, 0x0A, 0xE2, 0x82],
  ])
  func notUTF8(bytes: [UInt8]) {
    #expect(
      caught { try Migration(fileName: "0001_a.sql", bytes: bytes) }
        == .notUTF8(file: "0001_a.sql", line: 2))
  }

  @Test func utf16IsRefused() {
    #expect(
      caught { try Migration(fileName: "0001_a.sql", bytes: [0xFF, 0xFE, 0x53, 0, 0x3B, 0]) }
        == .notUTF8(file: "0001_a.sql", line: 1))
  }

  @Test func nulIsRefused() {
    #expect(
      caught { try makeMigrator(["0001_a.sql": "SELECT 1;\r\nSELECT '\0';"]) }
        == .containsNUL(file: "0001_a.sql", line: 2))
  }

  @Test func unclosedCommentIsRefused() {
    #expect(
      caught { try makeMigrator(["0001_a.sql": "CREATE TABLE a (x)\n/* oops;\nSELECT 1;"]) }
        == .unclosedComment(file: "0001_a.sql", line: 2))
  }

  @Test func byteOrderMarkIsNoPartOfTheSQL() throws {
    let plain = try Migration(fileName: "0001_a.sql", bytes: Array("SELECT 1;".utf8))
    let marked = try Migration(fileName: "0001_a.sql", bytes: Array("\u{FEFF}SELECT 1;".utf8))
    #expect(marked.sql == "SELECT 1;")
    #expect(marked.checksum != plain.checksum)
  }
}
