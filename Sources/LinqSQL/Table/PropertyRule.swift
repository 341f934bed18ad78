package import LinqCore

/// A rule for the values of one property. A row is valid if each of its values is.
package struct PropertyRule<Row: Sendable>: Sendable {
  let keyPath: any AnyKeyPath & Sendable
  /// Returns the problems of the value in a row.
  private let problemsInRow: @Sendable (Row) -> [RowValidationError.Problem]
  /// Returns the problems of a value; nil for one of another type.
  private let problemsOfValue: @Sendable ((any ColumnValue)?) -> [RowValidationError.Problem]?
  /// Returns its argument, or throws its problems; nil if no function can take it.
  let function: (any AnyQueryFunction)?

  /// Creates a rule.
  ///
  /// - Parameter problems: returns what is wrong with a value.
  package init<Value: ColumnValue>(
    _ property: any KeyPath<Row, Value> & Sendable,
    problems: @escaping @Sendable (Value) -> [RowValidationError.Problem]
  ) {
    self.init(property, nil, problems)
  }

  /// Creates a rule that SQL can call.
  ///
  /// - Parameters:
  ///   - field: the name of the property in problems.
  ///   - problem: returns what is wrong with a value, as the rest of a sentence; nil for a valid
  ///     one.
  package init<Value: ColumnValue & FunctionValue>(
    _ property: any KeyPath<Row, Value> & Sendable, field: String,
    problem: @escaping @Sendable (Value) -> String?
  ) {
    let isName = field.utf8.allSatisfy { byte in
      byte == UInt8(ascii: "_") || byte < 128 && Character(UnicodeScalar(byte)).isLetter
    }
    let name = "valid_\(isName ? field : "value")"
    let function = QueryFunction(name) { (value: Value) throws -> Value in
      if let reason = problem(value) { throw RowValidationError(field, value, reason) }
      return value
    }
    self.init(property, function) { value in
      problem(value).map { RowValidationError(field, value, $0).problems } ?? []
    }
  }

  private init<Value: ColumnValue>(
    _ property: any KeyPath<Row, Value> & Sendable, _ function: (any AnyQueryFunction)?,
    _ problems: @escaping @Sendable (Value) -> [RowValidationError.Problem]
  ) {
    keyPath = property
    self.function = function
    problemsInRow = { problems($0[keyPath: property]) }
    problemsOfValue = { value in
      if let value = value as? Value { return problems(value) }
      let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value
      return value == nil ? none.map(problems) : nil
    }
  }

  /// Returns the problems of the value in a row.
  package func problems(in row: Row) -> [RowValidationError.Problem] { problemsInRow(row) }

  /// Returns the problems of a value, which is nil if it is missing; nil for one of another type.
  func problems(of value: (any ColumnValue)?) -> [RowValidationError.Problem]? {
    problemsOfValue(value)
  }
}

extension RowValidationError {
  /// Creates the error of one value.
  fileprivate init<Value>(_ field: String, _ value: Value, _ reason: String) {
    let mirror = Mirror(reflecting: value)
    let given = mirror.displayStyle == .optional ? mirror.children.first?.value ?? "nil" : value
    self.init([Problem(field: field, value: "\(given)", reason: reason)])
  }
}
