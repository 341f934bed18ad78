internal import LinqCore

extension AnySubquery {
  /// Returns whether the subquery reads the items of a group, which elements with a projection are.
  func isOfItems(of projection: Projection) -> Bool {
    if groupOfItems != nil { return true }
    guard projection.isGroup, case .element? = array?.form else { return false }
    return true
  }

  /// The array of an expression whose elements the subquery reads; nil for another subquery.
  var array: ExpressionNode? {
    let source = (self as? IndexedSubquery)?.chain.operators[0] ?? last.chain[0].operator
    guard case .elements(let array) = source else { return nil }
    return array
  }

  /// The group whose items the subquery reads; nil for another subquery.
  fileprivate var groupOfItems: ExpressionNode? { array?.groupOfItems }
}

extension ExpressionNode {
  /// The group whose items the array is; nil for another array.
  fileprivate var groupOfItems: ExpressionNode? {
    if type is any QueryGrouping.Type { return self }
    guard case .member(let group, let keyPath) = form,
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

  /// Returns the items that a subquery chooses of a group; nil if it reads something else.
  ///
  /// - Parameter count: the number of operators at its end that are left out.
  private func items(
    of subquery: any AnySubquery, withoutLast count: Int = 0
  ) throws(Untranslatable) -> GroupItems? {
    guard let group = group(of: subquery), let context = place.context,
      var items = try allItems(of: group)
    else { return nil }
    let chain = subquery.chain
    for index in chain.operators.indices.dropFirst().dropLast(count) {
      do throws(Untranslatable) {
        try items.apply(index, of: chain, context.source)
      } catch {
        throw Untranslatable(reason: "\(chain.operators[index].name) of items: \(error.reason)")
      }
    }
    return items
  }

  /// Returns all items of a group; nil for another expression.
  private func allItems(of group: ExpressionNode) throws(Untranslatable) -> GroupItems? {
    guard case .group(let key, let item, let source, _) = try resolve(group) else { return nil }
    try checkOwn(group)
    let outer = EnclosingStatement(place.parameter, projection, named: nil, in: place.outer)
    return GroupItems(key, item, source, in: outer, level: place.level + 1)
  }

  /// Returns the rows of an array that is all items of a group; nil for another array.
  func allItems(_ array: ExpressionNode) throws(Untranslatable) -> NestedElements? {
    guard let group = array.groupOfItems else { return nil }
    return try allItems(of: group)?.array()
  }

  /// Returns the items that a subquery chooses of a group for a value of the group, which the
  /// statement that makes the groups computes.
  private func aggregatedItems(
    of subquery: any AnySubquery, withoutLast count: Int = 0
  ) throws(Untranslatable) -> GroupItems? {
    guard let group = group(of: subquery) else { return nil }
    guard !subquery.hasSubqueriesOfItems(of: try resolve(group)) else { throw .subqueryOfItem }
    guard var items = try items(of: subquery, withoutLast: count) else { return nil }
    try items.checkAggregated()
    return items
  }

  /// Returns the items that a subquery chooses of each group; nil if it reads something else.
  func array(of subquery: any AnySubquery) throws(Untranslatable) -> NestedElements? {
    try items(of: subquery)?.array()
  }

  /// Returns the SQL of a value that a subquery computes from items of a group; nil if it reads
  /// something else.
  func aggregate(of subquery: any AnySubquery) throws(Untranslatable) -> SQLExpression? {
    guard let items = try aggregatedItems(of: subquery, withoutLast: 1) else { return nil }
    let chain = subquery.chain
    let last = chain.operators.count - 1
    guard case .aggregate(let aggregate, let key) = chain.operators[last] else { throw .opaque }
    do throws(Untranslatable) {
      return try items.value(of: aggregate, key, chain.nodes[last].parameter)
    } catch {
      throw Untranslatable(reason: "\(aggregate.rawValue) of items: \(error.reason)")
    }
  }

  /// Returns the SQL of a test whether an item that a subquery chooses has a value; nil if it reads
  /// something else.
  func membership(
    of element: ExpressionNode, inItemsOf subquery: any AnySubquery
  ) throws(Untranslatable) -> SQLExpression? {
    guard let items = try aggregatedItems(of: subquery) else { return nil }
    return try items.contain(translate(element))
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
      var items = try aggregatedItems(of: subquery, withoutLast: 1)
    else { return nil }
    if let result { items.rows.projection = try mapped(items.rows.projection, result) }
    let type = unwrapped(node.type)
    guard !isOptional(type) else {
      throw Untranslatable(reason: "more than one value of an item in an expression")
    }
    return try items.first(type)
  }

  /// Throws if a group is not the element of the statement itself: in a statement inside it,
  /// aggregates would be those of other rows.
  func checkOwn(_ group: ExpressionNode) throws(Untranslatable) {
    guard case .element(let parameter) = group.form, isOuter(parameter) else { return }
    throw Untranslatable(reason: "items of a group in a subquery")
  }
}

extension Untranslatable {
  static let subqueryOfItem = Untranslatable(reason: "a subquery of each item of a group")
  static let itemsThemselves = Untranslatable(reason: "it needs the items themselves")
}
