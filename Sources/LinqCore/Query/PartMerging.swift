/// Makes the elements of a query from those for consecutive parts of its rows.
package typealias PartMerging<Element> = @Sendable ([[Element]]) throws -> [Element]

/// The operators at the beginning of a chain that can run on parts of the rows of its table.
///
/// ```swift
/// people.where { isPrime($0.id) }                         // all, joined
/// people.where { isPrime($0.id) }.count()                 // all, added
/// people.countBy { $0.surname }.sort { $0.1 }             // up to countBy, merged by key
/// people.sort { $0.surname }                              // none
/// ```
package struct DividedChain {
  /// The last operator that runs on parts.
  package let last: any QueryNode
  /// The number of operators with the source.
  package let count: Int

  /// - Parameters:
  ///   - chain: the operators, the source first.
  ///   - inMemory: returns whether an operator runs in memory anyway.
  /// - Throws: why none does.
  package init(
    _ chain: [any QueryNode], inMemory: (Int) -> Bool
  ) throws(Undivided) {
    var count = 1
    while count < chain.count, chain[count].operator.isOfEachElement { count += 1 }
    if count < chain.count {
      let next = chain[count].operator
      let allRows = Undivided(reason: "\(next.name) runs on all rows")
      switch next {
      case .aggregate: count += 1
      case .group where count + 1 == chain.count: count += 1
      case .group:
        // Only numbers of items are merged before what follows: other operators work on all items
        // of a group, which SQL need not read for them.
        guard case .select = chain[count + 1].operator else { throw allRows }
        count += 2
      case _ where next.traits.contains(.blocking) && inMemory(count): break
      default: throw allRows
      }
      guard chain[count - 1].canMerge else { throw allRows }
    }
    // What follows runs in memory. Other queries that it reads may be read before the rows.
    for next in chain[count...] where !next.allOthers.isEmpty {
      throw Undivided(reason: "\(next.operator.name) reads another query")
    }
    last = chain[count - 1]
    self.count = count
  }
}

/// Why a query is not divided into parts.
package struct Undivided: Error {
  package let reason: String

  package init(reason: String) { self.reason = reason }
}

extension QueryOperator {
  /// Whether the elements that it gives for one element depend on that one alone.
  fileprivate var isOfEachElement: Bool {
    switch self {
    case .ofType, .selectMany: true
    default: traits.contains(.perRow)
    }
  }
}

extension QueryNode {
  fileprivate var canMerge: Bool { merging != nil }

  /// The default joins the elements of operators on each element.
  package var merging: PartMerging<Element>? {
    switch self.operator {
    case .select(let values):
      guard let groups = upstream as? any GroupingNode else { return joined }
      return values.flatMap { groups.countMerging(of: $0) }
    case let each where each.isOfEachElement: return joined
    case .table: return joined
    default: return nil
    }
  }
}

/// Joins the elements of parts. Appending an array copies its elements at once.
private func joined<Element>(_ parts: [[Element]]) -> [Element] {
  var elements: [Element] = []
  elements.reserveCapacity(parts.reduce(0) { $0 + $1.count })
  for part in parts { elements += part }
  return elements
}

/// A node that gives groups.
protocol GroupingNode: QueryNode {
  associatedtype Key

  /// The members of a group.
  static var members: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath) { get }
}

extension GroupingNode {
  /// Returns what merges pairs of a key and a number of items; nil if the values of a `select` are
  /// others.
  fileprivate func countMerging<Pair>(of values: [ExpressionNode]) -> PartMerging<Pair>? {
    guard Pair.self == (Key, Int).self, values.count == 2, values[0].isMember(Self.members.key),
      values[1].isCount(ofItems: Self.members),
      let key = Key.self as? any (Hashable & Sendable).Type
    else { return nil }
    func open<Hashed: Hashable & Sendable>(_ key: Hashed.Type) -> PartMerging<Pair> {
      { parts in
        var counts = FoldedItems<Hashed, Int>()
        for part in parts {
          // The types are the same, and casts of arrays take a cast for each element.
          for (key, count) in unsafeBitCast(part, to: [(Hashed, Int)].self) {
            counts.update(key, from: 0) { $0 + count }
          }
        }
        return unsafeBitCast(counts.results, to: [Pair].self)
      }
    }
    return open(key)
  }
}

extension ExpressionNode {
  /// Whether it is the element of an operator.
  private var isElement: Bool { if case .element = form { true } else { false } }

  /// Whether it is a member of the element of an operator.
  fileprivate func isMember(_ member: AnyKeyPath) -> Bool {
    guard case .member(let base, let path) = form else { return false }
    return path == member && base.isElement
  }

  /// Whether it is the number of items of a group, as a member or of the array that the group is.
  fileprivate func isCount(
    ofItems members: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath)
  ) -> Bool {
    guard case .subquery(let subquery, .only) = form, let array = subquery.last.upstream,
      case .aggregate(.count, .element) = subquery.last.operator,
      case .elements(let elements) = array.operator
    else { return isMember(members.count) }
    return elements.isElement || elements.isMember(members.items)
  }
}

/// Returns what merges groups of parts, whose items are in the order of the parts; nil for keys
/// that only the operator can compare.
func groupMerging<Key, Item>() -> PartMerging<QueryGroup<Key, Item>>? {
  guard let key = Key.self as? any (Hashable & Sendable).Type else { return nil }
  func open<Hashed: Hashable & Sendable>(_ key: Hashed.Type) -> PartMerging<QueryGroup<Key, Item>> {
    { parts in
      var grouped = GroupedItems<Hashed, Item>()
      for part in parts {
        // The types are the same.
        for group in unsafeBitCast(part, to: [QueryGroup<Hashed, Item>].self) {
          grouped.add(group.items, under: group.key)
        }
      }
      return unsafeBitCast(grouped.groups, to: [QueryGroup<Key, Item>].self)
    }
  }
  return open(key)
}
