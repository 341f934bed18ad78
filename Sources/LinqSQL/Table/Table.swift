public import LinqCore
public import StoreSQLite
internal import Synchronization

/// A Swift struct as a table: the table's name, the initialiser that makes a row, and a column for
/// each of its parameters.
///
/// ```swift
/// struct Invoice: Sendable { var id: Int64; var customer: String; var total: Double }
///
/// let invoices = Table(
///   "invoice", Invoice.init,
///   .primaryKey("id", \.id), .column("customer", \.customer), .column("total", \.total))
/// // CREATE TABLE invoice (
/// //   id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total REAL NOT NULL) STRICT
/// ```
///
/// The table itself is made by a migration. Rows are read by fixed column positions straight into
/// the initialiser, and written without copies.
public struct Table<Row: Sendable>: Sendable {
  /// The table's name.
  public let name: String

  /// The columns, in the order of the initialiser's parameters.
  @usableFromInline package let columns: [ColumnDescription]

  /// The SQL texts of the table's own operations.
  let sql: TableSQL

  /// Reads a row. It and what follows are compiled where the struct is known.
  @usableFromInline let readColumns: @Sendable (inout RowReader) throws -> Row

  /// Makes what reads the rows of a statement with `readColumns`.
  @usableFromInline let makeReader: @Sendable (Statement, _ column: Int) -> ElementReader<Row>

  /// Inserts rows and returns them as they are stored; compiled where the struct is known.
  @usableFromInline let insertRows: @Sendable (Inserter<Row>, [Row]) throws -> [Row]

  /// What writes each column but the key.
  @usableFromInline let writers: [ColumnWriter]
  @usableFromInline let key: KeyProperty<Row>
  @usableFromInline let keyColumn: Int
  var keyName: String { columns[keyColumn].name }
  @usableFromInline var validate: (@Sendable (Row) throws -> Void)?
  private(set) var lastKeySQL: String?
  /// The same object for all copies of a declaration; plans of queries are kept by it.
  private(set) var identity = TableIdentity()
  /// Translations of computed properties.
  private(set) var computedProperties:
    [(keyPath: any AnyKeyPath & Sendable, expression: ExpressionNode)] = []

  /// What is wrong with the declaration by itself.
  private(set) var declarationProblems: [TableDeclarationError.Problem] = []

  /// Writes one property of a row.
  @usableFromInline struct ColumnWriter: Sendable {
    @usableFromInline let column: String
    @usableFromInline let write: @Sendable (UnsafePointer<Row>, inout RowWriter) throws -> Void

    @inlinable init(
      column: String,
      write: @escaping @Sendable (UnsafePointer<Row>, inout RowWriter) throws -> Void
    ) {
      self.column = column
      self.write = write
    }
  }

  /// Declares a table.
  ///
  /// The declaration is checked when the table is first used: rows made of sample values must come
  /// back through the key paths as they were, and the columns must be those of the database
  /// (``TableDeclarationError``).
  ///
  /// - Parameters:
  ///   - name: the table's name in the database.
  ///   - make: makes a row of the columns' values, an initialiser as a rule.
  ///   - column: the columns, in the order of the parameters of `make`; exactly one of them is the
  ///     `primaryKey`.
  @inlinable
  public init<each Value: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (repeat each Value) -> Row,
    _ column: repeat TableColumn<Row, each Value>
  ) {
    self.init(name: name, repeat each column) { make(repeat try (each Value).read(from: &$0)) }
  }

  /// Declares a table whose rows a closure reads.
  @inlinable init<each Value: ColumnValue>(
    name: String, _ column: repeat TableColumn<Row, each Value>,
    read: @escaping @Sendable (inout RowReader) throws -> Row
  ) {
    var descriptions: [ColumnDescription] = []
    var keyColumn = 0
    var key: KeyProperty<Row>?
    var writers: [ColumnWriter] = []
    for column in repeat each column {
      if column.isPrimaryKey {
        precondition(key == nil, "table \(name) has two primary keys")
        keyColumn = descriptions.count
        key = column.key
      } else {
        writers.append(ColumnWriter(column: column.name, write: column.write))
      }
      descriptions.append(ColumnDescription(column))
    }
    guard let key else { preconditionFailure("table \(name) has no primary key") }
    self.init(
      name: name, columns: descriptions, key: key, keyColumn: keyColumn,
      readColumns: read,
      makeReader: { [keyColumn] statement, column in
        ElementReader {
          var row = RowReader(statement, column: column)
          do {
            return try read(&row)
          } catch {
            throw named(error, key: column + keyColumn, of: statement)
          }
        }
      },
      insertRows: { inserter, rows in try rows.map { try inserter.insertReturning($0) } },
      writers: writers)
  }

  @usableFromInline init(
    name: String, columns: [ColumnDescription], key: KeyProperty<Row>, keyColumn: Int,
    readColumns: @escaping @Sendable (inout RowReader) throws -> Row,
    makeReader: @escaping @Sendable (Statement, _ column: Int) -> ElementReader<Row>,
    insertRows: @escaping @Sendable (Inserter<Row>, [Row]) throws -> [Row],
    writers: [ColumnWriter]
  ) {
    self.name = name
    self.columns = columns
    self.key = key
    self.keyColumn = keyColumn
    self.readColumns = readColumns
    self.makeReader = makeReader
    self.insertRows = insertRows
    self.writers = writers
    sql = TableSQL(table: name, columns: columns, key: columns[keyColumn].name)
  }

  /// The same table, whose rows are looked at before each write.
  ///
  /// ```swift
  /// let invoices = Table("invoice", …).validated { invoice in
  ///   guard invoice.total >= 0 else {
  ///     throw RowValidationError([
  ///       .init(field: "total", value: "\(invoice.total)", reason: "must not be negative")
  ///     ])
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter validate: throws ``RowValidationError`` to refuse a row, which comes out as
  ///   ``RowError/invalid(table:_:)``; another error comes out as it is.
  public func validated(by validate: @escaping @Sendable (Row) throws -> Void) -> Table {
    var table = self
    table.validate = validate
    return table
  }

  /// The same table, whose new rows get the keys that follow the result of a query: the last key
  /// that was ever in use. Without it SQLite chooses: the highest key in the table and one more.
  ///
  /// ```swift
  /// invoices.assigningKeys(after: "SELECT coalesce(max(id), 0) FROM invoice_log")
  /// ```
  ///
  /// `AUTOINCREMENT` in the schema does the same for one row at a time, and makes an insert take a
  /// third longer.
  public func assigningKeys(after lastKeySQL: String) -> Table {
    var table = self
    table.lastKeySQL = lastKeySQL
    return table
  }

  /// The same table, with a translation of a computed property, which queries can use like a
  /// column.
  ///
  /// ```swift
  /// Table("author", …).computed(\.fullName) { $0.name + " " + $0.surname }
  /// authors.where { $0.fullName == "Ada Lovelace" }
  /// // SELECT … FROM author WHERE name || ? || surname = ? ORDER BY id
  /// ```
  ///
  /// The translation must give what the property gives; `verify()` finds out where it does not.
  public func computed<Value>(
    _ keyPath: any KeyPath<Row, Value> & Sendable,
    _ translation: (QueryExpression<Row>) -> QueryExpression<Value>
  ) -> Table {
    var table = self
    table.computedProperties.append((keyPath, translation(.element()).expressionNode))
    if let error = BuildFailures.take() { table.declarationProblems.append(.computed("\(error)")) }
    table.identity = TableIdentity()
    return table
  }

  /// The row with a key, if there is one. Repositories ask here: a `TableAccess` for each row would
  /// copy the whole declaration.
  func find(_ key: Int64, on connection: Connection) throws -> Row? {
    try connection.withStatement(sql.selectByKey, of: self) { statement in
      try statement.bind(key, at: 0)
      return try statement.step() ? try read(statement) : nil
    }
  }

  /// Reads a row from consecutive columns of a statement's current row.
  ///
  /// - Throws: `DatabaseError.decoding`, which names table, column and key.
  public func read(_ statement: Statement, from column: Int = 0) throws -> Row {
    var reader = RowReader(statement, column: column)
    do {
      return try readColumns(&reader)
    } catch {
      throw named(error, key: column + keyColumn, of: statement)
    }
  }

  /// Reads a row from values in the order of the declaration.
  ///
  /// - Throws: `DatabaseError.decoding`, which names table and column.
  package func read(_ values: [Value]) throws -> Row {
    try values.withUnsafeBufferPointer { values in
      var reader = RowReader(values)
      do {
        return try readColumns(&reader)
      } catch DatabaseError.decoding(let failure) {
        let column = min(max(reader.column - 1, 0), columns.count - 1)
        throw DatabaseError.decoding(
          DecodingFailure(
            table: name, column: columns[column].name, row: failure.row,
            expected: failure.expected, found: failure.found))
      }
    }
  }
}

/// An error of reading a row, with the key of the row.
@usableFromInline func named(
  _ error: any Error, key column: Int, of statement: Statement
) -> any Error {
  guard case DatabaseError.decoding(var failure) = error else { return error }
  if let key = try? statement.integer(column) { failure.row = .key(key) }
  return DatabaseError.decoding(failure)
}

/// Tells declarations of tables apart.
@usableFromInline final class TableIdentity: Sendable {
  /// Whether rows made of sample values have come back as they were.
  let isTried = Atomic<Bool>(false)
}
