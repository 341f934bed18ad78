internal import SwiftDiagnostics
internal import SwiftSyntax

/// The closure that makes a row of the values of its columns.
///
/// It calls the initializer, because a reference to one with default values needs all parameters.
struct RowInitializer {
  let text: String

  /// Finds the initializer whose parameters have the names of the columns, in their order.
  init(of row: RowStruct, _ columns: TableColumns) throws(DiagnosticsError) {
    if row.initializers.isEmpty {
      try Self.checkMemberwise(row, columns)
    } else {
      try Self.checkDeclared(row, columns)
    }
    let arguments = columns.all.enumerated().map { "\($1.property.name.label): $\($0)" }
    text = "{ \(row.name)(\(arguments.joined(separator: ", "))) }"
  }

  /// Throws unless the memberwise initializer can be called with the columns only.
  private static func checkMemberwise(
    _ row: RowStruct, _ columns: TableColumns
  ) throws(DiagnosticsError) {
    let used = Set(columns.all.map(\.property.name.id))
    let missing = row.properties.filter { !used.contains($0.name.id) && !$0.hasInitialValue }
    guard missing.isEmpty else {
      throw DiagnosticsError(
        diagnostics: missing.map {
          Mistake.noValue($0.name.text).diagnostic(at: $0.name, fixIt: $0.binding.addingValue)
        })
    }
  }

  /// Throws unless a declared initializer can be called with the columns only.
  private static func checkDeclared(
    _ row: RowStruct, _ columns: TableColumns
  ) throws(DiagnosticsError) {
    let names = columns.all.map(\.property.name)
    guard row.initializers.contains(where: { $0.takes(names.map(\.plainText)) }) else {
      throw Mistake.noInitializer(row.name, names.map(\.label)).error(at: row.declaration.name)
    }
  }
}

extension InitializerDeclSyntax {
  /// Whether it can be called with arguments of these labels, and always makes a value.
  fileprivate func takes(_ labels: [String]) -> Bool {
    guard optionalMark == nil, signature.effectSpecifiers == nil else { return false }
    var rest = labels[...]
    for parameter in signature.parameterClause.parameters {
      if parameter.firstName.plainText == rest.first {
        rest.removeFirst()
      } else if parameter.defaultValue == nil {
        return false
      }
    }
    return rest.isEmpty
  }
}

extension PatternBindingSyntax {
  /// The remedy that gives it a value.
  fileprivate var addingValue: FixIt {
    let value = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: EditorPlaceholderExprSyntax(placeholder: .identifier("<#value#>")))
    return .replace(
      message: Remedy.initialValue, oldNode: self, newNode: with(\.initializer, value))
  }
}
