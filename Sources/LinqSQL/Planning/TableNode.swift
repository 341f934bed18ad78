public import LinqCore
internal import StoreEngine

/// A closure that throws unless the declaration of a table fits the database. It returns whether
/// the check is complete.
typealias DeclarationCheck = @Sendable (Connection) throws -> Bool

/// The rows of a table as the source of queries.
protocol SQLSource: QueryNode {
  /// The identity of the table's declaration: one object for all of its copies.
  var identity: TableIdentity { get }

  /// The connections that its queries may use.
  var connections: ConnectionSource { get }

  /// A closure that throws unless the declaration of the table fits the database of a connection.
  /// It does not keep a database open.
  var checkDeclaration: DeclarationCheck { get }

  /// The column that tells which rows other programs have written, if there is one.
  var textVersion: TextVersion? { get }

  /// The index of the table for searches, if there is one.
  var searchIndex: SearchIndex? { get }

  /// Returns the stored values that a statement evaluates; nil if there are none.
  ///
  /// - Parameters:
  ///   - members: the properties that its expressions read, also those of other rows.
  ///   - needsAll: whether it needs all values of a row.
  func storedValues(of members: [AnyKeyPath], needsAll: Bool) -> StoredValues?

  /// The closure that receives the notices about its queries.
  var notice: QueryNotice? { get }

  /// The sampling that selects queries to be verified, if any.
  var sampling: QuerySampling? { get }

  /// The statement that selects all rows.
  var statement: SelectStatement { get }

  /// The statement that selects all rows for memory.
  var storedStatement: SelectStatement { get }

  /// Observes a query of the table.
  func observe<Result: Sendable>(
    _ query: Query<Result>, in pool: ConnectionPool
  ) -> any QueryObserver<Result>
}

extension SQLSource {
  /// Returns the statement of a second query, which an operator combines with that of this source.
  ///
  /// - Parameter context: what the subqueries of both queries share.
  func statement(
    of other: IndexedChain, _ context: SubqueryContext?
  ) throws(Untranslatable) -> SelectStatement {
    guard let context, let source = try other.nodes[0].source(in: context) else {
      throw Untranslatable(reason: "the other query is of elements that a closure loads")
    }
    guard source.connections.isSame(as: connections) else {
      throw Untranslatable(reason: "the other query is of another file or transaction")
    }
    let plan = Planner(other, source: source, policy: .automatic, context: context)
    plan.context.add(source)
    for planned in plan.operators {
      guard case .memory(let reason) = planned.place else { continue }
      throw Untranslatable(reason: "\(planned.name) of the other query: \(reason)")
    }
    guard plan.groupReader == nil else {
      throw Untranslatable(reason: "the other query gives groups with items")
    }
    return plan.statement
  }
}

/// A table with the type of its rows erased.
protocol AnyTable: Sendable {
  /// The identity of the declaration.
  var identity: TableIdentity { get }

  /// Returns the `ElementReader` of rows in consecutive columns of a statement.
  func reader(of statement: Statement, from column: Int) -> AnyObject

  /// Returns the `ElementReader` of rows whose stored values are in consecutive columns of a
  /// statement.
  ///
  /// - Parameter unreadable: receives the values that cannot be read, which fail where they are
  ///   evaluated; nil if that is an error at once.
  func storedReader(
    of statement: Statement, from column: Int, _ unreadable: UnreadableValues?
  ) -> AnyObject

  /// Returns the `KeyedRows` of a statement with rows in consecutive columns.
  ///
  /// - Parameters:
  ///   - keys: the columns by which rows are found.
  ///   - column: the first column of a row.
  func keyedRows(of statement: Statement, _ keys: [Int], from column: Int) throws -> AnyObject

  /// Returns the key path with which the column of a property is declared.
  func columnPath(of property: AnyKeyPath) -> (any AnyKeyPath & Sendable)?

  /// The property that is the key; nil for a key of several properties.
  var keyPath: (any AnyKeyPath & Sendable)? { get }

  /// Returns the translation of a computed property, if it has one.
  func computed(_ keyPath: AnyKeyPath) -> ExpressionNode?

  /// Whether two rows may be equal whose columns are not.
  var hasOwnEquality: Bool { get }

  /// Whether the rows are elements of a sequence in memory.
  var isSequence: Bool { get }

  /// The index of the rows for searches, if there is one.
  var searchIndex: SearchIndex? { get }

  /// The index of substrings of the rows, if there is one.
  var substringIndex: SubstringIndex? { get }
}

extension AnyTable {
  /// The default is a table without a key.
  var keyPath: (any AnyKeyPath & Sendable)? { nil }

  /// The default is a table whose columns have no other key paths.
  func columnPath(of property: AnyKeyPath) -> (any AnyKeyPath & Sendable)? { nil }
  /// The default is a table without an index.
  var searchIndex: SearchIndex? { nil }
  /// The default is a table without an index.
  var substringIndex: SubstringIndex? { nil }
}

extension Table: AnyTable {
  func reader(of statement: Statement, from column: Int) -> AnyObject {
    makeReader(statement, column)
  }

  func storedReader(
    of statement: Statement, from column: Int, _ unreadable: UnreadableValues?
  ) -> AnyObject { readerOfStored(statement, from: column, unreadable) }

  func keyedRows(of statement: Statement, _ keys: [Int], from column: Int) throws -> AnyObject {
    try readKeyedRows(statement, keys, column)
  }

  func computed(_ keyPath: AnyKeyPath) -> ExpressionNode? {
    computedProperties.first { $0.keyPath == keyPath }?.expression
  }

  var isSequence: Bool { false }
}

/// The rows of a table as the source of queries.
final class TableNode<Row: Sendable>: SourceNode, QueryTable, SQLSource {
  typealias Element = Row

  let table: Table<Row>
  let connections: ConnectionSource
  let notice: QueryNotice?
  let sampling: QuerySampling?
  /// The recent changes of the table, shared by the observers of its queries.
  let live: LiveTable<Row>

  init(
    table: Table<Row>, connections: ConnectionSource, notice: QueryNotice?,
    sampling: QuerySampling? = nil
  ) {
    self.table = table
    self.connections = connections
    self.notice = notice
    self.sampling = sampling
    live = LiveTable(table)
  }

  var name: String { table.name }
  var identity: TableIdentity { table.identity }
  var declaration: AnyObject { table.identity }
  var keyPath: (any AnyKeyPath & Sendable)? { table.keyPath }
  var database: AnyObject? { connections.identity }
  var textVersion: TextVersion? { table.textVersion }
  var searchIndex: SearchIndex? { table.searchIndex }
  func storedValues(of members: [AnyKeyPath], needsAll: Bool) -> StoredValues? {
    StoredValues(of: table, members, needsAll: needsAll)
  }
  var engine: (any QueryEngine)? { DatabaseEngine(source: self) }
  var origin: (any QueryOrigin)? { engine }
  var `operator`: QueryOperator { .table(self) }

  func pull(_ run: QueryRun) throws -> Pull<Row> {
    preconditionFailure("a table is read by its engine")
  }

  /// Returns the row with a key, if there is one. Nothing of the table is copied.
  func find(_ key: Int64, on connection: Connection) throws -> Row? {
    try table.find(key, on: connection)
  }

  var checkDeclaration: DeclarationCheck { { [table] in try table.check(on: $0) } }

  var statement: SelectStatement { statement(isStored: false) }

  var storedStatement: SelectStatement { statement(isStored: true) }

  private func statement(isStored: Bool) -> SelectStatement {
    SelectStatement(
      source: .table(table.name),
      projection: .row(
        RowProjection(
          table: table,
          columns: table.columns.map { ($0.keyPath, isStored ? $0.storedExpression : $0.value) },
          isStored: isStored)),
      ordinal: table.orderColumns.map {
        OrderTerm(expression: table.column($0)?.ordinal ?? .column($0))
      })
  }
}

extension TableAccess: Queryable {
  /// The rows as a query that runs inside the transaction and sees what it has written. It must not
  /// outlive the transaction.
  ///
  /// ```swift
  /// try store.write { transaction in
  ///   try transaction.people.insert(ada)
  ///   let people = try transaction.people.where { $0.name == "Ada" }.toArray()      // with Ada
  /// }
  /// ```
  public var query: Query<Row> {
    let connections = ConnectionSource.transaction(TransactionConnection(connection))
    return Query(source: TableNode(table: table, connections: connections, notice: notice))
      .policy(policy)
  }
}
