public import LinqCore
public import StoreEngine

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
/// - `prepare` calls the closure once, with a place for each parameter. It plans the chain,
///   compares the declarations of the tables with the database, and prepares the statement.
/// - A run computes what depends on parameters alone, such as `key + 10`, binds the values and
///   reads the rows.
/// - If an expression fails in a run, the closure builds the chain with the values, and memory
///   decides.
///
/// If some operators of the chain run in memory, each run builds the chain with its values; see
/// ``plan``. Prepare with `.policy(.requireSQL)` to exclude that.
public struct PreparedQuery<each Parameter: ColumnValue, Element: Sendable>: Sendable {
  /// How the query runs.
  public let plan: QueryPlan

  private let body: @Sendable (repeat QueryExpression<each Parameter>) -> Query<Element>

  /// The statement; nil if each run builds the chain.
  @usableFromInline let statement: PreparedStatement?

  /// Reads an element from the current row of a statement.
  @usableFromInline let read: @Sendable (Statement) throws -> Element

  /// Reads the elements of all rows of a statement.
  @usableFromInline let readAll: @Sendable (Statement) throws -> [Element]

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
    let statement = try PreparedStatement(query, parameters: count)
    self.statement = statement
    (read, readAll) = Self.readers(statement?.plan.projection)
    plan = try statement?.queryPlan() ?? query.plan()
    if query.policy == .requireSQL { try plan.operators.requireSQL() }
  }

  private static func readers(
    _ projection: Projection?
  ) -> (
    read: @Sendable (Statement) throws -> Element,
    readAll: @Sendable (Statement) throws -> [Element]
  ) {
    guard let projection else {
      return ({ _ in throw QueryError.noElements }, { _ in [] })  // There is no statement.
    }
    if case .row(let row) = projection, let table = row.table as? Table<Element> {
      return (table.rowReader, { try table.makeReader($0, 0).readAll($0.step) })
    }
    let reader = { @Sendable (statement: Statement) in
      StatementColumns(statement, []).reader(Element.self, projection)
    }
    return ({ try reader($0).read() }, { try reader($0).readAll($0.step) })
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
      let list = list(repeat each values)
      let elements =
        try await statement.isPlain
        ? statement.run(list, readAll) : statement.pull(list) { try $0.collect($1) }
      if let elements { return elements }
    }
    return try await query(repeat each values).toArray()
  }

  /// Runs the query with values for its parameters, on the calling thread.
  @inlinable public func callAsFunction(_ values: repeat each Parameter) throws -> [Element] {
    guard let statement, statement.isPlain else { return try elements(repeat each values) }
    var elements: [Element] = []
    let isComplete = try statement.run(list(repeat each values)) { elements = try readAll($0) }
    return isComplete ? elements : try query(repeat each values).toArray()
  }

  /// Returns the first element, or nil if there is none. The rest is not read.
  public func firstOrNil(_ values: repeat each Parameter) async throws -> Element? {
    if let statement {
      let (list, read) = (list(repeat each values), read)
      let first: Element?? =
        try await statement.isPlain
        ? statement.run(list) { try $0.step() ? try read($0) : nil }
        : statement.pull(list) { try $0.pull($1)() }
      if let first { return first }
    }
    return try await query(repeat each values).firstOrNil()
  }

  /// Returns the first element, or nil if there is none. The rest is not read. Runs on the calling
  /// thread.
  @inlinable public func firstOrNil(_ values: repeat each Parameter) throws -> Element? {
    guard let statement, statement.isPlain else { return try first(repeat each values) }
    var first: Element?
    let isComplete = try statement.run(list(repeat each values)) {
      if try $0.step() { first = try read($0) }
    }
    return isComplete ? first : try query(repeat each values).firstOrNil()
  }

  /// Runs a query that may fail, or is built with its values.
  @usableFromInline func elements(_ values: repeat each Parameter) throws -> [Element] {
    let elements: [Element]? = try statement?.pull(list(repeat each values)) { try $0.collect($1) }
    return try elements ?? query(repeat each values).toArray()
  }

  /// Returns the first element of a query that may fail, or is built with its values.
  @usableFromInline func first(_ values: repeat each Parameter) throws -> Element? {
    let first: Element?? = try statement?.pull(list(repeat each values)) { try $0.pull($1)() }
    return try first ?? query(repeat each values).firstOrNil()
  }

  @usableFromInline func list(_ values: repeat each Parameter) -> [any ColumnValue] {
    var list: [any ColumnValue] = []
    repeat list.append(each values)
    return list
  }
}

extension Queryable {
  /// Prepares a chain with parameters, which is planned and checked once.
  ///
  /// ```swift
  /// let later = try store.people.prepare { people, letter, id in
  ///   people.where { $0.surname.prefix(1) == letter && $0.id > id }.sort { $0.name }
  /// }
  /// let found = try await later("L", 18)
  /// ```
  ///
  /// The types of the parameters follow from their use. Where they do not, declare them:
  /// `{ (people, name: QueryExpression<String>) in … }`.
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
