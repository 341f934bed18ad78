internal import Foundation
internal import StoreSupport

/// Writes the declarations of tables as Swift source.
///
/// ```swift
/// struct Invoice: Sendable, Hashable, Identifiable {
///   var id: Int64 = 0
///   var customerID: Int64
///   var total: Double
///
///   static let table = Table(
///     "Invoice", Invoice.init,
///     .primaryKey("InvoiceId", \.id),
///     .column("CustomerId", \.customerID),
///     .column("Total", \.total).encoded(as: .number))
/// }
///
/// extension QueryExpression<Invoice> {
///   var customer: Related<Customer> {
///     Related(Customer.table.rows.matching(\.id, equals: self.customerID))
///   }
/// }
/// ```
package struct SwiftSource {
  /// Who can use the declarations.
  package enum Access: String, Sendable, CaseIterable {
    case `internal`, `package`, `public`
  }

  private let access: Access
  /// The access as it begins a declaration.
  private let prefix: String
  private var text = ""

  /// Returns the source of all tables of a database. The same schema has the same source.
  package static func text(of model: DatabaseModel, access: Access = .internal) -> String {
    var source = SwiftSource(access)
    source.writeHead(model)
    for table in model.tables { source.write(table) }
    for table in model.tables where !table.relations.isEmpty { source.writeRelations(table) }
    return source.text
  }

  private init(_ access: Access) {
    self.access = access
    prefix = access == .internal ? "" : "\(access) "
  }

  private mutating func line(_ text: String = "") { self.text += text + "\n" }

  /// Writes a comment in lines of at most 100 characters.
  private mutating func comment(_ text: String, indented indentation: String = "") {
    var line = "\(indentation)///"
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.count + 1 + word.count > 100 {
        self.line(line)
        line = "\(indentation)///"
      }
      line += " " + word
    }
    self.line(line)
  }

  private mutating func writeHead(_ model: DatabaseModel) {
    line(
      "// Made from the schema of a database by `personstore generate`. Write what you add in other"
    )
    line("// files: the next run replaces this one.")
    line()
    let kinds = Set(model.tables.flatMap { $0.columns.map(\.form.kind) })
    let usesFoundation = !kinds.isDisjoint(with: [.date, .decimal, .uuid, .bytes])
    let modules = (usesFoundation ? ["Foundation"] : []) + ["LinqSQL"]
    guard access != .internal else {
      for module in modules { line("import \(module)") }
      return
    }
    // An import says who sees it only where imports are internal unless they say otherwise.
    line("#if hasFeature(InternalImportsByDefault)")
    for module in modules { line("\(access) import \(module)") }
    line("#else")
    for module in modules { line("import \(module)") }
    line("#endif")
  }

  // MARK: - Tables

  private mutating func write(_ table: TableModel) {
    line()
    comment(
      table.comment.map(Self.sentence)
        ?? "A row of the \(table.isView ? "view" : "table") \(table.name).")
    let conformances = "Sendable, Hashable" + (table.isIdentifiable ? ", Identifiable" : "")
    line("\(prefix)struct \(table.type): \(conformances) {")
    let fields = table.columns.map { field(of: $0, in: table) }
    for (column, field) in zip(table.columns, fields) {
      if let text = column.comment { comment(Self.sentence(text), indented: "  ") }
      let value = field.value.map { " = \($0)" } ?? ""
      line("  \(prefix)var \(SwiftNames.escaped(column.property)): \(field.type)\(value)")
    }
    for (column, field) in zip(table.columns, fields) {
      if case .enumeration(let values) = column.form.kind {
        line()
        comment("The values of \(column.name).", indented: "  ")
        writeEnumeration(field.base, values)
      }
    }
    if access != .internal { writeInitializer(zip(table.columns, fields).map { ($0, $1) }) }
    line()
    line("  \(prefix)static let table = Table<\(table.type)>(")
    line("    \(Self.literal(table.name)), \(table.type).init,")
    for (index, column) in table.columns.enumerated() {
      line(
        "    \(declaration(of: column, in: table))\(index + 1 < table.columns.count ? "," : ")")")
    }
    line("}")
  }

  /// A property: its type without and with `?`, and its initial value.
  private typealias Field = (base: String, type: String, value: String?)

  private func field(of column: ColumnModel, in table: TableModel) -> Field {
    let base =
      switch column.form.kind {
      case .int: "Int"
      case .int64: "Int64"
      case .bool: "Bool"
      case .double: "Double"
      case .float: "Float"
      case .decimal: "Decimal"
      case .text: "String"
      case .date: "Date"
      case .day: "CalendarDate"
      case .uuid: "UUID"
      case .bytes: "Data"
      case .texts: "[String]"
      case .integers: "[Int]"
      case .numbers: "[Double]"
      case .textsByKey: "[String: String]"
      case .integersByKey: "[String: Int]"
      case .numbersByKey: "[String: Double]"
      case .enumeration: enumerationName(column, in: table)
      }
    if case .key(let isAssigned) = column.role {
      return (base, base, isAssigned ? "0" : initialValue(of: column))
    }
    return (base, base + (column.isOptional ? "?" : ""), initialValue(of: column))
  }

  /// Returns the name of the enumeration of a column, which no other type in the struct has.
  private func enumerationName(_ column: ColumnModel, in table: TableModel) -> String {
    let name = column.property.prefix(1).uppercased() + column.property.dropFirst()
    return SwiftNames.type(name) == name && name != table.type ? name : name + "Value"
  }

  private mutating func writeEnumeration(_ name: String, _ values: [String]) {
    line("  \(prefix)enum \(name): String, Sendable, ColumnValue, CaseIterable {")
    for (name, value) in zip(Self.cases(of: values), values) {
      let raw = name == value ? "" : " = \(Self.literal(value))"
      line("    case \(SwiftNames.escaped(name))\(raw)")
    }
    line("  }")
  }

  /// Returns the names of the cases with raw values.
  private static func cases(of values: [String]) -> [String] {
    var taken: Set<String> = ["self", "init", "allCases", "rawValue", "hashValue"]
    return values.map { value in
      let hasWords = value.contains { $0.isLetter || $0.isNumber }
      return SwiftNames.unused(hasWords ? SwiftNames.property(value) : "empty", &taken)
    }
  }

  private mutating func writeInitializer(_ fields: [(column: ColumnModel, field: Field)]) {
    line()
    line("  \(prefix)init(")
    for (index, (column, field)) in fields.enumerated() {
      let value = field.value ?? (field.type.hasSuffix("?") ? "nil" : nil)
      line(
        "    \(SwiftNames.escaped(column.property)): \(field.type)\(value.map { " = \($0)" } ?? "")"
          + (index + 1 < fields.count ? "," : ""))
    }
    line("  ) {")
    for (column, _) in fields {
      let name = SwiftNames.escaped(column.property)
      line("    self.\(name) = \(name)")
    }
    line("  }")
  }

  private func declaration(of column: ColumnModel, in table: TableModel) -> String {
    // A single integer is assigned unless it says otherwise.
    let isAlone = table.columns.filter(\.isKey).count == 1
    var isGiven = isAlone && column.form.isInteger
    if case .key(isAssigned: true) = column.role { isGiven = false }
    let arguments = "\(Self.literal(column.name)), \\.\(SwiftNames.escaped(column.property))"
    let declaration =
      switch column.role {
      case .stored: ".column(\(arguments))"
      case .defaulted: ".defaulted(\(arguments))"
      case .generated: ".generated(\(arguments))"
      case .key:
        ".primaryKey(\(arguments)\(isGiven ? ", isAssigned: false" : ""))"
      }
    return declaration + (column.form.encoding.map { ".encoded(as: .\($0.source))" } ?? "")
  }

  // MARK: - Relations

  private mutating func writeRelations(_ table: TableModel) {
    line()
    line("extension QueryExpression<\(table.type)> {")
    for (index, relation) in table.relations.enumerated() {
      if index > 0 { line() }
      let name = SwiftNames.escaped(relation.property)
      comment(description(of: relation), indented: "  ")
      switch relation.kind {
      case .one:
        line("  \(prefix)var \(name): Related<\(relation.type)> {")
        line("    Related(\(matching(relation)))")
      case .many:
        line("  \(prefix)var \(name): QueryExpression<[\(relation.type)]> {")
        line("    \(matching(relation))")
      case .through(let link, let columns, let own, let other):
        line("  \(prefix)var \(name): QueryExpression<[\(relation.type)]> {")
        let link = (
          type: link, own: SwiftNames.escaped(columns.own), other: SwiftNames.escaped(columns.other)
        )
        let (own, other) = (SwiftNames.escaped(own), SwiftNames.escaped(other))
        line("    \(link.type).table.rows")
        line(
          "      .join(\(relation.type).table.rows, on: { $0.\(link.other) }, "
            + "equals: { $0.\(other) })")
        line("      .matching { $0.0.\(link.own) == self.\(own) }.select { $0.1 }")
      }
      line("  }")
    }
    line("}")
  }

  private func description(of relation: RelationModel) -> String {
    let own = relation.matches.map { "`\($0.own)`" }.joined(separator: " and ")
    let other = relation.matches.map { "`\($0.other)`" }.joined(separator: " and ")
    return switch relation.kind {
    case .one: "The row of `\(relation.type)` whose \(other) is \(own); nil if there is none."
    case .many: "The rows of `\(relation.type)` whose \(other) is \(own)."
    case .through(let link, _, _, _): "The rows of `\(relation.type)` that a `\(link)` leads to."
    }
  }

  private func matching(_ relation: RelationModel) -> String {
    let pairs = relation.matches.map {
      (own: SwiftNames.escaped($0.own), other: SwiftNames.escaped($0.other))
    }
    if pairs.count == 1 {
      return
        "\(relation.type).table.rows.matching(\\.\(pairs[0].other), equals: self.\(pairs[0].own))"
    }
    let conditions = pairs.map { "$0.\($0.other) == self.\($0.own)" }.joined(separator: " && ")
    return "\(relation.type).table.rows.matching { \(conditions) }"
  }
}

// MARK: - Values

extension SwiftSource {
  /// Returns a text as a literal of Swift.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\\(scalar)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.properties.generalCategory == .control || scalar.value == 0xFEFF:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns a comment as a sentence.
  private static func sentence(_ text: String) -> String {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let first = text.first else { return text }
    let begin = first.uppercased() + text.dropFirst()
    return [".", "!", "?", ":"].contains { begin.hasSuffix($0) } ? begin : begin + "."
  }

  /// Whether the SQL of a default value is a constant.
  static func isConstant(_ sql: String) -> Bool { constant(sql) != nil }

  /// A constant of SQL.
  private enum Constant { case null, number(String), text(String), truth(Bool) }

  private static func constant(_ sql: String) -> Constant? {
    var text = sql.trimmingCharacters(in: .whitespacesAndNewlines)
    while text.hasPrefix("("), text.hasSuffix(")") {
      text = text.dropFirst().dropLast().trimmingCharacters(in: .whitespacesAndNewlines)
    }
    // A server writes the type of a text: 'open'::order_state.
    if text.hasPrefix("'"), let type = text.range(of: "'::", options: .backwards) {
      text = String(text[..<text.index(after: type.lowerBound)])
    }
    if text.wholeMatch(of: #/[+-]?[0-9]+(\.[0-9]+)?/#) != nil {
      return .number(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    }
    switch text.lowercased() {
    case "null": return .null
    case "true": return .truth(true)
    case "false": return .truth(false)
    default: break
    }
    // SQLite takes a text in double quotes, too.
    guard text.wholeMatch(of: #/'([^']|'')*'|"([^"]|"")*"/#.dotMatchesNewlines()) != nil else {
      return nil
    }
    return .text(text.withoutQuotes)
  }

  /// Returns the default value of a column as Swift writes it; nil if there is none.
  private func initialValue(of column: ColumnModel) -> String? {
    guard let sql = column.defaultSQL, let constant = Self.constant(sql) else { return nil }
    switch column.role {
    case .generated, .defaulted: return nil
    case .stored, .key: break
    }
    switch (constant, column.form.kind) {
    case (.null, _): return nil
    case (.number(let number), .int), (.number(let number), .int64):
      return Int64(number).map { "\($0)" }
    case (.number(let number), .double), (.number(let number), .float),
      (.number(let number), .decimal):
      return number
    case (.number(let number), .bool): return number == "1" ? "true" : number == "0" ? "false" : nil
    case (.truth(let value), .bool): return "\(value)"
    case (.text(let text), .text): return Self.literal(text)
    case (.number(let number), .text): return Self.literal(number)
    case (.text(let text), .bool): return ["1": "true", "0": "false"][text]
    case (.text(let text), .int), (.text(let text), .int64): return Int64(text).map { "\($0)" }
    case (.text(let text), .double):
      return Double(text).flatMap { $0.isFinite ? "\($0)" : nil }
    case (.text(let text), .enumeration(let values)):
      return values.firstIndex(of: text).map {
        ".\(SwiftNames.escaped(Self.cases(of: values)[$0]))"
      }
    case (.text("[]"), .texts), (.text("[]"), .integers): return "[]"
    default: return nil
    }
  }
}
