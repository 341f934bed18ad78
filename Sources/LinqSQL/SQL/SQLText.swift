internal import LinqCore
internal import StoreEngine

/// SQL text under construction, with the values of its parameters in their order.
struct SQLText: Sendable {
  /// The dialect in which the text is written.
  let dialect: any Dialect

  private(set) var text = ""
  private(set) var values: [any ColumnValue] = []
  /// For each value, the index of the query's constant that it comes from, if any.
  private(set) var constants: [Int?] = []
  /// The number of the parameter that each constant is bound to.
  private var numbers: [Int: Int] = [:]
  /// The functions of the program that the text calls.
  private(set) var functions: [any AnyQueryFunction] = []
  /// The encodings whose functions the text calls.
  private(set) var encodings: Set<StoredEncoding> = []

  /// The keys of the groups, while the columns and conditions of groups are written.
  var groupKeys: [SQLExpression] = []

  /// Whether the text is one of groups: of their keys, their columns or their conditions. A key is
  /// known in the others only as it is written in `GROUP BY`.
  var isOfGroups = false

  /// Whether the statement may fail where Swift would not: a server stores no NUL, and leaves some
  /// texts to memory.
  var mayFail: Bool {
    text.contains("swift.") || values.contains { $0.storedType == .text }
  }

  init(_ dialect: any Dialect) { self.dialect = dialect }

  mutating func append(_ part: String) { text += part }

  /// Writes an expression, in parentheses if it binds less tightly than its context.
  mutating func append(
    _ expression: SQLExpression, as use: ExpressionUse = .value, inside precedence: Int = 0
  ) {
    dialect.write(expression, as: use, inside: precedence, to: &self)
  }

  /// Writes a parameter. A repeated constant uses the same parameter, so that an engine recognizes
  /// equal expressions.
  mutating func append(parameter value: any ColumnValue, constant: Int?) {
    if let constant, let number = numbers[constant] {
      return append(dialect.parameter(number, isRepeated: true))
    }
    // The value of a parameter without a constant is a part of the statement.
    if constant == nil, dialect.sharesEqualValues, let stored = storedValue(value),
      let index = values.indices.first(where: {
        constants[$0] == nil && type(of: values[$0]) == type(of: value)
          && storedValue(values[$0]) == stored
      })
    {
      return append(dialect.parameter(index + 1, isRepeated: true))
    }
    values.append(value)
    constants.append(constant)
    if let constant { numbers[constant] = values.count }
    append(dialect.parameter(values.count, isRepeated: false))
  }

  /// Writes the name of a function of the program, which must be registered first.
  mutating func append(function: any AnyQueryFunction) {
    functions.append(function)
    append(quoted(function.name))
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

extension SQLExpression: CustomStringConvertible {
  /// The text with its values and the indices of its constants. It is equal for two expressions of
  /// one statement that have the same meaning.
  var description: String {
    var sql = SQLText(SQLiteDialect())
    sql.append(self)
    let constants = sql.constants.map { $0.map(String.init) ?? "" }
    return "\(sql.text) \(constants) \(sql.values.map { "\($0)" })"
  }

  /// Returns whether two expressions of one statement have the same text and the same constants.
  func isSame(as other: SQLExpression) -> Bool { description == other.description }
}

/// Returns the value of a parameter as it is stored; nil if it cannot be.
func storedValue(_ value: any ColumnValue) -> Value? {
  var writer = RowWriter()
  guard (try? value.write(to: &writer)) != nil else { return nil }
  return writer.values.first
}
