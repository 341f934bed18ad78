internal import SwiftDiagnostics
internal import SwiftSyntax

/// A column as the attributes of its property declare it.
struct Column {
  /// The attributes that exclude each other.
  enum Role: String {
    case stored = "Column"
    case key = "PrimaryKey"
    case generated = "Generated"
    case defaulted = "Defaulted"
    case none = "NoColumn"

    /// The function that declares a column.
    var function: String {
      switch self {
      case .stored, .none: "column"
      case .key: "primaryKey"
      case .generated: "generated"
      case .defaulted: "defaulted"
      }
    }
  }

  let property: StoredProperty
  var role: Role
  /// The attribute that says the role.
  let attribute: AttributeSyntax?
  /// The encoding as it is written.
  let encoding: String?

  /// Reads the attributes of a property.
  init(_ property: StoredProperty, _ mistakes: inout [Diagnostic]) {
    self.property = property
    let attributes = property.variable.attributes.macros
    let roles = attributes.filter { Self.role(of: $0) != nil }
    let encodings = attributes.filter { $0.macroName == Self.encoded }
    attribute = roles.first
    role = roles.first.flatMap(Self.role) ?? .stored
    encoding = encodings.first?.argument("as")
    if property.binding.id == property.variable.bindings.first?.id, property.isOneOfSeveral,
      let attribute = (roles + encodings).first
    {
      mistakes.append(Mistake.several(attribute.macroName ?? "").diagnostic(at: attribute))
    }
    var excluded = roles.dropFirst() + encodings.dropFirst()
    if role == .none { excluded += encodings.prefix(1) }
    for attribute in excluded {
      let name = attribute.macroName ?? ""
      let other = name == Self.encoded && role != .none ? name : roles.first?.macroName ?? ""
      mistakes.append(
        Mistake.excluding(name, other)
          .diagnostic(at: attribute, fixIt: property.variable.removing(attribute)))
    }
    mistakes += property.variable.attributes.conditionalMacros
      .filter { Self.attribute($0) != nil }.map { Mistake.conditional.diagnostic(at: $0) }
    if property.isFixed, role != .none, let attribute = (roles + encodings).first {
      mistakes.append(property.fixed(at: attribute))
    }
  }

  /// The name in the database, as an expression.
  var name: String { attribute?.name ?? literal(property.name.plainText) }

  /// The declaration as it is written by hand.
  var text: String {
    let isAssigned = attribute?.argument("isAssigned").map { ", isAssigned: \($0)" } ?? ""
    let encoded = encoding.map { ".encoded(as: \($0))" } ?? ""
    return ".\(role.function)(\(name), \\.\(property.name.text)\(isAssigned))\(encoded)"
  }

  private static let encoded = "Encoded"

  private static func role(of attribute: AttributeSyntax) -> Role? {
    attribute.macroName.flatMap(Role.init)
  }

  /// Returns the name of an attribute that `@Table` reads; nil for another one.
  static func attribute(_ attribute: AttributeSyntax) -> String? {
    attribute.macroName.flatMap { $0 == encoded || Role(rawValue: $0) != nil ? $0 : nil }
  }
}

extension StoredProperty {
  /// The mistake that a constant with a value is declared as a column.
  func fixed(at place: some SyntaxProtocol) -> Diagnostic {
    let keyword = variable.bindingSpecifier
    return Mistake.fixed(name.text).diagnostic(
      at: place,
      fixIt: .replace(
        message: Remedy.variable, oldNode: keyword,
        newNode: keyword.with(\.tokenKind, .keyword(.var))))
  }
}

extension VariableDeclSyntax {
  fileprivate func removing(_ attribute: AttributeSyntax) -> FixIt {
    let others = attributes.filter { $0.id != attribute.id }
    return .replace(
      message: Remedy.removal(attribute.macroName ?? ""), oldNode: attributes, newNode: others)
  }
}
