internal import LinqModels
internal import LinqSQL
internal import StoreEngine

/// A table that gets the rows of a file.
struct TableTarget: Sendable {
  let table: String
  /// The columns that get values from the file.
  let columns: [TargetColumn]
  /// The columns by which stored rows are found.
  let key: [String]
  /// The columns of the table by the numbers of the file's.
  private let places: [Int: Int]

  /// Creates the target for a new table.
  init(_ design: TableDesign, _ options: TableImportOptions) {
    table = design.table
    columns = design.columns.map { TargetColumn($0, options.forms) }
    key = design.key
    places = Dictionary(
      uniqueKeysWithValues: design.columns.enumerated().map { ($1.index, $0) })
  }

  /// Creates the target for a table that is there, and for the columns of a file.
  init(
    _ definition: TableDefinition, _ model: TableModel, _ names: [String],
    _ options: TableImportOptions
  ) throws(TableImportError) {
    let stored = definition.table
    var columns: [TargetColumn] = []
    var places: [Int: Int] = [:]
    var taken: Set<String> = []
    for (index, name) in names.enumerated() where !options.isLeftOut(name) {
      guard let storedColumn = stored.column(named: name) else {
        throw .notInTable(table: stored.name, column: name, columns: stored.columns.map(\.name))
      }
      guard !storedColumn.isGenerated else {
        throw .computed(table: stored.name, column: name)
      }
      guard let column = model.index(ofColumn: name).map({ model.columns[$0] }) else {
        throw .unreadable(
          table: stored.name, reason: "no type of Swift reads all values of \(name)")
      }
      guard taken.insert(name.lowercased()).inserted else { throw .twice(name) }
      places[index] = columns.count
      columns.append(TargetColumn(column, storedColumn, options.forms))
    }
    let missing = stored.columns.filter {
      $0.isNotNull && !$0.hasDefault && !$0.isGenerated && !$0.isAssigned
        && !taken.contains($0.name.lowercased())
    }
    guard missing.isEmpty else {
      throw .missingColumns(table: stored.name, missing.map(\.name))
    }
    guard !columns.isEmpty else { throw .noColumns("the file") }
    table = stored.name
    self.columns = columns
    self.places = places
    key = try Self.key(definition, taken, options)
  }

  /// Returns the columns by which stored rows are found.
  ///
  /// - Parameter names: the columns that the file has, in lower case.
  private static func key(
    _ definition: TableDefinition, _ names: Set<String>, _ options: TableImportOptions
  ) throws(TableImportError) -> [String] {
    let (table, primary) = (definition.table, definition.primaryKey)
    guard let key = options.key else {
      let isInFile = !primary.isEmpty && names.isSuperset(of: primary.map { $0.lowercased() })
      guard options.onConflict == .error || isInFile else { throw .missingKey(table: table.name) }
      return primary
    }
    let columns = Set(key.map { $0.lowercased() })
    guard
      table.uniqueIndexes.contains(columns) || Set(primary.map { $0.lowercased() }) == columns
    else { throw .noKey(table: table.name, key) }
    return key.map { name in table.column(named: name)?.name ?? name }
  }

  /// Returns the number of the column for a column of the file.
  func place(of name: String, at index: Int) throws(TableImportError) -> Int {
    guard let place = places[index] else {
      // The file has changed since its columns were read.
      throw .notInTable(table: table, column: name, columns: columns.map(\.name))
    }
    return place
  }

  /// The statement that stores a row.
  func insertSQL(_ conflict: TableImportOptions.Conflict) -> String {
    let names = columns.map { quoted($0.name) }.joined(separator: ", ")
    let values = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    let insert = "INSERT INTO \(quoted(table)) (\(names)) VALUES (\(values))"
    let others = columns.map(\.name).filter { !key.contains($0) }
    return switch conflict {
    case .error: insert
    case .ignore: insert + overwriting(conflictsIn: key, [], [])
    case .update: insert + overwriting(conflictsIn: key, others, [])
    }
  }
}
