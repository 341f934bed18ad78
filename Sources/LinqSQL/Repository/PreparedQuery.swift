public import LinqCore
internal import StoreSQLite

/// A query that is planned and checked once, and runs with other values each time.
///
/// ```swift
/// let named = try store.people.prepare { people, name in
///   people.where { $0.name == name }.take(10)
/// }
/// let adas = try await named("Ada")
/// // SELECT id, name, … FROM person WHERE name = ? ORDER BY id LIMIT 10
/// ```
///
/// A run costs little more than a prepared statement of SQLite. It gives the same elements as the
/// chain with the values in place of the parameters, and the same errors.
///
/// If some operators of the chain run in memory, each run builds the chain with its values; see
/// ``plan``. Prepare with `.policy(.requireSQL)` to exclude that.
public struct PreparedQuery<each Parameter: ColumnValue, Element: Sendable>: Sendable {
  /// How the query runs.
  public let plan: QueryPlan

  private let body: @Sendable (repeat QueryExpression<each Parameter>) -> Query<Element>

  /// The statement; nil if each run builds the chain.
  private let statement: PreparedStatement<Element>?

  fileprivate init(
    _ body: @escaping @Sendable (repeat QueryExpression<each Parameter>) -> Query<Element>
  ) throws {
    var count = 0
    func next<Value>(_ type: Value.Type) -> QueryExpression<Value> {
      defer { count += 1 }
      return .parameter(count)
    }
    let query = body(repeat next((each Parameter).self))
    self.body = body
    statement = try PreparedStatement(query, parameters: count)
    plan = try statement?.queryPlan() ?? query.plan()
    if query.policy == .requireSQL { try plan.operators.requireSQL() }
  }

  /// Returns the query with values in place of its parameters, for terminals and further operators.
  ///
  /// ```swift
  /// let count = try await named.query("Ada").count()
  /// ```
  public func query(_ values: repeat each Parameter) -> Query<Element> {
    body(repeat QueryExpression(each values))
  }

  /// Runs the query with values for its parameters.
  public func callAsFunction(_ values: repeat each Parameter) async throws -> [Element] {
    if let statement {
      do {
        return try await statement.elements(list(repeat each values))
      } catch is ExpressionFailure {}
    }
    return try await query(repeat each values).toArray()
  }

  /// Runs the query with values for its parameters, on the calling thread.
  public func callAsFunction(_ values: repeat each Parameter) throws -> [Element] {
    if let statement {
      do { return try statement.elements(list(repeat each values)) } catch is ExpressionFailure {}
    }
    return try query(repeat each values).toArray()
  }

  /// Returns the first element, or nil if there is none. The rest is not read.
  public func firstOrNil(_ values: repeat each Parameter) async throws -> Element? {
    if let statement {
      do {
        return try await statement.first(list(repeat each values))
      } catch is ExpressionFailure {}
    }
    return try await query(repeat each values).firstOrNil()
  }

  /// Returns the first element, or nil if there is none. The rest is not read. Runs on the calling
  /// thread.
  public func firstOrNil(_ values: repeat each Parameter) throws -> Element? {
    if let statement {
      do { return try statement.first(list(repeat each values)) } catch is ExpressionFailure {}
    }
    return try query(repeat each values).firstOrNil()
  }

  private func list(_ values: repeat each Parameter) -> [any ColumnValue] {
    var list: [any ColumnValue] = []
    repeat list.append(each values)
    return list
  }
}

extension Queryable {
  /// Prepares a chain with parameters, which is planned and checked once.
  ///
  /// ```swift
  /// let adults = try store.people.prepare { people, letter, age in
  ///   people.where { $0.surname.prefix(1) == letter && $0.age >= age }.sort { $0.name }
  /// }
  /// let found = try await adults("L", 18)
  /// ```
  ///
  /// The types of the parameters follow from their use. Where they do not, declare them:
  /// `{ people, (name: QueryExpression<String>) in … }`.
  ///
  /// - Parameter body: Returns the chain, from the query that it is called with and its parameters.
  ///   It must not depend on anything that changes.
  /// - Throws: ``TableDeclarationError`` if a table does not fit the database,
  ///   `QueryError.wouldRunInMemory` under the policy `requireSQL`.
  public func prepare<each Parameter: ColumnValue, Result: Sendable>(
    _ body:
      @escaping @Sendable (Query<Element>, repeat QueryExpression<each Parameter>) -> Query<Result>
  ) throws -> PreparedQuery<repeat each Parameter, Result> {
    let source = query
    return try PreparedQuery { (parameters: repeat QueryExpression<each Parameter>) in
      body(source, repeat each parameters)
    }
  }
}
