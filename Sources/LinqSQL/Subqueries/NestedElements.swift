internal import LinqCore

/// An array of rows in an element of a query. One statement reads the arrays of all elements: its
/// rows belong to the elements that have equal keys.
///
/// ```swift
/// groups.where { $0.letter == "A" }                    // a group has its people in `items`
/// ```
/// ```sql
/// SELECT id, letter FROM person_group WHERE letter = ? ORDER BY id
/// SELECT a1.group_id, b1.id, b1.name, b1.surname, b1.age, b1.email, b1.birth_date, b1.attributes
/// FROM person_group_item AS a1 JOIN person AS b1 ON a1.person_id = b1.id
/// WHERE a1.group_id IN (SELECT id FROM person_group WHERE letter = ?)
/// ORDER BY a1.group_id, a1.position, b1.id
/// ```
///
/// The statement of one array had the condition `a1.group_id = person_group.id`. It has become a
/// ``Key``: the first statement reads `id`, the second one `a1.group_id`, and ``KeyedRows`` finds
/// an array by its value. The second statement asks again which elements there are (`IN`), unless
/// they are all rows of a table, or all groups.
///
/// | an array with | has in the second statement |
/// |---|---|
/// | `take`, `skip` | `row_number() OVER (PARTITION BY` the key, and a condition on the number |
/// | `distinct` | the key in `GROUP BY` |
/// | columns of the element | a join with the elements |
/// | another condition on the element | no translation: the operator runs in memory |
struct NestedElements: Sendable {
  /// A value of the element, and a value of the array's rows that must be equal to it.
  struct Key: Sendable {
    var outer: SQLExpression
    var own: SQLExpression
    /// Whether NULL equals NULL.
    let matchesNull: Bool
    /// The index of the element's value among the columns of the plan's statement.
    var column = 0
    /// Whether the value is a column that is read for another part of the element, too.
    var isShared = false

    init(outer: SQLExpression, own: SQLExpression, matchesNull: Bool) {
      self.outer = outer
      self.own = own
      self.matchesNull = matchesNull
    }
  }

  var keys: [Key]
  /// The rows of all arrays.
  var rows: SelectStatement
  /// The index of the statement in the plan.
  var index = 0
  /// Whether the rows are the items of groups, and the keys those of the groups.
  var isOfItems = false
  /// Whether a row is an optional, and the element has the first one, or nil.
  var isOptionalItem = false
  /// The value of the only item, or nil, in the statement that makes the groups itself, for
  /// conditions on the groups and their order.
  var groupValue: SQLExpression?
  /// The rows that are the source of these rows, if the keys of the arrays are those of the source,
  /// which has a limit for each array, or groups: no more than one.
  private var source: [NestedElements] = []
  /// The columns of a row that are values of the element, and the indices of the keys that give
  /// them. These keys come last, and have no value of the rows.
  private var elementValues: [(column: Int, key: Int)] = []

  init(keys: [Key], rows: SelectStatement) {
    self.keys = keys
    self.rows = rows
  }

  /// Creates the rows of all arrays from the statement of one.
  ///
  /// - Parameter isJoined: whether the rows are joined with their elements.
  init(_ statement: SelectStatement, isJoined: Bool) throws(Untranslatable) {
    var statement = statement
    let values = statement.takeOuterColumns()
    // A limit is one of each array.
    if isJoined || !values.isEmpty { statement.open(.part) }
    try self.init(statement)
    for (index, column) in values {
      elementValues.append((index, keys.count))
      keys.append(Key(outer: column, own: .null, matchesNull: true))
    }
  }

  /// Creates the rows of all arrays from the statement of one, without the conditions that connect
  /// it with the element.
  private init(_ statement: SelectStatement) throws(Untranslatable) {
    let outer = statement.place.outer?.allSources ?? []
    var rows = statement
    rows.filters = []
    keys = []
    for filter in statement.filters.flatMap(\.operandsOfAnd) {
      if let key = Key(filter, of: statement) {
        keys.append(key)
      } else {
        rows.filters.append(filter)
      }
    }
    rows.place.outer = nil
    if keys.isEmpty, case .statement(let inner) = statement.source,
      !inner.isOpen(.part)
    {
      let source = try NestedElements(inner.withOutputAsElements())
      keys = source.keysAsSource
      rows.source = .statement(source.rows)
      self.source = [source]
    }
    self.rows = rows
    if statement.canFail {
      // A limit and groups are those of each array.
      guard !keys.contains(where: \.outer.canFail), !rows.isLimited, rows.grouping == nil,
        source.isEmpty
      else {
        throw Untranslatable(reason: "an array of rows whose expressions can fail")
      }
      try check(&rows)
      self.rows = rows
    }
    // Positions among the rows of one array.
    if rows.hasWindow {
      throw Untranslatable(reason: "an array of rows with their positions")
    }
    if keys.isEmpty {
      throw Untranslatable(reason: "an array of rows that are not found by an equal value")
    }
    if rows.grouping != nil {
      guard source.isEmpty, !rows.isLimited, !rows.projection.isGroup else {
        throw Untranslatable(reason: "an array of groups with a limit or with items")
      }
      // The groups of one array.
      self.rows.grouping?.keys += keys.map(\.own)
    }
    if rows.refers(to: outer) {
      throw Untranslatable(reason: "an array of rows that depend on the element in another way")
    }
  }

  /// Returns the same rows without a limit or groups of each array: the rows that have them are
  /// their source.
  func opened() -> NestedElements {
    guard !rows.isOpen(.part), source.isEmpty, elementValues.isEmpty else { return self }
    var opened = self
    opened.rows.open(.part)
    guard case .statement(let inner) = opened.rows.source else { return self }
    var limited = self
    limited.rows = inner.withOutputAsElements()
    opened.keys = limited.keysAsSource
    opened.source = [limited]
    return opened
  }

  /// The keys, if the rows are the source of other rows.
  private var keysAsSource: [Key] {
    keys.enumerated().map { index, key in
      var key = key
      key.own = .column(rows.nameOfKey(index))
      return key
    }
  }

  /// Whether the rows of all arrays can be joined with their elements.
  var isJoinable: Bool { rows.isOpen(.part) }

  /// The keys by which rows find their elements.
  var matchingKeys: ArraySlice<Key> { keys.dropLast(elementValues.count) }

  /// Returns the columns of a row with values of its element.
  ///
  /// - Parameter values: the values of all keys.
  func row(_ columns: [SQLExpression], with values: [SQLExpression]) -> [SQLExpression] {
    var row = columns
    for value in elementValues { row[value.column] = values[value.key] }
    return row
  }

  /// Returns the statement of the rows of all arrays, without the limits that the last operators
  /// set for each array.
  ///
  /// - Parameter outer: the statement of the elements.
  func rows(for outer: SelectStatement) -> SelectStatement {
    guard var source = source.first else { return rows }
    // The element may have got other columns.
    for index in source.keys.indices { source.keys[index].outer = keys[index].outer }
    var statement = rows
    statement.source = .statement(source.asSource(for: outer))
    return statement
  }

  /// Returns the same statement, in which nothing can fail.
  mutating func checkedRows(
    for outer: SelectStatement
  ) throws(Untranslatable) -> SelectStatement {
    var rows = rows(for: outer)
    guard rows.canFail else { return rows }
    guard source.isEmpty else {
      throw Untranslatable(reason: "an expression of arrays of arrays can fail")
    }
    try check(&rows)
    return rows
  }

  /// Has the rows evaluated first, if something in them can fail, with their keys.
  private mutating func check(_ rows: inout SelectStatement) throws(Untranslatable) {
    let own = try rows.checked(keys.map(\.own))
    for index in keys.indices { keys[index].own = own[index] }
  }

  /// Returns the statement of the array of one element.
  ///
  /// - Parameters:
  ///   - name: the name with which the statement refers to columns of the element.
  ///   - place: where the statement stands.
  func correlated(
    named name: String?, at place: StatementPlace
  ) throws(Untranslatable) -> SelectStatement {
    guard source.isEmpty, rows.grouping == nil, elementValues.isEmpty else {
      throw Untranslatable(
        reason: "an array with a limit, of groups or with values of its element in an expression")
    }
    var statement = rows
    if statement.place.level != place.level {
      // The rows of another query of the chain.
      guard statement.place.level == 0, case .table = statement.source,
        !statement.contains(where: { $0.statement != nil })
      else { throw Untranslatable(reason: "an array of rows of a query further outside") }
      statement.nameTable(at: place)
    }
    statement.place = place
    for key in keys {
      let outer = name.map { key.outer.qualified($0) } ?? key.outer
      statement.filters.append(
        .binary(key.matchesNull ? .isSame : .equal, key.own, outer))
    }
    return statement
  }

  /// The columns of the statement of all rows by which their elements are found, and the number of
  /// columns before those of a row.
  var keyColumns: (indices: [Int], before: Int) {
    guard elementValues.isEmpty else { return (Array(keys.indices), keys.count) }
    let columns = rows.projection.hasNestedElements ? [] : rows.projection.columns
    let found = keys.compactMap { key in columns.firstIndex { $0.isSame(as: key.own) } }
    return found.count == keys.count ? (found, 0) : (Array(keys.indices), keys.count)
  }

  /// Returns the statement that reads the rows of the arrays of all elements of another statement,
  /// with their keys before them if the rows do not have them.
  func statement(for outer: SelectStatement) -> SelectStatement {
    var statement = rows(for: outer)
    guard elementValues.isEmpty else { return outer.joined(with: self, statement) }
    if keyColumns.before > 0 {
      statement.projection = .parts(keys.map { .value($0.own) } + [rows.projection])
    }
    if source.isEmpty, isOfItems ? outer.choosesGroups : outer.isRestricted {
      var elements = outer
      elements.projection = .value(.null)
      elements.dropOrder()
      let sides = keys.map { key in
        outer.grouping == nil
          ? SQLExpression.storedSides(key.own, key.outer) : (key.own, key.outer)
      }
      elements.output = sides.map { ($0.1, "") }
      let own = sides.map(\.0)
      let isIn = SQLExpression.isInStatement(own.count == 1 ? own[0] : .row(own), elements)
      let nulls = keys.filter(\.matchesNull).map { SQLExpression.binary(.isSame, $0.own, .null) }
      statement.filters.append(nulls.reduce(isIn) { .binary(.or, $0, $1) })
    }
    guard rows.isLimited else { return statement }
    // Each array has a limit of its own.
    statement.limit = nil
    statement.offset = nil
    let number = statement.nest(adding: [
      .window(.rowNumber, [], partition: keys.map(\.own), order: statement.order)
    ])[0]
    let offset = rows.offset
    if let last = rows.limit {
      statement.filters.append(
        .binary(.lessOrEqual, number, offset.map { .binary(.add, last, $0) } ?? last))
    }
    if let offset { statement.filters.append(.binary(.greater, number, offset)) }
    return statement
  }

  /// Returns the statement of the rows of all arrays, each within its limit, as the source of
  /// another statement: with the names that its columns had, and those of the keys.
  private func asSource(for outer: SelectStatement) -> SelectStatement {
    var statement = statement(for: outer)
    let columns = statement.projection.columns
    let (indices, before) = keyColumns
    statement.output = zip(columns.dropFirst(before), rows.output ?? []).map { ($0, $1.name) }
    for (index, column) in indices.enumerated() {
      statement.output?.append((columns[column], rows.nameOfKey(index)))
    }
    statement.isOrdered = false
    return statement
  }
}

extension SQLExpression {
  /// The operands of `AND`, or the condition itself.
  fileprivate var operandsOfAnd: [SQLExpression] {
    guard case .binary(.and, let left, let right) = self else { return [self] }
    return left.operandsOfAnd + right.operandsOfAnd
  }

  fileprivate var hasWindow: Bool {
    if case .over = self { return true }
    return containsOperand(where: \.hasWindow)
  }
}

extension SelectStatement {
  /// Returns whether the statement has a column of one of these sources.
  func refers(to sources: Set<String>) -> Bool {
    contains { part in
      if case .column(_, let source?) = part { sources.contains(source) } else { false }
    }
  }

  /// Returns whether a test holds for an expression of the statement or for a part of one.
  fileprivate func contains(where test: (SQLExpression) -> Bool) -> Bool {
    var contains = false
    forEachNestedExpression { contains = contains || test($0) }
    return contains
  }

  /// Whether a value of the statement itself, not of its source, is that of a window function.
  fileprivate var hasWindow: Bool {
    var hasWindow = false
    forEachExpression { hasWindow = hasWindow || $0.hasWindow }
    return hasWindow
  }

  /// Returns the statement with its output, which has names, as its elements.
  fileprivate func withOutputAsElements() -> SelectStatement {
    var statement = self
    statement.projection = .parts((output ?? []).map { .value($0.expression) })
    return statement
  }

  /// Returns a name for a key beside the output.
  fileprivate func nameOfKey(_ index: Int) -> String {
    var name = "key\(index)"
    while output?.contains(where: { SQLName($0.name) == SQLName(name) }) == true { name += "_" }
    return name
  }

  /// Whether the elements are not all rows of a table.
  fileprivate var isRestricted: Bool {
    guard case .table = source else { return true }
    return !filters.isEmpty || !isOpen(.part)
  }
}

extension SelectStatement {
  /// Whether the elements are not all groups of the rows.
  fileprivate var choosesGroups: Bool { isLimited || grouping?.having.isEmpty != true }
}
