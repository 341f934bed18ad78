internal import SwiftSyntax

extension AttributeSyntax {
  /// The name of the macro, if the attribute may be one of this package: `Table` of `@Table` and of
  /// `@TableMacros.Table`.
  var macroName: String? {
    if let type = attributeName.as(IdentifierTypeSyntax.self) { return type.name.text }
    guard let type = attributeName.as(MemberTypeSyntax.self),
      type.baseType.as(IdentifierTypeSyntax.self)?.name.text == "TableMacros"
    else { return nil }
    return type.name.text
  }

  /// Whether the name of the macro has that of its module before it.
  var isQualified: Bool { attributeName.is(MemberTypeSyntax.self) }

  /// The argument that is a name, as it is written.
  var name: String? {
    guard let argument = argumentList.first, argument.label == nil,
      !argument.expression.is(NilLiteralExprSyntax.self)
    else { return nil }
    return argument.expression.trimmedDescription
  }

  /// Returns the argument with a label, as it is written.
  func argument(_ label: String) -> String? {
    argumentList.first { $0.label?.text == label }?.expression.trimmedDescription
  }

  private var argumentList: LabeledExprListSyntax {
    if case .argumentList(let list)? = arguments { list } else { [] }
  }
}

extension AttributeListSyntax {
  /// The attributes without those that are inside of `#if`.
  var macros: [AttributeSyntax] { compactMap { $0.as(AttributeSyntax.self) } }

  /// The attributes that are inside of `#if`.
  var conditionalMacros: [AttributeSyntax] {
    compactMap { $0.as(IfConfigDeclSyntax.self) }.flatMap(\.clauses).flatMap { clause in
      guard case .attributes(let attributes)? = clause.elements else {
        return [] as [AttributeSyntax]
      }
      return attributes.macros + attributes.conditionalMacros
    }
  }
}
