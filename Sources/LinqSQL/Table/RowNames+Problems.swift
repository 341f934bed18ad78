extension RowNames {
  /// The problems of a declaration that show without its struct and without a database.
  var problems: [TableDeclarationError.Problem] {
    var problems: [TableDeclarationError.Problem] = isWithoutKey ? [.noKey] : []
    problems += ([table] + columns.map(\.name)).filter { $0.isEmpty || $0.utf8.contains(0) }
      .map { .name($0) }
    for (index, column) in columns.enumerated() {
      let before = columns[..<index]
      if before.contains(where: { $0.name == column.name }) {
        problems.append(.duplicateColumn(column.name))
      } else if let other = before.first(where: {
        $0.keyPath as AnyKeyPath == column.keyPath as AnyKeyPath
      }) {
        problems.append(.duplicateProperty(column: column.name, sameAs: other.name))
      }
      if let reason = column.encodingProblem {
        problems.append(.encoding(column: column.name, reason: reason))
      }
    }
    return problems
  }

  /// The columns whose names SQLite does not tell from those of others.
  var columnsOfOtherCase: [TableDeclarationError.Problem] {
    columns.indices.filter { index in
      let name = columns[index].name
      return columns[..<index].contains {
        $0.name != name && $0.name.lowercased() == name.lowercased()
      }
    }.map { .duplicateColumn(columns[$0].name) }
  }
}
