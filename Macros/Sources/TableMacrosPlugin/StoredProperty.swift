internal import SwiftSyntax

/// A stored property of a row, of which the struct has one for each value.
struct StoredProperty {
  let variable: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// The name as it is written, with its backticks.
  let name: TokenSyntax

  /// Whether it is a constant that has its value already, which no initializer can set.
  var isFixed: Bool { variable.isConstant && binding.initializer != nil }

  /// Whether its declaration has others, too: `var first: Int, second: Int`.
  var isOneOfSeveral: Bool { variable.bindings.count > 1 }

  /// Whether an initializer need not set it.
  var hasInitialValue: Bool {
    let type = binding.typeAnnotation?.type
    let isNil =
      !variable.isConstant
      && (type?.is(OptionalTypeSyntax.self) == true
        || type?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) == true)
    // A property wrapper may have a value without one that is written.
    let isWrapped = variable.attributes.macros.contains { Column.attribute($0) == nil }
    return binding.initializer != nil || isNil || isWrapped
  }
}

extension VariableDeclSyntax {
  var isConstant: Bool { bindingSpecifier.tokenKind == .keyword(.let) }
  var isLazy: Bool { modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } }

  /// Whether it belongs to the type, not to its values.
  var isStatic: Bool {
    modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }

  /// Whether each value of the type stores it from its beginning.
  var isStored: Bool { !isStatic && !isLazy && bindings.contains { !$0.isComputed } }
}

extension PatternBindingSyntax {
  /// Whether it has accessors other than observers.
  var isComputed: Bool {
    switch accessorBlock?.accessors {
    case nil: false
    case .getter: true
    case .accessors(let accessors):
      accessors.contains {
        ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
      }
    }
  }
}

extension TokenSyntax {
  /// The name without backticks.
  var plainText: String { identifier?.name ?? text }

  /// The name as the label of an argument, where a keyword needs no backticks.
  var label: String {
    let name = plainText
    let isWord =
      name.first?.isNumber == false
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord && !["inout", "_"].contains(name) ? name : text
  }
}
