internal import LinqCore
internal import LinqSQL
package import LinqText
package import StoreEngine

/// Chains as text over all tables of a database, which are declared when the program runs.
///
/// ```swift
/// let database = DynamicDatabase(try DatabaseModel(connection), in: pool)
/// try database.textForm.parse("Invoice.where { $0.Total > 10 }.count()").run()
/// ```
package struct DynamicDatabase: Sendable {
  /// A source for each table.
  package let sources: [TextSource]
  /// What chains can name of each table.
  let tables: [DatabaseTable]

  /// The text form of chains over all tables.
  package var textForm: TextForm { TextForm(sources: sources) }

  /// How tables and columns are called.
  package enum Names: Sendable {
    /// As in the schema.
    case schema
    /// Tables by given names, and columns as properties.
    case properties(sources: [String])
  }

  package init(_ model: DatabaseModel, in pool: ConnectionPool, names: Names = .schema) {
    let declared = DynamicTables(model, names)
    let made = declared.all.indices.map { declared.source($0, in: pool) }
    (sources, tables) = (made.map(\.source), made.map(\.table))
    for (table, source) in zip(declared.all, sources) { table.reference.set(source) }
  }
}

/// A table with its declaration.
private struct DynamicTable: Sendable {
  let model: TableModel
  /// The name of its source, and those of its columns.
  let name: String
  let names: [String]
  let columns: [any AnyDynamicColumn]
  let table: Table<DynamicRow>
  let reference = TextReference<DynamicRow>()

  init(_ model: TableModel, named name: String, _ choice: DynamicDatabase.Names) {
    self.name = name
    switch choice {
    case .schema: names = model.namesInChains
    case .properties: names = model.columns.map(\.property)
    }
    let columns = model.columns.enumerated().map { $1.declared(at: $0) }
    self.model = model
    self.columns = columns
    let origin = DynamicRow.Origin()
    table = Table(model.name, columns.map(\.erased), isOwn: { $0.origin === origin }) { row in
      DynamicRow(origin: origin, values: try columns.map { try $0.read(&row) })
    }
  }

  /// The key of one column of whole numbers; nil for any other.
  var key: (any KeyPath<DynamicRow, Int> & Sendable)? {
    let keys = model.columns.indices.filter { model.columns[$0].isKey }
    guard keys.count == 1, let column = columns[keys[0]] as? DynamicColumn<Int> else { return nil }
    return column.column.keyPath
  }

  /// The column of a property.
  func column(_ property: String) -> any AnyDynamicColumn { columns[index(property)] }

  /// The name of the column of a property.
  func name(_ property: String) -> String { names[index(property)] }

  private func index(_ property: String) -> Int {
    guard let index = model.columns.firstIndex(where: { $0.property == property }) else {
      preconditionFailure("a relation has properties of its tables")
    }
    return index
  }
}

private struct DynamicTables: Sendable {
  let all: [DynamicTable]

  init(_ model: DatabaseModel, _ choice: DynamicDatabase.Names) {
    let names =
      switch choice {
      case .schema: model.namesInChains
      case .properties(let sources): sources
      }
    all = zip(model.tables, names).map { DynamicTable($0, named: $1, choice) }
  }

  /// Returns the source of a table: its columns by their names in the schema, if those are names in
  /// a chain, and by the names of properties that `generate` gives them, and its relations.
  func source(
    _ index: Int, in pool: ConnectionPool
  ) -> (source: TextSource, table: DatabaseTable) {
    let (table, model) = (all[index], all[index].model)
    var names = Set(table.names)
    var members: [TextMember<DynamicRow>] = []
    var described = DatabaseTable(table.name, model)
    for (name, (column, declared)) in zip(table.names, zip(model.columns, table.columns)) {
      members.append(declared.member(named: name, isPrinted: true))
      described.columns.append(declared.described(column, named: name))
    }
    for (column, declared) in zip(model.columns, table.columns)
    where names.insert(column.property).inserted {
      members.append(declared.member(named: column.property, isPrinted: false))
    }
    for relation in model.relations where names.insert(relation.property).inserted {
      guard let member = member(relation, of: table) else { continue }
      members.append(member)
      described.relations.append(self.described(relation, of: table))
    }
    let query = Repository(table.table, in: pool).query
    return (
      TextSource(table.name, query, typeName: model.type, members: members, key: table.key),
      described
    )
  }

  private func described(_ relation: RelationModel, of table: DynamicTable) -> DatabaseRelation {
    let other = all.first { $0.model.type == relation.type }
    return DatabaseRelation(
      name: relation.property, table: other?.name ?? relation.type,
      isOne: relation.isOne,
      matches: relation.matches.map {
        .init(
          own: table.name($0.own), other: other?.name($0.other) ?? $0.other)
      })
  }

  /// Returns the member of a relation; nil if its columns have different types.
  private func member(
    _ relation: RelationModel, of table: DynamicTable
  ) -> TextMember<DynamicRow>? {
    guard let other = all.first(where: { $0.model.type == relation.type }) else { return nil }
    let matches: [RowMatch]
    switch relation.kind {
    case .one, .many:
      matches = relation.matches.compactMap {
        table.column($0.own).rowMatch(other.column($0.other))
      }
      guard matches.count == relation.matches.count, let first = matches.first else { return nil }
      let (rest, query) = (matches.dropFirst(), other.table.rows)
      let rows: RelatedRows = { row in
        let rows = first.rows(query, row)
        return rest.isEmpty ? rows : rows.where { other in rest.reduced(row, other) }
      }
      if case .many = relation.kind {
        return TextMember(relation.property, of: other.reference, rows: rows)
      }
      return TextMember(relation.property, of: other.reference, firstOf: rows)
    case .through(let type, let link, let own, let target):
      guard let links = all.first(where: { $0.model.type == type }),
        let toLink = table.column(own).linkMatch(links.column(link.own)),
        let toTarget = links.column(link.other).linkMatch(other.column(target))
      else { return nil }
      let pairs = toTarget.pairs(links.table.rows, other.table.rows)
      let linked: RelatedRows = { row in
        pairs.matching { toLink.isEqual(row, $0.0) }.select { $0.1 }
      }
      return TextMember(relation.property, of: other.reference, rows: linked)
    }
  }
}

private typealias DynamicExpression = QueryExpression<DynamicRow>

private typealias RelatedRows = @Sendable (DynamicExpression) -> QueryExpression<[DynamicRow]>

/// Two columns whose values are equal in related rows.
private struct RowMatch: Sendable {
  /// Returns the rows of a query that match a row.
  let rows: @Sendable (Query<DynamicRow>, DynamicExpression) -> QueryExpression<[DynamicRow]>
  /// Returns whether two rows match.
  let isEqual: @Sendable (DynamicExpression, DynamicExpression) -> QueryExpression<Bool>
}

/// Two columns that are never nil, whose values are equal in a row and in a link.
private struct LinkMatch: Sendable {
  /// Returns the matching pairs of rows of two queries.
  let pairs: @Sendable (Query<DynamicRow>, Query<DynamicRow>) -> Query<(DynamicRow, DynamicRow)>
  /// Returns whether two rows match.
  let isEqual: @Sendable (DynamicExpression, DynamicExpression) -> QueryExpression<Bool>
}

extension AnyDynamicColumn {
  private typealias Read<Value> = @Sendable (DynamicExpression) -> QueryExpression<Value>

  // Two types that are the same are known to be so only by a cast.

  /// Matches the column with another one; nil if they have different types.
  fileprivate func rowMatch<Other: AnyDynamicColumn>(_ other: Other) -> RowMatch? {
    let value: Read<Base?> = { optionalValue(of: $0) }
    guard let key = value as? Read<Other.Base?> else { return nil }
    return RowMatch(
      rows: { other.rows(of: $0, equalTo: key($1)) },
      isEqual: { key($0) == other.optionalValue(of: $1) && key($0) != nil })
  }

  /// Matches the column with another one, neither of which is ever nil; nil if they have different
  /// types.
  fileprivate func linkMatch<Other: AnyDynamicColumn>(_ other: Other) -> LinkMatch? {
    let value: Read<Stored> = { $0[dynamicMember: column.keyPath] }
    guard let key = value as? Read<Other.Stored> else { return nil }
    let otherKey: Read<Other.Stored> = { $0[dynamicMember: other.column.keyPath] }
    return LinkMatch(
      pairs: { $0.join($1, on: { key($0) }, equals: { otherKey($0) }) },
      isEqual: { key($0) == otherKey($1) })
  }
}

extension ArraySlice<RowMatch> {
  /// Returns whether two rows match in all columns.
  fileprivate func reduced(
    _ row: DynamicExpression, _ other: DynamicExpression
  ) -> QueryExpression<Bool> {
    dropFirst().reduce(self[startIndex].isEqual(row, other)) { result, match in
      result && match.isEqual(row, other)
    }
  }
}
