/// A table, index, view or trigger that differs from the one that the applied files create.
public struct SchemaDifference: Sendable, Hashable, Encodable {
  /// The kind of difference.
  public enum Kind: String, Sendable, Hashable, Encodable {
    /// The files create it, but the database does not have it.
    case missing
    /// The database has it, but no file creates it.
    case extra
    /// Its SQL in the database differs from the SQL in the files.
    case different
    /// A file created it, and another file lost it when it made the table anew.
    case lost
  }

  /// The kind of difference.
  public let kind: Kind
  /// `table`, `index`, `view` or `trigger`; on a server also `constraint`, `function`, `sequence`
  /// and `type`.
  public let type: String
  /// The name of the object.
  public let name: String
  /// The table that it belongs to; for a table or view its own name.
  public let table: String
  /// The SQL in the files; nil if no file creates it.
  public let expected: String?
  /// The SQL in the database; nil if it is missing there.
  public let found: String?
  /// The file that lost it; nil for other differences.
  public private(set) var lostBy: String?

  private init(
    kind: Kind, type: String, name: String, table: String, expected: String?, found: String?
  ) {
    (self.kind, self.type, self.name, self.table) = (kind, type, name, table)
    (self.expected, self.found) = (expected, found)
  }

  /// Creates the difference that a file lost an object.
  init(lost object: SchemaObject, by file: String) {
    self.init(
      kind: .lost, type: object.key.type, name: object.key.name, table: object.table,
      expected: object.sql, found: nil)
    lostBy = file
  }

  /// Returns the differences between two schemas, sorted by type and name.
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
  /// The object, its difference, and its SQL.
  public var description: String {
    switch kind {
    case .missing: "\(type) \(name) is missing; the files make it:\n\(expected ?? "")"
    case .extra: "\(type) \(name) is in no file:\n\(found ?? "")"
    case .lost:
      "\(type) \(name) was lost when \(lostBy ?? "a file") made \(table) anew; create it in a new "
        + "file, or give it up there with DROP \(type.uppercased()) IF EXISTS:\n\(expected ?? "")"
    case .different:
      "\(type) \(name) differs; the files make:\n\(expected ?? "")\nbut the database has:\n"
        + (found ?? "")
    }
  }
}

/// A table, index, view, trigger or other object of a schema.
package struct SchemaObject {
  struct Key: Hashable {
    let type: String
    /// The bytes of the name, because SQLite compares names by bytes. Strings are also equal if one
    /// has a letter in composed and the other in decomposed form.
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

  /// Creates an object; `sql` is compared without regard to white space and comments.
  package init(type: String, name: String, table: String, sql: String) {
    key = Key(type: type, name: name)
    self.table = table
    self.sql = sql
  }

  /// Returns whether the SQL, which also names the table, is the same without regard to white space
  /// and comments.
  func isEquivalent(to other: SchemaObject) -> Bool {
    SQLTokens(sql).map(\.bytes) == SQLTokens(other.sql).map(\.bytes)
  }
}
