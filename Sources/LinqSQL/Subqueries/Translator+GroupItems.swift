internal import LinqCore

/// The items of a group inside an expression, with the operators that choose some of them or values
/// of them. They are rows of the statement that makes the groups, so their values are aggregates.
struct GroupItems {
  /// The item, or the value of it that was selected last.
  var item: Projection
  /// The condition of the items that are chosen, if not all are.
  var condition: SQLExpression?
  /// The sorts of the items, the last one first.
  var sorts: [[OrderTerm]] = []
  /// Whether only different items count.
  var isDistinct = false
  /// Whether only items with different keys count, of which nothing but their number is known.
  var hasDistinctKeys = false
  /// The order of the items without a sort.
  var ordinal: OrderTerm
  /// The type of the item.
  var type: Any.Type
  /// The aggregate at the end, with the translation of its key.
  var aggregate: (kind: QueryAggregate, key: QueryKey)?
  /// The translator of the closure of the last operator.
  var translator: Translator
}

extension AnySubquery {
  /// Returns whether the subquery reads the items of a group, which elements with a projection are.
  func isOfItems(of projection: Projection) -> Bool {
    if groupOfItems != nil { return true }
    guard projection.isGroup, case .element? = array?.form else { return false }
    return true
  }

  /// The array of an expression whose elements the subquery reads; nil for another subquery.
  fileprivate var array: ExpressionNode? {
    let source = (self as? IndexedSubquery)?.chain.operators[0] ?? last.chain[0].operator
    guard case .elements(let array) = source else { return nil }
    return array
  }

  /// The group whose items the subquery reads; nil for another subquery.
  fileprivate var groupOfItems: ExpressionNode? {
    guard let array, case .member(let group, let keyPath) = array.form,
      let members = (group.type as? any QueryGrouping.Type)?.memberKeyPaths,
      keyPath == members.items
    else { return nil }
    return group
  }
}

extension Translator {
  /// Returns the group whose items a subquery reads; nil if it reads something else. A chunk is the
  /// array of its items.
  func group(of subquery: any AnySubquery) -> ExpressionNode? {
    if let group = subquery.groupOfItems { return group }
    guard let array = subquery.array, case .element = array.form,
      case .group? = try? resolve(array)
    else { return nil }
    return array
  }

  /// Returns the items that a subquery reads; nil if it reads something else.
  ///
  /// - Parameter isFirst: whether the subquery reads the first of them, which its last operator
  ///   takes.
  func items(
    of subquery: any AnySubquery, isFirst: Bool = false
  ) throws(Untranslatable) -> GroupItems? {
    guard let group = group(of: subquery),
      case .group(_, let item, let source, _) = try resolve(group)
    else { return nil }
    try checkOwn(group)
    guard !subquery.hasSubqueriesOfItems(of: try resolve(group)) else { throw .subqueryOfItem }
    let chain = subquery.chain
    var inner = place
    inner.level += 1
    inner.outer = EnclosingStatement(place.parameter, projection, named: nil, in: place.outer)
    var items = GroupItems(
      item: item, ordinal: OrderTerm(expression: source.ordinal), type: itemType(of: group.type),
      translator: Translator(projection: item, place: inner, sourceName: sourceName))
    for index in chain.operators.indices.dropFirst().dropLast(isFirst ? 1 : 0) {
      items.translator.place.parameter = chain.nodes[index].parameter
      do throws(Untranslatable) {
        try items.apply(chain.operators[index])
      } catch {
        throw Untranslatable(
          reason: "\(chain.operators[index].name) of items: \(error.reason)")
      }
    }
    return items
  }

  /// Returns the items of each group that a subquery chooses, or the first one of them. One
  /// statement reads those of all groups.
  func array(
    of subquery: any AnySubquery, _ group: ExpressionNode, isFirst: Bool
  ) throws(Untranslatable) -> NestedElements {
    guard case .group(let key, let item, let source, _) = try resolve(group),
      let context = place.context
    else { throw Untranslatable.opaque }
    try checkOwn(group)
    let chain = subquery.chain
    var rows = source.rows
    rows.projection = item
    // A closure of the items has no other parameter.
    rows.place.level = place.level + 1
    for index in chain.operators.indices.dropFirst() {
      let next = chain.operators[index]
      rows.place.parameter = chain.nodes[index].parameter
      do throws(Untranslatable) {
        try rows.check(next)
        try rows.apply(index, of: chain, context.source)
        // A limit inside of another statement would be one of all rows.
        guard rows.depth == source.rows.depth else { throw Untranslatable.itemsThemselves }
      } catch {
        throw Untranslatable(reason: "\(next.name) of items: \(error.reason)")
      }
    }
    if isFirst { rows.take(1) }
    guard !rows.canFail, !key.columns.contains(where: \.canFail) else {
      throw Untranslatable(reason: "an array of items whose expressions can fail")
    }
    var elements = NestedElements(
      keys: key.columns.map { .init(outer: $0, own: $0, matchesNull: true) }, rows: rows)
    elements.isOfItems = true
    return elements
  }

  /// Returns the SQL of a value of the first item that a subquery chooses of a group, where it is
  /// part of another expression: the item itself, or what `map` or `flatMap` makes of it. Returns
  /// nil for another expression.
  func valueOfFirstItem(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression? {
    var (base, result): (ExpressionNode, ExpressionNode?) = (node, nil)
    if case .operation(.map, let operands) = node.form {
      (base, result) = (operands[0], operands[1])
    }
    guard case .subquery(let subquery, .first) = base.form,
      let items = try items(of: subquery, isFirst: true),
      !items.isDistinct
    else { return nil }
    let item = try result.map { result throws(Untranslatable) in try mapped(items.item, result) }
    let type = (node.type as? any OptionalValue.Type)?.wrappedType ?? node.type
    guard case .value(let value) = item ?? items.item, !isOptional(type) else {
      throw Untranslatable(reason: "more than one value of an item in an expression")
    }
    try items.check(value)
    guard !value.canFail, items.condition?.canFail != true else {
      throw Untranslatable(reason: "an item whose expressions can fail")
    }
    let first = SQLExpression.ordered(
      .firstValue, [value, items.condition ?? .number(1)],
      by: items.sorts.joined() + [items.ordinal])
    // SQLite may pass a whole number of a column of floating-point numbers as an integer.
    return type == Double.self ? .cast(first, "REAL") : first
  }

  /// Throws if a group is not the element of the statement itself: in a statement inside it,
  /// aggregates would be those of other rows.
  func checkOwn(_ group: ExpressionNode) throws(Untranslatable) {
    guard case .element(let parameter) = group.form, isOuter(parameter) else { return }
    throw Untranslatable(reason: "items of a group in a subquery")
  }

  /// Returns the SQL of a value that is computed from items.
  func aggregate(_ items: GroupItems) throws(Untranslatable) -> SQLExpression {
    guard let aggregate = items.aggregate else { throw Untranslatable.opaque }
    return try items.value(of: aggregate.kind, aggregate.key)
  }

  /// Returns the SQL of a test whether an item has a value.
  func membership(
    of element: ExpressionNode, in items: GroupItems
  ) throws(Untranslatable) -> SQLExpression {
    guard case .value(let value) = items.item, !items.hasDistinctKeys else {
      throw Untranslatable(reason: "membership among values of several columns")
    }
    let element = try translate(element)
    try items.check(element)
    let isEqual = SQLExpression.binary(.isSame, value, element)
    return items.number(where: isEqual).isPositive
  }
}

extension SelectStatement {
  /// Throws unless an operator leaves the columns as they are by which items find their group.
  fileprivate func check(_ next: QueryOperator) throws(Untranslatable) {
    let isPossible =
      switch next {
      case .select: true
      case .take: limit == nil
      case .filter, .sort, .reverse, .skip: !isLimited
      default: false
      }
    guard isPossible else { throw Untranslatable.itemsThemselves }
  }
}

extension GroupItems {
  fileprivate mutating func apply(_ next: QueryOperator) throws(Untranslatable) {
    guard aggregate == nil else { throw Untranslatable(reason: "it follows an aggregate") }
    if case .aggregate(let kind, let key) = next {
      aggregate = (kind, key)
      return
    }
    guard !hasDistinctKeys else {
      throw Untranslatable(reason: "it follows distinct with a key")
    }
    switch next {
    case .filter(let predicate?):
      let filter = try translate(predicate)
      condition = condition.map { .binary(.and, $0, filter) } ?? filter
    case .select(let expressions?) where expressions.count == 1 && !isDistinct:
      item = try translator.resolve(expressions[0])
      for column in item.columns { try check(column) }
      type = expressions[0].type
      translator = Translator(
        projection: item, place: translator.place, sourceName: translator.sourceName)
    case .sort(let key?, let isDescending, let isSecondary):
      let term = OrderTerm(
        expression: try StoredOrder.ordered(translate(key), key.type), isDescending: isDescending,
        isNullable: isOptional(key.type))
      guard !term.expression.canFail else { throw Untranslatable(reason: "a key that can fail") }
      if isSecondary, !sorts.isEmpty { sorts[0].append(term) } else { sorts.insert([term], at: 0) }
    case .reverse:
      for level in sorts.indices {
        for term in sorts[level].indices { sorts[level][term].isDescending.toggle() }
      }
      ordinal.isDescending.toggle()
    case .distinct(.element): isDistinct = true
    case .distinct(.expression(let key)) where !isDistinct:
      (item, type) = (.value(try translate(key)), key.type)
      (isDistinct, hasDistinctKeys) = (true, true)
    default: throw Untranslatable.itemsThemselves
    }
  }

  private func translate(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    let value = try translator.translate(node)
    try check(value)
    return value
  }

  /// Throws if a value of an item is computed from the whole group.
  fileprivate func check(_ value: SQLExpression) throws(Untranslatable) {
    if value.hasAggregate {
      throw Untranslatable(reason: "a value of the whole group for each of its items")
    }
  }

  /// Returns the SQL of the value of an aggregate.
  fileprivate func value(
    of aggregate: QueryAggregate, _ key: QueryKey
  ) throws(Untranslatable) -> SQLExpression {
    if aggregate == .any { return number().isPositive }
    if aggregate == .count, case .element = key { return try isDistinct ? distinct() : number() }
    guard case .expression(let node) = key, !hasDistinctKeys else { throw Untranslatable.opaque }
    guard !isDistinct || !aggregate.dependsOnRepetition else {
      throw Untranslatable(reason: "\(aggregate.rawValue) of distinct items")
    }
    _ = try translate(node)
    return try translator.aggregate(
      aggregate, key, order: sorts.joined() + [ordinal], where: condition)
  }

  /// Returns the number of items that are chosen and for which a condition is true.
  fileprivate func number(where other: SQLExpression? = nil) -> SQLExpression {
    .count(where: .all([condition, other].compactMap(\.self)))
  }

  /// Returns the number of different items that are chosen.
  private func distinct() throws(Untranslatable) -> SQLExpression {
    guard case .value(let value) = item else {
      throw Untranslatable(reason: "distinct values of several columns")
    }
    let values = SQLExpression.countDistinct(
      condition.map { .conditional($0, then: value, else: nil) } ?? value)
    guard isOptional(type) else { return values }
    // nil is a value of Swift.
    let hasNil = number(where: .binary(.isSame, value, .null)).isPositive
    return .binary(.add, values, .conditional(hasNil, then: .number(1), else: .number(0)))
  }
}

extension Untranslatable {
  static let subqueryOfItem = Untranslatable(reason: "a subquery of each item of a group")
  fileprivate static let itemsThemselves = Untranslatable(reason: "it needs the items themselves")
}

extension SQLExpression {
  /// The test whether the number is greater than zero.
  fileprivate var isPositive: SQLExpression { .binary(.greater, self, .number(0)) }
}

/// Returns the type of the items of a type of groups.
private func itemType(of group: Any.Type) -> Any.Type {
  func open<Group: QueryGrouping>(_ type: Group.Type) -> Any.Type { Group.Element.self }
  func open<Chunk: QueryArray>(_ type: Chunk.Type) -> Any.Type { Chunk.Element.self }
  if let type = group as? any QueryArray.Type { return open(type) }
  return (group as? any QueryGrouping.Type).map { open($0) } ?? Any.self
}
