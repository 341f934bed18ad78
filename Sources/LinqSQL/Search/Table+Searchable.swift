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
    guard let key = assignedKey.flatMap({ _ in columns.first { $0.role == .key } }) else {
      table.declarationProblems.append(.noIntegerKey)
      return table
    }
    guard names.count == paths.names.count, others.count == paths.others.count else {
      table.declarationProblems.append(.searchOfComputed)
      return table
    }
    table.searchIndex = SearchIndex(
      table: name, key: SearchIndex.Field(column: key.name, keyPath: key.keyPath), names: names,
      others: others)
    table.identity = TableIdentity()
    return table
  }

  private func field(_ path: any PartialKeyPath<Row> & Sendable) -> SearchIndex.Field? {
    columns.first { $0.keyPath == path }.map {
      SearchIndex.Field(column: $0.name, keyPath: $0.keyPath)
    }
  }
}
