extension Migrator {
  /// Runs the files that lead to a goal, and keeps nothing of it.
  ///
  /// It fails as ``run(_:on:progress:)`` would fail with the current rows. A read-only connection
  /// is sufficient.
  ///
  /// For SQLite the files run on a temporary copy. Its time and memory (or space for temporary
  /// files) are proportional to the size of the database. On a PostgreSQL server they run in a
  /// transaction that is rolled back, and lock what they change until then.
  ///
  /// ```swift
  /// for step in try migrator.dryRun(.up(), on: connection) { print("would run", step.fileName) }
  /// ```
  ///
  /// - Returns: the files that would run.
  /// - Throws: the errors of ``run(_:on:progress:)``.
  public func dryRun(
    _ goal: MigrationGoal, on connection: Connection, progress: ((MigrationStep) -> Void)? = nil
  ) throws -> [MigrationStep] {
    guard !connection.isInTransaction else { throw MigrationError.insideTransaction }
    return try connection.migrating().withTrial { try run(goal, on: $0, progress) }
  }
}
