import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import TableMacrosPlugin

/// What the macros of this package make of a source.
struct Expansion {
  /// The declarations that they add.
  private(set) var declarations: [String] = []
  /// The mistakes that they find: line, column and message of each.
  private(set) var mistakes: [String] = []
  /// The source with the remedies of all mistakes.
  let remedied: String

  init(_ source: String) throws {
    let file = Parser.parse(source: source)
    let attributes = Attributes(viewMode: .sourceAccurate)
    attributes.walk(file)
    var diagnostics: [Diagnostic] = []
    for attribute in attributes.all {
      guard let declaration = attribute.parent?.parent?.asProtocol((any DeclSyntaxProtocol).self)
      else { continue }
      let context = BasicMacroExpansionContext(
        lexicalContext: declaration.allMacroLexicalContexts())
      do {
        declarations += try attribute.expand(declaration, in: context).map { "\($0)" }
      } catch let error as DiagnosticsError {
        diagnostics += error.diagnostics
      }
    }
    let converter = SourceLocationConverter(fileName: "", tree: file)
    mistakes = diagnostics.map {
      let place = $0.location(converter: converter)
      return "\(place.line):\(place.column) \($0.message)"
    }
    remedied = Self.source(source, with: diagnostics.flatMap(\.fixIts).flatMap(\.changes))
  }

  /// Returns a source with changes that do not overlap.
  private static func source(_ source: String, with changes: [FixIt.Change]) -> String {
    var bytes = Array(source.utf8)
    let replacements = changes.compactMap { change -> (range: Range<Int>, text: String)? in
      guard case .replace(let old, let new) = change else { return nil }
      return (old.position.utf8Offset..<old.endPosition.utf8Offset, "\(new)")
    }
    for (range, text) in replacements.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(range, with: text.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Finds all attributes.
private final class Attributes: SyntaxVisitor {
  private(set) var all: [AttributeSyntax] = []

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    all.append(node)
    return .skipChildren
  }
}

extension AttributeSyntax {
  /// Runs the macro of the attribute.
  fileprivate func expand(
    _ declaration: any DeclSyntaxProtocol, in context: BasicMacroExpansionContext
  ) throws -> [DeclSyntax] {
    if macroName == "Table" {
      guard let group = declaration.asProtocol((any DeclGroupSyntax).self) else { return [] }
      return try TableMacro.expansion(
        of: self, providingMembersOf: group, conformingTo: [], in: context)
    }
    let macros: [String: any AttributeMacro.Type] = [
      "Column": ColumnMacro.self, "PrimaryKey": PrimaryKeyMacro.self,
      "Generated": GeneratedMacro.self, "Defaulted": DefaultedMacro.self,
      "Encoded": EncodedMacro.self, "NoColumn": NoColumnMacro.self,
    ]
    return try macroName.flatMap { macros[$0] }?
      .expansion(of: self, providingPeersOf: declaration, in: context) ?? []
  }
}
