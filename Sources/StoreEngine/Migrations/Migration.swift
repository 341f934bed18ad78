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

  /// The SHA-256 of the bytes of the first file, as 64 hexadecimal digits.
  ///
  /// Every byte counts, including line ends. The second file is not part of it, so it can be
  /// corrected as long as it has not been needed.
  public let checksum: String

  /// `NNNN_name.sql`.
  public var fileName: String { MigrationFileName(number: number, name: name).text }

  /// `NNNN_name.down.sql`, whether there is such a file or not.
  public var downFileName: String {
    MigrationFileName(number: number, name: name, isDown: true).text
  }

  /// Creates a migration from the contents of its files.
  ///
  /// A byte order mark at the start of a file is accepted; lines may end in CR LF.
  ///
  /// - Throws: ``MigrationError``: `badFileName`, `emptyFile`, `notUTF8`, `containsNUL`,
  ///   `unclosedComment`.
  public init(
    fileName: String, bytes: [UInt8], downBytes: [UInt8]? = nil
  ) throws(MigrationError) {
    guard let parsed = MigrationFileName(fileName), !parsed.isDown else {
      throw .badFileName(fileName)
    }
    number = parsed.number
    name = parsed.name
    sql = try Self.text(of: bytes, file: fileName)
    if let downBytes {
      downSQL = try Self.text(of: downBytes, file: parsed.down.text)
    } else {
      downSQL = nil
    }
    checksum = SHA256.hexDigest(of: bytes)
  }

  /// Returns the SQL text of a file, which must contain at least one statement.
  private static func text(of bytes: [UInt8], file: String) throws(MigrationError) -> String {
    var line = 1
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    decoding: while true {
      switch decoder.decode(&iterator) {
      case .scalarValue("\n"): line += 1
      // SQLite would silently stop reading here.
      case .scalarValue("\0"): throw .containsNUL(file: file, line: line)
      case .scalarValue: break
      case .emptyInput: break decoding
      case .error: throw .notUTF8(file: file, line: line)
      }
    }
    var tokens = SQLTokens(bytes)
    var isEmpty = true
    while let token = tokens.next() {
      if token.text != ";" { isEmpty = false }
    }
    if let start = tokens.unclosedComment {
      throw .unclosedComment(file: file, line: 1 + bytes[..<start].count { $0 == 0x0A })
    }
    guard !isEmpty else { throw .emptyFile(file) }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return String(
      decoding: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
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
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(zeros)\(digits)_\(name)\(isDown ? ".down" : "").sql"
  }

  var up: MigrationFileName { MigrationFileName(number: number, name: name) }

  var down: MigrationFileName { MigrationFileName(number: number, name: name, isDown: true) }
}
