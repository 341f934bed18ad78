internal import StoreEngine

/// What an insert does with a row that has the key, or the value of a unique column, of a stored
/// row.
///
/// ```swift
/// let policy = ConflictPolicy.update(columns: ["name", "age"], unique: ["email"])
/// try transaction.people.inserting(onConflict: policy) { try $0.insert(ada) }
/// // INSERT INTO person (…) VALUES (?, …, ?)
/// // ON CONFLICT (id) DO UPDATE SET name = excluded.name, age = excluded.age
/// // ON CONFLICT (email) DO UPDATE SET name = excluded.name, age = excluded.age
/// ```
///
/// Other violations, such as that of a `CHECK`, are errors under each policy.
public enum ConflictPolicy: Sendable, Hashable {
  /// The conflict is an error, ``RowError/duplicate(table:fields:)``.
  case fail
  /// The stored row stays as it is, and the new one is left out.
  case ignore
  /// The stored row gets the new values of these columns. `unique` names the columns, other than
  /// the key, whose values must be unique.
  case update(columns: [String], unique: [String])

  /// Returns the conflict clauses of an `INSERT` into a table, of which a statement has one: the
  /// first, and then another if it fails because of a value that is not unique. PostgreSQL has one
  /// for each column.
  ///
  /// - Parameter missing: the columns that get the default values of the database, and keep their
  ///   values in a stored row.
  func clauses(
    of table: Table<some Sendable>, on engine: Engine, without missing: Set<String> = []
  ) -> [String] {
    switch self {
    case .fail: return [""]
    case .ignore: return [" ON CONFLICT DO NOTHING"]
    case .update(let columns, let unique):
      // There is one clause for each column that can conflict. That column has its value already.
      let key = table.keyNames
      let clauses = ([key] + unique.map { [$0] }).map { target in
        let changed = columns.filter {
          !target.contains($0) && !key.contains($0) && !missing.contains($0)
        }
        return overwriting(
          conflictsIn: target, changed, table.textChange(of: changed, on: engine))
      }
      return engine.joinsConflictClauses ? [clauses.joined()] : clauses
    }
  }
}
