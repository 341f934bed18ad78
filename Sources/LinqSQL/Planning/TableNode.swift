public import Linq
internal import SQLite

/// The rows of a table as the source of queries.
protocol SQLSource: QueryNode {
  /// The statement of all rows.
  var statement: SelectStatement { get }

  /// A node that gives the rows of a statement as the elements of a step.
  func rows(
    of sql: SQLText, for origin: any QueryNode, shape: Shape, limit: Int?
  ) -> any QueryNode
}

struct TableNode<Row: Sendable>: QueryNode, QueryTable, SQLSource {
  typealias Element = Row

  let table: Table<Row>
  let pool: ConnectionPool

  var name: String { table.name }
  var engine: any QueryEngine { SQLiteEngine(pool: pool) }
  var step: QueryStep { .table(self) }
  var upstream: (any QueryNode)? { nil }

  func attached(to upstream: any QueryNode) -> any QueryNode<Row> { self }

  func pull(_ run: QueryRun) throws -> Pull<Row> {
    preconditionFailure("a table is read by its engine")
  }

  var statement: SelectStatement {
    SelectStatement(
      table: table.name, key: table.keyName,
      shape: .row(columns: table.columns.map { ($0.keyPath, $0.name) }))
  }

  func rows(
    of sql: SQLText, for origin: any QueryNode, shape: Shape, limit: Int?
  ) -> any QueryNode {
    func open<Origin: QueryNode>(_ origin: Origin) -> any QueryNode {
      if case .table = origin.step {
        return RowsNode<Row>(sql: sql, limit: limit) { [table] in try table.read($0) }
      }
      return RowsNode<Origin.Element>(sql: sql, limit: limit) { statement in
        var values = RowValues(reader: RowReader(statement))
        if let element = try origin.element(from: &values) { return element }
        // A step that makes no elements of its own gives one value: a count.
        return try values.next(Origin.Element.self)
      }
    }
    return open(origin)
  }
}

/// The rows of a statement.
private struct RowsNode<Element>: QueryNode {
  let values: [any ColumnValue]
  let text: String
  let limit: Int?
  let read: @Sendable (Statement) throws -> Element

  init(sql: SQLText, limit: Int?, read: @escaping @Sendable (Statement) throws -> Element) {
    text = sql.text
    values = sql.values
    self.limit = limit
    self.read = read
  }

  var step: QueryStep { .memory("rows") }
  var upstream: (any QueryNode)? { nil }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> { self }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    guard let connection = run.session as? Connection else {
      preconditionFailure("a statement runs on a connection")
    }
    let cursor = Cursor(try connection.borrowStatement(text), of: connection)
    try bind(values, to: cursor.statement)
    var count = 0
    return { [read] in
      guard try cursor.statement.step() else { return nil }
      count += 1
      if let limit, count > limit { throw QueryError.tooManyRows(limit: limit) }
      return try read(cursor.statement)
    }
  }
}

/// A statement that is being read, given back when nobody reads it any more.
private final class Cursor {
  let statement: Statement
  private let connection: Connection

  init(_ statement: Statement, of connection: Connection) {
    self.statement = statement
    self.connection = connection
  }

  deinit { connection.giveBack(statement) }
}

/// The columns of a row as the values of an element.
private struct RowValues: ValueSource {
  var reader: RowReader

  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    guard let column = Value.self as? any ColumnValue.Type,
      let value = try column.read(from: &reader) as? Value
    else { preconditionFailure("\(Value.self) was planned as a column and is none") }
    return value
  }
}

extension Repository: Queryable {
  /// The rows as a query, in the order of their keys.
  ///
  /// ```swift
  /// store.people.where { $0.age < 40 }.sort { $0.surname }.take(10)
  /// ```
  public var query: Query<Row> { Query(source: TableNode(table: table, pool: pool)) }
}
