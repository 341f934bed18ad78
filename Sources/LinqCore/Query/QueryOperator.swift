/// An operator of a chain: what it does, without the Swift types of its elements.
///
/// This file is the table of operators. The planner, the plan cache, live queries, streams and the
/// depth checks read it. Each `switch` names every operator, so that the compiler reports what a
/// new operator lacks. Where an expression is nil, the program passed a closure that only Swift can
/// run.
package enum QueryOperator: Sendable {
  // Sources
  /// The elements of a sequence in memory.
  case sequence
  /// The elements that a closure of the program loads, with the name of the source in plans.
  case loaded(String)
  /// The rows of a table.
  case table(any QueryTable)
  /// The elements of an array that an expression around a subquery gives.
  case elements(ExpressionNode)

  // Selecting elements
  /// The elements for which an expression is true.
  case filter(ExpressionNode?)
  /// Keeps the first occurrence of each key.
  case distinct(QueryKey)
  /// A number of elements from the beginning.
  case take(Int)
  /// A number of elements from the beginning, which an expression computes once.
  case takeComputed(ExpressionNode)
  /// All but a number of elements at the beginning, which is computed once.
  case skip(ExpressionNode)
  /// A number of elements from the end.
  case takeLast(Int)
  /// All but a number of elements at the end.
  case skipLast(Int)
  /// The elements before the first one for which an expression is false.
  case takeWhile(ExpressionNode?)
  /// The elements from the first one for which an expression is false.
  case skipWhile(ExpressionNode?)
  /// The elements of a given type.
  case ofType
  /// The elements that are not nil.
  case compacted

  // Ordering elements
  /// The elements sorted by a key. A secondary sort orders only the elements that are equal in the
  /// previous sorts.
  case sort(ExpressionNode?, isDescending: Bool, isSecondary: Bool)
  /// The elements in reverse order.
  case reverse
  /// The elements in a random order, repeatable by its seed.
  case shuffle

  // Computing other elements
  /// A value, or a tuple of values, for each element.
  case select([ExpressionNode]?)
  /// An element that an initializer makes of each one.
  case build
  /// The elements of an array of each element.
  case selectMany(ExpressionNode?)
  /// The elements and all that are reached from them through an array, with their distances. A key
  /// identifies them.
  case expand(ExpressionNode?, key: any AnyKeyPath & Sendable)
  /// Pairs of an index and the element at it.
  case index
  /// Pairs of consecutive elements.
  case pairwise
  /// Each element among those with the same key; nil for one partition of all elements.
  case windows(QueryKey?)
  /// Arrays of consecutive elements.
  case chunk(Int)
  /// Arrays of consecutive elements for each two of which a condition is true.
  case chunked(ExpressionNode?)
  /// The elements, or values of them, grouped by a key.
  case group(ExpressionNode?, element: ExpressionNode?)
  /// The elements with each key, combined into one value.
  case aggregateBy
  /// One element, followed by the elements of the query.
  case prepend
  /// The elements, or a default value if there are none.
  case defaultIfEmpty

  // Combining two queries
  /// The elements of two queries with the same element type, combined.
  case combine(QueryCombination, QueryKey)
  /// Pairs of elements of two queries with equal keys.
  case join(QueryJoin)
  /// Pairs of elements of two queries at the same index.
  case zip

  // Computing one value
  /// One value computed from all elements.
  case aggregate(QueryAggregate, QueryKey)
  /// The outcome of running the query as planned and in memory.
  case verify
}

// MARK: - The table

extension QueryOperator {
  /// The operator's name in Swift.
  package var name: String {
    switch self {
    case .sequence: "sequence"
    case .loaded(let name): name
    case .table(let table): table.name
    case .elements: "elements"
    case .filter: "where"
    case .distinct: "distinct"
    case .take, .takeComputed: "take"
    case .skip: "skip"
    case .takeLast: "takeLast"
    case .skipLast: "skipLast"
    case .takeWhile: "takeWhile"
    case .skipWhile: "skipWhile"
    case .ofType: "ofType"
    case .compacted: "compacted"
    case .sort(_, let isDescending, let isSecondary):
      (isSecondary ? "thenBy" : "sort") + (isDescending ? "Descending" : "")
    case .reverse: "reverse"
    case .shuffle: "shuffle"
    case .select, .build: "select"
    case .selectMany: "selectMany"
    case .expand: "expand"
    case .index: "index"
    case .pairwise: "pairwise"
    case .windows: "windows"
    case .chunk: "chunk"
    case .chunked: "chunked"
    case .group: "groupBy"
    case .aggregateBy: "aggregateBy"
    case .prepend: "prepend"
    case .defaultIfEmpty: "defaultIfEmpty"
    case .combine(let combination, _): combination.rawValue
    case .join(let join): join.name
    case .zip: "zip"
    case .aggregate(let aggregate, _): aggregate.rawValue
    case .verify: "verify"
    }
  }

  /// What the planner and live queries may assume about an operator.
  package struct Traits: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Returns a prefix of its input, unchanged. No later element is evaluated for it.
    package static let givesPrefix = Traits(rawValue: 1)
    /// Reads its whole input before it returns the first element.
    package static let blocking = Traits(rawValue: 2)
    /// Returns at most one element for each input element, independent of the others.
    package static let perRow = Traits(rawValue: 4)
    /// Returns the same elements whether it runs before or after a filter.
    package static let commutesWithFilters = Traits(rawValue: 8)
    /// Runs a closure of the program for each element.
    package static let runsClosure = Traits(rawValue: 16)
    /// Works on groups whose items have not been read yet.
    package static let readsGroups = Traits(rawValue: 32)
    /// Returns one value for the whole input.
    package static let givesOneValue = Traits(rawValue: 64)
  }

  /// What the planner and live queries may assume about the operator.
  package var traits: Traits {
    switch self {
    case .sequence, .table, .elements: []
    case .compacted: .perRow
    case .build: [.perRow, .runsClosure]
    case .loaded: .runsClosure
    case .filter(let condition):
      condition == nil
        ? [.perRow, .commutesWithFilters, .readsGroups, .runsClosure]
        : [.perRow, .commutesWithFilters, .readsGroups]
    case .select(let values):
      values == nil ? [.perRow, .readsGroups, .runsClosure] : [.perRow, .readsGroups]
    case .sort(let key, _, _):
      key == nil
        ? [.blocking, .commutesWithFilters, .readsGroups, .runsClosure]
        : [.blocking, .commutesWithFilters, .readsGroups]
    case .reverse: [.blocking, .commutesWithFilters, .readsGroups]
    // If one of several equal elements passes a filter, so does the first of them.
    case .distinct(.element): .commutesWithFilters
    case .distinct(.expression): []
    case .distinct(.opaque): .runsClosure
    case .take, .takeComputed: [.givesPrefix, .readsGroups]
    case .skip: .readsGroups
    case .index, .pairwise, .zip, .combine, .prepend, .defaultIfEmpty, .chunk, .ofType: []
    case .takeLast, .skipLast, .shuffle: .blocking
    case .takeWhile(let condition), .skipWhile(let condition), .chunked(let condition):
      condition == nil ? .runsClosure : []
    case .windows(let key): key?.isOpaque == true ? [.blocking, .runsClosure] : .blocking
    case .group(let key, _): key == nil ? [.blocking, .runsClosure] : .blocking
    case .join(let join): join.runsClosure ? [.blocking, .runsClosure] : .blocking
    case .aggregate(_, let key):
      key.isOpaque ? [.givesOneValue, .readsGroups, .runsClosure] : [.givesOneValue, .readsGroups]
    case .selectMany(let values): values == nil ? .runsClosure : .readsGroups
    case .expand(let array, _): array == nil ? [.blocking, .runsClosure] : .blocking
    case .aggregateBy, .verify: .runsClosure
    }
  }

  /// Calls a closure with each expression in order.
  package func forEachExpression(_ body: (ExpressionNode) -> Void) {
    _ = replacingExpressions { expression in
      body(expression)
      return nil
    }
  }

  /// The expressions in order.
  package var expressions: [ExpressionNode] {
    var expressions: [ExpressionNode] = []
    forEachExpression { expressions.append($0) }
    return expressions
  }

  /// Calls a closure with each expression in order. Returns the operator with the expressions that
  /// it returned; nil if it returned none.
  ///
  /// - Parameter body: returns nil for an expression that stays as it is.
  package func replacingExpressions(
    _ body: (ExpressionNode) throws -> ExpressionNode?
  ) rethrows -> QueryOperator? {
    switch self {
    case .elements(let array): return try body(array).map { .elements($0) }
    case .filter(let condition?): return try body(condition).map { .filter($0) }
    case .distinct(let key): return try key.replacingExpression(body).map { .distinct($0) }
    case .windows(let key?): return try key.replacingExpression(body).map { .windows($0) }
    case .takeComputed(let count): return try body(count).map { .takeComputed($0) }
    case .skip(let count): return try body(count).map { .skip($0) }
    case .takeWhile(let condition?): return try body(condition).map { .takeWhile($0) }
    case .skipWhile(let condition?): return try body(condition).map { .skipWhile($0) }
    case .chunked(let condition?): return try body(condition).map { .chunked($0) }
    case .sort(let key?, let isDescending, let isSecondary):
      return try body(key).map { .sort($0, isDescending: isDescending, isSecondary: isSecondary) }
    case .select(let values?):
      return try values.replacingElements(body).map { .select($0) }
    case .selectMany(let values?): return try body(values).map { .selectMany($0) }
    case .expand(let array?, let key): return try body(array).map { .expand($0, key: key) }
    case .group(let key?, let element):
      let (newKey, newElement) = (try body(key), try element.flatMap(body))
      guard newKey != nil || newElement != nil else { return nil }
      return .group(newKey ?? key, element: newElement ?? element)
    case .combine(let combination, let key):
      return try key.replacingExpression(body).map { .combine(combination, $0) }
    case .join(var join):
      guard let match = try join.match.replacingExpressions(body) else { return nil }
      join.match = match
      return .join(join)
    case .aggregate(let aggregate, let key):
      return try key.replacingExpression(body).map { .aggregate(aggregate, $0) }
    case .filter(nil), .takeWhile(nil), .skipWhile(nil), .sort(nil, _, _), .select(nil),
      .selectMany(nil), .expand(nil, _), .chunked(nil), .group(nil, _), .windows(nil), .sequence,
      .loaded, .table, .take, .takeLast, .skipLast, .ofType, .reverse, .shuffle, .index, .pairwise,
      .chunk, .aggregateBy, .prepend, .defaultIfEmpty, .zip, .verify, .compacted, .build:
      return nil
    }
  }

  /// Appends what distinguishes the operator from others, except its expressions, to the key of a
  /// plan. Returns whether that is all: the elements of a sequence become a part of the statement.
  ///
  /// - Parameter database: the database of the query.
  package func fingerprint(into words: inout [UInt], of database: AnyObject) -> Bool {
    switch self {
    case .sequence: return false
    case .loaded: words.append(2)
    case .table(let table):
      words.append(3)
      words.append(UInt(bitPattern: ObjectIdentifier(table.declaration)))
      words.append(table.database.map { $0 === database ? 1 : 0 } ?? 2)
    case .filter(let condition): words.append(condition == nil ? 4 : 5)
    case .distinct(let key): words += [6, key.fingerprint]
    case .take(let count): words += [7, UInt(bitPattern: count)]
    case .skip: words.append(8)
    case .takeLast(let count): words += [9, UInt(bitPattern: count)]
    case .skipLast(let count): words += [10, UInt(bitPattern: count)]
    case .takeWhile(let condition): words.append(condition == nil ? 11 : 12)
    case .skipWhile(let condition): words.append(condition == nil ? 13 : 14)
    case .ofType: words.append(15)
    case .sort(let key, let isDescending, let isSecondary):
      words += [16, (key == nil ? 1 : 0) + (isDescending ? 2 : 0) + (isSecondary ? 4 : 0)]
    case .reverse: words.append(17)
    case .shuffle: words.append(18)
    case .select(let values): words += [19, UInt(bitPattern: values?.count ?? -1)]
    case .selectMany(let values): words += [20, values == nil ? 0 : 1]
    case .expand(let array, let key):
      words += [37, array == nil ? 1 : 0, UInt(bitPattern: ObjectIdentifier(key))]
    case .index: words.append(21)
    case .chunk(let size): words += [22, UInt(size)]
    case .chunked(let condition): words += [38, condition == nil ? 0 : 1]
    case .group(let key, let element):
      words += [23, (key == nil ? 1 : 0) + (element == nil ? 2 : 0)]
    case .aggregateBy: words.append(24)
    case .prepend: words.append(25)
    case .defaultIfEmpty: words.append(26)
    case .combine(let combination, let key): words += [27, combination.caseNumber, key.fingerprint]
    case .join(let join):
      words += [28, join.kind.caseNumber, join.match.fingerprint]
      words.append(UInt(bitPattern: ObjectIdentifier(join.leftType)))
      words.append(UInt(bitPattern: ObjectIdentifier(join.rightType)))
    case .zip: words.append(29)
    case .aggregate(let aggregate, let key): words += [30, aggregate.caseNumber, key.fingerprint]
    case .verify: words.append(31)
    case .pairwise: words.append(32)
    case .elements: words.append(33)
    case .takeComputed: words.append(34)
    case .compacted: words.append(35)
    case .windows(let key): words += [36, key?.fingerprint ?? 3]
    case .build: words.append(39)
    }
    return true
  }
}

extension Array {
  /// Calls a closure with each element. Returns the array with the elements that it returned; nil
  /// if it returned none.
  func replacingElements(_ body: (Element) throws -> Element?) rethrows -> [Element]? {
    var changed: [Element]?
    for (index, element) in enumerated() {
      guard let new = try body(element) else { continue }
      if changed == nil { changed = self }
      changed?[index] = new
    }
    return changed
  }
}

extension CaseIterable where Self: RawRepresentable, RawValue == String {
  /// A number that no other case of the enumeration has: the byte that it is kept in. Plans are
  /// found by it, so it must not search the cases.
  @inlinable package var caseNumber: UInt {
    withUnsafeBytes(of: self) { bytes in
      precondition(bytes.count <= 1, "an enumeration of at most 256 cases")
      return UInt(bytes.first ?? 0)
    }
  }
}

// MARK: - Parts of operators

/// The values by which an operator compares elements.
package enum QueryKey: Sendable {
  /// The elements themselves.
  case element
  /// The value of an expression.
  case expression(ExpressionNode)
  /// The result of a closure that only Swift can run.
  case opaque

  fileprivate var isOpaque: Bool { if case .opaque = self { true } else { false } }

  fileprivate var fingerprint: UInt {
    switch self {
    case .element: 0
    case .expression: 1
    case .opaque: 2
    }
  }

  fileprivate func replacingExpression(
    _ body: (ExpressionNode) throws -> ExpressionNode?
  ) rethrows -> QueryKey? {
    guard case .expression(let node) = self else { return nil }
    return try body(node).map { .expression($0) }
  }
}

/// The ways to combine the elements of two queries.
package enum QueryCombination: String, Sendable, Hashable, CaseIterable {
  /// The elements of the first query, followed by those of the second.
  case concat
  /// The distinct elements of both queries.
  case union
  /// The distinct elements of the first query that are also in the second.
  case intersect
  /// The distinct elements of the first query that are not in the second.
  case except
  /// One value: whether the queries have equal elements in the same order.
  case sequenceEqual

  /// Whether the second query is read completely before the first element is returned.
  package var readsSecondFirst: Bool {
    switch self {
    case .intersect, .except: true
    case .concat, .union, .sequenceEqual: false
    }
  }
}

/// A value computed from all elements of a query or of a group.
package enum QueryAggregate: String, Sendable, Hashable, CaseIterable {
  /// The number of elements.
  case count
  /// Whether there is an element.
  case any
  /// The sum of numbers, or 0 if there are none.
  case sum
  /// The lowest value, or nil if there is none.
  case min
  /// The highest value, or nil if there is none.
  case max
  /// The mean of numbers, or nil if there are none.
  case average
  /// The number in the middle, or nil if there are none.
  case median
  /// The number below which a fraction of the numbers is, or nil if there are none.
  case percentile
  /// The standard deviation of a sample, or nil if there are less than two numbers.
  case standardDeviation
  /// The standard deviation of a population, or nil if there are no numbers.
  case populationStandardDeviation
  /// Texts, one after the other.
  case joined
}
