internal import StoreSupport

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
  public final func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    isInTransaction
      ? try savepoint(body)
      : try transaction(writes: true, body)
  }

  /// Runs `body` in a transaction, and again if another one has used the same rows meanwhile.
  package final func transaction<Result>(
    retrying attempts: Int, _ body: () throws -> Result
  ) throws -> Result {
    var attempt = 0
    while true {
      do {
        return try transaction(body)
      } catch DatabaseError.conflict where attempt < attempts && !isInTransaction {
        attempt += 1
        // Half of the time is random, so that two transactions do not meet again and again.
        let milliseconds = 1 << min(attempt, 6)
        try Interruption.sleep(microseconds: .random(in: 500...1000) * UInt32(milliseconds))
      }
    }
  }

  /// Runs `body` in one snapshot of the database: what it reads does not change while it runs.
  ///
  /// The snapshot begins with the first statement that reads.
  @discardableResult
  public final func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    isInTransaction ? try body() : try transaction(writes: false, body)
  }

  private final func transaction<Result>(writes: Bool, _ body: () throws -> Result) throws -> Result
  {
    try begin(writes: writes)
    return try endTransaction(writes: writes, after: body)
  }

  /// Runs `body` in the transaction that has begun, and commits it.
  package final func endTransaction<Result>(
    writes: Bool, after body: () throws -> Result
  ) throws -> Result {
    do {
      let result = try withTransactionRequired(body)
      try commit()
      return result
    } catch {
      rollBack()
      throw writes ? outcome(of: error) : error
    }
  }

  /// Rolls back the transaction, whatever state an error has left it in.
  package final func rollBack() {
    // Some errors, such as a full disk, have ended the transaction already.
    guard isInTransaction else { return }
    Interruption.holdOff { _ = try? run("ROLLBACK") }
  }

  private final func savepoint<Result>(_ body: () throws -> Result) throws -> Result {
    savepointDepth += 1
    defer { savepointDepth -= 1 }
    let name = "savepoint_\(savepointDepth)"
    try setSavepoint(name)
    do {
      let result = try withTransactionRequired(body)
      try releaseSavepoint(name)
      return result
    } catch {
      undo(to: name)
      throw error
    }
  }

  private final func undo(to savepoint: String) {
    // If the whole transaction has ended, there is no savepoint any more. The outer level detects
    // that and reports it.
    guard isInTransaction else { return }
    Interruption.holdOff {
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
  private final func withTransactionRequired<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = state.pointee.requiresTransaction
    state.pointee.requiresTransaction = true
    defer { state.pointee.requiresTransaction = outer }
    let result = try body()
    guard isInTransaction else {
      throw Interruption.isRequested ? DatabaseError.interrupted(sql: nil) : earlyEnd
    }
    return result
  }
}
