public import SQLite

/// A Swift struct as a table: the table's name, the initialiser that makes a row, and a column for each
/// of its parameters.
///
/// ```swift
/// struct Invoice: Sendable { var id: Int64; var customer: String; var total: Double }
///
/// let invoices = Table(
///   "invoice", Invoice.init,
///   .primaryKey("id", \.id), .column("customer", \.customer), .column("total", \.total))
/// // CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer TEXT NOT NULL, total REAL NOT NULL) STRICT
/// ```
///
/// The table itself is made by a migration. Rows are read by fixed column positions straight into the
/// initialiser, and written without copies.
public struct Table<Row: Sendable>: Sendable {
  /// The table's name.
  public let name: String

  /// The columns, in the order of the initialiser's parameters.
  public let columns: [ColumnDescription]

  /// The SQL texts of the table's own operations.
  let sql: TableSQL

  @usableFromInline let readColumns: @Sendable (inout RowReader) throws -> Row
  @usableFromInline let writeColumns: @Sendable (Row, inout RowWriter, _ withKey: Bool) throws -> Void
  let key: KeyProperty<Row>
  let keyColumn: Int
  private(set) var validate: (@Sendable (Row) throws -> Void)?

  /// Declares a table.
  ///
  /// - Parameters:
  ///   - name: the table's name in the database.
  ///   - make: makes a row of the columns' values, an initialiser as a rule.
  ///   - column: the columns, in the order of the parameters of `make`; exactly one of them is the
  ///     `primaryKey`.
  @inlinable
  public init<each Value: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (repeat each Value) -> Row,
    _ column: repeat Column<Row, each Value>
  ) {
    var descriptions: [ColumnDescription] = []
    var keyColumn = 0
    var key: KeyProperty<Row>?
    for column in repeat each column {
      if column.isPrimaryKey {
        precondition(key == nil, "table \(name) has two primary keys")
        keyColumn = descriptions.count
        key = column.key
      }
      descriptions.append(ColumnDescription(column))
    }
    guard let key else { preconditionFailure("table \(name) has no primary key") }
    self.init(
      name: name, columns: descriptions, key: key, keyColumn: keyColumn,
      readColumns: { row in make(repeat try (each Value).read(from: &row)) },
      writeColumns: { value, row, withKey in
        for column in repeat each column {
          if column.isPrimaryKey, !withKey { continue }
          do {
            try value[keyPath: column.keyPath].write(to: &row)
          } catch DatabaseError.notANumber(_, let parameter) {
            throw DatabaseError.notANumber(column: "\(name).\(column.name)", parameter: parameter)
          }
        }
      })
  }

  @usableFromInline init(
    name: String, columns: [ColumnDescription], key: KeyProperty<Row>, keyColumn: Int,
    readColumns: @escaping @Sendable (inout RowReader) throws -> Row,
    writeColumns: @escaping @Sendable (Row, inout RowWriter, Bool) throws -> Void
  ) {
    self.name = name
    self.columns = columns
    self.key = key
    self.keyColumn = keyColumn
    self.readColumns = readColumns
    self.writeColumns = writeColumns
    sql = TableSQL(table: name, columns: columns, key: columns[keyColumn].name)
  }

  /// The same table, whose rows are looked at before each write; `validate` throws
  /// ``ValidationError`` to refuse one.
  public func validated(by validate: @escaping @Sendable (Row) throws -> Void) -> Table {
    var table = self
    table.validate = validate
    return table
  }

  /// Reads a row from consecutive columns of a statement's current row.
  ///
  /// - Throws: ``DatabaseError/decoding(_:)``, which names table, column and key.
  public func read(_ statement: Statement, from column: Int = 0) throws -> Row {
    var reader = RowReader(statement, column: column)
    do {
      return try readColumns(&reader)
    } catch DatabaseError.decoding(var failure) {
      if let key = try? statement.integer(column + keyColumn) { failure.row = .key(key) }
      throw DatabaseError.decoding(failure)
    }
  }
}
