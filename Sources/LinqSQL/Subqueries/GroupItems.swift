internal import LinqCore

/// The items of a group inside an expression, with the operators that choose some of them or values
/// of them: rows of the statement that makes the groups.
///
/// ```swift
/// people.groupBy { $0.surname }.select { ($0.sum { $0.age }, $0.where { $0.email == nil }) }
/// ```
///
/// A value of them is an aggregate of that statement, whose conditions are those of the aggregate.
/// An array of them is a part of another statement, which reads the items of all groups.
///
/// ```sql
/// SELECT swift_sum(age), surname FROM person GROUP BY surname ORDER BY min(id)
/// SELECT id, name, surname, age, email, birth_date, attributes FROM person WHERE email IS NULL
/// ORDER BY id
/// ```
///
/// `surname` in the first statement and in the second one is the key by which a group finds its
/// array: see ``NestedElements``.
struct GroupItems {
  /// The statement of the chosen rows, without the conditions of the grouped ones.
  var rows: SelectStatement
  /// The statement of the grouped rows.
  private let all: SelectStatement
  private let key: Projection
  private let ordinal: [OrderTerm]
  /// The type of the values whose repetitions have been left out.
  private var distinctType: Any.Type = Never.self

  init(
    _ key: Projection, _ item: Projection, _ source: GroupSource, in outer: EnclosingStatement,
    level: Int
  ) {
    all = source.rows
    self.key = key
    ordinal = source.ordinal
    rows = all
    rows.filters = []
    rows.ordinal = ordinal
    rows.projection = item
    rows.place.level = level
    rows.place.outer = outer
  }

  /// Adds an operator of a subquery.
  mutating func apply(
    _ index: Int, of chain: IndexedChain, _ source: any SQLSource
  ) throws(Untranslatable) {
    let next = chain.operators[index]
    let isPossible =
      switch next {
      case .select: true
      case .take: rows.limit == nil
      case .filter, .compacted, .sort, .reverse, .skip, .distinct: !rows.isLimited
      default: false
      }
    guard isPossible else { throw .itemsThemselves }
    if case .distinct(let key) = next {
      distinctType = elementType(chain.nodes[index - 1])
      if case .expression(let key) = key { distinctType = key.type }
    }
    rows.place.parameter = chain.nodes[index].parameter
    try rows.apply(index, of: chain, source)
    // What is nested would be one for the items of all groups: a limit, or numbers.
    guard rows.depth == all.depth else { throw .itemsThemselves }
  }

  // MARK: - Arrays

  /// The statement of the items of all groups.
  func array() throws(Untranslatable) -> NestedElements {
    guard rows.grouping == nil || !rows.isLimited else { throw .itemsThemselves }
    var rows = rows
    rows.filters = all.filters + rows.filters
    rows.place.outer = nil
    // Where something can fail, the rows become a source, so that a limit or distinct values would
    // be those of all groups.
    if rows.isLimited || rows.grouping != nil,
      rows.canFail || key.columns.contains(where: \.canFail)
    {
      let name = rows.isLimited ? "first" : "distinct"
      throw Untranslatable(reason: "an array of the \(name) items whose expressions can fail")
    }
    let own = try rows.checked(key.columns)
    rows.grouping?.keys += own
    var elements = NestedElements(
      keys: zip(key.columns, own).map { .init(outer: $0, own: $1, matchesNull: true) }, rows: rows)
    elements.isOfItems = true
    return elements
  }

  // MARK: - Values

  /// Throws if the items are no rows of the group itself, which its aggregates read. Evaluates the
  /// items, also those that the value does not depend on (S36).
  mutating func checkAggregated() throws(Untranslatable) {
    rows.evaluateElements()
    guard !rows.isLimited, rows.depth == all.depth else { throw .itemsThemselves }
    var hasAggregate = false
    rows.projection.forEachColumn { hasAggregate = hasAggregate || $0.hasAggregate }
    for condition in conditions { hasAggregate = hasAggregate || condition.hasAggregate }
    for term in rows.sorts.joined() { hasAggregate = hasAggregate || term.expression.hasAggregate }
    if hasAggregate { throw .valueOfWholeGroup }
  }

  /// The conditions of the items that are chosen.
  private var conditions: [SQLExpression] { rows.conditions + (rows.grouping?.having ?? []) }

  private var condition: SQLExpression? { .all(conditions) }

  /// Whether nothing is known of the items but how many different keys they have.
  private var hasDistinctKeys: Bool { rows.grouping?.keepsFirst == true }

  /// Returns the SQL of the value of an aggregate.
  ///
  /// - Parameter parameter: the parameter of the aggregate's closure.
  func value(
    of aggregate: QueryAggregate, _ key: QueryKey, _ parameter: ExpressionParameter?
  ) throws(Untranslatable) -> SQLExpression {
    if aggregate == .any { return number().isPositive }
    if aggregate == .count, case .element = key { return try numberOfDistinct() }
    guard !hasDistinctKeys else {
      throw Untranslatable(reason: "it follows distinct with a key")
    }
    var translator = rows.translator()
    translator.place.parameter = parameter
    if aggregate == .joined, let joined = try joinedDistinct(key, translator) { return joined }
    guard rows.grouping == nil || !aggregate.dependsOnRepetition else {
      throw Untranslatable(reason: "\(aggregate.rawValue) of distinct items")
    }
    if case .expression(let node) = key {
      guard try !translator.translate(node).hasAggregate else { throw .valueOfWholeGroup }
    }
    return try translator.aggregate(
      aggregate, key, order: rows.grouping == nil ? rows.order : [], where: condition)
  }

  /// Returns the SQL that joins distinct texts; nil for other values.
  private func joinedDistinct(
    _ key: QueryKey, _ translator: Translator
  ) throws(Untranslatable) -> SQLExpression? {
    guard let texts = rows.grouping?.keys, !hasDistinctKeys,
      rows.ordinal.allSatisfy({ !$0.isDescending }),
      case .value(let value) = rows.projection, texts.count == 1, texts[0].isSame(as: value),
      case .expression(let text) = key, case .operation(_, let operands) = text.form,
      case .element = operands[0].form,
      case .ordered(_, let arguments, _) = try translator.aggregate(
        .joined, key, order: [], where: condition)
    else { return nil }
    // No sort tells equal texts apart, so each is where the first one is.
    return .ordered(.joinedDistinct, arguments, by: rows.sorts.joined() + ordinal)
  }

  /// Returns the SQL of a test whether one of the items has a value.
  func contain(_ element: SQLExpression) throws(Untranslatable) -> SQLExpression {
    guard case .value(let value) = rows.projection, !hasDistinctKeys else {
      throw Untranslatable(reason: "membership among values of several columns")
    }
    guard !element.hasAggregate else { throw .valueOfWholeGroup }
    return number(where: .binary(.isSame, value, element)).isPositive
  }

  /// Returns the SQL of the first item, which has one value.
  ///
  /// - Parameter type: its type.
  func first(_ type: Any.Type) throws(Untranslatable) -> SQLExpression {
    guard case .value(let value) = rows.projection, rows.grouping == nil else {
      throw Untranslatable(reason: "more than one value of an item in an expression")
    }
    guard !value.hasAggregate else { throw .valueOfWholeGroup }
    // What fails for other items than the chosen ones is no error.
    let chosen =
      if let condition, value.canFail {
        SQLExpression.conditional(condition, then: value, else: .null)
      } else {
        value
      }
    let first = SQLExpression.ordered(
      .firstValue, [chosen, condition ?? .number(1)], by: rows.order)
    // SQLite may pass a whole number of a column of floating-point numbers as an integer.
    return type == Double.self ? .cast(first, "REAL") : first
  }

  /// Returns the number of items for which a condition is true.
  private func number(where other: SQLExpression? = nil) -> SQLExpression {
    .count(where: .all([condition, other].compactMap(\.self)))
  }

  /// Returns the number of items, without repetitions if these have been left out.
  private func numberOfDistinct() throws(Untranslatable) -> SQLExpression {
    guard let grouping = rows.grouping else { return number() }
    guard grouping.keys.count == 1, let value = grouping.keys.first else {
      throw Untranslatable(reason: "distinct values of several columns")
    }
    guard !hasDistinctKeys || grouping.having.isEmpty else {
      throw Untranslatable(reason: "it follows distinct with a key")
    }
    let values = SQLExpression.countDistinct(
      condition.map { .conditional($0, then: value, else: nil) } ?? value)
    guard isOptional(distinctType) else { return values }
    // nil is a value of Swift.
    let hasNil = number(where: .binary(.isSame, value, .null)).isPositive
    return .binary(.add, values, .conditional(hasNil, then: .number(1), else: .number(0)))
  }
}

extension Untranslatable {
  static let valueOfWholeGroup = Untranslatable(
    reason: "a value of the whole group for each of its items")
}

extension SQLExpression {
  /// The test whether the number is greater than zero.
  fileprivate var isPositive: SQLExpression { .binary(.greater, self, .number(0)) }
}
