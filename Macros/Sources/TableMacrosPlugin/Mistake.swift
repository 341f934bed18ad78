internal import SwiftDiagnostics
internal import SwiftSyntax

/// What is wrong with a struct or an attribute.
enum Mistake: DiagnosticMessage {
  case conditional
  case excluding(String, String)
  case fixed(String)
  case generic
  case misplaced(String)
  case noInitializer(String, [String])
  case noKey(String)
  case noStruct
  case noValue(String)
  case sameName(String)
  case several(String)
  case tuple

  var message: String {
    switch self {
    case .conditional:
      "'@Table' cannot tell which properties and attributes inside of '#if' are compiled"
    case .excluding(let name, let other):
      name == other
        ? "'@\(name)' stands before the property twice"
        : "'@\(name)' and '@\(other)' exclude each other"
    case .fixed(let property):
      "'\(property)' is a constant with a value, so that a row cannot have another one"
    case .generic:
      "a generic struct, or one inside of a generic type, has no static table: declare a table for "
        + "each of its types by hand"
    case .misplaced(let name):
      "'@\(name)' is for a stored property of a struct with '@Table'"
    case .noInitializer(let row, let labels):
      "'\(row)' needs 'init(\(labels.map { "\($0):" }.joined()))' for its rows: add it, or move "
        + "the other initializers to an extension"
    case .noKey(let row):
      "'\(row)' has no key: name a property 'id', or write '@PrimaryKey' before those of the key"
    case .noStruct:
      "'@Table' is for a struct"
    case .noValue(let property):
      "'\(property)' is no column, and needs an initial value"
    case .sameName(let name):
      "another column has the name \(name)"
    case .several(let name):
      "'@\(name)' is for one property: give each a 'var' of its own"
    case .tuple:
      "write a column as a property of its own, not as a part of a tuple"
    }
  }

  var severity: DiagnosticSeverity { .error }

  var diagnosticID: MessageID {
    let id = "\(self)".prefix { $0 != "(" }
    return MessageID(domain: "TableMacros", id: String(id))
  }

  /// Returns the diagnostic at a place, with a remedy where there is one.
  func diagnostic(at node: some SyntaxProtocol, fixIt: FixIt? = nil) -> Diagnostic {
    Diagnostic(node: node, message: self, fixIts: fixIt.map { [$0] } ?? [])
  }

  /// Returns an error with the diagnostic at a place.
  func error(at node: some SyntaxProtocol) -> DiagnosticsError {
    DiagnosticsError(diagnostics: [diagnostic(at: node)])
  }
}

/// What a fix-it does.
enum Remedy: FixItMessage {
  case initialValue
  case removal(String)
  case variable

  var message: String {
    switch self {
    case .initialValue: "add an initial value"
    case .removal(let name): "remove '@\(name)'"
    case .variable: "write 'var'"
    }
  }

  var fixItID: MessageID {
    MessageID(domain: "TableMacros", id: String("\(self)".prefix { $0 != "(" }))
  }
}
