extension Migrator {
  /// Runs the files that lead to a goal on a copy of the database, which then goes.
  ///
  /// It fails as ``run(_:on:progress:)`` would, with the rows that are there now. The database
  /// itself is only read, so a read-only connection will do. The copy takes time and memory (or
  /// space for temporary files) in proportion to the database.
  ///
  /// ```swift
  /// for step in try migrator.dryRun(.up(), on: connection) { print("would run", step.fileName) }
  /// ```
  ///
  /// - Returns: the files that would run.
  /// - Throws: as ``run(_:on:progress:)``.
  public func dryRun(
    _ goal: MigrationGoal, on connection: Connection, progress: ((MigrationStep) -> Void)? = nil
  ) throws -> [MigrationStep] {
    guard !connection.isInTransaction else { throw MigrationError.insideTransaction }
    let copy = try connection.temporaryCopy()
    defer { copy.close() }
    return try run(goal, on: copy, progress: progress)
  }
}
