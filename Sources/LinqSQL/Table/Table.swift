public import LinqCore
public import StoreEngine
internal import StoreSupport
internal import Synchronization

/// A table whose rows are values of a Swift struct. It is declared by its name, the initializer
/// that makes a row, and a column for each parameter of the initializer.
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
/// A `Codable` struct declares its columns itself: `Table(Invoice.self, "invoice", key: \.id)`.
///
/// A migration creates the table itself. Rows are read by fixed column positions straight into the
/// initializer, and written without copies.
public struct Table<Row: Sendable>: Sendable {
  /// The names and the columns, also for the errors of rows.
  @usableFromInline let names: RowNames

  /// The table's name.
  public var name: String { names.table }

  /// The columns, in the order of the initializer's parameters.
  @usableFromInline package var columns: [ColumnDescription] { names.columns }

  /// The SQL texts of the table's own operations, in the order of ``Engine/all``.
  private var texts: [TableSQL]

  /// Reads a row. This closure and the following ones are compiled where the struct is known.
  @usableFromInline let readColumns: @Sendable (inout RowReader) throws -> Row

  /// Returns a reader of the rows of a statement, which uses `readColumns`.
  @usableFromInline let makeReader: @Sendable (Statement, _ column: Int) -> ElementReader<Row>

  /// Reads the rows of a statement with a number of columns before them.
  @usableFromInline let readKeyedRows:
    @Sendable (Statement, _ keys: [Int], _ column: Int) throws -> KeyedRows<Row>

  /// Inserts rows and returns them as they are stored.
  @usableFromInline let insertRows: @Sendable (Inserter<Row>, [Row]) throws -> [Row]

  /// The writers of all columns, in their order.
  @usableFromInline let allWriters: [ColumnWriter]
  /// The writers of the columns that the program writes, except the key.
  @usableFromInline let writers: [ColumnWriter]
  /// The writers of the key.
  @usableFromInline let keyWriters: [ColumnWriter]
  /// The key that the database assigns to rows; nil if the program gives them their keys.
  @usableFromInline let assignedKey: AssignedKey<Row>?
  /// The indexes of the key's columns.
  @usableFromInline var keyColumns: [Int] { names.keyColumns }
  /// The names of the key's columns.
  var keyNames: [String] { keyColumns.map { columns[$0].name } }
  /// The property that is the key; nil for a key of several properties.
  var keyPath: (any AnyKeyPath & Sendable)? {
    keyColumns.count == 1 ? columns[keyColumns[0]].keyPath : nil
  }
  /// Whether the database computes columns, which are read again after each write.
  @usableFromInline let hasGeneratedColumns: Bool
  /// Whether the database has default values for columns.
  @usableFromInline let hasDefaultedColumns: Bool
  /// Whether a column has another encoding than the usual one.
  let hasEncodings: Bool
  /// Whether the key is a single integer.
  let hasIntegerKey: Bool
  @usableFromInline var validate: (@Sendable (Row) throws -> Void)?
  /// The rules of single properties, which ``validate`` applies, too.
  var rules: [PropertyRule<Row>] = []
  /// Whether ``validate`` has conditions besides those of the rules.
  var validatesWholeRows = false
  /// Returns whether a row is one of the table; nil for rows that do not tell.
  var isOwn: (@Sendable (Row) -> Bool)?

  /// The highest key that a program may give to a row.
  @usableFromInline var highestGivenKey = Int64.max
  /// The SQL of the last key that was in use, if the table has one.
  package private(set) var lastKeySQL: String?
  /// The columns that order the rows, and that together are unique; the key unless they are given.
  private(set) var orderColumns: [String]
  /// The identity of the declaration: one object for all of its copies, by which plans of queries
  /// are cached.
  var identity = TableIdentity()
  /// The translations of computed properties.
  private(set) var computedProperties:
    [(keyPath: any AnyKeyPath & Sendable, expression: ExpressionNode)] = []

  /// The property that counts the changes of a row, if there is one.
  var version: RowVersion<Row>?
  /// The column that tells which rows other programs have written, if there is one.
  package private(set) var textVersion: TextVersion?
  /// Whether ``textVersion`` counts changes of all columns.
  private(set) var countsAllChanges = false
  /// The index of the rows for searches, if there is one.
  public internal(set) var searchIndex: SearchIndex?
  /// The index of substrings of the rows, if there is one.
  public internal(set) var substringIndex: SubstringIndex?
  /// The columns whose values are read only where they are returned; conditions trust them.
  private(set) var trustedColumns: Set<String> = []

  /// Problems that were found while the declaration was made.
  var declarationProblems: [TableDeclarationError.Problem] = []

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
  /// The declaration is checked when the table is first used: rows made from sample values must
  /// come back unchanged through the key paths, and the columns must fit those of the database
  /// (``TableDeclarationError``).
  ///
  /// - Parameters:
  ///   - name: the table's name in the database.
  ///   - make: makes a row from the columns' values, usually an initializer.
  ///   - first: the column of the first parameter of `make`.
  ///   - rest: the other columns, in the order of the parameters of `make`; those of the key are
  ///     declared by `primaryKey`.
  @inlinable
  public init<First: ColumnValue, each Rest: ColumnValue>(
    _ name: String, _ make: @escaping @Sendable (First, repeat each Rest) -> Row,
    _ first: TableColumn<Row, First>, _ rest: repeat TableColumn<Row, each Rest>
  ) {
    self.init(name: name, first, repeat each rest) {
      make(try First.read(from: &$0), repeat try (each Rest).read(from: &$0))
    }
  }

  /// Declares a table whose rows are read by a closure.
  @inlinable init<each Value: ColumnValue>(
    name: String, _ column: repeat TableColumn<Row, each Value>,
    read: @escaping @Sendable (inout RowReader) throws -> Row
  ) {
    var descriptions: [ColumnDescription] = []
    var assignedKey: AssignedKey<Row>?
    var writers: [ColumnWriter] = []
    for column in repeat each column {
      if let key = column.assignedKey { assignedKey = key }
      writers.append(ColumnWriter(column: column.name, write: column.write))
      descriptions.append(ColumnDescription(column))
    }
    self.init(
      RowNames(table: name, columns: descriptions), assignedKey: assignedKey, writers: writers,
      read: read)
  }

  /// Declares a table of columns that have been described.
  @inlinable init(
    _ names: RowNames, assignedKey: AssignedKey<Row>?, writers: [ColumnWriter],
    read: @escaping @Sendable (inout RowReader) throws -> Row
  ) {
    self.init(
      names: names,
      assignedKey: names.keyColumns.count == 1 ? assignedKey : nil,
      readColumns: read,
      makeReader: { statement, column in
        ElementReader {
          var row = RowReader(statement, column: column)
          do {
            return try read(&row)
          } catch {
            throw names.named(error, of: statement, from: column, at: row.column - 1)
          }
        }
      },
      readKeyedRows: { statement, keys, column in
        try KeyedRows(of: statement, keys: keys) {
          var row = RowReader(statement, column: column)
          do {
            return try read(&row)
          } catch {
            throw names.named(error, of: statement, from: column, at: row.column - 1)
          }
        }
      },
      insertRows: { inserter, rows in
        guard !inserter.batchesRows else {
          return try inserter.insertReturning(contentsOf: rows)
        }
        return try rows.map { try inserter.insertReturning($0) }
      },
      writers: writers)
  }

  @usableFromInline init(
    names: RowNames, assignedKey: AssignedKey<Row>?,
    readColumns: @escaping @Sendable (inout RowReader) throws -> Row,
    makeReader: @escaping @Sendable (Statement, _ column: Int) -> ElementReader<Row>,
    readKeyedRows:
      @escaping @Sendable (Statement, _ keys: [Int], _ column: Int) throws -> KeyedRows<Row>,
    insertRows: @escaping @Sendable (Inserter<Row>, [Row]) throws -> [Row],
    writers: [ColumnWriter]
  ) {
    let (name, columns, keyColumns) = (names.table, names.columns, names.keyColumns)
    precondition(!columns.isEmpty, "table \(name) has no columns")
    self.names = names
    self.assignedKey = assignedKey
    self.readColumns = readColumns
    self.makeReader = makeReader
    self.readKeyedRows = readKeyedRows
    self.insertRows = insertRows
    allWriters = writers
    self.writers = columns.indices.filter { columns[$0].isWritten }.map { writers[$0] }
    keyWriters = keyColumns.map { writers[$0] }
    hasGeneratedColumns = columns.contains { $0.role == .generated }
    hasDefaultedColumns = columns.contains { $0.role == .defaulted }
    hasEncodings = columns.contains { $0.encoding != nil }
    let key = columns[keyColumns.first ?? 0]
    hasIntegerKey =
      keyColumns.count == 1 && key.type == .integer && key.encoding?.isPlain != true
    orderColumns = keyColumns.map { columns[$0].name }
    let isAssigned = assignedKey != nil
    declarationProblems = names.problems
    texts = Engine.all.map {
      TableSQL($0, table: name, columns: columns, isAssigned: isAssigned)
    }
  }

  /// Returns the same table with a limit for the keys that a program gives to rows. Keys that are
  /// assigned may be higher: a row with the highest key there is would leave none for the next row.
  ///
  /// ```swift
  /// let invoices = Table("invoice", …).limitingGivenKeys(to: 1 << 53)
  /// ```
  ///
  /// A row with a higher key that is not stored yet is ``RowError/invalid(table:_:)``.
  public func limitingGivenKeys(to highestKey: Int64) -> Table {
    var table = self
    table.highestGivenKey = highestKey
    return table
  }

  /// Returns the same table with keys that are assigned after the result of a query: the last key
  /// that was ever in use. Otherwise SQLite chooses the highest key in the table plus one.
  ///
  /// ```swift
  /// invoices.assigningKeys(after: "SELECT coalesce(max(id), 0) FROM invoice_log")
  /// ```
  ///
  /// `AUTOINCREMENT` in the schema has the same effect, but makes an insert take a third longer.
  public func assigningKeys(after lastKeySQL: String) -> Table {
    var table = self
    table.lastKeySQL = lastKeySQL
    return table
  }

  /// Returns the same table with rows in the order of several columns that are unique together, one
  /// of which is declared as the primary key. It can only be read.
  package func ordered(by columns: [String]) -> Table {
    var table = self
    table.orderColumns = columns
    table.identity = TableIdentity()
    return table
  }

  /// Returns the same table with columns whose stored values conditions trust: that other programs
  /// write no values which cannot be read is known without looking at them.
  package func trusting(_ columns: String...) -> Table {
    var table = self
    table.trustedColumns = Set(columns)
    table.identity = TableIdentity()
    return table
  }

  /// Returns the same table with a column that counts the library's changes of a row's texts, and
  /// is NULL where another program has written one.
  ///
  /// Texts that are equal in Swift may differ in their bytes, which SQLite compares. The library
  /// writes all texts in canonical form; other programs need not. With this column, a query that
  /// depends on texts runs in memory while one of them is not in canonical form. Without it, such a
  /// text is not equal to others until it is corrected.
  ///
  /// A migration creates the column, an index of the rows in which it is NULL, and a trigger:
  ///
  /// ```swift
  /// let invoices = Table("invoice", …).countingTextChanges(in: "text_version")
  /// // ALTER TABLE invoice ADD COLUMN text_version INTEGER;
  /// // CREATE INDEX invoice_unchecked_text ON invoice (id) WHERE text_version IS NULL;
  /// // CREATE TRIGGER invoice_text_changed AFTER UPDATE OF customer ON invoice
  /// // WHEN new.text_version IS old.text_version
  /// // BEGIN UPDATE invoice SET text_version = NULL WHERE id = new.id; END;
  /// invoices.insert(invoice)
  /// // INSERT INTO invoice (customer, total, id, text_version) VALUES (?, ?, ?, 1)
  /// ```
  ///
  /// Statements of the program, in `connection.run`, count as those of another program.
  public func countingTextChanges(in column: String) -> Table {
    var table = self
    guard assignedKey != nil else {
      table.declarationProblems.append(.noIntegerKey)
      return table
    }
    let texts = columns.filter { $0.type == .text && !$0.isNeverNumeric }
    let version = TextVersion(table: name, column: column, key: keyNames[0], columns: texts)
    table.textVersion = version
    table.texts = Engine.all.map {
      TableSQL($0, table: name, columns: columns, isAssigned: true, text: version)
    }
    table.identity = TableIdentity()
    return table
  }

  /// Returns the same table, whose column of text changes counts all changes of a row: it is 1 as
  /// long as the row is as the library inserted it.
  package func countingAllChanges() -> Table {
    var table = self
    table.countsAllChanges = true
    return table
  }

  /// Returns the same table with a translation of a computed property, which queries can then use
  /// like a column.
  ///
  /// ```swift
  /// Table("author", …).computed(\.fullName) { $0.name + " " + $0.surname }
  /// authors.where { $0.fullName == "Ada Lovelace" }
  /// // SELECT … FROM author WHERE name || ? || surname = ? ORDER BY id
  /// ```
  ///
  /// The translation must return the same values as the property; `verify()` finds differences.
  public func computed<Value>(
    _ keyPath: any KeyPath<Row, Value> & Sendable,
    _ translation: (QueryExpression<Row>) -> QueryExpression<Value>
  ) -> Table {
    var table = self
    table.computedProperties.append((keyPath, QueryExpression(of: translation).expressionNode))
    if let error = BuildFailures.take() { table.declarationProblems.append(.computed("\(error)")) }
    table.identity = TableIdentity()
    return table
  }

  /// Returns the SQL texts of the table's own operations.
  func sql(_ engine: Engine) -> TableSQL { texts[engine.index] }

  /// Returns the row with a key, if there is one. Repositories call this directly, because creating
  /// a `TableAccess` for each row would copy the whole declaration.
  func find(_ key: Int64, on connection: Connection) throws -> Row? {
    guard hasIntegerKey else { throw wrongKey(RowKey(key)) }
    return try connection.withStatement(sql(connection.engine).selectByKey, of: self) { statement in
      try statement.bind(key, at: 0)
      return try statement.step() ? try read(statement) : nil
    }
  }

  /// Reads a row from consecutive columns of a statement's current row.
  ///
  /// - Throws: `DatabaseError.decoding`, which names the table, the column and the key.
  public func read(_ statement: Statement, from column: Int = 0) throws -> Row {
    var reader = RowReader(statement, column: column)
    do {
      return try readColumns(&reader)
    } catch {
      throw names.named(error, of: statement, from: column, at: reader.column - 1)
    }
  }

  /// A closure that reads a row from the first columns of a statement's current row. It does not
  /// look up the type of the table for each row.
  var rowReader: @Sendable (Statement) throws -> Row {
    { [readColumns, names] statement in
      var reader = RowReader(statement, column: 0)
      do {
        return try readColumns(&reader)
      } catch {
        throw names.named(error, of: statement, from: 0, at: reader.column - 1)
      }
    }
  }

  /// Returns the column with a name.
  func column(_ name: String) -> ColumnDescription? { columns.first { $0.name == name } }

  /// Returns values in the order of the declaration in their usual forms.
  private func decoded(_ values: [Value]) -> [Value] {
    zip(values, columns).map { $1.encoding?.decode($0) ?? $0 }
  }

  /// Reads a row from stored values in the order of the declaration.
  ///
  /// - Throws: `DatabaseError.decoding`, which names the table and the column.
  package func read(_ values: [Value]) throws -> Row {
    try read(usual: hasEncodings ? decoded(values) : values)
  }

  /// Reads a row from values in their usual forms, in the order of the declaration.
  func read(usual values: [Value]) throws -> Row {
    try withCells(of: values) { cells in
      var reader = RowReader(cells)
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

/// The identity of a table's declaration.
@usableFromInline final class TableIdentity: Sendable {
  /// Whether the check with sample values has succeeded.
  let isTried = Atomic<Bool>(false)
  /// Whether rows have an equality of their own, once that is known.
  let hasOwnEquality = Locked<Bool?>(nil)
  /// A number that no other declaration of this process has.
  let number: Int

  private static let count = Atomic<Int>(0)

  @usableFromInline init() { number = Self.count.add(1, ordering: .relaxed).newValue }
}
