internal import CStoreSQLite

extension Connection {
  /// Runs `body` in a transaction: all of it is stored, or, when it throws, none of it.
  ///
  /// Outside a transaction this is `BEGIN IMMEDIATE … COMMIT`, which takes the write lock at once,
  /// so that the transaction cannot fail halfway because another one wrote in between. Inside one
  /// it is a savepoint: when `body` throws, only its own changes are undone.
  ///
  /// ```swift
  /// try connection.transaction {
  ///   try connection.run("INSERT INTO person (name) VALUES (?)", ["Ada"])
  ///   try? connection.transaction { throw Stop() }        // undoes what this inner one did
  /// }
  /// ```
  ///
  /// SQLite itself ends a transaction on some errors, a full disk for example. Statements that
  /// `body` runs after that throw ``DatabaseError/transactionEnded(path:)``.
  @discardableResult
  public func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    isInTransaction
      ? try savepoint(body)
      : try transaction(begin: "BEGIN IMMEDIATE", body)
  }

  /// Runs `body` in one snapshot of the database: what it reads does not change meanwhile.
  ///
  /// The snapshot is that of the first statement that reads.
  @discardableResult
  public func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    isInTransaction ? try body() : try transaction(begin: "BEGIN", body)
  }

  private func transaction<Result>(begin: String, _ body: () throws -> Result) throws -> Result {
    try run(begin)
    do {
      let result = try withTransactionRequired(body)
      try run("COMMIT")
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  /// Ends the transaction without keeping anything, whatever state an error has left it in.
  package func rollBack() {
    // Some errors, a full disk for example, have ended the transaction already.
    guard isInTransaction else { return }
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
    // Where the whole transaction has ended there is no savepoint any more; the outer level sees
    // that and reports it.
    guard isInTransaction else { return }
    interruption.holdOff {
      do {
        try run("ROLLBACK TO \(savepoint)")
        try run("RELEASE \(savepoint)")
      } catch {
        // Half of the work must not be kept: then rather none of it.
        rollBack()
      }
    }
  }

  /// Runs `body` such that it cannot write outside the transaction, should that end too early.
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
