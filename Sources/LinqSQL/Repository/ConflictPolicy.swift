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
/// ``update(matching:)`` names properties instead, also several that are unique together.
///
/// Other violations, such as that of a `CHECK`, are errors under each policy.
public enum ConflictPolicy: Sendable, Hashable {
  /// The conflict is an error, ``RowError/duplicate(table:fields:)``.
  case fail
  /// The stored row stays as it is, and the new one is left out.
  case ignore
  /// The stored row gets the new values of these columns. `unique` names the columns, other than
  /// those of the key, each of which has unique values by itself.
  case update(columns: [String], unique: [String])
  /// The stored row with the same values of some properties gets all other values of the new one.
  /// See ``update(matching:)``.
  case overwrite(UniqueProperties)

  /// The stored row with the same values of some properties, which are those of one unique
  /// constraint, gets all other values of the new one. It keeps its key.
  ///
  /// ```swift
  /// try await rates.insert(today, onConflict: .update(matching: \Rate.currency, \Rate.year))
  /// // INSERT INTO rate (value, currency, year) VALUES (?, ?, ?)
  /// // ON CONFLICT (currency, year) DO UPDATE SET value = excluded.value
  /// ```
  ///
  /// Other conflicts are errors. A row with nil in one of the properties is like no other. Which
  /// values are the same is for the constraint to say: in a column with a collation such as
  /// `NOCASE`, also texts that differ in Swift.
  public static func update<Row>(
    matching properties: (any PartialKeyPath<Row> & Sendable)...
  ) -> ConflictPolicy { .overwrite(UniqueProperties(properties)) }

  /// The properties of a unique constraint.
  public struct UniqueProperties: Sendable, Hashable {
    let keyPaths: [any AnyKeyPath & Sendable]

    init(_ keyPaths: [any AnyKeyPath & Sendable]) { self.keyPaths = keyPaths }

    /// Returns whether both have the same properties in the same order.
    public static func == (left: Self, right: Self) -> Bool {
      left.keyPaths.map { $0 as AnyKeyPath } == right.keyPaths.map { $0 as AnyKeyPath }
    }

    /// Hashes the properties.
    public func hash(into hasher: inout Hasher) {
      for keyPath in keyPaths { hasher.combine(keyPath as AnyKeyPath) }
    }
  }

  /// Returns the columns that identify a stored row, each set alone, and those that are overwritten
  /// in it; nil if stored rows stay as they are.
  ///
  /// - Throws: ``RowError/invalid(table:_:)`` for a property without a column.
  func overwriting(
    in table: Table<some Sendable>
  ) throws -> (targets: [[String]], columns: [String])? {
    switch self {
    case .fail, .ignore: return nil
    case .update(let columns, let unique):
      let key = table.keyNames
      return ([key] + unique.filter { !key.contains($0) }.map { [$0] }, columns)
    case .overwrite(let properties):
      let target = try properties.keyPaths.map { try table.columnName(of: $0) }
      return ([target], table.writers.map(\.column))
    }
  }

  /// Returns the conflict clauses of an `INSERT` into a table, of which a statement has one: the
  /// first, and then another if it fails because of a value that is not unique. PostgreSQL has one
  /// for each column.
  ///
  /// - Parameter missing: the columns that get the default values of the database, and keep their
  ///   values in a stored row.
  func clauses(
    of table: Table<some Sendable>, on engine: Engine, without missing: Set<String> = []
  ) throws -> [String] {
    guard let (targets, columns) = try overwriting(in: table) else {
      return [self == .fail ? "" : " ON CONFLICT DO NOTHING"]
    }
    // There is one clause for each column that can conflict. That column has its value already.
    let key = table.keyNames
    let clauses = targets.map { target in
      let changed = columns.filter {
        !target.contains($0) && !key.contains($0) && !missing.contains($0)
          && $0 != table.version?.column
      }
      return LinqSQL.overwriting(
        conflictsIn: target, changed, table.countedChange(of: changed, on: engine))
    }
    return engine.joinsConflictClauses ? [clauses.joined()] : clauses
  }
}
