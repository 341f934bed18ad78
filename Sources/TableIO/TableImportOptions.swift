internal import LinqCore
package import Tabular

/// The options for importing a file into a table.
package struct TableImportOptions: Sendable {
  /// What is done with a row whose key a stored row has already.
  package enum Conflict: String, Sendable {
    /// The row is rejected.
    case error
    /// The row is left out.
    case ignore
    /// The stored row gets the values of the file's columns.
    case update
  }

  /// How the file is read.
  package var reader = ReaderOptions()
  /// How values are written.
  package var forms = FieldForms()
  /// Whether white space around values is left out.
  package var trims = false
  /// The columns that are left out.
  package var ignored: Set<String> = []
  /// The only columns that are read; nil for all.
  package var only: Set<String>?
  /// The columns of the key of a new table, and by which stored rows are found; nil for those that
  /// the names and the values tell, and for the primary key.
  package var key: [String]?
  /// What is done with a row whose key a stored row has already.
  package var onConflict = Conflict.error
  /// How many rows may be rejected.
  package var maximumRejections = 0
  /// Whether fields are checked only by the types that the schema declares, and not by those that
  /// all stored values have.
  package var goesByDeclaredTypes = false
  /// Whether rejected rows have their fields.
  package var keepsRows = false
  /// Whether nothing is stored, and any number of rows may be rejected.
  package var isDryRun = false

  package init() {}

  func isLeftOut(_ column: String) -> Bool {
    ignored.contains(column) || only.map { !$0.contains(column) } ?? false
  }

  /// Throws if an option names a column that a file does not have.
  func check(columns: [String]) throws(TableImportError) {
    let named = ignored.union(only ?? []).union(key ?? [])
    for name in named.sorted() where !columns.contains(name) {
      throw .unknownColumn(name, columns: columns)
    }
    for name in key ?? [] where isLeftOut(name) { throw .keyIsLeftOut(name) }
  }
}

/// The reason why a file was not imported into a table.
package enum TableImportError: Error, CustomStringConvertible {
  case unknownColumn(String, columns: [String])
  case keyIsLeftOut(String)
  case noColumns(String)
  case twice(String)
  case isView(String)
  case notInTable(table: String, column: String, columns: [String])
  case missingColumns(table: String, [String])
  case computed(table: String, column: String)
  case unreadable(table: String, reason: String)
  case noKey(table: String, [String])
  case missingKey(table: String)
  case tooManyRejections(limit: Int, last: RejectedRow)

  package var description: String {
    func list(_ names: [String]) -> String { names.joined(separator: ", ") }
    return switch self {
    case .unknownColumn(let name, let columns):
      "the file has no column \(name); there are \(list(columns))"
    case .keyIsLeftOut(let name): "the column \(name) of the key is left out"
    case .noColumns(let file): "\(file) has no columns"
    case .twice(let name): "the file has two columns \(name)"
    case .isView(let name): "\(name) is a view, into which nothing can be imported"
    case .notInTable(let table, let column, let columns):
      "the table \(table) has no column \(column); there are \(list(columns)). --ignore leaves a "
        + "column of the file out"
    case .missingColumns(let table, let columns):
      "the file has no column \(list(columns)), which each row of \(table) needs"
    case .computed(let table, let column):
      "\(table).\(column) is computed from other columns; --ignore leaves it out"
    case .unreadable(let table, let reason): "nothing can be imported into \(table): \(reason)"
    case .noKey(let table, let columns):
      "no key and no unique index of \(table) has exactly the columns \(list(columns))"
    case .missingKey(let table):
      "the file does not have the key of \(table); say by what rows are found with --key"
    case .tooManyRejections(let limit, let last):
      limit == 0
        ? "\(last); nothing was imported"
        : "more than \(limit) rows were refused, so nothing was imported; the last: \(last)"
    }
  }
}
