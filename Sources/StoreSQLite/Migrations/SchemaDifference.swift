/// A table, index, view or trigger that is not as the applied files make it.
public struct SchemaDifference: Sendable, Hashable, Encodable {
  /// In which way it differs.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// The files make it, but the database does not have it.
    case missing
    /// The database has it, but no file makes it.
    case extra
    /// The database has it otherwise than the files make it.
    case different
  }

  /// In which way it differs.
  public let kind: Kind
  /// `table`, `index`, `view` or `trigger`.
  public let type: String
  /// Its name.
  public let name: String
  /// The table it belongs to; for a table or view its own name.
  public let table: String
  /// The SQL that the files make; nil for an extra one.
  public let expected: String?
  /// The SQL in the database; nil for a missing one.
  public let found: String?

  /// The differences between two schemas, by type and name.
  static func between(expected: [SchemaObject], found: [SchemaObject]) -> [SchemaDifference] {
    let wanted = Dictionary(expected.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let actual = Dictionary(found.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let keys = Set(wanted.keys).union(actual.keys).sorted {
      ($0.type, $0.name) < ($1.type, $1.name)
    }
    return keys.compactMap { key in
      let (expected, found) = (wanted[key], actual[key])
      if let expected, let found, expected.isEquivalent(to: found) { return nil }
      return SchemaDifference(
        kind: expected == nil ? .extra : found == nil ? .missing : .different,
        type: key.type, name: key.name, table: (expected ?? found)?.table ?? key.name,
        expected: expected?.sql, found: found?.sql)
    }
  }
}

extension SchemaDifference: CustomStringConvertible {
  /// What differs, and for a different one both texts.
  public var description: String {
    switch kind {
    case .missing: "\(type) \(name) is missing; the files make it:\n\(expected ?? "")"
    case .extra: "\(type) \(name) is in no file:\n\(found ?? "")"
    case .different:
      "\(type) \(name) differs; the files make:\n\(expected ?? "")\nbut the database has:\n"
        + (found ?? "")
    }
  }
}

/// A row of `sqlite_schema`.
struct SchemaObject {
  struct Key: Hashable {
    let type: String
    /// Bytes, as SQLite compares names: strings are equal, too, when one has a letter composed and
    /// the other decomposed.
    private let nameBytes: [UInt8]

    var name: String { String(decoding: nameBytes, as: UTF8.self) }

    init(type: String, name: String) {
      self.type = type
      nameBytes = Array(name.utf8)
    }
  }

  let key: Key
  let table: String
  let sql: String

  /// Whether the SQL, which names the table too, is the same but for white space and comments.
  func isEquivalent(to other: SchemaObject) -> Bool {
    SQLTokens(sql).map(\.bytes) == SQLTokens(other.sql).map(\.bytes)
  }

  /// What a database has, but for SQLite's own objects and the history.
  static func all(of connection: Connection) throws -> [SchemaObject] {
    try connection.query(
      """
      SELECT type, name, tbl_name, coalesce(sql, '') FROM main.sqlite_schema
      WHERE lower(substr(name, 1, 7)) <> 'sqlite_' AND tbl_name <> 'schema_migration'
      """
    ) { row in
      SchemaObject(
        key: Key(type: try row.text(0), name: try row.text(1)), table: try row.text(2),
        sql: try row.text(3))
    }
  }
}
