#if Postgres
internal import CStorePostgres
internal import StoreEngine
internal import Synchronization

/// When a connection last asked for the schema of its tables, and what it was.
///
/// A server does not tell of changes to the schema. So a connection asks for them before it is used
/// again: once a second, and at once after a statement of this process that may have changed it.
struct SchemaWatch {
  /// How long the schema is taken to be the same.
  static let period = Duration.seconds(1)
  /// How often statements of this process have changed a schema.
  private static let ownChanges = Atomic<Int>(0)

  /// Lets all connections of this process ask for the schema before they are used again.
  static func noteChange() { ownChanges.wrappingAdd(1, ordering: .relaxed) }

  /// The states of the tables about which something was found out, by their names.
  fileprivate var states: [String: String] = [:]
  private var askedAt = ContinuousClock.now
  private var ownChanges = 0

  /// Returns whether the time has come to ask, and takes it that the caller does.
  fileprivate mutating func isDue() -> Bool {
    guard !states.isEmpty else { return false }
    let now = ContinuousClock.now
    let ownChanges = Self.ownChanges.load(ordering: .relaxed)
    guard ownChanges != self.ownChanges || now - askedAt >= Self.period else { return false }
    (askedAt, self.ownChanges) = (now, ownChanges)
    return true
  }
}

extension PostgresConnection {
  /// Records the state of a table, about which something is to be found out.
  func watchSchema(of table: String) throws {
    schemaWatch.states.merge(try states(of: [table])) { $1 }
  }

  /// Forgets what was found out about the schema if one of its tables has changed since.
  func askForSchema() throws {
    guard schemaWatch.isDue(),
      try states(of: schemaWatch.states.keys.sorted()) != schemaWatch.states
    else { return }
    schemaWatch.states = [:]
    forgetSchema()
  }

  /// Called with what the server says that a command was.
  ///
  /// - Parameter mayFollowOthers: whether it was the last one of a text whose others are not known.
  func noteCommand(_ command: String, mayFollowOthers: Bool = false) {
    let word = command.prefix { $0 != " " }
    let mayChangeSchema =
      switch word {
      case "COMMIT", "ROLLBACK": hasChangedSchema
      case "CREATE", "ALTER", "DROP": true
      default: mayFollowOthers && !["BEGIN", "SAVEPOINT", "RELEASE", "SET"].contains(word)
      }
    guard mayChangeSchema else { return }
    hasChangedSchema = isInTransaction
    forgetSchema()
    SchemaWatch.noteChange()
  }

  /// Returns a text for the state of each table, which a change of its declaration, its indexes,
  /// triggers or rules makes another one.
  ///
  /// The place of a catalog row and the transaction that stored it are others after each change.
  private func states(of tables: [String]) throws -> [String: String] {
    let names = tables.map { "('\($0.replacing("'", with: "''"))')" }
    let catalogs = [
      "pg_class": "oid", "pg_attribute": "attrelid", "pg_index": "indrelid",
      "pg_trigger": "tgrelid", "pg_rewrite": "ev_class",
    ]
    let rows = catalogs.map { catalog, table in
      """
      SELECT concat('\(catalog)', ctid, xmin) FROM \(catalog)
      WHERE \(table) = to_regclass(quote_ident(name))
      """
    }
    let sql = """
      SELECT name, hashtextextended(coalesce(string_agg(part, ' ' ORDER BY part), ''), 0)
      FROM (VALUES \(names.joined(separator: ", "))) t (name)
      LEFT JOIN LATERAL (\(rows.joined(separator: " UNION ALL "))) s (part) ON TRUE
      GROUP BY name
      """
    makeFree()
    let result = send(sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_TUPLES_OK else { throw failure(result, sql: sql) }
    func text(_ row: Int32, _ column: Int32) -> String {
      String(cString: PQgetvalue(result, row, column))
    }
    return Dictionary(
      uniqueKeysWithValues: (0..<PQntuples(result)).map { (text($0, 0), text($0, 1)) })
  }
}
#endif
