public import LinqCore

extension Table where Row: Searchable {
  /// Returns the same table with a full-text index, which makes `search` fast.
  ///
  /// ```swift
  /// let customers = Table("customer", …).searchable()
  /// customers.searchIndex?.creation()       // the SQL of a migration, which you write to a file
  /// try await store.repository(of: customers).search("lon").take(20).toArray()
  /// // SELECT … FROM customer WHERE id IN (SELECT id FROM (… customer_search MATCH ? UNION ALL …))
  /// // AND swift_search_1_2(?, name, city, email) IS NOT NULL ORDER BY … LIMIT 20
  /// ```
  ///
  /// The fields must be columns, and the key an integer that the database assigns. See
  /// ``SearchIndex`` for what is stored, and for what is different on PostgreSQL.
  public func searchable() -> Table {
    var table = self
    let paths = Row.searchFields.keyPaths
    let (names, others) = (paths.names.compactMap(field), paths.others.compactMap(field))
    guard let key = integerKey else {
      table.declarationProblems.append(.noIntegerKey)
      return table
    }
    guard names.count == paths.names.count, others.count == paths.others.count else {
      table.declarationProblems.append(.searchOfComputed)
      return table
    }
    table.searchIndex = SearchIndex(table: name, key: key, names: names, others: others)
    table.identity = TableIdentity()
    return table
  }
}

extension Table {
  /// Returns the same table with an index of the substrings of texts, which makes `contains`,
  /// `hasSuffix` and comparisons of folded text fast.
  ///
  /// ```swift
  /// let customers = Table("customer", …).substrings(of: \.name, \.city)
  /// customers.substringIndex?.creation()    // the SQL of a migration, which you write to a file
  /// try await store.repository(of: customers).where { $0.name.contains("ondo") }.toArray()
  /// // SELECT … FROM customer WHERE id IN (SELECT id FROM (… customer_substring MATCH ? UNION ALL
  /// …)) // AND swift_contains(name, ?) ORDER BY id
  /// ```
  ///
  /// The properties must be columns, of texts or optional texts, and the key an integer that the
  /// database assigns. See ``SubstringIndex`` for what it serves, and for what is different on
  /// PostgreSQL. Until the index has been created, queries do without it.
  public func substrings<Value: SubstringIndexable, each Other: SubstringIndexable>(
    of path: any KeyPath<Row, Value> & Sendable,
    _ others: repeat any KeyPath<Row, each Other> & Sendable
  ) -> Table {
    var table = self
    guard let key = integerKey else {
      table.declarationProblems.append(.noIntegerKey)
      return table
    }
    var fields = [field(path)]
    for other in repeat each others { fields.append(field(other)) }
    let columns = fields.compactMap(\.self)
    guard columns.count == fields.count else {
      table.declarationProblems.append(.searchOfComputed)
      return table
    }
    table.substringIndex = SubstringIndex(table: name, key: key, fields: columns)
    table.identity = TableIdentity()
    return table
  }

  /// The column of the key, if it is an integer that the database assigns.
  fileprivate var integerKey: SearchIndex.Field? {
    assignedKey.flatMap { _ in columns.first { $0.role == .key } }.map {
      SearchIndex.Field(column: $0.name, keyPath: $0.keyPath)
    }
  }

  fileprivate func field(_ path: any PartialKeyPath<Row> & Sendable) -> SearchIndex.Field? {
    columnIndex(of: path).map {
      SearchIndex.Field(column: columns[$0].name, keyPath: columns[$0].keyPath)
    }
  }
}

/// A property in which substrings are looked for: a text, or an optional text.
public protocol SubstringIndexable: Sendable {}

extension String: SubstringIndexable {}

extension Optional: SubstringIndexable where Wrapped == String {}
