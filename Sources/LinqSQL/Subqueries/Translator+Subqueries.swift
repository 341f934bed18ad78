internal import LinqCore

// A subquery is a chain of its own, whose operators change a statement like those of the chain
// around it (`SelectStatement.apply`). What becomes of the statement depends on what the expression
// needs of it:
//
// | of an array | becomes | for example |
// |---|---|---|
// | `count`, `sum { … }` | a scalar | `(SELECT count(*) FROM purchase_order WHERE …)` |
// | `any { … }` | a condition | `EXISTS (SELECT 1 FROM person AS t1 WHERE …)` |
// | `contains(…)` | a condition | `id IN (SELECT customer_id FROM purchase_order WHERE …)` |
// | `first`, a relation to one | a scalar for each column | `(SELECT name FROM customer WHERE …)` |
// | itself | another statement | see `NestedElements` |
//
// A value or an array of the items of a group is none of these: see `GroupItems`.

extension Translator {
  /// Returns the projection of a subquery.
  func resolve(
    _ subquery: any AnySubquery, _ result: SubqueryResult, _ type: Any.Type
  ) throws(Untranslatable) -> Projection {
    if result == .only {
      if let value = try aggregate(of: subquery) { return .value(value) }
    } else if let items = try array(of: subquery) {
      return .nested(items)
    }
    let statement = try statement(of: subquery)
    switch result {
    case .elements: return .elements(statement)
    case .rank, .denseRank, .percentRank: throw Untranslatable(reason: "a rank without a window")
    case .only:
      guard case .value(let value) = statement.projection else {
        throw Untranslatable(reason: "a subquery of more than one value")
      }
      if case .nothing = statement.source { return .value(value) }
      return .value(.scalar(statement))
    case .first:
      var statement = statement
      if statement.hasOneRow {
        statement.limit = nil
        statement.isOrdered = false
      }
      statement.nestOuterOrder()
      let row = statement.projection.map { column in
        var scalar = statement
        scalar.projection = .value(column)
        return .scalar(scalar)
      }
      let isNullable =
        ((type as? any OptionalValue.Type)?.wrappedType).map { isOptional($0) } == true
      switch row {
      case .value where !isNullable: return row
      case .value, .row, .tuple, .optional:
        var presence = statement
        presence.projection = .value(.number(1))
        return .optional(row, presence: .scalar(presence))
      case .group, .window, .elements, .nested:
        throw Untranslatable(reason: "a subquery of arrays")
      }
    }
  }

  /// Returns the SQL of a test whether the elements of a subquery have a value.
  func membership(
    of element: ExpressionNode, in subquery: any AnySubquery
  ) throws(Untranslatable) -> SQLExpression {
    if let isItem = try membership(of: element, inItemsOf: subquery) { return isItem }
    var statement = try statement(of: subquery)
    guard case .value(let column) = statement.projection else {
      throw Untranslatable(reason: "membership among values of several columns")
    }
    statement.projection = .value(column.inJSONForm(element.type))
    guard isOptional(element.type) || statement.canFail else {
      statement.dropOrder()
      return .isInStatement(try looked(up: element), statement)
    }
    // `IN` is NULL where there is a NULL, and stops at another element than Swift.
    statement.open(.part)
    guard let enclosing = statement.place.outer, case .value(let value) = statement.projection
    else { throw Untranslatable.opaque }
    let translator = Translator(
      projection: enclosing.projection, place: place, sourceName: sourceName)
    let outer = try translator.translate(element).inJSONForm(element.type)
    guard !outer.hasAggregate else {
      throw Untranslatable(reason: "a value of a group in a subquery")
    }
    statement.add(condition: .binary(.isSame, value, outer))
    return .exists(statement.asCondition)
  }

  /// Returns the statement of a subquery.
  private func statement(of subquery: any AnySubquery) throws(Untranslatable) -> SelectStatement {
    guard let context = place.context else {
      throw Untranslatable(reason: "a subquery is not possible here")
    }
    let chain = subquery.chain
    var statement = try source(of: chain, context)
    for index in chain.operators.indices.dropFirst() {
      let next = chain.operators[index]
      statement.place.parameter = chain.nodes[index].parameter
      do throws(Untranslatable) {
        try statement.apply(index, of: chain, context.source)
      } catch {
        throw Untranslatable(reason: "\(next.name) of a subquery: \(error.reason)")
      }
    }
    return statement
  }

  /// Returns the statement of the source of a subquery.
  private func source(
    of chain: IndexedChain, _ context: SubqueryContext
  ) throws(Untranslatable) -> SelectStatement {
    if case .elements(let array) = chain.operators[0] {
      switch try resolve(array) {
      case .elements(let statement): return statement
      case .nested(let elements):
        return try elements.correlated(named: sourceName, at: inner(context))
      case .value: return try elements(of: array, context)
      default:
        throw Untranslatable(reason: "the elements of an array that is not stored in rows")
      }
    }
    guard let source = try chain.nodes[0].source(in: context) else {
      throw Untranslatable(reason: "the other query is of elements that a closure loads")
    }
    guard source.connections.isSame(as: context.source.connections) else {
      throw Untranslatable(reason: "the other query is of another file or transaction")
    }
    context.add(source)
    var statement = source.statement
    statement.place = inner(context)
    statement.nameTable(at: statement.place)
    statement.nameSource()
    return statement
  }

  /// Returns the elements of a list or a dictionary that is stored as JSON.
  private func elements(
    of list: ExpressionNode, _ context: SubqueryContext
  ) throws(Untranslatable) -> SelectStatement {
    // The source has columns of its own, such as `value` and `path`.
    let translator = Translator(projection: named, place: place, sourceName: sourceName)
    let json = try translator.translate(list)
    guard let elements = JSONElements(of: list.type, in: json) else {
      throw Untranslatable(reason: "the elements of \(list.type) in JSON are no column values")
    }
    guard !json.hasAggregate else {
      throw Untranslatable(reason: "a list that is a value of a group")
    }
    let place = inner(context)
    var statement = SelectStatement(
      source: elements.source(json), projection: elements.projection,
      ordinal: [OrderTerm(expression: .column("key"))], place: place)
    statement.sourceName = place.name("t")
    return statement
  }

  /// Returns the place of a subquery inside the statement.
  private func inner(_ context: SubqueryContext) -> StatementPlace {
    StatementPlace(
      level: place.level + 1, context: context,
      outer: EnclosingStatement(
        place.parameter, named, named: sourceName, isNested: isNested, in: place.outer))
  }

  /// Whether the element is no row of a table: SQLite keeps its values, and converts them in place
  /// where it looks for them.
  private var isNested: Bool { projection.isGroup || sourceName == place.name("t") }

  /// Returns the SQL of a value that is looked up in a subquery. It is a copy where SQLite would
  /// convert a whole REAL to an integer for later uses.
  private func looked(up node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    let value = try translate(node).inJSONForm(node.type)
    guard isNested, node.type is Double.Type, value.isColumn else { return value }
    return .binary(.add, value, .parameter(0.0))
  }

  /// The projection with the name of the source before its columns.
  private var named: Projection {
    guard let sourceName else { return projection }
    return projection.map { $0.qualified(sourceName) }
  }
}

extension SelectStatement {
  /// Whether the statement selects the row of a table with one key.
  fileprivate var hasOneRow: Bool {
    if case .number(1) = limit, offset == nil { selectsOneKey } else { false }
  }
}

extension SQLExpression {
  /// Whether the value is the same for all rows of the subquery that it is in: a parameter, or a
  /// column of a statement around it, which has the name of its source.
  var isConstantOfSubquery: Bool {
    switch self {
    case .column(_, let source): source != nil
    case .parameter: true
    case .known(let value): value.isConstantOfSubquery
    default: false
    }
  }
}
