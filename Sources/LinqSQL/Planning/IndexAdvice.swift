internal import LinqCore
internal import StoreEngine

/// Advice to create an index for a statement that would otherwise scan a table.
struct IndexAdvice: Sendable {
  /// The table that would be scanned.
  let table: String
  /// The name of the table in the statement, if it has another one.
  let alias: String?
  private let index: Index

  private enum Index {
    /// One on a column, or on a member of its JSON.
    case term(SQLExpression)
    /// One of the substrings of columns, if it is declared.
    case substrings(SubstringIndex?)
  }

  /// Advises an index on the column, or the member of JSON, that a filter compares with a value, or
  /// by which the rows of a limited statement are sorted; or one of the substrings of a column, of
  /// which a filter asks for a part.
  init?(for statement: SelectStatement) {
    guard case .table(let name) = statement.source else { return nil }
    table = name
    alias = statement.sourceName
    let filtered = statement.conditions.lazy.compactMap { $0.indexedTerm }.first
    let sorted =
      statement.limit != nil && statement.grouping == nil
      ? statement.sorts.first?.first?.expression.stored.ownTerm : nil
    // The rows are stored in the order of their key.
    let key = statement.ordinal.first?.expression.stored.columnName
    if let term = filtered ?? sorted, term.columnName == nil || term.columnName != key {
      index = .term(term)
    } else if let test = statement.substringTest {
      index = .substrings(test.index)
    } else {
      return nil
    }
  }

  /// What would lead to the rows.
  private var subject: String {
    switch index {
    case .term(let term):
      var text = SQLText(Engine.sqlite.dialect)
      text.append(term)
      let name = ([table] + term.namesInIndex).joined(separator: "_")
      return "CREATE INDEX \(quoted(name)) ON \(quoted(table)) (\(text.text))"
    case .substrings(nil): return "an index of substrings (Table.substrings(of:))"
    case .substrings(let index?):
      return "the index of substrings \(index.name), which has not been created,"
    }
  }

  /// Returns the advice for a statement, its subqueries and the arrays of its elements, each index
  /// once.
  static func all(for statement: SelectStatement) -> [IndexAdvice] {
    var advice = IndexAdvice(for: statement).map { [$0] } ?? []
    if SubqueryRun.canExist {
      statement.forEachNestedExpression { part in
        if let advised = part.statement.flatMap({ IndexAdvice(for: $0) }) { advice.append(advised) }
      }
    }
    advice += statement.projection.nestedElements.flatMap { all(for: $0.statement(for: statement)) }
    guard advice.count > 1 else { return advice }
    var known: Set<String> = []
    return advice.filter { known.insert($0.subject + $0.table).inserted }
  }

  /// Returns the advice if SQLite's query plan scans the table, and there is no such index.
  func message(for access: [String], on connection: Connection) -> String? {
    let isScanned = access.contains { line in
      line == "SCAN \(table)" || alias.map { line == "SCAN \($0)" } == true
    }
    guard isScanned else { return nil }
    if case .substrings(let index?) = index, (try? index.exists(on: connection)) != false {
      return nil
    }
    return "\(table) is read as a whole; \(subject) would lead to the rows"
  }
}

extension SQLExpression {
  /// The expression if it is a column of the statement's own table, or a member of JSON in one.
  fileprivate var ownTerm: SQLExpression? {
    switch self {
    case .column(_, nil), .json(.column(_, nil), _, _): self
    default: nil
    }
  }

  /// The expression without what only says how a value is read.
  private var undecoded: SQLExpression {
    switch self {
    case .known(let operand), .decoded(let operand, _): operand.undecoded
    default: self
    }
  }

  /// The names of the column and of the members of a term.
  fileprivate var namesInIndex: [String] {
    if case .json(let operand, let path, _) = self {
      operand.namesInIndex + path
    } else {
      columnName.map { [$0] } ?? []
    }
  }

  /// The column, or the member of JSON, that the expression, or an operand of its `AND`, compares
  /// with values.
  fileprivate var indexedTerm: SQLExpression? {
    if let condition = filterCondition { return condition.indexedTerm }
    switch self {
    case .binary(.and, let left, let right): return left.indexedTerm ?? right.indexedTerm
    case .binary(let operation, let left, let right):
      guard let term = left.undecoded.ownTerm else { return nil }
      switch (operation, right.stored) {
      // A column of a statement around this one.
      case (.equal, .column(_, _?)), (.isSame, .column(_, _?)): return term
      case (.equal, .parameter), (.isSame, .parameter), (.isSame, .null), (.less, .parameter),
        (.lessOrEqual, .parameter), (.greater, .parameter), (.greaterOrEqual, .parameter):
        return term
      case (_, .known(let value)):
        return SQLExpression.binary(operation, term, value).indexedTerm
      default: return nil
      }
    case .isIn(let operand, _), .isInJSON(let operand, _), .isInStatement(let operand, _):
      return operand.undecoded.ownTerm
    default: return nil
    }
  }
}
