internal import LinqCore
internal import StoreEngine

/// The rows of a query on a table, which are to be updated or deleted.
///
/// The chain is planned like any other one. Its statement becomes the condition of a `DELETE` or an
/// `UPDATE`, in one of three forms:
///
/// ```swift
/// people.where { $0.age > 120 }.delete()                     // nothing but filters
/// // DELETE FROM person WHERE age > ?
/// people.skip(50).delete()                                   // other clauses
/// // DELETE FROM person WHERE id IN (SELECT id FROM person ORDER BY id LIMIT -1 OFFSET ?)
/// people.where { isPrime($0.age) }.delete()                  // an operator in memory
/// // DELETE FROM person WHERE id IN (SELECT value FROM temp.json_each(?))
/// ```
///
/// For the last one, the chain runs as a query first, in the same transaction, and the parameter is
/// the list of the keys of its rows. Other keys than one integer are compared one by one.
///
/// ```swift
/// people.where { $0.age >= 25 }.update { $0.set(\.age, to: $0.age + 1) }
/// // SELECT id, name, surname, swift_whole(age + ?), email, birth_date FROM person WHERE age >= ?
/// // UPDATE person SET age = swift_whole(age + ?) WHERE age >= ?
/// ```
///
/// The `SELECT` is there if the table has a validation: its rows are what the update will store. On
/// a server, the update returns its rows instead. If an expression fails, memory computes the new
/// values, and each row gets an `UPDATE` of its own (S38).
struct RowChanges<Row: Sendable>: Sendable {
  private let source: TableNode<Row>
  private let query: Query<Row>
  private let chain: IndexedChain
  private let plan: Planner

  init(_ query: Query<Row>) throws {
    guard let source = query.node.chain.first as? TableNode<Row> else {
      // A query that cannot run at all throws its own error here.
      _ = try query.plan()
      throw QueryChangeError.notRows(reason: "its source is not a table of \(Row.self)")
    }
    try query.checkDepth()
    self.source = source
    self.query = query
    chain = IndexedChain(query.node, source, query.policy)
    plan = Planner(chain, source: source, policy: query.policy)
    if query.policy == .requireSQL { try plan.operators.requireSQL() }
    guard case .row = plan.statement.projection else {
      throw QueryChangeError.notRows(reason: "an operator has made other values of them")
    }
  }

  var connections: ConnectionSource { source.connections }
  private var table: Table<Row> { source.table }

  func delete(on connection: Connection) throws -> Int {
    try decided(on: connection) {
      try delete($0, on: connection)
    } inMemory: {
      try forEachCondition(of: keys(.memoryOnly, on: connection), on: connection) {
        try delete($0, on: connection)
      }
    }
  }

  /// Runs a statement for the rows of the query. If the statement fails with an error of an
  /// expression, or depends on a text that is not in canonical form or on a value that cannot be
  /// read, memory decides (S38).
  ///
  /// - Parameter newValues: expressions of new values.
  private func decided(
    on connection: Connection, evaluating newValues: [ExpressionNode] = [],
    _ body: (Condition) throws -> Int, inMemory: () throws -> Int
  ) throws -> Int {
    do {
      do {
        guard let condition = try condition(isUpdate: !newValues.isEmpty) else {
          return try forEachCondition(of: keys(query.policy, on: connection), on: connection, body)
        }
        let sources = [source] + chain.sources + plan.context.sources
        for source in sources { _ = try source.checkDeclaration(connection) }
        if !connection.engine.hasTypedColumns {
          for values in chain.evaluatedValues(of: sources, and: newValues) {
            try values.check(on: connection)
          }
        }
        let texts = sources.map(\.textVersion)
        for case let text? in texts
        where !connection.engine.keepsCanonicalText && plan.statement.depends(on: text.columns) {
          try text.check(on: connection)
        }
        guard plan.statement.canFail else { return try body(condition) }
        return try connection.transaction { try body(condition) }
      } catch  where ExpressionFailure(deciding: error) != nil {
        return try inMemory()
      }
    } catch let failure as ExpressionFailure {
      throw failure.error
    }
  }

  private func delete(_ condition: Condition, on connection: Connection) throws -> Int {
    try table.check(on: connection)
    guard connection.isIndirect(table.name) else {
      return try deleteRows(condition, on: connection)
    }
    // The engine counts no rows of a view.
    let count = try count(condition, on: connection)
    _ = try deleteRows(condition, on: connection)
    return try count - self.count(condition, on: connection)
  }

  /// Returns the number of rows that a condition selects.
  private func count(_ condition: Condition, on connection: Connection) throws -> Int {
    var sql = SQLText(connection.engine.dialect)
    sql.append("SELECT count(*) FROM \(quoted(table.name))")
    append(condition, to: &sql)
    return try run(sql, on: connection) { try $0.step() ? Int($0.integer(0)) : 0 }
  }

  private func deleteRows(_ condition: Condition, on connection: Connection) throws -> Int {
    var sql = SQLText(connection.engine.dialect)
    sql.append("DELETE FROM \(quoted(table.name))")
    append(condition, to: &sql)
    return try run(sql, on: connection)
  }

  func update(_ all: [RowUpdate<Row>.Assignment], on connection: Connection) throws -> Int {
    // The last of several values for a property counts. A server refuses more than one.
    let assignments = all.enumerated().filter { index, assignment in
      !all[(index + 1)...].contains { $0.keyPath == assignment.keyPath }
    }.map(\.element)
    guard !assignments.isEmpty else { return 0 }
    let changes = try assignments.map { try change($0, connection.engine) }
    // Memory decides about conditions only.
    try checkStorable(changes)
    do {
      let count = try decided(on: connection, evaluating: assignments.map(\.value)) {
        try update(changes, $0, on: connection)
      } inMemory: {
        try updateInMemory(assignments, changes, on: connection)
      }
      if connection.engine.hasSequences, table.assignedKey != nil, changes.contains(where: isKey) {
        try keepKeys(on: connection)
      }
      return count
    } catch DatabaseError.nulInText(let parameter) {
      throw nulError(changes) ?? DatabaseError.nulInText(parameter: parameter)
    } catch let error as ColumnValueError {
      let columns = changes.map { table.columns[$0.column] }.filter { $0.encoding != nil }
      let names = columns.map(\.name).joined(separator: ", ")
      throw RowError.invalid(table: table.name, error.validationError(of: names))
    }
  }

  /// Throws for a new value that its column cannot store.
  private func checkStorable(_ changes: [Change]) throws {
    for change in changes {
      guard let value = change.value.givenValue else { continue }
      let column = table.columns[change.column]
      do {
        var writer = RowWriter()
        try value.write(to: &writer)
        guard let encoding = column.encoding else { continue }
        for value in writer.values where encoding.encode(value, .nearest) == nil {
          throw ColumnValueError.notRepresentable(
            encoding.text(of: value), type: "\(type(of: value))", encoding: "\(encoding)")
        }
      } catch let error as ColumnValueError {
        throw RowError.invalid(table: table.name, error.validationError(of: column.name))
      } catch DatabaseError.notANumber(_, let parameter) {
        throw DatabaseError.notANumber(
          column: "\(table.name).\(column.name)", parameter: parameter)
      }
    }
  }

  /// Changes the rows one by one to values that are computed in memory.
  private func updateInMemory(
    _ assignments: [RowUpdate<Row>.Assignment], _ changes: [Change], on connection: Connection
  ) throws -> Int {
    let rows = try rows(.memoryOnly, on: connection) { row in
      let values = try zip(assignments, changes).map { assignment, change in
        let value = try assignment.compute(row) as? any ColumnValue
        let expression = value.map { isNil($0) ? .null : .parameter($0) } ?? SQLExpression.null
        return stored(expression, in: change.column, connection.engine)
      }
      return (key: try key(of: row), values: values)
    }
    return try connection.transaction {
      try checkFound(rows.map(\.key), on: connection)
      return try rows.reduce(0) { count, row in
        let changes = zip(changes, row.values).map { (column: $0.column, value: $1) }
        return try count + update(changes, .filters([hasKey(row.key)]), on: connection)
      }
    }
  }

  private func isKey(_ change: Change) -> Bool { table.keyColumns.contains(change.column) }

  /// Makes sure that no key which was written is chosen for another row.
  private func keepKeys(on connection: Connection) throws {
    let name = table.keyNames[0]
    let keys = try connection.query(
      "SELECT coalesce(max(\(quoted(name))), 0) FROM \(quoted(table.name))"
    ) { try $0.integer(0) }
    for key in keys { try connection.keepKey(key, of: table.name, name) }
  }

  /// Returns the error of a new text that a server does not store.
  private func nulError(_ changes: [Change]) -> RowError? {
    let change = changes.first { change in
      (change.value.ownValue as? String)?.utf8.contains(0) == true
    }
    return change.map { table.nulError(in: table.columns[$0.column].name) }
  }

  private func update(
    _ changes: [Change], _ condition: Condition, on connection: Connection
  ) throws -> Int {
    try table.check(on: connection)
    guard connection.isIndirect(table.name) else {
      return try updateRows(changes, condition, on: connection)
    }
    // The engine counts no rows of a view.
    let count = try count(condition, on: connection)
    _ = try updateRows(changes, condition, on: connection)
    return count
  }

  private func updateRows(
    _ changes: [Change], _ condition: Condition, on connection: Connection
  ) throws -> Int {
    try checkStorable(changes)
    var sql = SQLText(connection.engine.dialect)
    sql.append("UPDATE \(quoted(table.name)) SET ")
    for (index, change) in changes.enumerated() {
      sql.append((index > 0 ? ", " : "") + quoted(table.columns[change.column].name) + " = ")
      sql.append(change.value)
    }
    let names = changes.map { table.columns[$0.column].name }
    for change in table.textChange(of: names, on: connection.engine) {
      sql.append(", " + change)
    }
    append(condition, to: &sql)
    let changesKey = table.assignedKey != nil && changes.contains(where: isKey)
    guard table.validate != nil || changesKey else { return try run(sql, on: connection) }
    let count = { (statement: Statement) throws -> Int in
      try validate(statement, checksKey: changesKey)
    }
    guard
      try connection.engine.isInProcess && !sql.callsProgram && !hasGeneratedColumns(connection)
    else {
      // A function of the program may return another value when it is called again, and a server
      // takes a trip for each statement.
      sql.append(sql.dialect.returning(table.columns))
      return try run(sql, on: connection, count)
    }
    // Validating the rows first takes half the time of `RETURNING`, for which SQLite keeps all of
    // them.
    var rows = table.columns.map(\.value)
    for change in changes {
      let encoding = table.columns[change.column].encoding
      rows[change.column] = encoding.map { .decoded(change.value, $0) } ?? change.value
    }
    var selection = SQLText(connection.engine.dialect)
    selection.append("SELECT ")
    selection.appendList(rows)
    selection.append(" FROM \(quoted(table.name))")
    append(condition, to: &selection)
    _ = try run(selection, on: connection, count)
    return try run(sql, on: connection)
  }

  /// Returns whether the table has generated columns, which change with the columns that they are
  /// computed from.
  private func hasGeneratedColumns(_ connection: Connection) throws -> Bool {
    try connection.storedTable(named: table.name)?.columns.contains(where: \.isGenerated) == true
  }

  /// Validates the rows of a statement, and returns their number.
  private func validate(_ statement: Statement, checksKey: Bool) throws -> Int {
    let reader = table.makeReader(statement, 0)
    var count = 0
    while try statement.step() {
      let row = try reader.read()
      try table.check(row)
      if checksKey, let key = table.assignedKey {
        try table.checkGivenKey(table.integerKey(row, key))
      }
      count += 1
    }
    return count
  }

  /// The index of a column, and its new value.
  private typealias Change = (column: Int, value: SQLExpression)

  private func change(_ assignment: RowUpdate<Row>.Assignment, _ engine: Engine) throws -> Change {
    guard let column = table.columns.firstIndex(where: { $0.keyPath == assignment.keyPath }) else {
      throw QueryChangeError.cannotSet(
        property: "\(assignment.keyPath)", reason: "it is not a column")
    }
    guard table.columns[column].role != .generated else {
      throw QueryChangeError.cannotSet(
        property: "\(assignment.keyPath)", reason: "the database computes its column")
    }
    do throws(Untranslatable) {
      var statement = source.statement
      statement.place.context = SubqueryContext(source)
      let value = try statement.translator().translate(assignment.value)
      try check(value, of: statement)
      try engine.dialect.check(value)
      return (column, stored(value, in: column, engine))
    } catch {
      throw QueryChangeError.cannotSet(
        property: "\(assignment.keyPath)", reason: error.reason)
    }
  }

  /// Returns a value as a column stores it.
  private func stored(_ value: SQLExpression, in column: Int, _ engine: Engine) -> SQLExpression {
    if let encoding = table.columns[column].encoding { return .encoded(value, encoding, .nearest) }
    let storesSign = engine.storesNegativeZero && table.columns[column].type == .real
    // SQLite stores no negative zero.
    return storesSign ? .binary(.add, value, .number(0)) : value
  }

  /// Throws if a new value depends on other rows of the table, which change at the same time.
  private func check(
    _ value: SQLExpression, of statement: SelectStatement
  ) throws(Untranslatable) {
    let tables = statement.place.context?.sources ?? []
    guard tables.contains(where: { $0.identity === table.identity }) else {
      return
    }
    throw Untranslatable(reason: "its new value depends on other rows of \(table.name)")
  }

  /// The condition that selects the rows of the query.
  private enum Condition {
    /// The rows for which all of these expressions are true.
    case filters([SQLExpression])
    /// The rows whose keys a statement returns.
    case statement(SelectStatement)
  }

  /// Returns the condition for the rows: the filters of the query if it has nothing else, otherwise
  /// a statement that returns their keys; nil if memory decides.
  ///
  /// Some versions of SQLite evaluate the subqueries in the condition of an update after they have
  /// changed the first rows. The statement of the keys is evaluated before.
  private func condition(isUpdate: Bool) throws -> Condition? {
    guard plan.memory.isEmpty else { return nil }
    let statement = plan.statement
    let readsChanges =
      isUpdate && connections.engine.readsOwnUpdates
      && statement.filters.contains(where: \.hasSubquery)
    if case .table = statement.source, statement.grouping == nil, !statement.isLimited,
      !readsChanges
    {
      return .filters(statement.conditions)
    }
    guard case .row(let row) = statement.projection else { return nil }
    var keys = statement
    keys.output = table.keyColumns.map { index in
      let value = row.columns[index].expression
      guard let encoding = table.columns[index].encoding else { return (value, "") }
      if encoding.isForeignText { return (value, "") }
      if case .decoded(.column, encoding) = value { return (value.stored, "") }
      // A nested statement has decoded the key.
      return (.encoded(value, encoding, .exact), "")
    }
    return .statement(keys)
  }

  /// Runs the query and returns the keys of its rows.
  private func keys(
    _ policy: QueryPolicy, on connection: Connection
  ) throws -> [[any ColumnValue]] {
    try rows(policy, on: connection) { try key(of: $0) }
  }

  /// Returns the key of a row, with a value for every column of the key.
  private func key(of row: Row) throws -> [any ColumnValue] {
    try table.keyColumns.compactMap { index in
      try UnreadableValues.check(table.columns[index].keyPath, of: row)
      return row[keyPath: table.columns[index].keyPath as AnyKeyPath] as? any ColumnValue
    }
  }

  /// Runs the query and returns what a closure makes of its rows, which may have subqueries.
  private func rows<Result>(
    _ policy: QueryPolicy, on connection: Connection, _ body: (Row) throws -> Result
  ) throws -> [Result] {
    let session = QuerySession(connection: connection, from: connections)
    if policy == .memoryOnly { session.startDeferring() }
    let run = QueryRun(session: session, policy: policy)
    return try SubqueryRun.during(run) {
      let next = try DatabaseEngine(source: source).pull(query.node, in: run)
      var results: [Result] = []
      while let row = try next() { results.append(try body(row)) }
      return results
    }
  }

  /// Calls `body` with conditions for rows with the given keys, and returns the sum of its results.
  private func forEachCondition(
    of keys: [[any ColumnValue]], on connection: Connection, _ body: (Condition) throws -> Int
  ) throws -> Int {
    if table.hasIntegerKey {
      let texts = try keys.map { try "\(table.key($0))" }
      let list = SQLExpression.parameter("[" + texts.joined(separator: ",") + "]")
      return try body(.filters([.isInJSON(.column(table.keyNames[0]), list)]))
    }
    return try connection.transaction {
      try checkFound(keys, on: connection)
      return try parts(of: keys).reduce(0) { try $0 + body(hasKey(in: $1)) }
    }
  }

  /// Throws if a row is not found by the key that was read: another program may have written a text
  /// that is not in canonical form.
  private func checkFound(_ keys: [[any ColumnValue]], on connection: Connection) throws {
    guard !table.hasIntegerKey else { return }
    for part in parts(of: keys) where try count(hasKey(in: part), on: connection) < part.count {
      for key in part where try count(hasKey(in: [key]), on: connection) == 0 {
        throw try RowError.notFound(table: table.name, key: table.key(key))
      }
    }
  }

  /// Returns keys in parts, as many as a parser accepts in one expression.
  private func parts(of keys: [[any ColumnValue]]) -> [ArraySlice<[any ColumnValue]>] {
    stride(from: 0, to: keys.count, by: 200).map { keys[$0..<min($0 + 200, keys.count)] }
  }

  /// Returns the condition that a row has one of some keys.
  private func hasKey(in keys: ArraySlice<[any ColumnValue]>) -> Condition {
    .filters([keys.map(hasKey).reduce { .binary(.or, $0, $1) }])
  }

  /// Returns the condition that a row has a key.
  private func hasKey(_ key: [any ColumnValue]) -> SQLExpression {
    zip(table.keyColumns, key).map {
      SQLExpression.binary(.equal, table.columns[$0].value, .parameter($1))
    }.reduce { .binary(.and, $0, $1) }
  }

  private func append(_ condition: Condition, to sql: inout SQLText) {
    switch condition {
    case .filters(let filters): sql.append(conditions: filters)
    case .statement(let keys):
      let names = table.keyColumns.map { sql.dialect.compared(table.columns[$0]) }
        .joined(separator: ", ")
      sql.append(" WHERE \(table.keyNames.count > 1 ? "(\(names))" : names) IN (")
      keys.append(to: &sql)
      sql.append(")")
    }
  }

  private func run(
    _ sql: SQLText, on connection: Connection,
    _ count: ((Statement) throws -> Int)? = nil
  ) throws -> Int {
    try table.check(on: connection)
    try connection.registerFunctions(of: sql)
    return try connection.withStatement(sql.statementText) { statement in
      try bind(sql.values, to: statement)
      return try table.namingConstraint {
        do {
          if let count { return try count(statement) }
          while try statement.step() {}
          return connection.changedRowCount
        } catch  where statement.wasStoppedByFunction {
          throw ExpressionFailure(error: error)
        }
      }
    }
  }
}

extension SQLExpression {
  /// The value of the program that a column receives; nil if it is computed.
  fileprivate var givenValue: (any ColumnValue)? {
    switch self {
    case .parameter(let value), .encoded(.parameter(let value), _, _): value.ownValue
    case .binary(.add, .parameter(let value), .number(0)): value.ownValue
    default: nil
    }
  }
}

extension Collection {
  /// Combines the elements, of which there is at least one, from left to right.
  fileprivate func reduce(_ combine: (Element, Element) -> Element) -> Element {
    guard let first else { preconditionFailure("nothing to combine") }
    return dropFirst().reduce(first, combine)
  }
}
