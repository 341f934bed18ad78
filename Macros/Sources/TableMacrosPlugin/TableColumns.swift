internal import SwiftDiagnostics
internal import SwiftSyntax

/// The columns of a table, with its key.
struct TableColumns {
  private(set) var all: [Column]

  /// Makes the columns of a struct, with the property `id` as the key if no other one is.
  init(of row: RowStruct) throws(DiagnosticsError) {
    var mistakes: [Diagnostic] = []
    let declared = row.properties.map { Column($0, &mistakes) }
    all = declared.filter { $0.role != .none && !$0.property.isFixed }
    if !all.contains(where: { $0.role == .key }) {
      let id = declared.first { $0.property.name.plainText == "id" && $0.role == .stored }
      if let id, id.property.isFixed {
        if mistakes.isEmpty { mistakes.append(id.property.fixed(at: id.property.name)) }
      } else if let index = all.firstIndex(where: { $0.property.name.id == id?.property.name.id }) {
        all[index].role = .key
      } else if mistakes.isEmpty {
        mistakes.append(Mistake.noKey(row.name).diagnostic(at: row.declaration.name))
      }
    }
    if mistakes.isEmpty { mistakes = sameNames }
    guard mistakes.isEmpty else { throw DiagnosticsError(diagnostics: mistakes) }
  }

  /// The columns that have the name of another one.
  private var sameNames: [Diagnostic] {
    var names: Set<String> = []
    return all.compactMap { column in
      names.insert(column.name).inserted
        ? nil : Mistake.sameName(column.name).diagnostic(at: column.property.name)
    }
  }
}
