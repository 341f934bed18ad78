import Foundation
import Testing

@testable import StoreEngine
@testable import StoreSQLite

@Suite struct MigrationFilesTests {
  private let fixture = MigrationFixture()

  @Test func folderIsReadInOrder() throws {
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
    // echo 'SELECT 1;' | sha256sum
    #expect(
      migrations[0].checksum == "b4e0497804e46e0a0b0b8c31975b062152d551bac49c3c2e80932567b4085dcd")
  }

  @Test func emptyFolderHasNone() throws {
    #expect(try Migration.load(folder: fixture.migrations).isEmpty)
  }

  @Test func folderThatIsNotThere() throws {
    let missing = fixture.migrations + "/nowhere"
    #expect(caught { try Migration.load(folder: missing) } == .noFolder(missing))
    try fixture.write("0001_a.sql", "SELECT 1;")
    let file = fixture.migrations + "/0001_a.sql"
    #expect(caught { try Migration.load(folder: file) } == .noFolder(file))
  }

  @Test func unreadableFileIsNamed() throws {
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
        == .otherEncoding(file: "0001_a.sql", "UTF-16"))
  }

  @Test(arguments: ["UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"])
  func otherEncodingWithoutAMarkIsNamed(name: String) throws {
    let encoding: String.Encoding =
      switch name {
      case "UTF-16LE": .utf16LittleEndian
      case "UTF-16BE": .utf16BigEndian
      case "UTF-32LE": .utf32LittleEndian
      default: .utf32BigEndian
      }
    for text in ["CREATE TABLE a (x);", "-- Ж\nSELECT 1;\n", "SELECT 1"] {
      let bytes = [UInt8](try #require(text.data(using: encoding)))
      let error = caught { try Migration(fileName: "0001_a.sql", bytes: bytes) }
      #expect(error == .otherEncoding(file: "0001_a.sql", name))
      #expect(error?.description.contains("iconv -f \(name) -t UTF-8") == true)
    }
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

  @Test(arguments: ["\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"])
  func commentThatHidesALineIsRefused(separator: String) throws {
    let error = try #require(
      caught {
        try makeMigrator(["0001_a.sql": "CREATE TABLE a (x);\n-- two\(separator)DROP TABLE b;\n"])
      })
    guard case .hiddenText("0001_a.sql", 2, let name) = error else {
      return #expect(error == .emptyFile(""))
    }
    #expect(name.hasPrefix("U+"))
    #expect(error.description.contains("save the file with LF as line ends"))
    // What follows is no text, or no comment.
    _ = try makeMigrator(["0001_a.sql": "-- one\(separator) \nSELECT '--\(separator)x';\n"])
  }

  @Test func lineOfAClassicMacFileIsTheOneThatItsEditorShows() {
    #expect(
      caught { try makeMigrator(["0001_a.sql": "CREATE TABLE a (x);\r\r-- b\rDROP TABLE b;\r"]) }
        == .hiddenText(file: "0001_a.sql", line: 3, after: "U+000D CR"))
  }

  @Test(arguments: ["\u{A0}", "\u{200B}", "\u{2028}", "\u{3000}", "\u{2060}"])
  func spaceThatIsALetterIsRefused(space: String) throws {
    let error = caught { try makeMigrator(["0001_a.sql": "SELECT 1;\nCREATE TABLE a\(space)(x);"]) }
    guard case .invisibleCharacter("0001_a.sql", 2, let name)? = error else {
      return #expect(error == .emptyFile(""))
    }
    #expect(name.hasPrefix("U+"))
    // In quotes and in comments it is meant; letters of other languages are letters.
    _ = try makeMigrator(["0001_a.sql": "SELECT 'a\(space)b' AS \"c\(space)\"; -- \(space)"])
    _ = try makeMigrator(["0001_a.sql": "CREATE TABLE größe (می\u{200C}خواهم)"])
  }

  @Test func textIsTheSameFromEveryCheckout() throws {
    let text = "-- a\nCREATE TABLE a (x DEFAULT 'p\nq');\n"
    let plain = try Migration(fileName: "0001_a.sql", bytes: Array(text.utf8))
    #expect(plain.checksum == SHA256.hexDigest(of: Array(text.utf8)))
    for other in Self.spellings(of: text) {
      let migration = try Migration(fileName: "0001_a.sql", bytes: other)
      #expect(migration.checksum == plain.checksum)
      #expect(migration.sql.hasPrefix("-- a\nCREATE TABLE a (x DEFAULT 'p\nq');"))
    }
    let changed = try Migration(fileName: "0001_a.sql", bytes: Array("-- a\n\(text)".utf8))
    #expect(changed.checksum != plain.checksum)
  }

  /// A store that an earlier version migrated, which wrote the checksum of the bytes, opens with
  /// each spelling of the file; a file whose text has changed is modified.
  @Test func checksumsOfBytesStayValid() throws {
    let text = "CREATE TABLE a (x DEFAULT 'p\nq');\n"
    for applied in Self.spellings(of: text) {
      let connection = try SQLiteConnection(path: ":memory:")
      try makeMigrator(["0001_a.sql": text]).up(on: connection)
      try connection.run(
        "UPDATE schema_migration SET checksum = ?", [.text(SHA256.hexDigest(of: applied))])
      for found in Self.spellings(of: text) {
        let migrator = try Migrator([Migration(fileName: "0001_a.sql", bytes: found)])
        #expect(try migrator.status(on: connection).isUpToDate)
        #expect(try migrator.up(on: connection).isEmpty)
        #expect(try migrator.verify(on: connection).isEmpty)
      }
      let changed = try makeMigrator(["0001_a.sql": text.replacing("a (", with: "a  (")])
      #expect(try changed.status(on: connection).entries.map(\.state) == [.modified])
    }
  }

  private static func spellings(of text: String) -> [[UInt8]] {
    let lines = text.dropLast()
    return ["", "\u{FEFF}"].flatMap { mark in
      ["\n", "\r\n"].flatMap { lineEnd in
        ["", lineEnd].map { last in
          Array((mark + lines.split(separator: "\n").joined(separator: lineEnd) + last).utf8)
        }
      }
    }
  }
}
