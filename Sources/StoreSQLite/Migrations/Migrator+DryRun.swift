internal import StoreEngine

extension Migrator {
  /// Runs the files that lead to a goal on a temporary copy of the database.
  ///
  /// It fails as ``run(_:on:progress:)`` would fail with the current rows. The database itself is
  /// only read, so a read-only connection is sufficient. The time and memory (or space for
  /// temporary files) of the copy are proportional to the size of the database.
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
    let connection = try connection.sqlite(for: "migrations of files")
    guard !connection.isInTransaction else { throw MigrationError.insideTransaction }
    let copy = try connection.temporaryCopy()
    defer { copy.close() }
    return try run(goal, on: copy, progress: progress)
  }
}
