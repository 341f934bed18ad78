internal import StoreSupport

/// The place of a key among others.
struct KeyRank: Sendable {
  /// The number of keys before it, plus 1.
  let rank: Int
  /// The number of different keys before it, plus 1.
  let dense: Int
  /// The number of all keys.
  let count: Int

  /// The part of the other keys that are before it.
  var percent: Double { count > 1 ? Double(rank - 1) / Double(count - 1) : 0 }
}

// On an array, each call looks at all elements of the partition.

extension QueryWindow {
  /// Returns the rank by a key: the number of elements of the partition with a lower key, plus 1.
  /// Elements with equal keys have the same rank, and the next ranks are left out.
  public func rank<Key: Comparable>(
    by key: (Element) throws -> Key
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($0, $1) }.rank }

  /// Returns the rank by an optional key, where nil comes first.
  public func rank<Key: Comparable>(
    by key: (Element) throws -> Key?
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($0, $1) }.rank }

  /// Returns the rank by a key in descending order: the number of elements of the partition with a
  /// higher key, plus 1.
  public func rank<Key: Comparable>(
    byDescending key: (Element) throws -> Key
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($1, $0) }.rank }

  /// Returns the rank by an optional key in descending order, where nil comes last.
  public func rank<Key: Comparable>(
    byDescending key: (Element) throws -> Key?
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($1, $0) }.rank }

  /// Returns the dense rank by a key: the number of different keys of the partition that are lower,
  /// plus 1. No rank is left out.
  public func denseRank<Key: Comparable>(
    by key: (Element) throws -> Key
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($0, $1) }.dense }

  /// Returns the dense rank by an optional key, where nil comes first.
  public func denseRank<Key: Comparable>(
    by key: (Element) throws -> Key?
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($0, $1) }.dense }

  /// Returns the dense rank by a key in descending order: the number of different keys of the
  /// partition that are higher, plus 1.
  public func denseRank<Key: Comparable>(
    byDescending key: (Element) throws -> Key
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($1, $0) }.dense }

  /// Returns the dense rank by an optional key in descending order, where nil comes last.
  public func denseRank<Key: Comparable>(
    byDescending key: (Element) throws -> Key?
  ) rethrows -> Int { try place(key) { ValueOrder.precedes($1, $0) }.dense }

  /// Returns the relative rank by a key: the part of the other elements of the partition that have
  /// a lower key: 0 for the first, 1 for the last of several.
  public func percentRank<Key: Comparable>(
    by key: (Element) throws -> Key
  ) rethrows -> Double { try place(key) { ValueOrder.precedes($0, $1) }.percent }

  /// Returns the relative rank by an optional key, where nil comes first.
  public func percentRank<Key: Comparable>(
    by key: (Element) throws -> Key?
  ) rethrows -> Double { try place(key) { ValueOrder.precedes($0, $1) }.percent }

  /// Returns the relative rank by a key in descending order: the part of the other elements of the
  /// partition that have a higher key: 0 for the first, 1 for the last of several.
  public func percentRank<Key: Comparable>(
    byDescending key: (Element) throws -> Key
  ) rethrows -> Double { try place(key) { ValueOrder.precedes($1, $0) }.percent }

  /// Returns the relative rank by an optional key in descending order, where nil comes last.
  public func percentRank<Key: Comparable>(
    byDescending key: (Element) throws -> Key?
  ) rethrows -> Double { try place(key) { ValueOrder.precedes($1, $0) }.percent }

  private func place<Key>(
    _ key: (Element) throws -> Key, _ precedes: (Key, Key) -> Bool
  ) rethrows -> KeyRank {
    let own = try key(element)
    var keys = try rows.elements.map(key).filter { precedes($0, own) }
    keys.sort(by: precedes)
    let different = keys.indices.count { $0 == 0 || precedes(keys[$0 - 1], keys[$0]) }
    return KeyRank(rank: keys.count + 1, dense: different + 1, count: rows.elements.count)
  }
}

extension KeyOrder {
  /// Returns the place of each key among all of them.
  func ranks(of keys: [Key], isDescending: Bool) throws -> [KeyRank] {
    let sorting = try sort(Sorting(elements: Array(keys.indices)), keys, isDescending)
    var ranks = [KeyRank](
      repeating: KeyRank(rank: 1, dense: 1, count: keys.count), count: keys.count)
    var (rank, dense) = (1, 1)
    for (place, index) in sorting.elements.enumerated() {
      if place > 0, !sorting.ties.contains(place) { (rank, dense) = (place + 1, dense + 1) }
      ranks[index] = KeyRank(rank: rank, dense: dense, count: keys.count)
    }
    return ranks
  }
}

extension Sorting.Ties {
  /// Returns whether the element at an index is equal to its predecessor.
  fileprivate func contains(_ index: Int) -> Bool {
    switch self {
    case .all: true
    case .none: false
    case .some(let ties): ties[index]
    }
  }
}

// In a chain, the ranks of a partition are computed once.

extension QueryExpression where Value: QueryWindowing & Sendable, Value.Element: Sendable {
  /// Returns the rank by a key: the number of elements of the partition with a lower key, plus 1.
  /// Elements with equal keys have the same rank, and the next ranks are left out.
  ///
  /// ```swift
  /// people.windows(within: { $0.surname }).where { $0.rank(by: { $0.age }) <= 3 }
  ///   .select { ($0.element.name, $0.element.age) }
  /// ```
  public func rank<Key: Comparable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Int> {
    ranked(key, .values, isDescending: false, .rank)
  }

  /// Returns the rank by an optional key, where nil comes first.
  public func rank<Key: Comparable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Int> {
    ranked(key, .optionals(), isDescending: false, .rank)
  }

  /// Returns the rank by a key in descending order: the number of elements of the partition with a
  /// higher key, plus 1.
  public func rank<Key: Comparable & Sendable>(
    byDescending key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Int> {
    ranked(key, .values, isDescending: true, .rank)
  }

  /// Returns the rank by an optional key in descending order, where nil comes last.
  public func rank<Key: Comparable & Sendable>(
    byDescending key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Int> {
    ranked(key, .optionals(), isDescending: true, .rank)
  }

  /// Returns the dense rank by a key: the number of different keys of the partition that are lower,
  /// plus 1. No rank is left out.
  public func denseRank<Key: Comparable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Int> {
    ranked(key, .values, isDescending: false, .denseRank)
  }

  /// Returns the dense rank by an optional key, where nil comes first.
  public func denseRank<Key: Comparable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Int> {
    ranked(key, .optionals(), isDescending: false, .denseRank)
  }

  /// Returns the dense rank by a key in descending order: the number of different keys of the
  /// partition that are higher, plus 1.
  public func denseRank<Key: Comparable & Sendable>(
    byDescending key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Int> {
    ranked(key, .values, isDescending: true, .denseRank)
  }

  /// Returns the dense rank by an optional key in descending order, where nil comes last.
  public func denseRank<Key: Comparable & Sendable>(
    byDescending key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Int> {
    ranked(key, .optionals(), isDescending: true, .denseRank)
  }

  /// Returns the relative rank by a key: the part of the other elements of the partition that have
  /// a lower key: 0 for the first, 1 for the last of several.
  public func percentRank<Key: Comparable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Double> {
    ranked(key, .values, isDescending: false, .percentRank)
  }

  /// Returns the relative rank by an optional key, where nil comes first.
  public func percentRank<Key: Comparable & Sendable>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Double> {
    ranked(key, .optionals(), isDescending: false, .percentRank)
  }

  /// Returns the relative rank by a key in descending order: the part of the other elements of the
  /// partition that have a higher key: 0 for the first, 1 for the last of several.
  public func percentRank<Key: Comparable & Sendable>(
    byDescending key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Double> {
    ranked(key, .values, isDescending: true, .percentRank)
  }

  /// Returns the relative rank by an optional key in descending order, where nil comes last.
  public func percentRank<Key: Comparable & Sendable>(
    byDescending key: (QueryExpression<Value.Element>) -> QueryExpression<Key?>
  ) -> QueryExpression<Double> {
    ranked(key, .optionals(), isDescending: true, .percentRank)
  }

  /// Returns the parameter of the closure of a rank, and its element. The expression of the closure
  /// can be made before the rank.
  package func withElement() -> (
    parameter: ExpressionParameter, element: QueryExpression<Value.Element>
  ) {
    let parameter = ExpressionParameter(.subquery)
    return (parameter, .element(parameter))
  }

  /// Returns a rank by the values of an expression.
  package func ranked<Key: Sendable, Result>(
    _ key: (QueryExpression<Value.Element>) -> QueryExpression<Key>, _ order: KeyOrder<Key>,
    isDescending: Bool, _ kind: RankKind<Result>,
    of parameter: ExpressionParameter = ExpressionParameter(.subquery)
  ) -> QueryExpression<Result> {
    let key = QueryExpression<Key>(of: key, parameter)
    let sorted = partition.subquery.then(
      .sort(key.expressionNode, isDescending: isDescending, isSecondary: false), of: parameter)
    let value = expressionValue
    let partitionKeys = PartitionKeys<Value.Element, Key>(key, of: parameter)
    return QueryExpression<Result>(.subquery(sorted, kind.result)) { scope in
      let window = try value(scope).window
      let ranks = try partitionKeys.value(for: sorted, of: window, in: scope) {
        try order.ranks(of: $0, isDescending: isDescending)
      }
      return kind.value(ranks[window.index])
    }
  }
}

/// A kind of rank, which gives a number.
package struct RankKind<Number>: Sendable {
  let result: SubqueryResult
  let value: @Sendable (KeyRank) -> Number
}

extension RankKind<Int> {
  package static let rank = RankKind(result: .rank) { $0.rank }
  package static let denseRank = RankKind(result: .denseRank) { $0.dense }
}

extension RankKind<Double> {
  package static let percentRank = RankKind(result: .percentRank) { $0.percent }
}
