internal import SwiftDiagnostics
internal import SwiftSyntax

/// The initializer that makes a row of the values of its columns, as an argument of the table.
struct RowInitializer {
  let text: String

  /// Finds the initializer whose parameters have the names of the columns, in their order.
  init(of row: RowStruct, _ columns: TableColumns) throws(DiagnosticsError) {
    let labels = columns.all.map(\.property.name)
    let isExact =
      if row.initializers.isEmpty {
        try Self.memberwiseIsExact(row, columns)
      } else {
        try Self.declaredIsExact(row, labels)
      }
    if isExact {
      text = "\(row.name).init(\(labels.map { "\($0.label):" }.joined()))"
    } else {
      // Other parameters have default values, which only a call leaves out.
      let arguments = labels.enumerated().map { "\($1.label): $\($0)" }
      text = "{ \(row.name)(\(arguments.joined(separator: ", "))) }"
    }
  }

  /// Returns whether the memberwise initializer has no other parameters than the columns.
  private static func memberwiseIsExact(
    _ row: RowStruct, _ columns: TableColumns
  ) throws(DiagnosticsError) -> Bool {
    let used = Set(columns.all.map(\.property.name.id))
    let others = row.properties.filter { !used.contains($0.name.id) && !$0.isFixed }
    let mistakes = others.filter { !$0.hasInitialValue }.map { property in
      Mistake.noValue(property.name.text).diagnostic(
        at: property.name, fixIt: property.binding.addingValue)
    }
    guard mistakes.isEmpty else { throw DiagnosticsError(diagnostics: mistakes) }
    return others.isEmpty && !row.hasLazyProperties
  }

  /// Returns whether a declared initializer has no other parameters than the columns.
  private static func declaredIsExact(
    _ row: RowStruct, _ labels: [TokenSyntax]
  ) throws(DiagnosticsError) -> Bool {
    let names = labels.map(\.plainText)
    let matches = row.initializers.filter { $0.takes(names) }
    guard !matches.isEmpty else {
      throw Mistake.noInitializer(row.name, labels.map(\.label)).error(at: row.declaration.name)
    }
    return matches.contains { $0.signature.parameterClause.parameters.count == names.count }
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
      message: Remedy.initialValue, oldNode: self,
      newNode: with(\.initializer, value))
  }
}
