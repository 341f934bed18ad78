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
  /// The first of equal elements.
  case distinct
  /// The first of the elements with equal keys.
  case distinctBy(ExpressionNode?)
  /// The first elements.
  case take(Int)
  /// All but the first elements.
  case skip(Int)
  /// The elements under their keys.
  case group(ExpressionNode?)
  /// One value from all elements.
  case aggregate(QueryAggregate, ExpressionNode?)
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
    case .distinct, .distinctBy: "distinct"
    case .take: "take"
    case .skip: "skip"
    case .group: "groupBy"
    case .aggregate(let aggregate, _): aggregate.rawValue
    case .memory(let name): name
    }
  }
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
