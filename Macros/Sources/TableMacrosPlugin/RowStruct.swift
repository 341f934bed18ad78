internal import SwiftDiagnostics
internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The struct of a row: what its initializers and its table depend on.
struct RowStruct {
  let declaration: StructDeclSyntax
  /// The access of the table, with a space after it, or nothing.
  let access: String
  /// The stored properties, in the order of their declaration.
  private(set) var properties: [StoredProperty] = []
  /// The initializers that the struct declares itself. It has the memberwise one without them.
  private(set) var initializers: [InitializerDeclSyntax] = []

  /// The name as it is written, with its backticks.
  var name: String { declaration.name.text }

  init(
    _ declaration: some DeclGroupSyntax, of node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) throws(DiagnosticsError) {
    guard let declaration = declaration.as(StructDeclSyntax.self) else {
      throw Mistake.noStruct.error(at: node)
    }
    self.declaration = declaration
    let types = [Syntax(declaration)] + context.lexicalContext
    if let clause = types.lazy.compactMap(\.genericParameterClause).first {
      throw Mistake.generic.error(
        at: clause.root == declaration.root ? Syntax(clause) : Syntax(node))
    }
    access = Self.access(of: declaration, in: context.lexicalContext.first)
    var mistakes: [Diagnostic] = []
    read(declaration.memberBlock.members, isConditional: false, &mistakes)
    guard mistakes.isEmpty else { throw DiagnosticsError(diagnostics: mistakes) }
  }

  /// Returns the access of a public or package struct, which may be that of its extension.
  private static func access(of declaration: StructDeclSyntax, in context: Syntax?) -> String {
    func access(_ modifiers: DeclModifierListSyntax?) -> String? {
      let levels: [TokenKind] = [
        .keyword(.public), .keyword(.package), .keyword(.internal), .keyword(.fileprivate),
        .keyword(.private),
      ]
      return modifiers?.first { levels.contains($0.name.tokenKind) && $0.detail == nil }?.name.text
    }
    let outer = context?.as(ExtensionDeclSyntax.self)?.modifiers
    let level = access(declaration.modifiers) ?? access(outer)
    return level.flatMap { ["public", "package"].contains($0) ? "\($0) " : nil } ?? ""
  }

  private mutating func read(
    _ members: MemberBlockItemListSyntax, isConditional: Bool, _ mistakes: inout [Diagnostic]
  ) {
    for member in members {
      if let variable = member.decl.as(VariableDeclSyntax.self) {
        read(variable, isConditional: isConditional, &mistakes)
      } else if let initializer = member.decl.as(InitializerDeclSyntax.self) {
        initializers.append(initializer)
      } else if let condition = member.decl.as(IfConfigDeclSyntax.self) {
        for clause in condition.clauses {
          guard case .decls(let members)? = clause.elements else { continue }
          read(members, isConditional: true, &mistakes)
        }
      }
    }
  }

  private mutating func read(
    _ variable: VariableDeclSyntax, isConditional: Bool, _ mistakes: inout [Diagnostic]
  ) {
    guard variable.isStored else { return }
    for binding in variable.bindings where !binding.isComputed {
      if isConditional {
        mistakes.append(Mistake.conditional.diagnostic(at: binding.pattern))
      } else if let pattern = binding.pattern.as(IdentifierPatternSyntax.self) {
        properties.append(
          StoredProperty(variable: variable, binding: binding, name: pattern.identifier))
      } else if !(variable.isConstant && binding.initializer != nil) {
        mistakes.append(Mistake.tuple.diagnostic(at: binding.pattern))
      }
    }
  }
}

extension Syntax {
  /// The generic parameters of a type or a function.
  fileprivate var genericParameterClause: GenericParameterClauseSyntax? {
    asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
  }
}
