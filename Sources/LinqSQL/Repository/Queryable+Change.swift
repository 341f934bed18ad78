public import LinqCore
internal import StoreSQLite

// Writes to all rows of a query at once. Each call is one transaction of its own, or within the one
// whose query it is.

extension Queryable where Element: Sendable {
  /// Deletes the rows that the query gives, and returns their number.
  ///
  /// ```swift
  /// try await store.people.where { $0.age > 120 }.delete()
  /// // DELETE FROM person WHERE age > ?
  /// ```
  ///
  /// What SQL cannot say is evaluated first, and the rows are deleted by their keys, in the same
  /// transaction.
  ///
  /// - Throws: ``QueryChangeError`` for a query whose elements are not rows of a table,
  ///   ``RowError`` for a row that others refer to.
  @discardableResult
  public func delete() async throws -> Int {
    let change = try RowChanges(query)
    return try await change.connections.write { try change.delete(on: $0) }
  }

  /// Deletes the rows that the query gives; on the calling thread.
  @discardableResult
  public func delete() throws -> Int {
    let change = try RowChanges(query)
    return try change.connections.write { try change.delete(on: $0) }
  }

  /// Changes the rows that the query gives, and returns their number.
  ///
  /// ```swift
  /// try await store.people.where { $0.birthDate == today }
  ///   .update { $0.set(\.age, to: $0.age + 1) }
  /// // UPDATE person SET age = swift_whole(age + ?) WHERE birth_date IS ?
  /// ```
  ///
  /// All new values are computed from the old ones. Rows of a table with validation are validated
  /// as they will be, by a `SELECT` of the new values that comes first; one that is refused undoes
  /// the whole update. What triggers change beside is not validated.
  ///
  /// - Throws: ``QueryChangeError``, ``RowError``, ``ExpressionError``.
  @discardableResult
  public func update(_ changes: (inout RowUpdate<Element>) -> Void) async throws -> Int {
    let (change, assignments) = (try RowChanges(query), try RowUpdate.assignments(changes))
    return try await change.connections.write { try change.update(assignments, on: $0) }
  }

  /// Changes the rows that the query gives; on the calling thread.
  @discardableResult
  public func update(_ changes: (inout RowUpdate<Element>) -> Void) throws -> Int {
    let (change, assignments) = (try RowChanges(query), try RowUpdate.assignments(changes))
    return try change.connections.write { try change.update(assignments, on: $0) }
  }
}

/// New values for properties of rows, as expressions of the old ones.
@dynamicMemberLookup
public struct RowUpdate<Row> {
  /// A property and the expression of its new value.
  struct Assignment: Sendable {
    let keyPath: any AnyKeyPath & Sendable
    let value: ExpressionNode
  }

  private(set) var assignments: [Assignment] = []

  /// The assignments that a closure makes.
  static func assignments(_ changes: (inout RowUpdate) -> Void) throws -> [Assignment] {
    var update = RowUpdate()
    changes(&update)
    if let error = BuildFailures.take() { throw error }
    return update.assignments
  }

  /// An old value.
  public subscript<Value>(
    dynamicMember keyPath: any KeyPath<Row, Value> & Sendable
  ) -> QueryExpression<Value> { QueryExpression<Row>.element()[dynamicMember: keyPath] }

  /// Gives a property the value of an expression.
  public mutating func set<Value>(
    _ keyPath: any KeyPath<Row, Value> & Sendable, to value: QueryExpression<Value>
  ) { assignments.append(Assignment(keyPath: keyPath, value: value.expressionNode)) }

  /// Gives a property that may be nil the value of an expression that never is.
  public mutating func set<Value>(
    _ keyPath: any KeyPath<Row, Value?> & Sendable, to value: QueryExpression<Value>
  ) { assignments.append(Assignment(keyPath: keyPath, value: value.expressionNode)) }

  /// Gives a property a value.
  public mutating func set<Value: Sendable>(
    _ keyPath: any KeyPath<Row, Value> & Sendable, to value: Value
  ) { set(keyPath, to: QueryExpression(value)) }
}

/// Why rows cannot be changed through a query.
public enum QueryChangeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The elements of the query are not rows of a table.
  case notRows(reason: String)
  /// A property is no column, or its new value has no SQL.
  case cannotSet(property: String, reason: String)

  /// What is wrong.
  public var description: String {
    switch self {
    case .notRows(let reason): "the query's elements cannot be changed: \(reason)"
    case .cannotSet(let property, let reason): "\(property) cannot be set: \(reason)"
    }
  }
}
