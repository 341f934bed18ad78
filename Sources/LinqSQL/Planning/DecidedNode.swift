internal import LinqCore
internal import StoreEngine

/// A reason why SQL may give another answer than Swift, which is no error of the query.
protocol UndecidedInSQL: Error, CustomStringConvertible {}

/// The error that ended a statement: of an expression, of a value that cannot be read or bound, or
/// ``UncheckedText``. It may belong to an element that the chain in memory never reaches, or
/// precede the error that memory would meet first.
struct ExpressionFailure: RunEndingError {
  let error: any Error

  var isDecidedInMemory: Bool { true }

  /// - Parameter error: the error of an engine. Those of a server get Swift's words.
  init(error: any Error) {
    guard case DatabaseError.failed(let failure) = error else {
      self.error = error
      return
    }
    switch (failure.state, failure.message) {
    case ("22003", "not a number"): self.error = ExpressionError.notANumber
    case ("22003", _): self.error = ExpressionError.arithmeticOverflow
    case ("22012", _): self.error = ExpressionError.divisionByZero
    default: self.error = error
    }
  }

  /// Whether a stored value could not be read.
  var isOfStoredValue: Bool {
    if case DatabaseError.decoding = error { true } else { false }
  }

  /// The error where the policy forbids memory to decide: that of the expression, or the reason why
  /// SQL has no answer.
  var withoutMemory: any Error {
    switch error {
    case let error as any UndecidedInSQL:
      QueryError.wouldRunInMemory(operator: "the query", reason: error.description)
    case DatabaseError.failed(let failure) where failure.state == "SW000":
      QueryError.wouldRunInMemory(operator: "the query", reason: failure.message)
    default: error
    }
  }

  /// Creates the failure for an error of a statement about which memory decides; nil for any other
  /// error.
  init?(deciding error: any Error) {
    switch error {
    case let failure as ExpressionFailure: self = failure
    // A constant without a stored form may still have a meaning in the chain.
    case is ColumnValueError: self.error = error
    case DatabaseError.decoding, DatabaseError.notANumber, DatabaseError.nulInText:
      self.error = error
    default: return nil
    }
  }
}

/// A planned query whose statement may fail with an error of an expression, has a value that cannot
/// be read or bound, or depends on texts of other programs. Memory decides then (S38): the chain
/// runs in memory, in the same snapshot if elements have been returned, and the outcome of that run
/// is the outcome of the query.
final class DecidedNode<Element>: WrappingNode {
  /// The query as it was planned.
  let query: any QueryNode<Element>
  fileprivate let canFail: Bool
  private let isPart: Bool
  /// Whether the policy forbids memory to decide.
  private let requiresSQL: Bool
  fileprivate let inMemory: @Sendable () -> any QueryNode<Element>

  /// - Parameters:
  ///   - query: the query as it was planned.
  ///   - canFail: whether the statement may fail after its first row.
  ///   - isPart: whether another query of the same run reads it. That one decides about a stored
  ///     value that cannot be read, because it may never evaluate it.
  ///   - requiresSQL: whether the policy forbids memory to decide.
  ///   - inMemory: returns the query as it runs in memory.
  init(
    _ query: any QueryNode<Element>, canFail: Bool, isPart: Bool, requiresSQL: Bool,
    orElse inMemory: @escaping @Sendable () -> any QueryNode<Element>
  ) {
    self.query = query
    self.canFail = canFail
    self.isPart = isPart
    self.requiresSQL = requiresSQL
    self.inMemory = inMemory
  }

  func collect(_ run: QueryRun) throws -> [Element] {
    do {
      return try query.collect(run)
    } catch {
      try note(error, run)
      // In memory, a query may read several tables.
      try (run.session as? QuerySession)?.keepSnapshot()
      return try inMemory().collect(run)
    }
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    let pull = DecidedPull(self, run)
    return { try pull.next() }
  }

  /// Notes an error about which memory decides, and throws any other.
  fileprivate func note(_ error: any Error, _ run: QueryRun) throws {
    guard let failure = ExpressionFailure(deciding: error) else { throw error }
    if requiresSQL { throw failure.withoutMemory }
    if isPart, failure.isOfStoredValue { throw failure }
    (run.session as? QuerySession)?.failures.append(failure.error)
    // What has been read of other queries may have ended with such an error, too.
    if !isPart { SubqueryRun.restart() }
  }
}

/// The elements of a ``DecidedNode``, one after the other.
private final class DecidedPull<Element> {
  private let node: DecidedNode<Element>
  private let run: QueryRun
  @exclusivity(unchecked) private var pull: Pull<Element>?
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var isDecided = false

  init(_ node: DecidedNode<Element>, _ run: QueryRun) {
    self.node = node
    self.run = run
  }

  func next() throws -> Element? {
    let returned = count
    do {
      // The first element has been returned, and the statement may still fail.
      if node.canFail, returned == 1, !isDecided { try keepSnapshot() }
      // The statement may fail before its first row.
      if pull == nil { pull = try node.query.pull(run) }
      guard let pull else { return nil }
      count = returned + 1
      return try pull()
    } catch  where !isDecided {
      return try nextInMemory(after: returned, error)
    }
  }

  /// Continues in memory after some elements. Apart from the rest, so that it costs nothing there.
  @inline(never)
  private func nextInMemory(after count: Int, _ error: any Error) throws -> Element? {
    try node.note(error, run)
    isDecided = true
    try keepSnapshot()
    let next = try node.inMemory().pull(run)
    pull = next
    // The order is total, so these are the elements that have been returned already.
    for _ in 0..<count { _ = try next() }
    return try next()
  }

  private func keepSnapshot() throws { try (run.session as? QuerySession)?.keepSnapshot() }
}
