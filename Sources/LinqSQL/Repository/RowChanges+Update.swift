internal import LinqCore
internal import StoreEngine

extension RowChanges {
  func update(_ all: [RowUpdate<Row>.Assignment], on connection: Connection) throws -> Int {
    let all = try withWholeValues(all)
    // The last of several values for a property counts. A server refuses more than one.
    let assignments = all.enumerated().filter { index, assignment in
      !all[(index + 1)...].contains { $0.keyPath == assignment.keyPath }
    }.map(\.element)
    guard !assignments.isEmpty else { return 0 }
    let columns = try assignments.map { try column(of: $0) }
    let changes = try changes(assignments, columns, connection.engine, path: connection.path)
    // Memory decides about conditions only.
    if let changes { try checkStorable(changes) }
    do {
      let count: Int
      if let changes {
        // Rows do not give each other a value that all of them get.
        let computed = changes.filter { $0.value.givenValue == nil }.map(\.column)
        count = try exchanging(computed, on: connection) {
          try decided(on: connection, evaluating: assignments.compactMap(\.value)) {
            try update(changes, $0, on: connection)
          } inMemory: {
            try updateInMemory(assignments, columns, on: connection)
          }
        } oneByOne: {
          try updateInMemory(assignments, columns, query.policy, on: connection)
        }
      } else {
        count = try updateInMemory(assignments, columns, on: connection)
      }
      if connection.engine.hasSequences, changesKey(columns) { try keepKeys(on: connection) }
      return count
    } catch DatabaseError.nulInText(let parameter) {
      throw nulError(changes ?? []) ?? DatabaseError.nulInText(parameter: parameter)
    } catch let error as ColumnValueError {
      let encoded = columns.map { table.columns[$0] }.filter { $0.encoding != nil }
      let names = encoded.map(\.name).joined(separator: ", ")
      throw RowError.invalid(table: table.name, error.validationError(of: names))
    } catch let failure as ExpressionFailure {
      throw failure.error
    }
  }

  /// Replaces assignments to members of values by those of the whole values, which columns store.
  private func withWholeValues(
    _ assignments: [RowUpdate<Row>.Assignment]
  ) throws -> [RowUpdate<Row>.Assignment] {
    var parts: [Int: [RowUpdate<Row>.Assignment]] = [:]
    return try assignments.map { assignment in
      guard let column = table.columnIndex(storing: assignment.keyPath) else { return assignment }
      // What has been set before is a part of the whole value.
      parts[column, default: []].append(assignment)
      guard table.columnIndex(of: assignment.keyPath) == nil else { return assignment }
      // That of a column begins at its row, and is `Sendable`, which the cast loses.
      nonisolated(unsafe) let whole = table.columns[column].keyPath as! PartialKeyPath<Row>
      let writes = try parts[column, default: []].map { part in
        guard let write = part.write else {
          throw QueryChangeError.cannotSet(
            property: part.keyPath.text, reason: "rows do not let it be changed")
        }
        return write
      }
      return RowUpdate<Row>.Assignment(
        keyPath: table.columns[column].keyPath, value: nil,
        compute: { old in
          var new = old
          for write in writes { try write(old, &new) }
          return new[keyPath: whole]
        }, write: nil)
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
    _ assignments: [RowUpdate<Row>.Assignment], _ columns: [Int],
    _ policy: QueryPolicy = .memoryOnly, on connection: Connection
  ) throws -> Int {
    let rows = try rows(policy, on: connection) { row in
      let values = try zip(assignments, columns).map { assignment, column in
        let value = try assignment.compute(row) as? any ColumnValue
        let expression = value.map { isNil($0) ? .null : .parameter($0) } ?? SQLExpression.null
        return stored(expression, in: column, connection.engine)
      }
      return NewValues(key: try key(of: row), values: values)
    }
    return try connection.transaction {
      try checkFound(rows.map(\.key), on: connection)
      return try exchanging(rows, columns, on: connection) { row in
        let changes = zip(columns, row.values).map { (column: $0, value: $1) }
        return try update(changes, .filters([hasKey(row.key)]), on: connection)
      }
    }
  }

  /// Returns the new values of the columns as SQL; nil if one has none, so that memory computes
  /// them, of which a notice tells.
  private func changes(
    _ assignments: [RowUpdate<Row>.Assignment], _ columns: [Int], _ engine: Engine, path: String
  ) throws -> [Change]? {
    do throws(Untranslatable) {
      var changes: [Change] = []
      for (assignment, column) in zip(assignments, columns) {
        changes.append((column, try newValue(of: assignment, in: column, engine)))
      }
      return changes
    } catch {
      if query.policy == .requireSQL {
        throw QueryError.wouldRunInMemory(operator: "update", reason: error.reason)
      }
      tell(of: error, path: path)
      return nil
    }
  }

  /// Sends a notice about an update in memory, once for each reason.
  private func tell(of error: Untranslatable, path: String) {
    guard let notice = source.notice,
      NotifiedPlans.shared.isNew("\(path) update \(table.name) \(error.reason)")
    else { return }
    let update = QueryPlan.Operator(name: "update", place: .memory(reason: error.reason))
    notice(
      "update runs in memory: \(error.reason)",
      QueryPlan(operators: plan.operators + [update], sql: nil))
  }

  /// Whether a key that the database assigns is among the columns.
  private func changesKey(_ columns: [Int]) -> Bool {
    table.assignedKey != nil && columns.contains(where: table.keyColumns.contains)
  }

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
    guard connection.facts.isIndirect(table.name) else {
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
    var sql = sql(setting: changes, connection.engine)
    let names = changes.map { table.columns[$0.column].name }
    for change in table.countedChange(of: names, on: connection.engine) {
      sql.append(", " + change)
    }
    append(condition, to: &sql)
    let changesKey = changesKey(changes.map(\.column))
    let validity = changesKey ? .unknown : validity(of: changes)
    if case .invalid(let problems) = validity {
      guard try self.count(condition, on: connection) > 0 else { return 0 }
      throw RowError.invalid(table: table.name, RowValidationError(problems))
    }
    let changed = try ChangedWords(of: table, changing: names, on: connection)
    if case .known = validity, changed == nil {
      return try run(sql, changing: names, on: connection)
    }
    let rules = changes.flatMap { table.rules(of: $0.column) }
    let count = { (statement: Statement) throws -> Int in
      try validate(statement, rules, checksKey: changesKey, changed)
    }
    guard
      try connection.engine.isInProcess && !sql.callsProgram && !hasGeneratedColumns(connection)
    else {
      // A function of the program may return another value when it is called again, and a server
      // takes a trip for each statement.
      sql.append(sql.dialect.returning(table.columns))
      let count = try run(sql, changing: names, on: connection, count)
      try changed?.write(on: connection)
      return count
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
    _ = try run(selection, changing: names, on: connection, count)
    return try run(sql, changing: names, on: connection)
  }

  /// What is known of new values before the statement runs.
  private enum Validity {
    /// They are valid, or the statement checks them.
    case known
    /// One of them is not valid.
    case invalid([RowValidationError.Problem])
    /// The rows must be validated.
    case unknown
  }

  private func validity(of changes: [Change]) -> Validity {
    guard table.validate != nil else { return .known }
    guard !table.validatesWholeRows else { return .unknown }
    var problems: [RowValidationError.Problem] = []
    for change in changes {
      let rules = table.rules(of: change.column)
      if change.value.calls(rules.map(\.function)) { continue }
      let value = change.value.givenValue
      if value == nil {
        guard case .null = change.value else { return .unknown }
      }
      for rule in rules {
        guard let found = rule.problems(of: value) else { return .unknown }
        problems += found
      }
    }
    return problems.isEmpty ? .known : .invalid(problems)
  }

  /// Returns the beginning of an update, before its condition.
  func sql(setting changes: [Change], _ engine: Engine) -> SQLText {
    var sql = SQLText(engine.dialect)
    sql.append("UPDATE \(quoted(table.name)) SET ")
    for (index, change) in changes.enumerated() {
      sql.append((index > 0 ? ", " : "") + quoted(table.columns[change.column].name) + " = ")
      sql.append(change.value)
    }
    return sql
  }

  /// Returns whether the table has generated columns, which change with the columns that they are
  /// computed from.
  private func hasGeneratedColumns(_ connection: Connection) throws -> Bool {
    try connection.storedTable(named: table.name)?.columns.contains(where: \.isGenerated) == true
  }

  /// Validates the rows of a statement, and returns their number.
  ///
  /// - Parameters:
  ///   - rules: those of the columns that change.
  ///   - changed: notes the words of the rows.
  private func validate(
    _ statement: Statement, _ rules: [PropertyRule<Row>], checksKey: Bool,
    _ changed: ChangedWords<Row>?
  ) throws -> Int {
    let reader = table.makeReader(statement, 0)
    var count = 0
    while try statement.step() {
      let row = try reader.read()
      try table.check(row, changedIn: rules)
      if checksKey, let key = table.assignedKey {
        try table.checkGivenKey(table.integerKey(row, key))
      }
      try changed?.note(row)
      count += 1
    }
    return count
  }

  /// The index of a column, and its new value.
  typealias Change = (column: Int, value: SQLExpression)

  /// Returns the index of the column that an assignment sets.
  private func column(of assignment: RowUpdate<Row>.Assignment) throws -> Int {
    guard let column = table.columnIndex(of: assignment.keyPath) else {
      throw QueryChangeError.cannotSet(
        property: assignment.keyPath.text, reason: "it is not a column, nor stored in one")
    }
    guard table.columns[column].role != .generated else {
      throw QueryChangeError.cannotSet(
        property: assignment.keyPath.text, reason: "the database computes its column")
    }
    return column
  }

  /// Returns the new value of a column.
  private func newValue(
    of assignment: RowUpdate<Row>.Assignment, in column: Int, _ engine: Engine
  ) throws(Untranslatable) -> SQLExpression {
    var statement = source.statement
    statement.place.context = SubqueryContext(source)
    var value = try statement.translator().translate(
      SelectStatement.expression(assignment.value))
    if engine.callsSwift, !table.validatesWholeRows, value.givenValue == nil {
      for case let function? in table.rules(of: column).map(\.function) {
        value = .function(function, [value])
      }
    }
    try check(value, of: statement)
    try engine.dialect.check(value)
    let (name, encoding) = (table.columns[column].name, table.columns[column].encoding)
    if encoding == .text, engine.callsSwift, value.givenValue == nil {
      throw Untranslatable(reason: "\(name) would store a number for a text that looks like one")
    }
    return stored(value, in: column, engine)
  }

  /// Returns a value as a column stores it.
  func stored(_ value: SQLExpression, in column: Int, _ engine: Engine) -> SQLExpression {
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
}

extension SQLExpression {
  /// The value of the program that a column receives; nil if it is computed.
  var givenValue: (any ColumnValue)? {
    switch self {
    case .parameter(let value), .encoded(.parameter(let value), _, _): value.ownValue
    case .binary(.add, .parameter(let value), .number(0)): value.ownValue
    default: nil
    }
  }

  /// Whether a new value is the result of functions, one of the other. There are none for nil.
  fileprivate func calls(_ functions: [(any AnyQueryFunction)?]) -> Bool {
    guard let last = functions.last else { return true }
    switch self {
    case .function(let called, let arguments):
      return called.identity != nil && called.identity === last?.identity
        && arguments[0].calls(functions.dropLast())
    case .encoded(let value, _, _), .binary(.add, let value, .number(0)):
      return value.calls(functions)
    default: return false
    }
  }
}
