internal import StoreSupport

/// One numbered change of a database's schema: the SQL that makes it, and perhaps the SQL that
/// reverts it.
///
/// It comes from a file `NNNN_name.sql` and an optional file `NNNN_name.down.sql`. The number has
/// four digits, or more without leading zeros (`20260131_name.sql`), and is at least 1. The name
/// consists of ASCII letters, digits, `_` and `-`.
///
/// ```swift
/// let people = try Migration(
///   fileName: "0001_people.sql",
///   bytes: Array("CREATE TABLE person (id INTEGER PRIMARY KEY) STRICT;".utf8),
///   downBytes: Array("DROP TABLE person;".utf8))
/// people.number        // 1
/// people.checksum      // SHA-256 of the first file
/// ```
public struct Migration: Sendable, Hashable {
  /// The number, which defines the order in the set; at least 1.
  public let number: Int

  /// The part of the file name between the number and `.sql`.
  public let name: String

  /// The SQL that makes the change.
  public let sql: String

  /// The SQL that reverts the change; nil if there is no such file.
  public let downSQL: String?

  /// The SHA-256 of the text of the first file, as 64 hexadecimal digits.
  ///
  /// It does not depend on what editors and checkouts change: line ends count as `\n`, there is no
  /// byte order mark, and one `\n` at the end. So for a file of this form it is what `sha256sum`
  /// prints. The second file is not part of it, so it can be corrected as long as it has not been
  /// needed.
  public let checksum: String

  /// The checksum of the bytes themselves, as earlier versions computed it.
  private let checksumOfBytes: String

  /// `NNNN_name.sql`.
  public var fileName: String { Self.fileName(number, name) }

  /// Returns the name of the file of a number: `NNNN_name.sql`.
  package static func fileName(_ number: Int, _ name: String) -> String {
    MigrationFileName(number: number, name: name).text
  }

  /// `NNNN_name.down.sql`, whether there is such a file or not.
  public var downFileName: String {
    MigrationFileName(number: number, name: name, isDown: true).text
  }

  /// Creates a migration from the contents of its files.
  ///
  /// A byte order mark at the start of a file is accepted; lines may end in CR LF. The SQL that
  /// runs has neither, so that it is the same from every checkout.
  ///
  /// - Throws: ``MigrationError``: `badFileName`, `emptyFile`, `otherEncoding`, `notUTF8`,
  ///   `containsNUL`, `unclosedComment`, `hiddenText`, `invisibleCharacter`.
  public init(
    fileName: String, bytes: [UInt8], downBytes: [UInt8]? = nil
  ) throws(MigrationError) {
    guard let parsed = MigrationFileName(fileName), !parsed.isDown else {
      throw .badFileName(fileName)
    }
    number = parsed.number
    name = parsed.name
    sql = try MigrationText(bytes, file: fileName).sql
    downSQL = try downBytes.map { bytes throws(MigrationError) in
      try MigrationText(bytes, file: parsed.down.text).sql
    }
    checksum = SHA256.hexDigest(of: Self.text(sql, finalLineEnd: "\n"))
    checksumOfBytes = SHA256.hexDigest(of: bytes)
  }

  /// Returns whether a checksum in a history is that of this file, also one that an earlier version
  /// wrote: it counted line ends, the byte order mark and the end of the last line.
  func hasChecksum(_ other: String) -> Bool {
    if other == checksum || other == checksumOfBytes { return true }
    let texts = [Array(sql.utf8)] + ["", "\n"].map { Self.text(sql, finalLineEnd: $0) }
    return texts.contains { text in
      let withCR = text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
      return [text, withCR].contains { text in
        [[], Array("\u{FEFF}".utf8)].contains { SHA256.hexDigest(of: $0 + text) == other }
      }
    }
  }

  /// Returns the bytes of a text with the given end of its last line.
  private static func text(_ sql: String, finalLineEnd: String) -> [UInt8] {
    let end = sql.utf8.lastIndex { $0 != 0x0A }.map { sql.utf8.index(after: $0) }
    return Array(sql.utf8[..<(end ?? sql.startIndex)]) + Array(finalLineEnd.utf8)
  }
}

/// The parts of `NNNN_name.sql` and `NNNN_name.down.sql`.
struct MigrationFileName: Hashable {
  let number: Int
  let name: String
  var isDown = false

  init(number: Int, name: String, isDown: Bool = false) {
    self.number = number
    self.name = name
    self.isDown = isDown
  }

  /// Parses the name of a file; nil if it does not have this form.
  init?(_ fileName: String) {
    var stem = fileName[...]
    guard stem.hasSuffix(".sql") else { return nil }
    stem.removeLast(".sql".count)
    if stem.hasSuffix(".down") {
      isDown = true
      stem.removeLast(".down".count)
    }
    guard let bar = stem.firstIndex(of: "_") else { return nil }
    let digits = stem[..<bar]
    // A number has only one spelling, so that the name of a missing file is known from the history.
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), (4...18).contains(digits.count),
      digits.count == 4 || digits.first != "0", let number = Int(digits), number > 0
    else { return nil }
    let name = stem[stem.index(after: bar)...]
    guard !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") })
    else { return nil }
    self.number = number
    self.name = String(name)
  }

  var text: String {
    "\(String.digits(number, count: 4))_\(name)\(isDown ? ".down" : "").sql"
  }

  var up: MigrationFileName { MigrationFileName(number: number, name: name) }

  var down: MigrationFileName { MigrationFileName(number: number, name: name, isDown: true) }
}
