internal import LinqCore

/// The keys of the rows that a text of a search may find, as a source with the column `id`: of the
/// rows that the index finds, and of those that it does not know yet.
///
/// They are one list, which SQLite goes through in the order of the keys: of several conditions
/// with `OR` it would rather read the whole table in that order.
///
/// **The best only.** A statement that takes the first rows in the order of the search needs few of
/// those that a short word finds. The index knows four classes of rows, each of which contains the
/// one before (``SearchText/classes``). The candidates are then all rows of the largest class that
/// has few, and, if these do not suffice, the first rows of the next class, which has more than are
/// wanted, in the order of the names. So the exact function is evaluated for some thousand rows at
/// most, and 200,000 rows that begin with a letter take 80 ms instead of 700.
struct SearchCandidates: Sendable {
  /// The highest number of rows for which a class is read as a whole, unless more are wanted.
  private static let fewRows = 1_000
  /// The highest number of rows that are wanted for which only the best are read.
  private static let highestLimit = 100_000

  let index: SearchIndex
  /// What the index looks for.
  let match: BoundValue
  /// What the index looks for in each class, as an array of JSON.
  let classes: BoundValue
  /// The order of the search: the rank, the names and the key.
  let order: [SQLExpression]

  /// The number of the best rows that are wanted; nil for all rows that are found.
  private var limit: (count: Int, offset: SQLExpression?)?

  /// - Parameter order: the rank, the names and the key of the row where it is read.
  init(_ index: SearchIndex, match: BoundValue, classes: BoundValue, order: [SQLExpression]) {
    self.index = index
    self.match = match
    self.classes = classes
    self.order = order
  }

  /// Returns the candidates of a statement that takes the first rows of an order; nil if these are
  /// not the best ones of the search, or if they are many.
  func first(_ limit: SQLExpression?, after offset: SQLExpression?, in order: [OrderTerm]) -> Self?
  {
    guard case .number(let count) = limit, count <= Self.highestLimit,
      order.count == self.order.count, order.allSatisfy({ !$0.isDescending }),
      zip(order, self.order).dropFirst().allSatisfy({ $0.expression.isSame(as: $1) }),
      case .function(let function, let arguments) = order[0].expression,
      case .function(let rank, let ownArguments) = self.order[0], function.isSame(as: rank),
      zip(arguments, ownArguments).dropFirst().allSatisfy({ $0.isSame(as: $1) }),
      case .parameter(let text) = arguments[0], case .parameter(let ownText) = ownArguments[0],
      text.isSameText(as: ownText)
    else { return nil }
    var best = self
    best.limit = (count, offset)
    return best
  }

  /// Returns whether two sources have the same rows.
  func isSame(as other: SearchCandidates) -> Bool {
    index.index == other.index.index && match.isSame(as: other.match)
  }

  /// Writes the statement of the keys.
  func append(to sql: inout SQLText) {
    let (table, key) = (quoted(index.table), quoted(index.key))
    let (found, due) = (quoted(index.index), quoted(index.due))
    if let limit {
      append(best: limit, to: &sql)
    } else {
      sql.append("SELECT rowid AS id FROM \(found) WHERE \(found) MATCH ")
      sql.append(match)
    }
    sql.append(
      """
       UNION ALL SELECT id FROM \(due) UNION ALL SELECT \(key) FROM \(table) \
      WHERE \(key) > (SELECT coalesce(max(id), -1e19) FROM \(quoted(index.texts)))
      """)
  }

  private func append(best limit: (count: Int, offset: SQLExpression?), to sql: inout SQLText) {
    let (table, key) = (quoted(index.table), quoted(index.key))
    let (found, due) = (quoted(index.index), quoted(index.due))
    /// The rows that the index finds in a class `c`, and that are in the table as the index knows
    /// them: another program may have replaced or changed some.
    let rows = """
      CROSS JOIN \(found) AS s ON s.\(found) MATCH c.words \
      CROSS JOIN \(table) AS r ON r.\(key) = s.rowid \
      WHERE s.rowid NOT IN (SELECT id FROM \(due))
      """
    sql.append("WITH wanted(number) AS MATERIALIZED (SELECT \(limit.count)")
    if let offset = limit.offset {
      // No table has more rows, and the sum stays an integer.
      sql.append(" + min(1000000000000, ")
      sql.append(offset)
      sql.append(")")
    }
    sql.append("), class(place, words) AS MATERIALIZED (SELECT key, value FROM json_each(CAST(")
    sql.append(classes)
    // A class with few rows is read as a whole. The next one has more rows than are wanted.
    let wanted = "(SELECT number FROM wanted)"
    let few = "max(\(wanted), \(min(50 * limit.count, Self.fewRows)))"
    /// The largest class with few rows. The counts are made one after another, until one is low.
    let others = (0...2).reversed().map { place in
      """
      WHEN (SELECT count(*) FROM (SELECT 1 FROM class AS c \(rows) AND c.place = \(place) \
      LIMIT \(few) + 1)) <= \(few) THEN \(place)
      """
    }
    let names = index.fields.prefix(index.nameCount).map { "r.\(quoted($0.column)), " }.joined()
    sql.append(
      """
       AS TEXT))), \
      largest(id) AS MATERIALIZED (SELECT s.rowid FROM class AS c \(rows) AND c.place = 3 \
      LIMIT \(few) + 1), \
      few(place) AS MATERIALIZED (SELECT CASE \
      WHEN (SELECT count(*) FROM largest) <= \(few) THEN 3 \(others.joined(separator: " ")) \
      ELSE -1 END), \
      found(id) AS MATERIALIZED (SELECT id FROM largest WHERE (SELECT place FROM few) = 3 \
      UNION ALL SELECT s.rowid FROM few CROSS JOIN class AS c \
      ON c.place = few.place AND c.place < 3 \(rows)) \
      SELECT id FROM found \
      UNION ALL SELECT id FROM (SELECT s.rowid AS id FROM few CROSS JOIN class AS c \
      ON c.place = few.place + 1 \(rows) AND (SELECT count(*) FROM found) < \(wanted) \
      ORDER BY \(names)s.rowid LIMIT \(wanted))
      """)
  }
}

extension SelectStatement {
  /// The filters, as the statement evaluates them: a search of which it takes the first rows only
  /// asks the index for the best ones.
  var evaluatedFilters: [SQLExpression] {
    guard filters.count == 1, grouping == nil, isOrdered,
      case .binary(.and, .isInStatement(let key, var keys), let condition) = filters[0],
      case .candidates(let candidates) = keys.source,
      let best = candidates.first(limit, after: offset, in: order)
    else { return filters }
    keys.source = .candidates(best)
    return [.binary(.and, .isInStatement(key, keys), condition)]
  }
}
