public import LinqCore
internal import StoreEngine

extension Table {
  /// The rows of the table as a query that belongs to no database yet: it reads the database of the
  /// query around it.
  ///
  /// Relations are declared with it, once for each table:
  ///
  /// ```swift
  /// extension QueryExpression<Customer> {
  ///   var orders: QueryExpression<[Order]> {
  ///     Order.table.rows.matching(\.customerID, equals: self.id)
  ///   }
  /// }
  ///
  /// extension QueryExpression<Order> {
  ///   var customer: Related<Customer> {
  ///     Related(Customer.table.rows.matching(\.id, equals: self.customerID))
  ///   }
  /// }
  /// ```
  ///
  /// They are used like properties, in every expression:
  ///
  /// ```swift
  /// customers.where { $0.orders.any { $0.total > 100 } }
  /// // SELECT … FROM customer WHERE EXISTS (
  /// //   SELECT 1 FROM purchase_order WHERE customer_id = customer.id AND total > ?) ORDER BY id
  /// orders.where { $0.customer.city == "Oslo" }
  /// customers.select { ($0.name, $0.orders.count) }
  /// ```
  ///
  /// - Throws: When it runs on its own, or in a query of an array,
  ///   `QueryError.rowsWithoutDatabase`.
  public var rows: Query<Row> { Query(source: UnboundTable(table: self)) }
}

/// A table that belongs to the database of the query around it.
protocol UnboundSource: QueryNode {
  /// Returns the table in a database.
  func bound(to connections: ConnectionSource) -> any SQLSource
}

private final class UnboundTable<Row: Sendable>: SourceNode, QueryTable, UnboundSource {
  typealias Element = Row

  let table: Table<Row>

  init(table: Table<Row>) { self.table = table }

  var name: String { table.name }
  var declaration: AnyObject { table.identity }
  var keyPath: (any AnyKeyPath & Sendable)? { table.keyPath }
  var database: AnyObject? { nil }
  var `operator`: QueryOperator { .table(self) }

  func bound(to connections: ConnectionSource) -> any SQLSource { node(in: connections) }

  func pull(_ run: QueryRun) throws -> Pull<Row> {
    guard let session = run.session as? QuerySession else {
      throw QueryError.rowsWithoutDatabase(table: name)
    }
    let node = node(in: session.connections)
    return try DatabaseEngine(source: node).pull(node, in: run)
  }

  private func node(in connections: ConnectionSource) -> TableNode<Row> {
    TableNode(table: table, connections: connections, notice: nil)
  }
}

extension QueryNode {
  /// Returns the table or the sequence that a part of a query begins with, in the database of the
  /// query; nil if the node is neither.
  ///
  /// - Parameter context: what the subqueries of the query share.
  func source(in context: SubqueryContext) throws(Untranslatable) -> (any SQLSource)? {
    if let source = self as? any SQLSource { return source }
    if let table = self as? any UnboundSource { return table.bound(to: context.source.connections) }
    guard case .sequence = self.operator else { return nil }
    return try SequenceRows(self, context)
  }
}
