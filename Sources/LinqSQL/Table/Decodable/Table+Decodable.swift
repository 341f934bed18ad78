extension Table where Row: Decodable {
  /// Declares a table of a struct whose properties are its columns.
  ///
  /// ```swift
  /// struct Invoice: Codable, Sendable {
  ///   var id: Int64 = 0
  ///   var customer: String
  ///   var total: Double
  ///   var note: String?
  /// }
  ///
  /// let invoices = Table(Invoice.self, "invoice", key: \.id)
  /// // CREATE TABLE invoice (id INTEGER PRIMARY KEY, customer TEXT NOT NULL,
  /// //   total REAL NOT NULL, note TEXT) STRICT
  /// Repository(invoices, in: pool).where { $0.total > 100 }
  /// // SELECT id, customer, total, note FROM invoice WHERE total > ? ORDER BY id
  /// ```
  ///
  /// The names of the columns, their order and their types are those of the properties, as the
  /// `init(from:)` of the struct decodes them; `CodingKeys` give them other names. A column that is
  /// declared replaces the one of its property:
  ///
  /// ```swift
  /// Table(
  ///   Invoice.self, "bill", key: \.id, .column("amount", \.total), .defaulted("note", \.note))
  /// // SELECT id, customer, amount, note FROM bill ORDER BY id
  /// ```
  ///
  /// Rows are read straight into the memory of the properties, as fast as with an initializer.
  /// `init(from:)` runs only where the table is declared: with samples, some ten times for each
  /// property, each time for all properties. That takes a tenth of a millisecond for four of them,
  /// so keep the table, for example as a static property.
  ///
  /// It is an error when the table is first used (``TableDeclarationError``) if a property is not
  /// decoded, is no ``ColumnValue`` or has no ``ColumnValue/sampleValues``, or if `init(from:)`
  /// refuses or changes samples: declare such a struct with an initializer.
  ///
  /// - Parameters:
  ///   - row: the struct.
  ///   - name: the table's name in the database.
  ///   - key: the property that is the primary key. The database assigns an integer, as with
  ///     `primaryKey`; add `.primaryKey("id", \.id, isAssigned: false)` if it does not.
  ///   - columns: the columns that differ from their properties.
  @_disfavoredOverload
  @inlinable public init<Key: ColumnValue, each Value: ColumnValue>(
    _ row: Row.Type, _ name: String, key: any KeyPath<Row, Key> & Sendable,
    _ columns: repeat TableColumn<Row, each Value>
  ) {
    self.init(decoding: name, TableColumn.primaryKey("", key), columns: repeat each columns)
  }

  /// Declares a table of a struct whose properties are its columns, with an integer as its key.
  @inlinable public init<Key: ColumnValue & FixedWidthInteger, each Value: ColumnValue>(
    _ row: Row.Type, _ name: String, key: any KeyPath<Row, Key> & Sendable,
    _ columns: repeat TableColumn<Row, each Value>
  ) {
    self.init(decoding: name, TableColumn.primaryKey("", key), columns: repeat each columns)
  }

  /// Declares a table of a struct whose properties are its columns, with a key whose raw value is
  /// an integer.
  @inlinable public init<Key: ColumnValue & RawRepresentable, each Value: ColumnValue>(
    _ row: Row.Type, _ name: String, key: any KeyPath<Row, Key> & Sendable,
    _ columns: repeat TableColumn<Row, each Value>
  ) where Key.RawValue: FixedWidthInteger {
    self.init(decoding: name, TableColumn.primaryKey("", key), columns: repeat each columns)
  }

  /// Declares a table of a struct whose properties are its columns, with an integer as its key that
  /// is nil in rows which are not stored yet.
  @inlinable public init<Key: ColumnValue & FixedWidthInteger, each Value: ColumnValue>(
    _ row: Row.Type, _ name: String, key: any KeyPath<Row, Key?> & Sendable,
    _ columns: repeat TableColumn<Row, each Value>
  ) {
    self.init(decoding: name, TableColumn.primaryKey("", key), columns: repeat each columns)
  }

  /// Declares a table of a struct whose properties are its columns, with two of them as its key.
  ///
  /// ```swift
  /// Table(Rate.self, "rate", key: \.currency, \.year)
  /// // PRIMARY KEY (currency, year)
  /// ```
  ///
  /// The columns of the key are in the order of the properties.
  @inlinable public init<First: ColumnValue, Second: ColumnValue, each Value: ColumnValue>(
    _ row: Row.Type, _ name: String, key first: any KeyPath<Row, First> & Sendable,
    _ second: any KeyPath<Row, Second> & Sendable, _ columns: repeat TableColumn<Row, each Value>
  ) {
    self.init(
      decoding: name, TableColumn.primaryKey("", first), TableColumn.primaryKey("", second),
      columns: repeat each columns)
  }

  /// Declares a table of a struct whose properties are its columns, with three of them as its key.
  /// Add `.primaryKey("line", \.line)` for a fourth.
  @inlinable
  public init<First: ColumnValue, Second: ColumnValue, Third: ColumnValue, each Value: ColumnValue>(
    _ row: Row.Type, _ name: String, key first: any KeyPath<Row, First> & Sendable,
    _ second: any KeyPath<Row, Second> & Sendable, _ third: any KeyPath<Row, Third> & Sendable,
    _ columns: repeat TableColumn<Row, each Value>
  ) {
    self.init(
      decoding: name, TableColumn.primaryKey("", first), TableColumn.primaryKey("", second),
      TableColumn.primaryKey("", third), columns: repeat each columns)
  }

  /// Declares a table of a struct with the columns of its key, whose names are not known yet.
  @inlinable init<each Key: ColumnValue, each Value: ColumnValue>(
    decoding name: String, _ key: repeat TableColumn<Row, each Key>,
    columns: repeat TableColumn<Row, each Value>
  ) {
    var (keys, declared): ([ErasedColumn<Row>], [ErasedColumn<Row>]) = ([], [])
    for key in repeat each key { keys.append(ErasedColumn(key)) }
    for column in repeat each columns { declared.append(ErasedColumn(column)) }
    let decoded = DecodedColumns(of: name, keys: keys, declared)
    let properties = decoded.properties
    self.init(decoded.names, assignedKey: decoded.assignedKey, writers: decoded.writers) { row in
      try withUnsafeTemporaryAllocation(of: Row.self, capacity: 1) { memory in
        // It has room for one row.
        let place = memory.baseAddress.unsafelyUnwrapped
        try PropertyAccess.read(properties, of: &row, into: UnsafeMutableRawPointer(place))
        return place.move()
      }
    }
    addProblems(decoded.problems)
  }

  @usableFromInline mutating func addProblems(_ problems: [TableDeclarationError.Problem]) {
    declarationProblems += problems
  }
}
