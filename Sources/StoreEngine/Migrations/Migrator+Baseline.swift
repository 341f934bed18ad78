extension Migrator {
  /// Records in the history that the files up to a number are applied, without running them. This
  /// is for a database that had its schema before it had migrations.
  ///
  /// Call ``verify(with:on:)`` afterwards to check whether the files describe that schema.
  ///
  /// ```swift
  /// try pool.withWriter { try migrator.baseline(at: 3, on: $0) }
  /// ```
  ///
  /// - Returns: the names of the files that are recorded as applied by this call.
  /// - Throws: ``MigrationError``: `historyNotEmpty`, `unknownNumber`, `insideTransaction`;
  ///   `DatabaseError`.
  @discardableResult
  public func baseline(at number: Int, on connection: Connection) throws -> [String] {
    let connection = try connection.migrating()
    try checkKnown(number)
    guard !connection.isInTransaction else { throw MigrationError.insideTransaction }
    return try connection.migrationTransaction(timeout: lockTimeout) {
      try MigrationHistory.prepare(connection)
      let applied = try MigrationHistory.read(from: connection).applied(of: set).values
      if let last = applied.max(by: { $0.number < $1.number }) {
        throw MigrationError.historyNotEmpty(set: set, applied: last.fileName)
      }
      let marked = migrations.filter { $0.number <= number }
      for migration in marked {
        try MigrationHistory.record(migration, set: set, on: connection)
      }
      return marked.map(\.fileName)
    }
  }
}
