/// Where the operators of a query may run.
public enum QueryPolicy: Sendable, Hashable {
  /// In SQL as far as possible, the rest in memory. The default.
  case automatic
  /// In SQL only: what would run in memory is an error before anything runs.
  case requireSQL
  /// In SQL as far as possible; more rows than so many that reach memory are an error.
  case allowFallback(maxRows: Int)
  /// In memory only: all rows of the table are read.
  case memoryOnly
}

/// Why a query was not run, or not to its end.
public enum QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The policy requires SQL, and this operator would run in memory.
  case wouldRunInMemory(operator: String, reason: String)
  /// More rows reached memory than the policy allows.
  case tooManyRows(limit: Int)
  /// An element was asked for, and there is none.
  case noElements
  /// The only element was asked for, and there are more.
  case moreThanOneElement
  /// There are not that many elements.
  case outOfRange(index: Int)
  /// An expression, or the chain with its expressions, has more levels than SQLite reads or than
  /// fit the stack of the thread that runs it.
  case tooDeep(limit: Int)
  /// The query's changes cannot be observed.
  case cannotBeObserved(reason: String)

  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .wouldRunInMemory(let name, let reason):
      "\(name) would run in memory: \(reason); the policy requires SQL"
    case .tooManyRows(let limit): "more than \(limit) rows reached memory, which the policy forbids"
    case .noElements: "there are no elements"
    case .moreThanOneElement: "there is more than one element"
    case .outOfRange(let index): "there is no element at \(index)"
    case .tooDeep(let limit):
      "the query is nested more than \(limit) levels deep, which does not fit here; write it with "
        + "fewer operators, or `[…].contains(…)` for many terms"
    case .cannotBeObserved(let reason): "the query cannot be observed: \(reason)"
    }
  }
}
