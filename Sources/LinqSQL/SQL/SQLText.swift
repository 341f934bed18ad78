internal import LinqCore
internal import StoreEngine

/// SQL text under construction, with its parameters.
struct SQLText: Sendable {
  /// The dialect in which the text is written.
  let dialect: any Dialect

  private(set) var text = ""
  /// The values of the parameters in their order.
  private(set) var parameters: [BoundValue] = []
  /// The number of the parameter that has a value which each run binds.
  private var numbers: [BoundValue.Origin: Int] = [:]
  /// The functions of the program that the text calls, with their names in it.
  private(set) var functions: [(name: String, function: any AnyQueryFunction)] = []
  /// Whether the text calls a function of the program, and not only Swift's own.
  var callsProgram: Bool { functions.contains { $0.function.identity != nil } }

  /// The encodings whose functions the text calls.
  private(set) var encodings: Set<StoredEncoding> = []

  /// The keys of the groups, while the columns and conditions of groups are written.
  var groupKeys: [SQLExpression] = []

  /// Whether the text is one of groups: of their keys, their columns or their conditions. A key is
  /// known in the others only as it is written in `GROUP BY`.
  var isOfGroups = false

  /// Whether the statement that is written runs once, and not for each row of one around it.
  var runsOnce = true

  /// Whether the statement may fail where Swift would not: a server stores no NUL, and leaves some
  /// texts to memory.
  var mayFail: Bool {
    callsSwiftFunctions || parameters.contains { $0.storedType == .text }
  }

  /// Whether the text calls one of Swift's own functions on a server.
  private var callsSwiftFunctions = false

  /// The tables in which subqueries look up rows, with their places in the text and what to write
  /// there for an engine that has no index.
  private var lookups: [(table: String, place: Range<Int>, materialized: String)] = []

  init(_ dialect: any Dialect) { self.dialect = dialect }

  mutating func append(_ part: String) { text += part }

  /// Writes an expression, in parentheses if it binds less tightly than its context.
  mutating func append(
    _ expression: SQLExpression, as use: ExpressionUse = .value, inside precedence: Int = 0
  ) {
    if use == .filter, let condition = expression.filterCondition {
      return append(condition, as: use, inside: precedence)
    }
    dialect.write(expression, as: use, inside: precedence, to: &self)
  }

  /// Writes a parameter. A repeated constant uses the same parameter, so that an engine recognizes
  /// equal expressions.
  mutating func append(_ value: BoundValue) {
    if let origin = value.origin, let number = numbers[origin] {
      return append(dialect.parameter(number, isRepeated: true))
    }
    if dialect.sharesEqualValues, let index = parameters.firstIndex(where: value.isEqualPart) {
      return append(dialect.parameter(index + 1, isRepeated: true))
    }
    parameters.append(value)
    if let origin = value.origin { numbers[origin] = parameters.count }
    append(dialect.parameter(parameters.count, isRepeated: false))
  }

  /// Writes the name of a function of the program, which must be registered first. Another function
  /// with this name gets a number.
  mutating func append(function: any AnyQueryFunction) {
    if let known = functions.first(where: { $0.function.isSame(as: function) }) {
      return append(quoted(known.name))
    }
    // The names of the library's own functions begin with this.
    let isReserved = function.identity != nil && function.name.lowercased().hasPrefix("swift_")
    let wanted = isReserved ? "program_" + function.name : function.name
    var (name, number) = (wanted, 1)
    while functions.contains(where: { $0.name.lowercased() == name.lowercased() }) {
      number += 1
      name = "\(wanted)_\(number)"
    }
    functions.append((name, function))
    append(quoted(name))
  }

  /// Writes the beginning of a call of one of Swift's own functions on a server.
  mutating func append(swiftFunction name: some StringProtocol) {
    noteSwiftFunction()
    append("swift.\(name)(")
  }

  /// Notes that the text calls one of Swift's own functions on a server.
  mutating func noteSwiftFunction() { callsSwiftFunctions = true }

  /// The text with the functions that it calls, as a connection caches its statement.
  var statementText: StatementText {
    StatementText(
      text, functions: functions.compactMap { $0.function.identity.map(ObjectIdentifier.init) },
      unindexed: lookups.isEmpty ? nil : .init(sql: materialized, tables: lookups.map(\.table)))
  }

  /// The text in which subqueries look up rows of tables that are read once.
  private var materialized: String {
    let bytes = Array(text.utf8)
    var (result, end): ([UInt8], Int) = ([], 0)
    for lookup in lookups {
      result += bytes[end..<lookup.place.lowerBound]
      result += lookup.materialized.utf8
      end = lookup.place.upperBound
    }
    return String(decoding: result + bytes[end...], as: UTF8.self)
  }

  /// Writes a table in which a subquery looks up rows by values of a statement around it.
  ///
  /// SQLite looks at each row of a table without an index for each row of the statement around the
  /// subquery. It makes an index of its own, once, of rows that it has read into one place:
  ///
  ///     (SELECT sum(total) FROM invoice WHERE person_id = person.id)
  ///     (SELECT sum(total) FROM (SELECT person_id, total, id FROM invoice LIMIT -1) AS invoice
  ///     WHERE person_id = person.id)
  mutating func append(table: String, as alias: String?, lookingUp columns: [String]) {
    let start = text.utf8.count
    append(quoted(table))
    if let alias { append(" AS \(alias)") }
    let list = columns.map { quoted($0) }.joined(separator: ", ")
    lookups.append(
      (
        alias ?? table, start..<text.utf8.count,
        "(SELECT \(list) FROM \(quoted(table)) LIMIT -1) AS \(alias ?? quoted(table))"
      ))
  }

  /// Writes a call of a function of an encoding, which must be registered first.
  mutating func append(call name: String, of encoding: StoredEncoding, _ value: SQLExpression) {
    encodings.insert(encoding)
    append(call: name, [value])
  }

  /// Writes a conversion to a type of the engine.
  mutating func append(cast expression: SQLExpression, as type: String) {
    append("CAST(")
    append(expression)
    append(" AS \(type))")
  }

  /// Writes expressions with commas between them.
  mutating func appendList(_ expressions: [SQLExpression]) {
    for (index, expression) in expressions.enumerated() {
      if index > 0 { append(", ") }
      append(expression)
    }
  }

  /// Writes `WHERE` and the conditions, joined with `AND`. Writes nothing if there are none.
  mutating func append(conditions: [SQLExpression]) {
    for (index, condition) in conditions.enumerated() {
      append(index == 0 ? " WHERE " : " AND ")
      append(condition, as: .filter, inside: 2)
    }
  }

  /// Writes the terms of `ORDER BY`.
  mutating func append(order: [OrderTerm], readsAll: Bool = false) {
    // A constant orders nothing, so an engine may follow an index for the next term.
    let first = order.firstIndex { !$0.expression.isConstant }
    for (index, term) in order.enumerated() {
      if index > 0 { append(", ") }
      dialect.write(term, readsAll: readsAll && index == first, to: &self)
    }
  }

  mutating func parenthesised(_ isNeeded: Bool, _ body: (inout SQLText) -> Void) {
    if isNeeded { append("(") }
    body(&self)
    if isNeeded { append(")") }
  }
}

extension AnyQueryFunction {
  /// Returns whether both are the same function.
  func isSame(as other: any AnyQueryFunction) -> Bool {
    identity === other.identity && (identity != nil || name == other.name)
  }
}

/// Returns the value of a parameter as it is stored; nil if it cannot be.
func storedValue(_ value: any ColumnValue) -> Value? {
  var writer = RowWriter()
  guard (try? value.write(to: &writer)) != nil else { return nil }
  return writer.values.first
}
