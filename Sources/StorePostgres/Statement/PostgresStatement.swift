#if Postgres
internal import CStorePostgres
internal import StoreEngine
internal import StoreSupport

/// A prepared statement of PostgreSQL.
///
/// It is prepared when it runs first, with the types of the values that were bound: the server
/// would otherwise have to guess the types of parameters.
final class PostgresStatement: Statement {
  private let text: String
  /// The connection, which lets the server forget the statement when the cache drops it.
  private weak var home: PostgresConnection?
  /// The name under which the server knows the statement, once it is prepared.
  @exclusivity(unchecked) private var name: String?
  /// The types with which it was prepared; 0 for a parameter whose type the server has chosen.
  @exclusivity(unchecked) private var preparedTypes: [Oid] = []

  // The bound values: types, addresses, and lengths.
  @exclusivity(unchecked) private var types: [Oid]
  @exclusivity(unchecked) private var addresses: [UnsafePointer<CChar>?]
  @exclusivity(unchecked) private var lengths: [Int32]
  private let formats: [Int32]
  @exclusivity(unchecked) private var bytes = BoundTexts()

  /// The result that contains the current row.
  @exclusivity(unchecked) private var current: OpaquePointer?
  @exclusivity(unchecked) private var nextRow: Int32 = 0
  /// The results that were read before they were needed, because another statement had to run.
  @exclusivity(unchecked) private var waiting: [OpaquePointer] = []
  @exclusivity(unchecked) private var isRunning = false
  /// Whether the statement runs once more, because the server had to prepare it again.
  @exclusivity(unchecked) private var isSecondRun = false
  /// What to undo after an error.
  @exclusivity(unchecked) private var undo: TransactionCommands.Undo?

  init(_ sql: String, connection: PostgresConnection) {
    let placeholders = Placeholders(sql)
    text = placeholders.sql
    home = connection
    types = Array(repeating: 0, count: placeholders.count)
    addresses = Array(repeating: nil, count: placeholders.count)
    lengths = Array(repeating: 0, count: placeholders.count)
    formats = Array(repeating: 1, count: placeholders.count)
    super.init(
      sql: placeholders.sql, parameterCount: placeholders.count, connection: connection)
  }

  deinit {
    if let name { home?.forget(name) }
    clearResults()
    bytes.deallocate()
  }

  private var owner: PostgresConnection? {
    // A statement is only created with a connection of this class.
    state.pointee.connection.map { unsafeDowncast($0, to: PostgresConnection.self) }
  }

  // Running.

  override func step() throws -> Bool {
    if !isRunning { try begin() }
    while true {
      if let current, nextRow < PQntuples(current) {
        cpostgres_read_row(current, nextRow, cells, Int32(columnCount))
        nextRow += 1
        state.pointee.rowNumber += 1
        return true
      }
      clearCurrent()
      guard let result = try nextResult() else {
        finishRun()
        return false
      }
      try read(result)
    }
  }

  private func begin() throws {
    // A condition on a text that the server cannot hold is decided in memory.
    if case DatabaseError.nulInText? = state.pointee.failure {
      state.pointee.wasStopped = true
      try throwFailure()
    }
    try throwFailure()
    guard let owner else { throw DatabaseError.statementNotLent(sql: sql) }
    state.pointee.wasStopped = false
    try owner.statementBegins(sql)
    undo = try owner.protect(self)
    do {
      try prepareIfNeeded(owner)
      try owner.send(self) {
        PQsendQueryPrepared(
          owner.handle, name, Int32(parameterCount), addresses, lengths, formats, 1)
      }
    } catch {
      // A function of the library is not there, and memory decides.
      if case DatabaseError.failed = error, owner.lastErrorIsOfData {
        state.pointee.wasStopped = true
      }
      owner.undo(undo)
      throw error
    }
    owner.active = self
    isRunning = true
  }

  private func prepareIfNeeded(_ owner: PostgresConnection) throws {
    let fits =
      name != nil
      && zip(preparedTypes, types).allSatisfy { prepared, type in
        type == 0 || type == prepared
      }
    guard !fits else { return }
    if let name { owner.forget(name) }
    name = nil
    // A parameter that is NULL keeps the type that it had.
    if preparedTypes.count == types.count {
      for index in types.indices where types[index] != 0 { preparedTypes[index] = types[index] }
    } else {
      preparedTypes = types
    }
    let new = owner.newStatementName()
    do {
      try owner.prepare(new, text, preparedTypes, sql: sql)
    } catch DatabaseError.failed(let error) where error.state == "42P18" {
      // The server cannot tell the type of a parameter that is NULL. 25 is the number of `text`.
      owner.undo(undo)
      undo = try owner.protect(self)
      for index in preparedTypes.indices where preparedTypes[index] == 0 {
        preparedTypes[index] = 25
      }
      try owner.prepare(new, text, preparedTypes, sql: sql)
    }
    name = new
  }

  private func nextResult() throws -> OpaquePointer? {
    if !waiting.isEmpty { return waiting.removeFirst() }
    guard let owner, owner.active === self else { return nil }
    return owner.nextResult()
  }

  private func read(_ result: OpaquePointer) throws {
    switch PQresultStatus(result) {
    case let status where status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK:
      if state.pointee.rowNumber == 0 { setColumnCount(Int(PQnfields(result))) }
      current = result
      nextRow = 0
      // A result with a single row does not count them yet.
      if status == PGRES_TUPLES_OK { noteChanges(result) }
    case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
      noteChanges(result)
      PQclear(result)
    default:
      defer { PQclear(result) }
      try runAgain(after: failed(result))
    }
  }

  private func noteChanges(_ result: OpaquePointer) {
    let command = String(cString: PQcmdStatus(result))
    owner?.noteCommand(command)
    guard let tag = PQcmdTuples(result), let count = Int(String(cString: tag)) else { return }
    owner?.changed(
      count, isChange: !command.hasPrefix("SELECT"),
      isComplete: state.pointee.writesCompleteRows)
  }

  private func failed(_ result: OpaquePointer?) -> any Error {
    guard let owner else { return DatabaseError.statementNotLent(sql: sql) }
    var error = owner.failure(result, sql: sql)
    if owner.lastErrorIsOfData {
      // Work that was asked to end does not fail: memory would have decided whether it does.
      state.pointee.wasStopped = !Interruption.isRequested
      if !state.pointee.wasStopped { error = DatabaseError.interrupted(sql: sql) }
    }
    drain(keeping: false)
    finishRun()
    owner.undo(undo)
    return error
  }

  /// Prepares the statement once more and begins to run it, if the server does not know it any
  /// more, or not for the columns that its tables have now. Otherwise throws the error.
  private func runAgain(after error: any Error) throws {
    guard !isSecondRun, state.pointee.rowNumber == 0,
      case DatabaseError.failed(let failure) = error, let name, let owner
    else {
      throw error
    }
    switch failure.state {
    // "cached plan must not change result type"
    case "0A000": owner.forget(name)
    // "prepared statement … does not exist"
    case "26000": break
    default: throw error
    }
    isSecondRun = true
    self.name = nil
    try begin()
  }

  /// Reads the rest of the rows, so that another statement can run on the connection.
  func drain(keeping isKept: Bool) {
    guard let owner, owner.active === self else { return }
    while let result = owner.nextResult() {
      if isKept { waiting.append(result) } else { PQclear(result) }
    }
    owner.active = nil
    // If the rows end in an error, the next statement must not find an ended transaction.
    if isKept { owner.undo(undo) }
  }

  /// Reads the rest of the rows of a write, and keeps its error for the next call that can throw.
  private func complete(_ owner: PostgresConnection) {
    while let result = owner.nextResult() {
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_FATAL_ERROR {
        state.pointee.failure = owner.failure(result, sql: sql)
      }
    }
  }

  /// Skips the rest of the rows. If there are more than a few, or they do not come at once, the
  /// server is asked to stop: that takes a connection of its own, and longer than a few rows.
  private func skipRows(on owner: PostgresConnection) {
    let deadline = ContinuousClock.now + .milliseconds(2)
    for _ in 0..<100 where owner.hasResult(before: deadline) {
      guard let result = owner.nextResult() else { return }
      PQclear(result)
    }
    owner.isUnwanted = true
    defer { owner.isUnwanted = false }
    drain(keeping: false)
  }

  private func finishRun() {
    if let owner, owner.active === self { owner.active = nil }
    isRunning = false
    state.pointee.rowNumber = 0
    clearResults()
    cells.update(repeating: Cell(.null), count: columnCount)
  }

  private func clearCurrent() {
    if let current { PQclear(current) }
    current = nil
  }

  private func clearResults() {
    clearCurrent()
    for result in waiting { PQclear(result) }
    waiting = []
  }

  override func reset() {
    if isRunning, let owner {
      if owner.active === self {
        // The rest of the rows is of no interest, but a write is completed.
        if isReadOnly { skipRows(on: owner) }
        if !isReadOnly { complete(owner) }
      }
      drain(keeping: false)
      finishRun()
      owner.undo(undo)
    }
    isSecondRun = false
    bytes.removeAll()
    for index in types.indices {
      types[index] = 0
      addresses[index] = nil
    }
  }

  override func insertRow(key given: Int64?) throws -> Int64? {
    var key: Int64?
    while try step() { key = isNull(0) ? nil : try integer(0) }
    try finish()
    if let key { owner?.insertedKey = key }
    return key
  }

  /// Whether the text begins like a statement that only reads. Any other text, such as `WITH`, may
  /// write, and is completed when it is reset.
  override var isReadOnly: Bool { begins(with: ["SELECT", "VALUES", "SHOW", "EXPLAIN"]) }

  /// The effect of a statement on a transaction or its savepoints.
  enum TransactionControl {
    case begins
    case ends
  }

  /// Whether the statement begins or ends a transaction or a savepoint.
  private(set) lazy var transactionControl: TransactionControl? =
    begins(with: ["BEGIN", "START", "SAVEPOINT"])
    ? .begins
    : begins(with: ["COMMIT", "ROLLBACK", "RELEASE", "END", "ABORT"]) ? .ends : nil

  /// Whether the statement sets a savepoint.
  var isSavepoint: Bool { begins(with: ["SAVEPOINT"]) }

  private func begins(with words: [String]) -> Bool {
    // The longest of the words has nine letters.
    let word = text.drop { $0.isWhitespace || $0 == "(" }.prefix(9).uppercased()
    return words.contains { word.hasPrefix($0) }
  }

  // Binding. Values are sent in the binary form of their types, which have fixed numbers: 20 is
  // `bigint`, 701 `double precision`, 25 `text`, 17 `bytea`. 0 leaves the type to the server.

  override func bindNull(at parameter: Int) throws { try set(parameter, type: 0, nil, 0) }

  override func bind(_ value: Int64, at parameter: Int) throws {
    try withUnsafeBytes(of: value.bigEndian) { try set(parameter, type: 20, bytes.add($0), 8) }
  }

  override func bind(_ value: Double, at parameter: Int) throws {
    guard !value.isNaN else {
      throw DatabaseError.notANumber(column: nil, parameter: parameter)
    }
    try withUnsafeBytes(of: value.bitPattern.bigEndian) {
      try set(parameter, type: 701, bytes.add($0), 8)
    }
  }

  override func bind(bytes source: UnsafeRawBufferPointer, asText isText: Bool, at parameter: Int) {
    do {
      if isText, source.contains(0) {
        throw DatabaseError.nulInText(parameter: parameter)
      }
      try set(parameter, type: isText ? 25 : 17, bytes.add(source), source.count)
    } catch {
      state.pointee.failure = error
    }
  }

  /// Binds an array of values of one type, some of which may be NULL.
  func bind(
    array type: ValueType, at parameter: Int, _ values: some Collection<Value>
  ) throws {
    var content: [UInt8] = []
    content.reserveCapacity(20 + values.count * 16)
    func append(_ number: some FixedWidthInteger) {
      withUnsafeBytes(of: number.bigEndian) { content.append(contentsOf: $0) }
    }
    // One dimension, with NULLs, which begins at 1.
    append(Int32(1))
    append(Int32(1))
    append(type.array.element)
    append(Int32(values.count))
    append(Int32(1))
    for value in values {
      switch value {
      case .null: append(Int32(-1))
      case .integer(let number):
        append(Int32(8))
        append(number)
      case .real(let number):
        append(Int32(8))
        append(number.bitPattern)
      case .text(let text):
        guard !text.utf8.contains(0) else { throw DatabaseError.nulInText(parameter: parameter) }
        append(Int32(clamping: text.utf8.count))
        content.append(contentsOf: text.utf8)
      case .blob(let bytes):
        append(Int32(clamping: bytes.count))
        content.append(contentsOf: bytes)
      }
    }
    try content.withUnsafeBytes {
      try set(parameter, type: Oid(type.array.type), bytes.add($0), $0.count)
    }
  }

  private func set(
    _ parameter: Int, type: Oid, _ address: UnsafeMutableRawPointer?, _ count: Int
  ) throws {
    guard types.indices.contains(parameter) else {
      throw DatabaseError.wrongParameterCount(
        expected: parameterCount, given: parameter + 1, sql: sql)
    }
    types[parameter] = type
    addresses[parameter] = address.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) }
    lengths[parameter] = Int32(clamping: count)
  }

  // Names.

  override func columnName(_ column: Int) -> String {
    guard let current, let name = PQfname(current, Int32(clamping: column)) else {
      return "column \(column + 1)"
    }
    return String(cString: name)
  }
}
#endif
