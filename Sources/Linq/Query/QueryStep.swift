/// What a step of a query does, without the Swift types of its elements.
///
/// Where an expression is nil, the program gave a closure that only Swift can run.
public enum QueryStep: Sendable {
  /// The elements of a sequence in memory.
  case sequence
  /// The rows of a table.
  case table(any QueryTable)
  /// The elements for which an expression is true.
  case filter(ExpressionNode?)
  /// Other values in the place of the elements: one, or those of a tuple.
  case select([ExpressionNode]?)
  /// The elements in the order of a key; `isSecondary` where it only decides between equals of the
  /// sort before.
  case sort(ExpressionNode?, isDescending: Bool, isSecondary: Bool)
  /// The elements in the opposite order.
  case reverse
  /// The first of the elements with equal keys.
  case distinct(QueryKey)
  /// The first elements.
  case take(Int)
  /// All but the first elements.
  case skip(Int)
  /// The last elements.
  case takeLast(Int)
  /// All but the last elements.
  case skipLast(Int)
  /// The elements before the first for which an expression is false.
  case takeWhile(ExpressionNode?)
  /// The elements from the first for which an expression is false.
  case skipWhile(ExpressionNode?)
  /// Each element behind its position.
  case index
  /// The elements, or values of them, under their keys.
  case group(ExpressionNode?, element: ExpressionNode?)
  /// The elements of two queries of one type, combined.
  case combine(QueryCombination, any QueryNode, QueryKey)
  /// Pairs of elements of two queries.
  case join(QueryJoin)
  /// One value from all elements.
  case aggregate(QueryAggregate, QueryKey)
  /// An operator that runs in memory always.
  case memory(String)

  /// The operator's name in Swift.
  public var name: String {
    switch self {
    case .sequence: "sequence"
    case .table(let table): table.name
    case .filter: "where"
    case .select: "select"
    case .sort(_, let isDescending, let isSecondary):
      (isSecondary ? "thenBy" : "sort") + (isDescending ? "Descending" : "")
    case .reverse: "reverse"
    case .distinct: "distinct"
    case .take: "take"
    case .skip: "skip"
    case .takeLast: "takeLast"
    case .skipLast: "skipLast"
    case .takeWhile: "takeWhile"
    case .skipWhile: "skipWhile"
    case .index: "index"
    case .group: "groupBy"
    case .combine(let combination, _, _): combination.rawValue
    case .join(let join): join.kind.rawValue
    case .aggregate(let aggregate, _): aggregate.rawValue
    case .memory(let name): name
    }
  }
}

extension QueryStep {
  /// Whether the operator reads all elements before it gives the first.
  public var isBlocking: Bool {
    switch self {
    case .sort, .reverse, .takeLast, .skipLast, .group: true
    default: false
    }
  }
}

/// By what an operator compares elements.
public enum QueryKey: Sendable {
  /// The elements themselves.
  case element
  /// The value of an expression.
  case expression(ExpressionNode)
  /// What a closure gives, which only Swift can run.
  case opaque
}

/// How the elements of two queries are combined.
public enum QueryCombination: String, Sendable, Hashable {
  /// Those of the first, then those of the second.
  case concat
  /// Those of both, each once.
  case union
  /// Those of the first that the second has too, each once.
  case intersect
  /// Those of the first that the second does not have, each once.
  case except
  /// One value: whether both have equal elements in the same order.
  case sequenceEqual
}

extension QueryCombination {
  /// Whether the whole second query is read before the first element is given.
  public var readsSecondFirst: Bool {
    switch self {
    case .intersect, .except: true
    case .concat, .union, .sequenceEqual: false
    }
  }
}

/// How the elements of two queries are paired.
public struct QueryJoin: Sendable {
  /// Which elements without a partner are kept.
  public enum Kind: String, Sendable, Hashable {
    /// None.
    case inner = "join"
    /// Those of the first query.
    case left = "leftJoin"
    /// Those of the second query.
    case right = "rightJoin"
    /// Those of both.
    case full = "fullJoin"
    /// Those of the first query, each with all its partners.
    case group = "groupJoin"
  }

  /// Which elements without a partner are kept.
  public let kind: Kind
  /// The second query.
  public let inner: any QueryNode
  /// The key of the elements of the first query; nil for a closure that only Swift can run.
  public let outerKey: ExpressionNode?
  /// The key of the elements of the second query.
  public let innerKey: ExpressionNode?
  /// The type of the first half of each pair.
  public let leftType: Any.Type
  /// The type of the second half of each pair.
  public let rightType: Any.Type
}

/// One value from all elements of a query, or of a group.
public enum QueryAggregate: String, Sendable, Hashable {
  /// The number of elements.
  case count
  /// Whether there is an element.
  case any
  /// The sum of numbers; 0 of nothing.
  case sum
  /// The lowest; nil of nothing.
  case min
  /// The highest; nil of nothing.
  case max
  /// The mean of numbers; nil of nothing.
  case average
}
