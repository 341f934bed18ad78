public import LinqCore

/// A change of all rows of a chain, parsed from text in the spelling of Swift.
///
/// ```swift
/// let text = #"where { $0.surname == "Byron" }.update { $0.set(\.surname, to: "King") }"#
/// if let change = try store.textForm.parseChange(text, of: Person.self) {
///   print(try change.rows.count())
///   try change.run()
/// }
/// // UPDATE person SET surname = ? WHERE surname = ?
/// ```
///
/// ``TextForm/parse(_:parameters:)`` reads no changes: a program that accepts them asks for them.
public struct ParsedChange<Row: Sendable>: Sendable {
  /// The rows that change.
  public let rows: Query<Row>

  /// Whether the rows are deleted. Otherwise they get new values.
  public let isDeletion: Bool

  let assignments: [any AnyAssignment<Row>]

  /// Makes the assignments of an update, all of them from the old values.
  public func assign(to update: inout some PropertyAssignments<Row>) {
    for assignment in assignments { assignment.apply(to: &update) }
  }
}

/// Receives new values for properties of rows.
public protocol PropertyAssignments<Row> {
  /// The type of the rows.
  associatedtype Row

  /// Sets a property to the value of an expression.
  mutating func set<Value>(
    _ keyPath: any KeyPath<Row, Value> & Sendable, to value: QueryExpression<Value>)
}

/// A new value of a property whose type is erased.
protocol AnyAssignment<Row>: Sendable {
  associatedtype Row

  func apply(to update: inout some PropertyAssignments<Row>)
}

struct Assignment<Row: Sendable, Value: Sendable>: AnyAssignment {
  let keyPath: any KeyPath<Row, Value> & Sendable
  let value: QueryExpression<Value>

  func apply(to update: inout some PropertyAssignments<Row>) { update.set(keyPath, to: value) }
}

extension TextForm {
  /// Parses a chain that ends in `update { $0.set(\.name, to: …); … }` or in `delete()`.
  ///
  /// - Parameters:
  ///   - text: the chain.
  ///   - type: the type of the rows.
  ///   - parameters: the values of parameters; see ``parse(_:parameters:)``.
  /// - Returns: the change, or nil for a chain that only reads.
  /// - Throws: ``ChainError`` if the text is not a chain, or changes other elements than such rows.
  public func parseChange<Row: Sendable>(
    _ text: String, of type: Row.Type, parameters: [String: String] = [:]
  ) throws -> ParsedChange<Row>? {
    let syntax = try Parser.parse(text, parameters: parameters, allowingStatements: true)
    guard case .call(_, let name, _) = syntax.form, let change = ChangeOperator(rawValue: name)
    else { return nil }
    return try ChangeBuilder(sources: sources, change: change).change(syntax)
  }
}
