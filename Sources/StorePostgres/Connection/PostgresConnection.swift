#if Postgres
internal import CStorePostgres
internal import Foundation
public import StoreEngine
package import StoreSupport

/// A connection to a PostgreSQL server, used by one thread at a time.
///
/// ```swift
/// let connection = try PostgresConnection("postgresql:///people")
/// try connection.run("DELETE FROM person WHERE age > ?", [120])
/// ```
///
/// The address has each form that `libpq` knows: URLs, `key=value` lists, several hosts, TLS.
public final class PostgresConnection: Connection {
  let handle: OpaquePointer
  @exclusivity(unchecked) var canceling = Canceling()
  /// Whether the rows of the running statement are not wanted any more.
  @exclusivity(unchecked) var isUnwanted = false

  /// The statement whose rows are being received.
  @exclusivity(unchecked) var active: PostgresStatement?
  @exclusivity(unchecked) var insertedKey: Int64 = 0
  @exclusivity(unchecked) private var changedRows = 0
  @exclusivity(unchecked) private var statementCount = 0
  @exclusivity(unchecked) private var forgotten: [String] = []
  /// For tables, a key up to which none is chosen for another row.
  @exclusivity(unchecked) private var keptKeys: [String: Int64] = [:]
  /// The error with which the connection ended.
  @exclusivity(unchecked) var loss: DatabaseError?
  /// Whether the last error was one of a value: an overflow, a division by zero.
  @exclusivity(unchecked) var lastErrorIsOfData = false

  /// The log to which a connection that listens appends the commits of all programs.
  private let log: CommitLog?
  private let address: String
  @exclusivity(unchecked) private var marks = CommitMarks()
  /// The mark of the transaction that writes.
  @exclusivity(unchecked) private var mark: CommitMark?
  /// Held while a commit is reported; shared by the connections of a pool.
  private let reporting: Locked<Void>
  @exclusivity(unchecked) private var listener: ChangeListener?
  /// Whether the transaction's changes are recorded for the delegates of this program.
  @exclusivity(unchecked) private var isRecording = false
  @exclusivity(unchecked) private var hasOwnTable = false
  @exclusivity(unchecked) private var recordedChanges = RecordedChanges()
  @exclusivity(unchecked) var schemaWatch = SchemaWatch()
  /// The end of the time for which the connection stands in for a replica, if it does.
  @exclusivity(unchecked) var substituteEnd: ContinuousClock.Instant?

  /// Connects to a server.
  ///
  /// - Throws: `DatabaseError`: `cannotConnect`, `unsupported` for a server before version 14 or
  ///   a database whose encoding is not UTF-8.
  public convenience init(
    _ address: String, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws {
    try self.init(address, configuration: configuration, log: nil)
  }

  package init(
    _ address: String, configuration: DatabaseConfiguration, log: CommitLog?,
    reporting: Locked<Void> = Locked(())
  ) throws {
    self.log = log
    self.address = address
    self.reporting = reporting
    let name = Self.name(of: address)
    guard let handle = PQconnectdb(address) else {
      throw DatabaseError.cannotConnect(name, reason: "no memory")
    }
    self.handle = handle
    super.init(database: name, configuration)
    cpostgres_ignore_notices(handle)
    guard PQstatus(handle) == CONNECTION_OK else {
      let reason = Self.hidingPassword(of: address, in: connectionMessage)
      close()
      throw DatabaseError.cannotConnect(name, reason: reason)
    }
    do {
      try configure()
    } catch {
      close()
      throw error
    }
  }

  deinit { close() }

  private func configure() throws {
    guard PQserverVersion(handle) >= 140_000 else {
      throw DatabaseError.cannotConnect(
        path, reason: "the server is older than PostgreSQL 14")
    }
    let timeout = max(1, Int((configuration.busyTimeout / .milliseconds(1)).rounded(.up)))
    try execute(
      """
      SET client_encoding = 'UTF8'; SET standard_conforming_strings = on;
      SET lock_timeout = \(min(timeout, Int(Int32.max)))
      """)
    if configuration.access == .read { try execute("SET default_transaction_read_only = on") }
    let encoding = String(cString: PQparameterStatus(handle, "server_encoding"))
    guard encoding == "UTF8" else {
      throw DatabaseError.cannotConnect(
        path, reason: "the encoding of the database is \(encoding), not UTF8")
    }
  }

  public override var engine: Engine { .postgres }
  public override func close() {
    guard isOpen else { return }
    state.pointee.isOpen = false
    active = nil
    statements.removeAll()
    PQfinish(handle)
  }

  /// A server that has ended the connection has said so, or closed its socket.
  public override var isUsable: Bool {
    guard isOpen else { return false }
    if let substituteEnd, .now >= substituteEnd {
      close()
      return false
    }
    var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    guard poll(&socket, 1, 0) != 0 else { return true }
    // The first call may read the server's last message, and only the second one finds that the
    // socket is closed.
    if PQconsumeInput(handle) == 1, PQconsumeInput(handle) == 1, PQstatus(handle) == CONNECTION_OK {
      return true
    }
    close()
    return false
  }

  public override var isInTransaction: Bool {
    guard isOpen else { return false }
    switch PQtransactionStatus(handle) {
    case PQTRANS_INTRANS, PQTRANS_INERROR: return true
    case PQTRANS_ACTIVE: return transactionIsOpen
    default: return commands.isBeginPending
    }
  }

  /// Whether a transaction was open when the running statement began.
  @exclusivity(unchecked) private var transactionIsOpen = false
  @exclusivity(unchecked) private var commands = TransactionCommands()
  /// Whether the running statement was sent together with commands.
  @exclusivity(unchecked) private var isPipelined = false
  /// What the server says that the last command of ``execute(_:)`` was.
  @exclusivity(unchecked) private var lastCommand = ""

  public override var changedRowCount: Int { isOpen ? changedRows : 0 }

  public override var lastInsertedKey: Int64 { insertedKey }

  func changed(_ count: Int, isChange: Bool, isComplete: Bool = false) {
    changedRows = isChange ? count : 0
    if changedRows > 0, !isComplete { mayLeaveIncompleteRows = true }
  }

  public override func execute(_ sql: String) throws {
    try checkOpen()
    if Interruption.isRequested { throw DatabaseError.interrupted(sql: sql) }
    makeFree()
    transactionIsOpen = isInTransaction
    // Several statements do not tell what they have changed.
    if mark != nil { mayLeaveIncompleteRows = true }
    commands.leaveStatement()
    let result = send((commands.takePending() + [sql]).joined(separator: "; "))
    defer { PQclear(result) }
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
      lastCommand = String(cString: PQcmdStatus(result))
      noteCommand(lastCommand, mayFollowOthers: true)
    default: throw failure(result, sql: sql)
    }
  }

  @discardableResult
  public override func run(_ sql: String, _ values: [Value] = []) throws -> Int {
    // The server knows nothing of the transaction yet.
    if commands.isBeginPending, sql == "ROLLBACK" {
      commands.end()
      return 0
    }
    return try withStatement(sql) { statement in
      try statement.bind(values)
      changedRows = 0
      while try statement.step() {}
      return changedRows
    }
  }

  public override func prepare(_ sql: String) throws -> Statement {
    PostgresStatement(sql, connection: self)
  }

  public override func begin(writes: Bool) throws {
    makeFree()
    isRecording = false
    mark = nil
    guard writes else {
      // One state is enough for reading. A serializable transaction can end in a conflict, even if
      // it only reads.
      return commands.begin(["BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"])
    }
    let mark = try marks.next(on: self)
    defer {
      self.mark = mark
      mayLeaveIncompleteRows = false
    }
    let begin = "BEGIN ISOLATION LEVEL SERIALIZABLE"
    let isTold = configuration.didCommit != nil || configuration.willCommit != nil
    isRecording = isTold && configuration.wantsChanges?() ?? true
    guard isRecording else { return commands.begin([begin]) }
    if !hasOwnTable {
      try execute(ChangeFunctions.createOwnTable)
      hasOwnTable = true
    }
    commands.begin([begin, ChangeFunctions.recordOwn])
  }

  public override func commit() throws {
    let isWriting = mark != nil
    try commitChanges()
    guard isWriting, mayLeaveIncompleteRows, let complete = configuration.completeCommit else {
      return
    }
    mayLeaveIncompleteRows = false
    // The commit stands, whatever becomes of this.
    try? complete(self)
  }

  private func commitChanges() throws {
    // A transaction without statements has never been sent.
    guard !commands.isBeginPending else { return commands.end() }
    guard isRecording else { return try commitWithMark() }
    isRecording = false
    let changes = try recordedChanges.ownChanges(on: self)
    guard !changes.isEmpty else { return try commitWithMark() }
    // Delegates hear of one commit at a time.
    try reporting.withLock { _ in
      try configuration.willCommit?(changes)
      try commitWithMark()
      configuration.didCommit?(changes)
    }
  }

  /// Commits, and finds out what has become of the commit if the connection ends meanwhile.
  private func commitWithMark() throws {
    commands.end()
    guard let mark else {
      try execute("COMMIT")
      // The server rolls back a transaction that an error has ended.
      guard lastCommand == "COMMIT" else { throw DatabaseError.transactionEnded(path: path) }
      return
    }
    self.mark = nil
    let process = PQbackendPID(handle)
    do {
      try execute("\(mark.insertion); COMMIT")
    } catch DatabaseError.connectionLost(let path, let error) {
      // The question cannot be repeated later, so it is asked even if the run is to end.
      let outcome = Interruption.holdOff {
        mark.outcome(address: address, process: process, configuration.busyTimeout)
      }
      switch outcome {
      case .stored: break
      case .notStored: throw DatabaseError.connectionLost(path: path, error)
      case .unknown: throw DatabaseError.uncertain(path: path, error)
      }
    }
  }

  /// A transaction whose connection was lost has not ended by itself. Rows that are not read may
  /// have hidden the loss.
  public override var earlyEnd: DatabaseError {
    if loss == nil, isOpen, PQstatus(handle) != CONNECTION_OK { _ = connectionFailure(sql: nil) }
    return loss ?? .transactionEnded(path: path)
  }

  public override func startObserving() throws {
    guard let log else { return }
    if listener == nil {
      listener = try ChangeListener(log, isAgain: log.isObserved, on: self)
    }
  }

  public override func noteOtherCommits() throws { try listener?.readCommits(on: self) }

  public override func stopObserving() throws {
    try listener?.stop(on: self)
    listener = nil
  }

  public override func installFunctions() throws {
    guard try !hasFunctions() else { return }
    try migrationTransaction(timeout: .seconds(60)) {
      // Another program may have done it meanwhile.
      guard try !hasFunctions() else { return }
      try execute(SwiftFunctions.sql)
      try execute("COMMENT ON SCHEMA swift IS '\(SwiftFunctions.comment)'")
    }
  }

  private func hasFunctions() throws -> Bool {
    try query("SELECT obj_description(to_regnamespace('swift'), 'pg_namespace')") {
      $0.isNull(0) ? nil : try $0.text(0)
    } == [SwiftFunctions.comment]
  }

  public override func storedTable(named name: String) throws -> StoredTable? {
    // A change after the state was asked for is noticed, and one before it is seen.
    try watchSchema(of: name)
    return try schema(of: name)
  }

  public override func noteOtherSchema() throws {
    do { try askForSchema() } catch DatabaseError.connectionLost {}
  }

  public override func referencedColumns(of table: String) throws -> Set<String> {
    try columnsNamedByForeignKeys(of: table)
  }

  public override func tableDefinitions(
    _ unreadable: (_ table: String, _ error: any Error) -> Void
  ) throws -> [TableDefinition] { try definitionsOfTables() }

  /// Returns the transactions whose rows the open transaction sees: those before the snapshot's
  /// upper bound that are not in its list. A server in recovery lists none, so it does not tell.
  public override func snapshotVersion() throws -> DatabaseVersion? {
    try query(
      "SELECT CAST(pg_current_snapshot() AS text) WHERE NOT pg_is_in_recovery()"
    ) { DatabaseVersion(of: self, snapshot: try $0.text(0)) }.first
  }

  public override func logPosition() throws -> LogPosition? { try positionOfLog() }

  public override func hasReached(_ position: LogPosition) throws -> Bool {
    try hasRepeated(position)
  }

  public override func keepKey(_ key: Int64, of table: String, _ column: String) throws {
    guard key > keptKeys[table] ?? 0 else { return }
    _ = try query(
      """
      SELECT setval(keys, $3) FROM (SELECT pg_get_serial_sequence(quote_ident($1), $2)) t (name),
        LATERAL (SELECT CAST(name AS regclass)) s (keys)
      WHERE name IS NOT NULL AND $3 > coalesce(pg_sequence_last_value(keys), 0)
      """, [.text(table), .text(column), .integer(key)]
    ) { _ in }
    keptKeys[table] = key
  }

  public override func access(
    of sql: String, _ bind: (Statement) throws -> Void
  ) throws -> [String] {
    do {
      return try withStatement("EXPLAIN (COSTS OFF) " + sql) { statement in
        try bind(statement)
        var lines: [String] = []
        while try statement.step() { lines.append(try statement.text(0)) }
        return lines
      }
    } catch DatabaseError.failed(let error) where lastErrorIsOfData {
      // The server evaluates constant expressions to make a plan.
      return ["no plan: \(error.message)"]
    }
  }

  // Statements.

  /// Checks whether a statement may begin to run, and prepares the connection for it.
  func statementBegins(_ sql: String) throws {
    try checkOpen()
    if Interruption.isRequested { throw DatabaseError.interrupted(sql: sql) }
    makeFree()
    if state.pointee.requiresTransaction, !isInTransaction { throw earlyEnd }
    transactionIsOpen = isInTransaction
    configuration.trace?(sql)
  }

  /// Reads the rest of the rows of the running statement into memory: a server runs one statement
  /// of a connection at a time.
  func makeFree() {
    active?.drain(keeping: true)
    guard !forgotten.isEmpty, !isInTransaction else { return }
    let names = forgotten
    forgotten = []
    Interruption.holdOff {
      PQclear(send(names.map { "DEALLOCATE \($0)" }.joined(separator: "; ")))
    }
  }

  func newStatementName() -> String {
    statementCount += 1
    return "s\(statementCount)"
  }

  /// Lets the server forget a statement, after the transaction.
  func forget(_ name: String) { forgotten.append(name) }

  /// Makes sure that an error of a statement does not end the transaction, and returns what to undo
  /// after one; nil outside of transactions.
  func protect(_ statement: PostgresStatement) throws -> TransactionCommands.Undo? {
    switch transactionIsOpen ? statement.transactionControl : nil {
    case .begins:
      guard statement.isSavepoint else {
        throw DatabaseError.failed(
          EngineError(
            state: "25001", message: "a transaction is already open", sql: statement.sql))
      }
      commands.leaveStatement()
    case .ends: commands.forgetStatement()
    case nil: return protect(isReadOnly: statement.isReadOnly)
    }
    return nil
  }

  /// Makes sure that an error of a statement does not end the transaction.
  func protect(isReadOnly: Bool) -> TransactionCommands.Undo? {
    guard transactionIsOpen else {
      commands.end()
      return nil
    }
    return commands.protectStatement(isReadOnly: isReadOnly)
  }

  /// Undoes a part of the transaction after an error in it.
  func undo(_ part: TransactionCommands.Undo?) {
    guard isOpen, PQtransactionStatus(handle) == PQTRANS_INERROR else { return }
    // The changes of a canceled run must be undone, too.
    Interruption.holdOff { try? undoStatement(part) }
  }

  /// Undoes a part of the transaction.
  func undoStatement(_ part: TransactionCommands.Undo?) throws {
    if let part { try command(commands.command(undoing: part)) }
  }

  public override func withoutRecording(_ body: () throws -> Void) throws {
    func set(_ setting: String) {
      makeFree()
      commands.add("SET LOCAL store.records = '\(setting)'")
    }
    set("none")
    defer { set(isRecording ? "on" : "") }
    try body()
  }

  public override func setSavepoint(_ name: String) throws {
    makeFree()
    commands.setSavepoint(name)
  }

  public override func releaseSavepoint(_ name: String) throws {
    makeFree()
    commands.release(name)
  }

  private func command(_ sql: String) throws {
    let result = send(sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(result, sql: sql) }
    noteCommand(String(cString: PQcmdStatus(result)))
  }

  /// Sends a statement, together with the commands that are pending.
  func send(_ statement: PostgresStatement, _ send: () -> Int32) throws {
    settle()
    let commands = commands.takePending()
    guard !commands.isEmpty else {
      guard send() == 1 else { throw connectionFailure(sql: statement.sql) }
      _ = PQsetSingleRowMode(handle)
      return
    }
    PQenterPipelineMode(handle)
    isPipelined = true
    for command in commands {
      guard PQsendQueryParams(handle, command, 0, nil, nil, nil, nil, 0) == 1 else {
        throw connectionFailure(sql: command)
      }
    }
    guard send() == 1, PQpipelineSync(handle) == 1 else {
      throw connectionFailure(sql: statement.sql)
    }
    for command in commands {
      let result = receive()
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else {
        let error = failure(result, sql: command)
        endPipeline()
        throw error
      }
      PQclear(receive())
    }
    _ = PQsetSingleRowMode(handle)
  }

  /// Returns the next result of the running statement; nil after the last.
  func nextResult() -> OpaquePointer? {
    if let result = receive() { return result }
    endPipeline()
    return nil
  }

  /// Reads the rest of what the server answers to a statement that was sent with commands.
  private func endPipeline() {
    // A connection that was lost is closed already.
    guard isOpen, isPipelined else { return }
    isPipelined = false
    while PQstatus(handle) == CONNECTION_OK {
      let result = receive()
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_PIPELINE_SYNC { break }
    }
    PQexitPipelineMode(handle)
  }

  /// Sends the commands that are pending.
  func sendPending() throws {
    let pending = commands.takePending()
    if !pending.isEmpty { try command(pending.joined(separator: "; ")) }
  }

  /// Begins a `COPY … FROM STDIN`.
  func start(copy sql: String) throws {
    let result = send(sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COPY_IN else { throw failure(result, sql: sql) }
  }

  func prepare(_ name: String, _ text: String, _ types: [Oid], sql: String) throws {
    try sendPending()
    let result = send(name, text, types: types)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure(result, sql: sql) }
  }
}
#endif
