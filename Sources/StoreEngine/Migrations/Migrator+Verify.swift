extension Migrator {
  /// Runs all applied files on an empty database in memory, in the order of the history, and
  /// compares the resulting schema with that of the database. It writes nothing.
  ///
  /// The files of all sets in the history are needed, because all of them have contributed to the
  /// schema. White space, comments, SQLite's own tables and the history are ignored; rows are not
  /// compared. What files lost when they made a table anew is a difference too, until a later file
  /// creates it or drops it.
  ///
  /// ```swift
  /// for difference in try app.verify(with: [store], on: connection) { print(difference) }
  /// // index person_by_age is in no file: CREATE INDEX person_by_age ON person (age)
  /// ```
  ///
  /// - Parameters:
  ///   - others: the migrators of the other sets.
  ///   - connection: the connection to check, which may be read-only.
  /// - Returns: the differences, sorted by type and name; empty if the schema is what the files
  ///   describe.
  /// - Throws: ``MigrationError``: `modified`, `missing`, `unknownSet`, `failed`;
  ///   `DatabaseError`.
  public func verify(
    with others: [Migrator] = [], on connection: Connection
  ) throws -> [SchemaDifference] {
    let known = Set(([self] + others).map(\.set))
    let history = try MigrationHistory.read(from: connection.migrating())
    if let entry = history.entries.first(where: { !known.contains($0.set) }) {
      throw MigrationError.unknownSet(entry.set)
    }
    return try verifyKnownSets(with: others, on: connection).differences
  }

  /// Compares the schema as ``verify(with:on:)`` does, as far as the given sets describe it.
  ///
  /// - Returns: the differences, and the sets in the history that were not given. If there are any,
  ///   objects that no file creates are no differences: they may belong to these sets. If a file
  ///   needs the tables of such a set, nothing is compared.
  public func verifyKnownSets(
    with others: [Migrator] = [], on connection: Connection
  ) throws -> (differences: [SchemaDifference], unknownSets: [String]) {
    let connection = try connection.migrating()
    let migrators = Dictionary(
      ([self] + others).map { ($0.set, $0) }, uniquingKeysWith: { first, _ in first })
    let (history, found) = try connection.snapshot {
      (try MigrationHistory.read(from: connection), try connection.schemaObjects())
    }
    for migrator in migrators.values.sorted(by: { $0.set < $1.set }) {
      // The order of pending files is irrelevant to the applied ones.
      try migrator.refuseProblems(migrator.status(history), .down)
    }
    let unknown = Set(history.entries.map(\.set)).subtracting(migrators.keys).sorted()
    var losses: [(object: SchemaObject, file: String)] = []
    let expected = try connection.withEmptyDatabase { replay -> [SchemaObject]? in
      var isIncomplete = false
      var before = try replay.schemaObjects()
      for entry in history.entries {
        guard let migrator = migrators[entry.set] else {
          isIncomplete = true
          continue
        }
        guard let migration = migrator.migration(entry.number) else {
          throw MigrationError.missing(file: entry.fileName, set: entry.set)
        }
        do {
          try replay.transaction { try replay.runScript(migration.sql, of: migration.fileName) }
        } catch  where isIncomplete {
          return nil
        }
        let after = try replay.schemaObjects()
        let statements = SchemaStatements(migration.sql, connection.engine)
        losses.removeAll { statements.drops($0.object) }
        losses += SchemaChange.lost(from: before, to: after, by: statements).map {
          ($0, migration.fileName)
        }
        before = after
      }
      return before
    }
    guard let expected else { return ([], unknown) }
    let differences =
      SchemaDifference.between(expected: expected, found: found)
      + losses.filter { loss in
        !expected.contains { $0.key == loss.object.key }
          && expected.contains { $0.key.type == "table" && $0.table == loss.object.table }
      }.map { SchemaDifference(lost: $0.object, by: $0.file) }
    return (unknown.isEmpty ? differences : differences.filter { $0.kind != .extra }, unknown)
  }
}
