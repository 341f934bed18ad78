internal import LinqCore
internal import StoreEngine

// A condition that an index can serve gets a coarser one before it: the key is one of those that
// the index finds, or of rows that it does not know yet. It must be true for each row for which the
// condition is true.

extension SelectStatement {
  /// Whether the statement asks a full-text index, which may be damaged. Memory decides then (S38).
  var usesTextIndex: Bool {
    var uses = false
    forEachNestedExpression { if case .binary(.match, _, _) = $0 { uses = true } }
    return uses
  }

  /// Returns a condition with a coarser one before each part of it that an index can serve.
  func narrowed(_ condition: SQLExpression) -> SQLExpression {
    // An index serves searches and tests of texts.
    guard case .row(let row) = projection, condition.usesFunction else { return condition }
    let isOnServer = place.context?.source.connections.engine.keepsWordsInRows == true
    var narrowed = condition
    if let index = row.table.searchIndex, !isOnServer,
      isStored(row, in: index.table, index.fields + [index.keyField])
    {
      narrowed = index.narrowed(condition, in: row)
    }
    guard let index = row.table.substringIndex, place.context?.usesSubstrings == true,
      isStored(row, in: index.file.table, index.fields + [index.keyField])
    else { return narrowed }
    if isOnServer { return index.likening(narrowed, in: row) }
    guard let match = index.match(for: condition, in: row),
      let keys = isIn(index.file, key: index.keyField, row, match)
    else { return narrowed }
    return .binary(.and, keys, narrowed)
  }

  /// Returns whether a row is one of a table, whose columns have the stored properties: an index of
  /// the table knows nothing of rows that a statement has made, or that come from another table.
  func isStored(
    _ row: RowProjection, in table: String, _ fields: [SearchIndex.Field]
  ) -> Bool {
    var names: Set<String?> = []
    for field in fields {
      guard case .column(field.column, let name)? = row.expression(of: field.keyPath) else {
        return false
      }
      names.insert(name)
    }
    guard names.count == 1, let name = names.first else { return false }
    switch source {
    case .table(table): return name == nil || name == quoted(table) || name == sourceName
    case .join(_, let left, let right, _):
      return [left, right].contains { side in
        if case .table(table) = side.source { side.name == name } else { false }
      }
    default: return false
    }
  }
}

/// Returns the condition that the key of a row is one of those that an index finds.
private func isIn(
  _ index: FileIndex, key: SearchIndex.Field, _ row: RowProjection, _ match: MatchText,
  classes: IndexCandidates.Classes? = nil
) -> SQLExpression? {
  guard let key = row.expression(of: key.keyPath) else { return nil }
  let candidates = IndexCandidates(index, match: match, classes: classes)
  var keys = SelectStatement(
    source: .candidates(candidates), projection: .value(.column("id")), ordinal: [])
  keys.isOrdered = false
  return .isInStatement(key, keys)
}

// MARK: - Searches

extension SearchIndex {
  /// Returns a condition with a coarser one before each search that must be true for it.
  fileprivate func narrowed(_ condition: SQLExpression, in row: RowProjection) -> SQLExpression {
    if case .binary(.and, let left, let right) = condition {
      return .binary(.and, narrowed(left, in: row), narrowed(right, in: row))
    }
    return candidates(for: condition, in: row).map { .binary(.and, $0, condition) } ?? condition
  }

  /// Returns the condition of the rows that may be found by a text, given the condition that they
  /// are.
  ///
  /// - Parameter row: the columns of the row where it is read.
  /// - Returns: the condition; nil for one that is no search in the columns of the index.
  private func candidates(for condition: SQLExpression, in row: RowProjection) -> SQLExpression? {
    guard case .binary(.isNotSame, .function(let function, let arguments), .null) = condition,
      let search = function as? SearchFunction, search.isSearch(names: nameCount, of: fields.count),
      case .parameter(let text) = arguments[0], let match = text.inForm(.searchMatch),
      let classes = text.inForm(.searchClasses), let key = row.expression(of: keyField.keyPath),
      zip(fields, arguments.dropFirst()).allSatisfy({ field, argument in
        row.expression(of: field.keyPath)?.isSame(as: argument) == true
      })
    else { return nil }
    let order = [.function(function, arguments)] + arguments[1...nameCount] + [key]
    return isIn(
      file, key: keyField, row, .text(match),
      classes: .init(matches: classes, order: order, names: file.columns.prefix(nameCount)))
  }
}

// MARK: - Substrings

/// A condition on a part of a text that an index of substrings could serve.
final class SubstringTest: Sendable {
  /// The index, if the table declares one.
  let index: SubstringIndex?

  init(_ index: SubstringIndex?) { self.index = index }
}

extension SelectStatement {
  /// Returns what the condition asks of a part of a text of the table's rows; nil if there is
  /// nothing that an index of substrings could serve.
  func substringTest(in condition: SQLExpression) -> SubstringTest? {
    guard case .row(let row) = projection, case .table = source, condition.hasSubstringTest else {
      return nil
    }
    let index = row.table.substringIndex
    return SubstringTest(index?.match(for: condition, in: row) == nil ? nil : index)
  }
}

extension SQLExpression {
  /// Whether a function of the program is in the expression.
  fileprivate var usesFunction: Bool {
    if case .function = self { return true }
    return containsOperand(where: \.usesFunction)
  }

  /// Whether the expression, or an operand of its `AND`, tests a part of a column's text.
  fileprivate var hasSubstringTest: Bool {
    switch self {
    case .binary(.and, let left, let right): left.hasSubstringTest || right.hasSubstringTest
    case .function(let function, let arguments):
      if function.isTextTest, case .parameter? = arguments.last {
        arguments[0].isTextForm
      } else {
        false
      }
    default: false
    }
  }

  /// Whether the expression is a column, or a form of its text.
  private var isTextForm: Bool {
    switch self {
    case .column(_, nil): true
    case .known(let operand): operand.isTextForm
    case .function(let function, let arguments):
      function.isTextForm && arguments.count == 1 && arguments[0].isTextForm
    default: false
    }
  }
}

extension SubstringIndex {
  /// Returns what the index has to find for a condition to be true; nil if it cannot tell.
  ///
  /// What can fail is evaluated for each row (S36), so that only the side after it decides nothing.
  fileprivate func match(for condition: SQLExpression, in row: RowProjection) -> MatchText? {
    if let condition = condition.filterCondition { return match(for: condition, in: row) }
    switch condition {
    case .binary(.and, let left, let right):
      let first = match(for: left, in: row)
      guard !left.canFail, let second = match(for: right, in: row) else { return first }
      return first.map { .all($0, second) } ?? second
    case .binary(.or, let left, let right):
      guard !condition.canFail, let first = match(for: left, in: row),
        let second = match(for: right, in: row)
      else { return nil }
      return .any(first, second)
    case .binary(.equal, let operand, .parameter(let value)),
      .binary(.isSame, let operand, .parameter(let value)):
      // A column by itself is better served by an index of its own.
      guard case .function = operand, isText(operand, of: row) else { return nil }
      return match(for: value)
    case .function(let function, let arguments):
      guard function.isTextTest, case .parameter(let value)? = arguments.last,
        isText(arguments[0], of: row)
      else { return nil }
      if function.isPrefixTest, isColumn(arguments[0], of: row) { return nil }
      return match(for: value)
    case .known(let operand): return match(for: operand, in: row)
    case .conditional(let first, let second, let other):
      guard other?.isFalse != false else { return nil }
      return match(for: .binary(.and, first, second), in: row)
    default: return nil
    }
  }

  private func match(for value: BoundValue) -> MatchText? {
    guard value.decide(.hasSubstringTerms) == true else { return nil }
    return value.inForm(.substringMatch).map { .text($0) }
  }

  /// Returns whether an expression is a column of the index, or a form of one that the index knows.
  private func isText(_ expression: SQLExpression, of row: RowProjection) -> Bool {
    switch expression {
    case .known(let operand): isText(operand, of: row)
    case .function(let function, let arguments):
      function.isTextForm && arguments.count == 1 && isText(arguments[0], of: row)
    default: isColumn(expression, of: row)
    }
  }

  private func isColumn(_ expression: SQLExpression, of row: RowProjection) -> Bool {
    guard case .column = expression else { return false }
    return fields.contains { row.expression(of: $0.keyPath)?.isSame(as: expression) == true }
  }

  /// Returns a condition for a server, with a `LIKE` before each part that an index can serve.
  fileprivate func likening(_ condition: SQLExpression, in row: RowProjection) -> SQLExpression {
    switch condition {
    case .binary(.and, let left, let right):
      return .binary(.and, likening(left, in: row), likening(right, in: row))
    case .binary(.or, let left, let right) where !condition.canFail:
      return .binary(.or, likening(left, in: row), likening(right, in: row))
    case .function(let function, let arguments):
      guard function.isTextTest, case .parameter(let value)? = arguments.last,
        isColumn(arguments[0], of: row), value.decide(.hasSubstringTerms) == true,
        let pattern = value.inForm(function.isSuffixTest ? .likeSuffix : .likePart)
      else { return condition }
      return .binary(.and, .binary(.like, arguments[0], .parameter(pattern)), condition)
    default: return condition
    }
  }
}

extension AnyQueryFunction {
  /// Whether the function tests that a text contains another one.
  fileprivate var isTextTest: Bool {
    isOne(of: [Vocabulary.contains, Vocabulary.hasSuffix, Vocabulary.hasPrefix])
  }

  fileprivate var isSuffixTest: Bool { isOne(of: [Vocabulary.hasSuffix]) }

  /// Whether a range of an index on the column serves the test, too.
  fileprivate var isPrefixTest: Bool { isOne(of: [Vocabulary.hasPrefix]) }

  /// Whether the function changes a text as ``SubstringText`` does, or less.
  fileprivate var isTextForm: Bool {
    isOne(of: [Vocabulary.lowercased, Vocabulary.uppercased, Vocabulary.folded])
  }

  private func isOne(of functions: [any AnyQueryFunction]) -> Bool {
    functions.contains { $0.planIdentity === planIdentity }
  }
}

extension ConstantQuestion<Bool> {
  /// Whether an index of substrings can look for the text.
  fileprivate static let hasSubstringTerms = ConstantQuestion("has terms of substrings") {
    ($0 as? String).map { SubstringText.match(of: $0) != nil } ?? false
  }
}
