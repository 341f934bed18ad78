public import LinqCore
internal import StoreEngine

// These operations change all rows of a query at once. Each call is a transaction of its own, or a
// part of the transaction that the query belongs to.

extension Queryable where Element: Sendable {
  /// Deletes the rows of the query, and returns their number.
  ///
  /// ```swift
  /// try await store.people.where { $0.email == nil }.delete()
  /// // DELETE FROM person WHERE email IS NULL
  /// ```
  ///
  /// Operators that cannot run in SQL run in memory first, and the rows are then deleted by their
  /// keys in the same transaction.
  ///
  /// - Throws: ``QueryChangeError`` for a query whose elements are not rows of a table,
  ///   ``RowError`` for a row that other rows refer to.
  @discardableResult
  public func delete() async throws -> Int {
    let change = try RowChanges(query)
    return try await change.connections.write { try change.delete(on: $0) }
  }

  /// Deletes the rows of the query on the calling thread, and returns their number.
  @discardableResult
  public func delete() throws -> Int {
    let change = try RowChanges(query)
    return try change.connections.write { try change.delete(on: $0) }
  }

  /// On a query, the condition is an operator of its own.
  @available(*, unavailable, message: "write where { … }.delete()")
  @_documentation(visibility: internal)
  public func delete(where condition: (QueryExpression<Element>) -> QueryExpression<Bool>) {}

  /// Changes the rows of the query, and returns their number.
  ///
  /// ```swift
  /// try await store.people.where { $0.birthDate == today }
  ///   .update { $0.set(\.age, to: $0.age.map { $0 + 1 }) }
  /// // UPDATE person
  /// // SET age = valid_age(CASE WHEN age IS NOT NULL THEN swift_whole(age + ?) END)
  /// // WHERE birth_date IS ?
  /// ```
  ///
  /// All new values are computed from the old ones. If an expression fails in SQL or has no SQL, or
  /// a value is a closure, they are computed in memory, and the rows are changed one by one in a
  /// transaction; a notice tells of it, and `.policy(.requireSQL)` forbids it.
  ///
  /// Rows may give each other values that must be unique, as when all move up by one or two are
  /// swapped. Engines refuse that in one statement, so the rows are then changed one by one, in the
  /// same transaction. Keys can be shifted, but not swapped.
  ///
  /// The rules of the table for single properties are applied to what the update sets: to a value
  /// of the program once, and to a computed one by a function in the statement. If the table has a
  /// validation of whole rows, the new rows are validated first, by a `SELECT` before the update. A
  /// value that is refused undoes the whole update. Changes that triggers make are not validated.
  ///
  /// - Throws: ``QueryChangeError``, ``RowError``, ``ExpressionError``.
  @discardableResult
  public func update(_ changes: (inout RowUpdate<Element>) -> Void) async throws -> Int {
    let (change, assignments) = (try RowChanges(query), try RowUpdate.assignments(changes))
    return try await change.connections.write { try change.update(assignments, on: $0) }
  }

  /// Changes the rows of the query on the calling thread, and returns their number.
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
    /// The expression; nil for a closure of the program.
    let value: ExpressionNode?
    /// Computes the new value in memory.
    let compute: @Sendable (Row) throws -> Any
    /// Computes the new value from the old row, and writes it to the new one; nil for a property
    /// that cannot be changed.
    let write: (@Sendable (_ old: Row, _ new: inout Row) throws -> Void)?
  }

  private(set) var assignments: [Assignment] = []
  private let row: QueryExpression<Row>

  private init(_ row: QueryExpression<Row>) { self.row = row }

  /// Returns the assignments that a closure makes.
  static func assignments(_ changes: (inout RowUpdate) -> Void) throws -> [Assignment] {
    let row = QueryExpression<Row>.element()
    var update = RowUpdate(row)
    changes(&update)
    let assignments = update.assignments
    UnusedReads.check(
      of: row, hasPlainPart: assignments.contains { $0.value?.constant != nil }
    ) { row in
      var again = RowUpdate(row)
      changes(&again)
    }
    if let error = BuildFailures.take() { throw error }
    return assignments
  }

  /// The old value of a property.
  public subscript<Value>(
    dynamicMember keyPath: any KeyPath<Row, Value> & Sendable
  ) -> QueryExpression<Value> { row[dynamicMember: keyPath] }

  /// A relation of the row, or another property that is declared for expressions.
  public subscript<Value>(dynamicMember keyPath: KeyPath<QueryExpression<Row>, Value>) -> Value {
    row[keyPath: keyPath]
  }

  /// Sets a property to the value of an expression. It may be a member of a value that a column
  /// stores as a whole, such as JSON; the new value is then computed in memory.
  ///
  /// ```swift
  /// try await customers.where { $0.id == 7 }.update { $0.set(\.address.city, to: "Oslo") }
  /// // SELECT id, address FROM customer WHERE id = ? ORDER BY id
  /// // UPDATE customer SET address = ? WHERE id = ?
  /// ```
  public mutating func set<Value>(
    _ keyPath: any KeyPath<Row, Value> & Sendable, to value: QueryExpression<Value>
  ) { assign(value, value.function(), to: keyPath) }

  /// Sets an optional property to the value of an expression that is never nil.
  public mutating func set<Value>(
    _ keyPath: any KeyPath<Row, Value?> & Sendable, to value: QueryExpression<Value>
  ) {
    let compute: @Sendable (Row) throws -> Value = value.function()
    assign(value, { try compute($0) }, to: keyPath)
  }

  /// Sets a property to a value.
  public mutating func set<Value: Sendable>(
    _ keyPath: any KeyPath<Row, Value> & Sendable, to value: Value
  ) { set(keyPath, to: QueryExpression(value)) }

  /// Sets a property to the value that a function of the program computes from the old row, in
  /// memory.
  ///
  /// ```swift
  /// try await notes.where { $0.isOpen }.update { $0.set(\.tags) { $0.tags + ["late"] } }
  /// // SELECT id, text, tags, is_open FROM note WHERE is_open ORDER BY id
  /// // UPDATE note SET tags = ? WHERE id = ?
  /// ```
  public mutating func set<Value: Sendable>(
    _ keyPath: any KeyPath<Row, Value> & Sendable,
    to value: @escaping @Sendable (Row) throws -> Value
  ) { assign(nil, value, to: keyPath) }

  private mutating func assign<Value, Property>(
    _ value: QueryExpression<Value>, _ compute: @escaping @Sendable (Row) throws -> Property,
    to keyPath: any KeyPath<Row, Property> & Sendable
  ) {
    value.expressionNode.noteUse()
    value.expressionNode.checkParameter(is: row)
    assign(value.expressionNode, compute, to: keyPath)
  }

  private mutating func assign<Property>(
    _ value: ExpressionNode?, _ compute: @escaping @Sendable (Row) throws -> Property,
    to keyPath: any KeyPath<Row, Property> & Sendable
  ) {
    var write: (@Sendable (Row, inout Row) throws -> Void)?
    if let path = keyPath as? WritableKeyPath<Row, Property> {
      // The cast loses `Sendable`, which the key path is.
      nonisolated(unsafe) let path = path
      write = { old, new in new[keyPath: path] = try compute(old) }
    }
    assignments.append(
      Assignment(keyPath: keyPath, value: value, compute: { try compute($0) }, write: write))
  }
}

/// The reason why rows cannot be changed through a query.
public enum QueryChangeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The elements of the query are not rows of a table.
  case notRows(reason: String)
  /// A property is not a column that can be written.
  case cannotSet(property: String, reason: String)

  /// The reason, as a sentence.
  public var description: String {
    switch self {
    case .notRows(let reason): "the query's elements cannot be changed: \(reason)"
    case .cannotSet(let property, let reason): "\(property) cannot be set: \(reason)"
    }
  }
}
