public import LinqCore

extension ParsedChain {
  /// The elements of the chain as an asynchronous sequence, one at a time and without storing them.
  /// The value of a terminal is the only element; the entries of a dictionary come when all of them
  /// are known.
  ///
  /// ```swift
  /// for try await row in try store.textForm.parse("where { $0.id < 30 }").rows() {
  ///   print(row.json)
  /// }
  /// // SELECT id, name, surname, age, email, birth_date, attributes FROM person
  /// // WHERE id < ? ORDER BY id
  /// ```
  public func rows(
    policy: QueryPolicy = .automatic
  ) -> any AsyncSequence<ResultValue, any Error> & Sendable {
    func open<Chain: AnyTypedQuery>(
      _ chain: Chain
    ) -> any AsyncSequence<ResultValue, any Error> & Sendable {
      let (query, model, finish) = (chain.query.policy(policy), outcome.model, outcome.finish)
      if case .list = finish { return query.stream().map { model.print($0) } }
      // Any other result depends on all elements, or is an error if there are none.
      return ResultSequence {
        let values = try await query.toArray().map { model.print($0) }
        return elements(of: try finish.result(of: values))
      }
    }
    return open(outcome.query)
  }

  /// The result of the chain as an asynchronous sequence: the current one, and then each different
  /// one after a commit. The value of a terminal is a list with one element.
  ///
  /// A loop that is slower than the commits gets the last result only.
  ///
  /// - Parameters:
  ///   - policy: where the operators of the chain may run.
  ///   - limit: the number of elements above which it fails with `QueryError/tooManyRows(limit:)`,
  ///     before they become values.
  public func states(
    policy: QueryPolicy = .automatic, limit: Int = .max
  ) -> any AsyncSequence<[ResultValue], any Error> & Sendable {
    let limit = isTerminal ? .max : limit
    func open<Chain: AnyTypedQuery>(
      _ chain: Chain
    ) -> any AsyncSequence<[ResultValue], any Error> & Sendable {
      let (model, finish) = (outcome.model, outcome.finish)
      return chain.query.policy(policy).live().map { values in
        guard values.count <= limit else { throw QueryError.tooManyRows(limit: limit) }
        return elements(of: try finish.result(of: values.map { model.print($0) }))
      }
    }
    return open(outcome.query)
  }

  /// Runs the chain without blocking the calling thread, discards its result and returns a report
  /// of the run. Ends early if the task is canceled.
  public func report(policy: QueryPolicy = .automatic) async throws -> QueryReport {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) async throws -> QueryReport {
      try await chain.query.policy(policy).report()
    }
    return try await open(outcome.query)
  }

  /// Runs the chain as planned and in memory, without blocking the calling thread, and throws the
  /// first difference. Ends early if the task is canceled.
  public func verify(policy: QueryPolicy = .automatic) async throws {
    func open<Chain: AnyTypedQuery>(_ chain: Chain) async throws {
      try await chain.query.policy(policy).verify()
    }
    try await open(outcome.query)
  }

  /// The elements of a result, or its value as the only one.
  private func elements(of result: ResultValue) -> [ResultValue] {
    if !isTerminal, case .array(let values) = result { values } else { [result] }
  }
}

/// A sequence of elements that are known all at once.
private struct ResultSequence: AsyncSequence, Sendable {
  let elements: @Sendable () async throws -> [ResultValue]

  func makeAsyncIterator() -> Iterator { Iterator(elements: elements) }

  struct Iterator: AsyncIteratorProtocol {
    let elements: @Sendable () async throws -> [ResultValue]
    private var rest: [ResultValue]?

    init(elements: @escaping @Sendable () async throws -> [ResultValue]) {
      self.elements = elements
    }

    mutating func next() async throws -> ResultValue? {
      if rest == nil { rest = try await elements().reversed() }
      return rest?.popLast()
    }
  }
}
