#if Postgres
/// The commands of a transaction that the server has not been sent yet, and how the transaction
/// goes on after an error.
///
/// Beginning a transaction, setting a savepoint and releasing it have no result to wait for. They
/// are sent together with the next statement, because a trip to the server of their own would take
/// as long as a short statement.
///
/// PostgreSQL ends a transaction after an error, unless it can go back to a savepoint. So each
/// statement of a transaction has one, which the next statement replaces.
struct TransactionCommands {
  /// What to undo after an error.
  enum Undo {
    /// The transaction, in which no other statement has run.
    case transaction
    /// What has run since a savepoint was set: the last statement.
    case statement(since: String)
  }

  private static let savepointOfStatement = "last_statement"

  private var beginning: [String] = []
  private(set) var pending: [String] = []
  private(set) var isBeginPending = false
  /// Whether the last statement has a savepoint of its own.
  private var hasSavepoint = false
  /// The innermost savepoint, if no statement has run since it was set.
  private var unusedSavepoint: String?

  /// Begins a transaction with the next statement.
  mutating func begin(_ commands: [String]) {
    end()
    beginning = commands
    pending = commands
    isBeginPending = true
  }

  /// Returns the commands to send before a statement, which are not pending afterwards.
  mutating func takePending() -> [String] {
    defer { pending = [] }
    isBeginPending = false
    return pending
  }

  /// Makes sure that an error of the next statement does not end the transaction, and returns what
  /// to undo after one.
  mutating func protectStatement(isReadOnly: Bool) -> Undo {
    // What has read must go on in the same snapshot.
    if isBeginPending, pending.count == beginning.count, !isReadOnly { return .transaction }
    defer { unusedSavepoint = nil }
    if let unusedSavepoint { return .statement(since: unusedSavepoint) }
    leaveStatement()
    pending.append("SAVEPOINT \(Self.savepointOfStatement)")
    hasSavepoint = true
    return .statement(since: Self.savepointOfStatement)
  }

  /// Returns the command that undoes a statement.
  mutating func command(undoing undo: Undo) -> String {
    switch undo {
    case .transaction:
      begin(beginning)
      return "ROLLBACK"
    case .statement(let savepoint):
      unusedSavepoint = savepoint
      return "ROLLBACK TO \(savepoint)"
    }
  }

  /// Runs a command with the next statement, outside of whose savepoint it is.
  mutating func add(_ command: String) {
    leaveStatement()
    pending.append(command)
  }

  /// Sets a savepoint, which is outside of that of the next statement.
  mutating func setSavepoint(_ name: String) {
    leaveStatement()
    pending.append("SAVEPOINT \(name)")
    unusedSavepoint = name
  }

  /// Releases a savepoint and those inside of it.
  mutating func release(_ name: String) {
    forgetStatement()
    if pending.last == "SAVEPOINT \(name)" {
      pending.removeLast()
    } else {
      pending.append("RELEASE \(name)")
    }
  }

  /// Releases the savepoint of the last statement.
  mutating func leaveStatement() {
    if hasSavepoint { pending.append("RELEASE \(Self.savepointOfStatement)") }
    forgetStatement()
  }

  /// Notes that the savepoint of the last statement is gone, with one that it was inside of.
  mutating func forgetStatement() {
    hasSavepoint = false
    unusedSavepoint = nil
  }

  /// Notes that the transaction has ended, or ends with the next command.
  mutating func end() {
    pending = []
    isBeginPending = false
    forgetStatement()
  }
}
#endif
