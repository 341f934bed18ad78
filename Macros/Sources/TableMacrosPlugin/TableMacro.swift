internal import SwiftSyntax
internal import SwiftSyntaxBuilder
internal import SwiftSyntaxMacros

/// `@Table`: writes the declaration of a table as one writes it by hand.
struct TableMacro: MemberMacro {
  /// The text has its lines and spaces already.
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let row = try RowStruct(declaration, of: node, in: context)
    let columns = try TableColumns(of: row)
    let initializer = try RowInitializer(of: row, columns)
    let name = node.name ?? literal(defaultName(of: row.declaration.name))
    let parts = ["\(name), \(initializer.text)"] + columns.all.map(\.text)
    let isAmbiguous = node.isQualified || row.name == "Table"
    let type = isAmbiguous ? "LinqSQL.Table" : "Table"
    return [
      """
      \(raw: row.access)static let table = \(raw: type)(
        \(raw: parts.joined(separator: ",\n  ")))
      """
    ]
  }

  /// Returns the name of a table that is given none: the name of the struct with a small letter
  /// first, or with several where it begins with an abbreviation.
  private static func defaultName(of row: TokenSyntax) -> String {
    let name = row.plainText
    let capitals = name.prefix { $0.isUppercase }
    // The last capital letter of `URLVisit` begins the next word.
    let isBeforeWord = capitals.count > 1 && name.dropFirst(capitals.count).first?.isLetter == true
    let small = isBeforeWord ? capitals.dropLast() : capitals
    return small.lowercased() + name.dropFirst(small.count)
  }
}

/// Returns the literal of a text.
func literal(_ text: String) -> String { "\(StringLiteralExprSyntax(content: text))" }
