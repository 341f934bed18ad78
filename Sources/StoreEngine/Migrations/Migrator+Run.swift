extension Migrator {
  /// Applies the pending files in order, up to a number if one is given.
  ///
  /// ```swift
  /// try pool.withWriter { try migrator.up(on: $0) }
  /// ```
  ///
  /// - Returns: the files that this call ran; another migrator may have run others.
  /// - Throws: the errors of ``run(_:on:progress:)``.
  @discardableResult
  public func up(to number: Int? = nil, on connection: Connection) throws -> [MigrationStep] {
    try run(.up(to: number), on: connection)
  }

  /// Reverts the last files, the newest first.
  ///
  /// ```swift
  /// try pool.withWriter { try migrator.down(on: $0) }       // the last one
  /// ```
  ///
  /// - Returns: the files that this call ran.
  /// - Throws: the errors of ``run(_:on:progress:)``.
  @discardableResult
  public func down(steps: Int = 1, on connection: Connection) throws -> [MigrationStep] {
    try run(.down(steps: steps), on: connection)
  }

  /// Applies or reverts files until a number is the last one applied; 0 reverts all.
  ///
  /// - Returns: the files that this call ran.
  /// - Throws: the errors of ``run(_:on:progress:)``.
  @discardableResult
  public func move(to number: Int, on connection: Connection) throws -> [MigrationStep] {
    try run(.to(number), on: connection)
  }

  /// Runs the files that lead to a goal.
  ///
  /// The files are selected at the start. A file that another migrator runs meanwhile is skipped.
  ///
  /// - Parameters:
  ///   - goal: the state to reach.
  ///   - connection: a connection with write access, outside a transaction.
  ///   - progress: called after each file that this call has run and committed. Foreign keys are
  ///     still off, so do not use the connection in it.
  /// - Returns: the files that this call ran.
  /// - Throws: ``MigrationError``; `DatabaseError` for errors that no file causes: `busy`,
  ///   `readOnly`, `diskFull`, `interrupted`, `corrupt`.
  @discardableResult
  public func run(
    _ goal: MigrationGoal, on connection: Connection, progress: ((MigrationStep) -> Void)? = nil
  ) throws -> [MigrationStep] {
    guard !connection.isInTransaction else { throw MigrationError.insideTransaction }
    return try run(goal, on: connection.migrating(), progress)
  }

  func run(
    _ goal: MigrationGoal, on connection: any MigratingConnection,
    _ progress: ((MigrationStep) -> Void)?
  ) throws -> [MigrationStep] {
    // The first check needs no lock: usually there is nothing to do.
    let steps = try plan(goal, status(MigrationHistory.read(from: connection)))
    guard !steps.isEmpty else { return [] }
    return try connection.whileMigrating {
      try steps.compactMap { step in
        let done = try connection.migrationTransaction(timeout: lockTimeout) {
          try perform(step, on: connection)
        }
        if let done { progress?(done) }
        return done
      }
    }
  }

  /// Runs one file and changes its row in the history, inside the caller's transaction. Returns
  /// the file with what it lost; nil if another migrator has run it.
  private func perform(
    _ step: MigrationStep, on connection: any MigratingConnection
  ) throws -> MigrationStep? {
    try MigrationHistory.prepare(connection)
    let status = status(try MigrationHistory.read(from: connection))
    try refuseProblems(status, step.direction)
    guard let entry = status.entries.first(where: { $0.number == step.number }),
      let migration = migration(step.number)
    else { return nil }
    let isDone = (entry.appliedAt != nil) == (step.direction == .up)
    if isDone { return nil }
    // Only the next file in the order may run.
    let isNext =
      step.direction == .up
      ? status.entries(.pending).first == entry : status.current == entry.number
    guard isNext else { throw MigrationError.historyChanged(file: step.fileName, set: set) }

    switch step.direction {
    case .up: try MigrationHistory.record(migration, set: set, on: connection)
    case .down: try MigrationHistory.erase(migration, set: set, on: connection)
    }
    let sql = sql(of: step)
    var done = step
    done.losses = try losses(of: step, on: connection)
    let history = try MigrationHistory.read(from: connection)
    let temporary = try connection.temporaryNames()
    let before = try connection.schemaState()
    try connection.runScript(sql, of: step.fileName)
    guard try isHistory(history, on: connection) else {
      throw MigrationError.writesHistory(file: step.fileName)
    }
    if let name = try connection.temporaryNames().subtracting(temporary).min() {
      throw MigrationError.leavesTemporary(file: step.fileName, name: name)
    }
    try connection.checkReferences(after: step.fileName)
    if !allowsLosses {
      let change = SchemaChange(
        from: before, to: try connection.schemaState(),
        by: SchemaStatements(sql, connection.engine))
      if !change.losses.isEmpty {
        throw MigrationError.loses(file: step.fileName, change.losses)
      }
      if let reason = change.damage {
        throw MigrationError.breaks(file: step.fileName, reason: reason)
      }
    }
    if let applicationID, step.direction == .up {
      try connection.mark(applicationID: applicationID)
    }
    return done
  }

  /// Returns the SQL of a file that is run.
  func sql(of step: MigrationStep) -> String {
    let migration = migration(step.number)
    return (step.direction == .up ? migration?.sql : migration?.downSQL) ?? ""
  }

  private func isHistory(
    _ history: MigrationHistory, on connection: any MigratingConnection
  ) throws -> Bool {
    do {
      return try MigrationHistory.read(from: connection) == history
    } catch MigrationError.historyUnreadable {
      return false
    }
  }
}
