internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// An attribute of a property, which `@Table` reads. It makes nothing itself, and is an error where
/// no `@Table` reads it.
protocol AttributeMacro: PeerMacro {}

extension AttributeMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let row = context.lexicalContext.first?.as(StructDeclSyntax.self)
    let isRead = row?.attributes.macros.contains { $0.macroName == "Table" } ?? false
    guard isRead, declaration.as(VariableDeclSyntax.self)?.isStored == true else {
      throw Mistake.misplaced(node.macroName ?? "").error(at: node)
    }
    return []
  }
}

struct ColumnMacro: AttributeMacro {}
struct PrimaryKeyMacro: AttributeMacro {}
struct GeneratedMacro: AttributeMacro {}
struct DefaultedMacro: AttributeMacro {}
struct EncodedMacro: AttributeMacro {}
struct NoColumnMacro: AttributeMacro {}
