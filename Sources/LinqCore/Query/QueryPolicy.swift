/// A policy that decides where the operators of a query may run.
public enum QueryPolicy: Sendable, Hashable {
  /// In SQL as far as possible, the rest in memory. This is the default.
  case automatic
  /// In SQL only. An operator that would run in memory is an error before anything runs. Where an
  /// expression fails in SQL, its error is that of the query, even if memory would not evaluate it.
  case requireSQL
  /// In SQL as far as possible. It is an error if more than `maxRows` rows reach memory.
  case allowFallback(maxRows: Int)
  /// In memory only. All rows of the table are read.
  case memoryOnly
  /// In memory only. It is an error if more than `maxRows` rows are read.
  case memory(maxRows: Int)
  /// As ``automatic``, with up to `readers` connections that each read a part of the rows at the
  /// same time.
  ///
  /// The result is the same to the last bit. It is for queries that read much of a large table:
  /// operators on each element up to an array, a number of elements, a minimum, maximum or sum of
  /// integers, `countBy` and groups with items. ``QueryPlan/parallelism`` tells whether a query is
  /// one of them. Its closures run on several threads.
  ///
  /// ```swift
  /// let primes = try await people.where { isPrime($0.id) }.policy(.parallel(readers: 4)).count()
  /// // on each of four connections, for one range of keys after the other:
  /// // SELECT id, name, … FROM person WHERE id >= ? AND id <= ? ORDER BY id
  /// ```
  ///
  /// The connections are readers of the pool that are idle at that moment, and all of them see one
  /// state of the database. Where there are none, inside a transaction and where a part fails, one
  /// connection runs the whole query.
  case parallel(readers: Int)
}

extension QueryPolicy {
  /// Whether everything runs in memory.
  package var isInMemory: Bool {
    switch self {
    case .memoryOnly, .memory: true
    case .automatic, .requireSQL, .allowFallback, .parallel: false
    }
  }

  /// The number of rows that may reach memory; nil for any.
  package var maxRows: Int? {
    switch self {
    case .allowFallback(let maxRows), .memory(let maxRows): maxRows
    case .automatic, .requireSQL, .memoryOnly, .parallel: nil
    }
  }

  /// The number of connections that read at the same time.
  package var readers: Int { if case .parallel(let readers) = self { max(1, readers) } else { 1 } }
}

/// An error of a query that was not run or did not finish.
public enum QueryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The policy requires SQL, but this operator would run in memory.
  case wouldRunInMemory(operator: String, reason: String)
  /// More rows reached memory than the policy allows.
  case tooManyRows(limit: Int)
  /// The query keeps more than `DatabaseConfiguration.memoryLimit` allows, or would make a longer
  /// text than an eighth of it.
  case tooMuchMemory(limit: Int)
  /// An element was requested, but there is none.
  case noElements
  /// The only element was requested, but there are more.
  case moreThanOneElement
  /// There is no element at this index.
  case outOfRange(index: Int)
  /// An expression, or the chain with its expressions, is nested more deeply than SQLite accepts or
  /// than fits the stack of the thread that runs it.
  case tooDeep(limit: Int)
  /// An expression has too many parts. One that is used several times counts as often, so each
  /// `map` of the result of a `map` doubles them.
  case tooLarge(limit: Int)
  /// Changes of the query's result cannot be observed.
  case cannotBeObserved(reason: String)
  /// A parameter of a prepared query was used in a query that ran while the query was prepared.
  case parameterWithoutValue
  /// The rows of a table were read outside of a query of a database.
  case rowsWithoutDatabase(table: String)
  /// A page has no sort of its elements: the operator makes other elements from those that were
  /// sorted, or puts them in another order.
  case orderWithoutSort(operator: String)

  /// A description of the error and of what to do about it.
  public var description: String {
    switch self {
    case .wouldRunInMemory(let name, let reason):
      "\(name) would run in memory: \(reason); the policy requires SQL"
    case .tooManyRows(let limit): "more than \(limit) rows reached memory, which the policy forbids"
    case .tooMuchMemory(let limit):
      "the query takes more memory than the \(limit) bytes that it may take; select fewer or "
        + "shorter values, or filter first"
    case .noElements: "there are no elements"
    case .moreThanOneElement: "there is more than one element"
    case .outOfRange(let index): "there is no element at \(index)"
    case .tooDeep(let limit):
      "the query is nested more than \(limit) levels deep, which does not fit here; write it with "
        + "fewer operators, or `[…].contains(…)` for many terms"
    case .tooLarge(let limit):
      "an expression has more than \(limit) parts, each counted as often as it is used; compute "
        + "values that are used several times in a select before it"
    case .cannotBeObserved(let reason): "the query cannot be observed: \(reason)"
    case .parameterWithoutValue: "a parameter of a prepared query has no value while it is prepared"
    case .rowsWithoutDatabase(let table):
      "the rows of \(table) belong to no database; use them inside a query of a store"
    case .orderWithoutSort(let name):
      "a page needs a sort of its elements, which are those of \(name); sort after it"
    }
  }
}
