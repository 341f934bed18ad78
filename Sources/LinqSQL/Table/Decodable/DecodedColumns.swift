/// The columns of a struct, as decoding it tells, and those that are declared for its properties.
@usableFromInline struct DecodedColumns<Row: Decodable & Sendable> {
  @usableFromInline let names: RowNames
  @usableFromInline let writers: [Table<Row>.ColumnWriter]
  @usableFromInline let assignedKey: AssignedKey<Row>?
  /// What reads the columns, in their order.
  @usableFromInline private(set) var properties: [PropertyAccess] = []
  @usableFromInline private(set) var problems: [TableDeclarationError.Problem] = []

  /// - Parameters:
  ///   - keys: the columns of the key, whose names are not known yet.
  ///   - declared: columns that replace those of the same properties.
  @usableFromInline init(
    of table: String, keys: [ErasedColumn<Row>], _ declared: [ErasedColumn<Row>]
  ) {
    var columns: [ErasedColumn<Row>] = []
    do {
      for (property, offset) in try StructLayout<Row>().properties {
        let (column, access) = property.samples.column(property.name, of: Row.self, at: offset)
        columns.append(column)
        properties.append(access)
      }
      problems = columns.replace(keys: keys, declared)
    } catch {
      // The first use of the table throws the error. A table needs a column until then.
      columns = keys.map { $0.named("\($0.description.keyPath)") }
      problems = [.decodable(error.reason)]
    }
    names = RowNames(table: table, columns: columns.map(\.description))
    writers = columns.map(\.writer)
    assignedKey = columns.compactMap(\.assignedKey).last
  }
}

extension Array {
  /// Replaces the columns of properties by declared ones, and returns what is wrong with these.
  fileprivate mutating func replace<Row>(
    keys: [ErasedColumn<Row>], _ declared: [ErasedColumn<Row>]
  ) -> [TableDeclarationError.Problem] where Element == ErasedColumn<Row> {
    var problems: [TableDeclarationError.Problem] = []
    for key in keys {
      if let index = firstIndex(storing: key) {
        self[index] = key.named(self[index].description.name)
      } else {
        problems.append(.decodable("\(key.description.keyPath) is no stored property"))
      }
    }
    var replaced: [Int: String] = [:]
    for column in declared {
      let name = column.description.name
      guard let index = firstIndex(storing: column) else {
        problems.append(.decodable("the property of column \(name) is no stored property"))
        continue
      }
      if let other = replaced[index] {
        problems.append(.duplicateProperty(column: name, sameAs: other))
        continue
      }
      replaced[index] = name
      let isOfKey = self[index].description.isPrimaryKey && column.description.role == .stored
      self[index] = isOfKey ? column.asKey(like: self[index]) : column
    }
    return problems
  }

  /// Returns the index of the column of the same property.
  private func firstIndex<Row>(
    storing column: ErasedColumn<Row>
  ) -> Int? where Element == ErasedColumn<Row> {
    let property = column.description
    return firstIndex {
      let own = $0.description
      return own.offset == property.offset
        && type(of: own.keyPath).valueType == type(of: property.keyPath).valueType
    }
  }
}
