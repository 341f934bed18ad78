internal import LinqCore

/// The rows that are reached from others, as a source with the columns `key` and `depth`.
///
/// Each row of the recursive statement is one distance: the keys that have it, and those that were
/// reached before. So it ends where nothing new is reached, also in a cycle, and each row is there
/// once, with its shortest distance. A row for each key and distance would not end in a cycle.
///
/// ```sql
/// WITH RECURSIVE reached(depth, keys, seen) AS (
///   SELECT 0, group_concat(DISTINCT key), '' FROM (SELECT id AS key FROM employee WHERE id = ?)
///   UNION ALL
///   SELECT depth + 1, (
///     SELECT group_concat(child) FROM (
///       SELECT e.child FROM temp.json_each('[' || reached.keys || ']') AS f
///       JOIN (SELECT a.id AS parent, b.id AS child FROM employee AS a
///         JOIN employee AS b ON a.id = b.manager_id) AS e ON e.parent = f.value
///       EXCEPT SELECT value FROM temp.json_each('[' || reached.seen || reached.keys || ']'))),
///     seen || keys || ','
///   FROM reached WHERE keys IS NOT NULL)
/// SELECT f.value AS key, depth FROM reached, temp.json_each('[' || reached.keys || ']') AS f
/// ```
struct ReachedRows: Sendable {
  /// The keys of the first rows, as `key`.
  let start: SelectStatement
  /// Pairs of keys, one of which leads to the other: `parent` and `child`.
  let steps: SelectStatement

  /// A name that no table has, and that differs from those of recursions inside it.
  var name: String { "swift_reached_\(max(start.depth, steps.depth))" }
}

extension SelectStatement {
  /// Replaces rows by all those that are reached from them through arrays of rows of the same
  /// table, with their distances.
  ///
  /// - Parameter key: the property that identifies the rows.
  mutating func expand(
    _ array: ExpressionNode?, key: AnyKeyPath, _ node: any QueryNode, _ source: any SQLSource
  ) throws(Untranslatable) {
    let array = try Self.expression(array)
    var table = source.statement
    table.place = place
    guard let own = projection.key(key, of: source.identity),
      let stored = table.projection.key(key, of: source.identity)
    else {
      throw Untranslatable(reason: "it needs rows of the first table, with a key of one integer")
    }
    let steps = try table.steps(array, key: key, stored, source)
    var start = self
    try start.checked()
    start.output = [(own, "key")]
    start.dropOrder()
    let (left, right) = (place.name("a"), table)
    let depth = SQLExpression.column("depth", of: left)
    let (rows, condition) = matching(
      right,
      [JoinKey(outer: .column("key", of: left), inner: stored, matchesNull: false)])
    self = pairs(
      .inner,
      JoinSide(
        source: .reached(ReachedRows(start: start, steps: steps)), projection: .value(depth),
        order: [OrderTerm(expression: depth)], presence: depth),
      rows, on: condition,
      .tuple(
        Self.builder(of: node),
        of: [
          .init(
            type: node.upstream.map { elementType($0) } ?? Never.self, projection: rows.projection),
          .init(type: Int.self, projection: .value(depth)),
        ]), [OrderTerm(expression: depth)] + rows.order)
  }

  /// Returns the pairs of keys of a row of the table and of the rows of an array of it.
  private func steps(
    _ array: ExpressionNode, key: AnyKeyPath, _ own: SQLExpression, _ source: any SQLSource
  ) throws(Untranslatable) -> SelectStatement {
    var parents = self
    try parents.prepareReferences(for: array)
    var elements = try Self.joinableElements(parents.translator().resolve(array))
    let rows = try elements.checkedRows(for: parents)
    let outer = try parents.checked(elements.keys.map(\.outer))
    parents.projection = .parts((outer + [own]).map(Projection.value))
    let left = parents.joinSide(place.name("a"))
    let (right, condition, row) = matching(elements, rows, left)
    guard let parent = left.projection.columns.last, let child = row.key(key, of: source.identity)
    else { throw Untranslatable(reason: "it leads to rows of another table") }
    var steps = pairs(.inner, left, right, on: condition, row, [])
    steps.output = [(parent, "parent"), (child, "child")]
    steps.isOrdered = false
    return steps
  }
}

extension Projection {
  /// Returns the column of an integer key of whole rows of a table; nil for other elements.
  fileprivate func key(_ keyPath: AnyKeyPath, of table: TableIdentity) -> SQLExpression? {
    guard case .row(let row) = self, row.table.identity === table,
      type(of: keyPath).valueType is any FixedWidthInteger.Type,
      let path = row.table.columnPath(of: keyPath), path == row.table.keyPath,
      let column = row.expression(of: keyPath), column.isColumn
    else { return nil }
    return column
  }
}
