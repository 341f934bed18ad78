internal import CStoreSQLite

extension Connection {
  /// Runs `body` in a transaction: all of its changes are stored or, if it throws, none of them.
  ///
  /// Outside a transaction this is `BEGIN IMMEDIATE … COMMIT`, which takes the write lock at once,
  /// so that the transaction cannot fail halfway because another one wrote in between. Inside one
  /// it is a savepoint: if `body` throws, only its own changes are rolled back.
  ///
  /// ```swift
  /// try connection.transaction {
  ///   try connection.run("INSERT INTO person (name) VALUES (?)", ["Ada"])
  ///   try? connection.transaction { throw Stop() }        // undoes what this inner one did
  /// }
  /// ```
  ///
  /// SQLite itself ends a transaction after some errors, such as a full disk. Statements that
  /// `body` runs after that throw ``DatabaseError/transactionEnded(path:)``.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    isInTransaction
      ? try savepoint(body)
      : try transaction(writes: true, body)
  }

  /// Runs `body` in one snapshot of the database: what it reads does not change while it runs.
  ///
  /// The snapshot begins with the first statement that reads.
  @discardableResult
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    isInTransaction ? try body() : try transaction(writes: false, body)
  }

  private func transaction<Result>(writes: Bool, _ body: () throws -> Result) throws -> Result {
    try run(writes ? "BEGIN IMMEDIATE" : "BEGIN")
    do {
      let result = try withTransactionRequired(body)
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw writes ? outcome(of: error) : error
    }
  }

  /// Returns the error of a transaction that has been rolled back.
  ///
  /// If `COMMIT` could not write, the log may contain the whole transaction nevertheless, and
  /// SQLite would read it from there after a loss of power. The next transaction takes its place,
  /// so an empty one makes sure that it is gone.
  private func outcome(of error: any Error) -> any Error {
    let failure: SQLiteError
    switch error {
    case DatabaseError.inputOutput(_, let error), DatabaseError.diskFull(_, let error):
      failure = error
    default: return error
    }
    guard failure.sql == "COMMIT", failure.code == SQLITE_IOERR else { return error }
    do {
      try interruption.holdOff {
        let version = try query("PRAGMA main.user_version") { try $0.integer(0) }.first ?? 0
        try run("PRAGMA main.user_version = \(version)")
      }
      return error
    } catch {
      return DatabaseError.uncertain(path: path, failure)
    }
  }

  /// Rolls back the transaction, whatever state an error has left it in.
  package func rollBack() {
    // Some errors, such as a full disk, have ended the transaction already.
    guard isInTransaction else { return }
    checkedTexts = []
    interruption.holdOff { _ = try? run("ROLLBACK") }
  }

  private func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    savepointDepth += 1
    defer { savepointDepth -= 1 }
    let name = "savepoint_\(savepointDepth)"
    try run("SAVEPOINT \(name)")
    do {
      let result = try withTransactionRequired(body)
      try run("RELEASE \(name)")
      return result
    } catch {
      undo(to: name)
      throw error
    }
  }

  private func undo(to savepoint: String) {
    // If the whole transaction has ended, there is no savepoint any more. The outer level detects
    // that and reports it.
    guard isInTransaction else { return }
    checkedTexts = []
    interruption.holdOff {
      do {
        try run("ROLLBACK TO \(savepoint)")
        try run("RELEASE \(savepoint)")
      } catch {
        // Half of the changes must not be kept, so all of them are rolled back.
        rollBack()
      }
    }
  }

  /// Runs `body`, and prevents writes outside the transaction if that ends too early.
  private func withTransactionRequired<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = requiresTransaction
    requiresTransaction = true
    defer { requiresTransaction = outer }
    let result = try body()
    guard isInTransaction else {
      throw interruption.isRequested
        ? DatabaseError.interrupted(sql: nil) : DatabaseError.transactionEnded(path: path)
    }
    return result
  }
}
