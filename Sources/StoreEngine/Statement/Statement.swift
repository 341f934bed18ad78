/// A prepared statement. `bind` sets the values of its parameters, and ``step()`` advances to its
/// next row.
///
/// Parameters and columns are counted from 0. Reading is strict: a column of an unexpected type, or
/// NULL for a type without nil, is an error that names the table, the column and the row.
///
/// ```swift
/// try connection.withStatement("SELECT name, age FROM person WHERE age < ?") { statement in
///   try statement.bind(40, at: 0)
///   while try statement.step() { print(try statement.text(0), try statement.integer(1)) }
/// }
/// ```
///
/// Each engine has a subclass, which is not visible to programs.
open class Statement {
  /// The SQL text of this statement alone.
  public final let sql: String

  /// The number of parameters.
  public final let parameterCount: Int

  // This is a constant pointer, because a variable of a class costs an exclusivity check at each
  // access from another module. One thread at a time uses a statement, and no access of the state
  // encloses another one.
  @usableFromInline package final let state: UnsafeMutablePointer<State>

  /// The state of a run.
  @usableFromInline package struct State {
    /// The values of the current row, which the engine fills in ``step()``.
    @usableFromInline package var cells: UnsafeMutablePointer<Cell>
    @usableFromInline package var columnCount = 0
    /// The number of the current row; 0 before the first and after the last.
    package var rowNumber = 0
    /// The connection while the statement may run. It is nil while the statement is in the
    /// connection's cache, to avoid a retain cycle.
    package var connection: Connection?
    /// The error of a call that cannot throw, for the next one that can.
    package var failure: (any Error)?
    /// The slot of the cache to which a borrowed statement returns.
    var slot: StatementCache.Slot?
    package var wasStopped = false
    /// The writes of triggers and foreign keys that the statement may cause, as far as the engine
    /// tells.
    package var triggeredWrites: [TriggeredWrite] = []
    /// Whether there are any.
    @usableFromInline package var causesWrites = false
    /// Whether they may change the rows that the statement itself writes, once that was determined.
    package var changesOwnRows: Bool?
    /// Whether the rows that the statement writes need no completion after the commit, see
    /// ``Connection/mayLeaveIncompleteRows``. A borrower sets it.
    @usableFromInline package var writesCompleteRows = false
    /// The number of the schema when the statement was borrowed.
    package var schemaNumber = 0
    /// Whether it is an error if a statement that only reads finds another schema.
    package var reliesOnSchema = false
    fileprivate var capacity = 0
  }

  /// The values of the current row.
  @inlinable package final var cells: UnsafeMutablePointer<Cell> { state.pointee.cells }

  /// The number of columns in its rows; 0 for a statement that returns none.
  ///
  /// A change of the schema can change it, so read it after the first ``step()``.
  @inlinable public final var columnCount: Int { state.pointee.columnCount }

  /// Whether the last run ended with an error of an expression: of a function that the program
  /// defines, for example.
  public final var wasStoppedByFunction: Bool { state.pointee.wasStopped }

  /// Creates the part of a statement that all engines share.
  public init(sql: String, parameterCount: Int, connection: Connection) {
    self.sql = sql
    self.parameterCount = parameterCount
    state = .allocate(capacity: 1)
    state.initialize(to: State(cells: .allocate(capacity: 0), connection: connection))
  }

  deinit {
    state.pointee.cells.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Prepares the cells for rows with a number of columns.
  package final func setColumnCount(_ count: Int) {
    state.pointee.columnCount = count
    guard count > state.pointee.capacity else { return }
    state.pointee.cells.deallocate()
    state.pointee.capacity = count
    state.pointee.cells = .allocate(capacity: count)
    cells.initialize(repeating: Cell(.null), count: count)
  }

  /// Advances to the next row, and returns false if there is none.
  open func step() throws -> Bool { preconditionFailure("an engine advances its statements") }

  /// Resets the statement, so that it can run again. Its values are cleared, so bind all of them
  /// again.
  ///
  /// This completes a writing statement whose rows (`RETURNING`) were not all read. If that fails,
  /// the next ``step()`` throws.
  open func reset() {}

  /// Runs the statement to its end, and resets it for new values.
  public final func run() throws {
    while try step() {}
    try finish()
  }

  /// Runs an `INSERT` of one row and resets it. Returns the key of the row, or nil if the statement
  /// changed a stored row, or left the row out.
  ///
  /// - Parameter given: the integer key that the program gives to the row; nil if it gives none.
  open func insertRow(key given: Int64?) throws -> Int64? {
    preconditionFailure("an engine runs its statements")
  }

  /// Resets the statement, and throws the error of that or of an earlier call.
  package final func finish() throws {
    reset()
    try throwFailure()
  }

  /// Resets a statement that is returned, and returns the error of that or of an earlier call, if
  /// any.
  final func takeBack() -> (any Error)? {
    reset()
    defer {
      state.pointee.failure = nil
      state.pointee.connection = nil
      state.pointee.slot = nil
      state.pointee.writesCompleteRows = false
      state.pointee.reliesOnSchema = false
    }
    return state.pointee.failure
  }

  package final func throwFailure() throws {
    if let failure = state.pointee.failure {
      state.pointee.failure = nil
      throw failure
    }
  }

  /// The number of steps from row to row in full table scans, in all runs of the statement; 0 if
  /// the engine does not count them.
  open var scanStepCount: Int { 0 }

  /// Whether the statement only reads.
  open var isReadOnly: Bool { false }

  // Binding.

  /// Binds NULL.
  open func bindNull(at parameter: Int) throws { preconditionFailure("an engine binds values") }

  /// Binds an integer.
  open func bind(_ value: Int64, at parameter: Int) throws {
    preconditionFailure("an engine binds values")
  }

  /// Binds a floating-point number. NaN is an error, because not every engine stores it.
  open func bind(_ value: Double, at parameter: Int) throws {
    preconditionFailure("an engine binds values")
  }

  /// Binds bytes as a blob, or as text, which must be UTF-8. ``step()`` throws the error if binding
  /// fails.
  open func bind(bytes: UnsafeRawBufferPointer, asText isText: Bool, at parameter: Int) {
    preconditionFailure("an engine binds values")
  }

  // Names, for errors.

  /// Returns the name of a column in the result of the statement.
  open func columnName(_ column: Int) -> String { "column \(column + 1)" }

  /// Returns the table and the column of the table from which a column of the result comes, as far
  /// as they are known.
  open func origin(of column: Int) -> (table: String?, column: String?) { (nil, nil) }

  /// Returns the error for a text whose bytes the engine could not provide.
  open func textIsMissing() -> any Error {
    mismatch(0, expected: "TEXT", found: "TEXT that could not be read")
  }
}
