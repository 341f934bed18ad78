internal import LinqCore
internal import StoreSupport

/// Where a statement stands: whether it is a subquery, and what its expressions may refer to.
///
/// ```swift
/// people.where { a in
///   people.elements.any { b in
///     b.surname == a.surname && people.elements.any { c in c.name == b.name && c.age > a.age }
///   }
/// }
/// ```
/// ```sql
/// SELECT … FROM person WHERE EXISTS (                              -- level 0, element a
///   SELECT 1 FROM person AS t1 WHERE surname = person.surname      -- level 1, element b
///   AND EXISTS (
///     SELECT 1 FROM person AS t2                                   -- level 2, element c
///     WHERE name = t1.name AND age > person.age)) ORDER BY id
/// ```
///
/// The columns of a statement's own element have no name before them. Those of an element around
/// it have the name of their source: a closure finds the element of another parameter in the
/// chain of ``EnclosingStatement``s, from the inside to the outside. A table gets another name
/// where its own is one of a source around it, and that name has the level in it.
struct StatementPlace: Sendable {
  /// The number of statements around it.
  var level = 0
  /// What the subqueries of the query share; nil where there can be none.
  var context: SubqueryContext?
  /// The statement around it.
  var outer: EnclosingStatement?
  /// The parameter of the operator that is being translated, if it is one of a subquery.
  var parameter: ExpressionParameter?
  /// Whether the operator that is being translated has subqueries, so that the source needs a name.
  var isReferenced = false

  /// Returns the name of a source at this level: the name itself, with the level if there is one.
  /// It is none of a source around this one, to which expressions may refer.
  func name(_ name: String) -> String {
    guard level > 0 else { return name }
    var free = "\(name)\(level)"
    while outer?.names.contains(SQLName(free)) == true { free += "_" }
    return free
  }
}

/// What the subqueries of one query share.
final class SubqueryContext: Sendable {
  /// The table that the query begins with.
  let source: any SQLSource
  /// Whether statements may ask indexes of substrings.
  let usesSubstrings: Bool
  private let chain: IndexedChain?
  private let found = Locked<[any SQLSource]>([])

  init(_ source: any SQLSource, _ chain: IndexedChain? = nil, usingSubstrings: Bool = false) {
    self.source = source
    usesSubstrings = usingSubstrings
    self.chain = chain
  }

  /// Returns the members of a type that expressions of the query use.
  func members(of type: Any.Type) -> [any AnyKeyPath & Sendable] {
    var members: [any AnyKeyPath & Sendable] = []
    func add(_ node: ExpressionNode) {
      if case .member(_, let keyPath) = node.form, Swift.type(of: keyPath).rootType == type,
        !members.contains(where: { $0 == keyPath })
      {
        members.append(keyPath)
      }
      if case .subquery(let subquery, _) = node.form { subquery.expressions.forEach(add) }
      node.operands.forEach(add)
    }
    func add(_ chain: IndexedChain) {
      for next in chain.operators { next.forEachExpression { add($0) } }
      chain.others.joined().forEach(add)
    }
    if let chain { add(chain) }
    return members
  }

  /// The tables that subqueries read.
  var sources: [any SQLSource] { found.withLock { $0 } }

  /// Adds a table, once for all subqueries that read it.
  func add(_ source: any SQLSource) {
    found.withLock { found in
      let isKnown = found.contains {
        $0.identity === source.identity && $0.connections.isSame(as: source.connections)
      }
      if !isKnown { found.append(source) }
    }
  }

  /// Adds the tables that an operator in memory reads besides its own elements, so that their
  /// stored values are checked although no statement reads them.
  func add(tablesOf node: any QueryNode) {
    for other in node.allOthers {
      for node in other.chain {
        if let source = (try? node.source(in: self)) ?? nil { add(source) }
        add(tablesOf: node)
      }
    }
  }
}

/// A statement around a subquery, as the subquery sees it.
///
/// In the sample of ``StatementPlace``, the innermost statement has `t1` around it, with the
/// element `b` in columns such as `t1.name`, and around that `person`, with the element `a`.
final class EnclosingStatement: Sendable {
  /// The parameter whose element the projection is; nil for the parameter of an operator.
  let parameter: ExpressionParameter?
  /// The element, in columns with the name of their source.
  let projection: Projection
  /// The name that the columns got; nil if they had names of their own.
  let name: String?
  /// The names of sources that mean those of this statement and of those around it.
  let names: Set<SQLName>
  /// The sources whose columns the element has.
  let sources: Set<String>
  /// The sources of all statements around a subquery of this one.
  let allSources: Set<String>
  /// Whether the source is another statement, and no table.
  private let isNested: Bool
  private let outer: EnclosingStatement?

  init(
    _ parameter: ExpressionParameter?, _ projection: Projection, named name: String?,
    isNested: Bool = false, in outer: EnclosingStatement?
  ) {
    self.isNested = isNested
    self.parameter = parameter
    // An aggregate of the groups is none inside a subquery.
    self.projection = projection.hasNestedElements ? projection.map { $0 } : projection
    self.outer = outer
    self.name = name
    var sources: Set<String> = []
    projection.forEachColumn { column in
      column.forEachPart { part in
        if case .column(_, let source?) = part { sources.insert(source) }
      }
    }
    self.sources = sources
    allSources = sources.union(outer?.allSources ?? [])
    let own = (name.map { [$0] } ?? []) + sources
    names = (outer?.names ?? []).union(own.map { SQLName($0) })
  }

  /// Returns whether a source is a statement that is nested in this one or one around it.
  func isNested(_ source: String) -> Bool {
    isNested && name == source || outer?.isNested(source) == true
  }

  /// Returns the element of a parameter, if it belongs to this statement or one around it.
  func projection(of parameter: ExpressionParameter) -> Projection? {
    if let own = self.parameter {
      if own == parameter { return projection }
    } else if parameter.role != .subquery {
      return projection
    }
    return outer?.projection(of: parameter)
  }
}

extension SelectStatement {
  /// Prepares the statement for an operator with subqueries, which refer to its columns by name.
  mutating func prepareReferences(for next: QueryOperator) throws(Untranslatable) {
    if SubqueryRun.canExist, next.hasSubqueries(of: projection) { try prepareReferences() }
  }

  /// Prepares the statement for a key with subqueries, which refer to its columns by name.
  mutating func prepareReferences(for key: ExpressionNode) throws(Untranslatable) {
    if key.hasSubqueries(of: projection) { try prepareReferences() }
  }

  private mutating func prepareReferences() throws(Untranslatable) {
    place.isReferenced = true
    if projection.isGroup { return try prepareKeys() }
    if !isOpen(.part) || !projection.columns.allSatisfy(\.isColumn) {
      let levels = sorts.map(\.count)
      nestSafely()
      // A `thenBy` goes on with the sorts.
      for count in levels {
        sorts.append(Array(ordinal.prefix(count)))
        ordinal.removeFirst(count)
      }
    }
    nameSource()
  }

  /// Makes columns of the keys by which the rows are ordered, if some are computed from elements
  /// around the statement.
  mutating func nestOuterOrder() {
    guard isOrdered, sorts.joined().contains(where: { isComputedOutside($0.expression) }) else {
      return
    }
    let (limit, offset) = (limit, offset)
    (self.limit, self.offset) = (nil, nil)
    nestSafely()
    (self.limit, self.offset) = (limit, offset)
  }

  /// Nests the statement with keys that are computed from elements around it.
  ///
  /// - Returns: the columns of the keys; nil if there are no such keys.
  mutating func nestOuterKeys(_ keys: [SQLExpression]) -> [SQLExpression]? {
    keys.contains(where: isComputedOutside) ? nest(adding: keys) : nil
  }

  /// Returns whether a key is computed from an element around the statement. SQLite finds no column
  /// of it in `ORDER BY` and `GROUP BY`, but in the columns of a statement that is nested.
  func isComputedOutside(_ key: SQLExpression) -> Bool {
    guard let sources = place.outer?.allSources else { return false }
    var isOutside = false
    key.forEachPart { part in
      if case .column(_, let source?) = part { isOutside = isOutside || sources.contains(source) }
    }
    return isOutside
  }

  /// Makes columns of the keys of the groups, so that subqueries can refer to them.
  private mutating func prepareKeys() throws(Untranslatable) {
    guard case .group(let key, let item, let source, let reader) = projection,
      let grouping, source.chunk == nil
    else { throw Untranslatable(reason: "a subquery beside chunks") }
    if key.columns.allSatisfy({ $0.columnName != nil }) { return nameSource() }
    guard grouping.having.isEmpty, sorts.isEmpty else {
      throw Untranslatable(reason: "a subquery beside groups that are filtered or sorted already")
    }
    var rows = source.rows
    rows.place.isReferenced = true
    rows.projection = .parts([key, item])
    rows.nestAsTable()
    guard case .tuple(_, let parts) = rows.projection else {
      preconditionFailure("a tuple stays one")
    }
    self.source = rows.source
    sourceName = rows.sourceName
    filters = rows.filters
    projection = .group(
      key: parts[0].projection, item: parts[1].projection,
      source: GroupSource(rows: rows, ordinal: rows.ordinal), reader)
    self.grouping = Grouping(keys: parts[0].projection.columns)
    ordinal = zip(ordinal, rows.ordinal).map { first, term in
      var least = term.leastOfGroup
      least.isDescending = first.isDescending
      return least
    }
  }

  /// Gives the source a name if columns of it need one.
  mutating func nameSource() {
    guard place.isReferenced || place.level > 0, sourceName == nil else { return }
    switch source {
    case .statement, .union, .values: sourceName = place.name("t")
    case .table, .join, .list, .candidates, .reached, .nothing: break
    }
  }

  /// Gives a table another name if its own is one of a source around a place.
  mutating func nameTable(at place: StatementPlace) {
    if case .table(let name) = source,
      place.outer?.names.contains(SQLName(quoted(name))) == true
    {
      sourceName = place.name("t")
    }
  }

  /// The name with which subqueries refer to columns of the source; nil where the columns have
  /// names of their own.
  var referenceName: String? {
    if let sourceName { return sourceName }
    if case .table(let name) = source { return quoted(name) }
    return nil
  }
}

extension QueryOperator {
  /// Returns whether an expression of the operator has a subquery, or may have one through a member
  /// of an element.
  func hasSubqueries(of projection: Projection) -> Bool {
    var hasSubqueries = false
    forEachExpression { hasSubqueries = hasSubqueries || $0.hasSubqueries(of: projection) }
    return hasSubqueries
  }
}

extension ExpressionNode {
  /// Returns whether the expression has a subquery, or may have one through a member of an element.
  func hasSubqueries(of projection: Projection) -> Bool {
    switch form {
    case .subquery(let subquery, _) where subquery.isOfItems(of: projection):
      subquery.hasSubqueriesOfItems(of: projection)
    // A value of a window is a column.
    case .subquery: windowOfValue == nil
    case .member(let base, let keyPath):
      projection.hasSubquery(keyPath) || base.hasSubqueries(of: projection)
    default: operands.contains { $0.hasSubqueries(of: projection) }
    }
  }
}

extension AnySubquery {
  /// Returns whether an expression of the items of a group has a subquery.
  func hasSubqueriesOfItems(of projection: Projection) -> Bool {
    // The parameters of its closures are the items.
    expressions.contains { $0.hasSubqueries(of: projection.items ?? projection) }
  }
}

extension Projection {
  /// The items of a group; nil for other elements.
  fileprivate var items: Projection? {
    if case .group(_, let item, _, _) = self { return item }
    return nil
  }

  /// Returns whether a member of a row is a subquery.
  fileprivate func hasSubquery(_ keyPath: AnyKeyPath) -> Bool {
    switch self {
    case .row(let row): row.table.computed(keyPath)?.hasSubqueries(of: self) == true
    case .tuple(_, let parts): parts.contains { $0.projection.hasSubquery(keyPath) }
    case .optional(let projection, _): projection.hasSubquery(keyPath)
    case .value, .group, .elements, .nested: false
    case .window(let window): window.element.hasSubquery(keyPath)
    }
  }
}
