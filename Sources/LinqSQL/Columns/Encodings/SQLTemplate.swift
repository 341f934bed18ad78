internal import StoreEngine

/// SQL around a value, as an encoding declares it.
///
/// ```swift
/// let utc: SQLTemplate = "(\(swift: "utc_timestamp")\(.value)) AT TIME ZONE 'UTC')"
/// // (swift.utc_timestamp($1) AT TIME ZONE 'UTC')
/// ```
struct SQLTemplate: Sendable, ExpressibleByStringInterpolation {
  /// The texts before, between and after the places of the value.
  private var parts: [String]
  /// Whether the text calls one of Swift's own functions on a server.
  private var callsSwift = false
  /// The operator that the text consists of; nil for a text that needs no parentheses.
  private var ownOperator: SQLOperator?

  /// The value and nothing else.
  static let value = SQLTemplate(parts: ["", ""])

  /// Returns the value with an operator after it.
  static func value(_ ownOperator: SQLOperator, _ number: Int64) -> SQLTemplate {
    var template: SQLTemplate = "\(.value) \(ownOperator.rawValue) \(number)"
    template.ownOperator = ownOperator
    return template
  }

  private init(parts: [String]) { self.parts = parts }

  init(stringLiteral text: String) { parts = [text] }

  init(stringInterpolation text: StringInterpolation) { self = text.template }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template: SQLTemplate = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) {
      template.parts[template.parts.count - 1] += text
    }

    mutating func appendInterpolation(_ text: String) { appendLiteral(text) }

    mutating func appendInterpolation(_ number: some BinaryInteger) { appendLiteral("\(number)") }

    /// Appends a template, or the place of the value. The text needs no parentheses.
    mutating func appendInterpolation(_ other: SQLTemplate) {
      template.callsSwift = template.callsSwift || other.callsSwift
      appendLiteral(other.parts[0])
      template.parts += other.parts.dropFirst()
    }

    /// Appends the beginning of a call of one of Swift's own functions.
    mutating func appendInterpolation(swift function: String) {
      template.callsSwift = true
      appendLiteral("swift.\(function)(")
    }
  }

  /// Returns the text with a value that binds as tightly as a parameter.
  func text(for value: String) -> String { parts.joined(separator: value) }

  /// Writes the text around an expression, in parentheses if it binds less tightly than its
  /// context.
  fileprivate func write(
    _ value: SQLExpression, inside precedence: Int, to sql: inout SQLText
  ) {
    guard parts != ["", ""] else { return sql.append(value, inside: precedence) }
    if callsSwift { sql.noteSwiftFunction() }
    let own = ownOperator.map { sql.dialect.precedence(of: $0) }
    sql.parenthesised(own.map { $0 < precedence } == true) { sql in
      sql.append(parts[0])
      for (before, after) in zip(parts, parts.dropFirst()) {
        let isArgument =
          (before.hasSuffix("(") || before.hasSuffix(", "))
          && [")", ",", " AS "].contains { after.hasPrefix($0) }
        sql.append(value, inside: isArgument ? 0 : own ?? 11)
        sql.append(after)
      }
    }
  }
}

extension SQLText {
  /// Writes a text around an expression.
  mutating func append(
    _ template: SQLTemplate, around value: SQLExpression, inside precedence: Int = 0
  ) {
    template.write(value, inside: precedence, to: &self)
  }
}
