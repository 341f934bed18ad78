// Terminals that collect or combine the elements, or call a closure with each.

extension Queryable where Element: Sendable {
  /// All elements.
  ///
  /// ```swift
  /// let people = try await store.people.where { $0.email == nil }.toArray()
  /// ```
  public func toArray() async throws -> [Element] { try await query.array() }

  /// A dictionary of the elements by key. The last of the elements with equal keys is kept.
  public func toDictionary<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) async throws -> [Key: Element] { try await toDictionary(key) { $0 } }

  /// A dictionary of values of the elements by key. The last of the values with equal keys is kept.
  ///
  /// ```swift
  /// try await people.toDictionary({ $0.id }) { $0.fullName }
  /// ```
  public func toDictionary<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) async throws -> [Key: Value] { try await query.dictionary(key, value).result() }

  /// The elements grouped by key, for lookups.
  ///
  /// ```swift
  /// let byTown = try await customers.toLookup { $0.town }
  /// byTown["Paris"]                             // an array, empty for a town without customers
  /// ```
  public func toLookup<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) async throws -> QueryLookup<Key, Element> { try await query.lookup(key).result() }

  /// The elements combined into one value, in their order; nil if there are none.
  ///
  /// ```swift
  /// try await people.select(\.name).aggregate { "\($0), \($1)" }        // bill, bob, brian
  /// ```
  public func aggregate(
    _ combine: @escaping @Sendable (Element, Element) throws -> Element
  ) async throws -> Element? { try await query.folded(combine).result() }

  /// The elements combined with an initial value, in their order.
  public func aggregate<Result: Sendable>(
    _ seed: Result, _ combine: @escaping @Sendable (Result, Element) throws -> Result
  ) async throws -> Result { try await query.folded(seed, combine).result() }
}

extension Queryable where Element: Hashable & Sendable {
  /// The set of all elements.
  public func toSet() async throws -> Set<Element> { try await query.set().result() }
}

extension Queryable {
  /// A value for each element, or nil as soon as the value of an element is nil.
  public func selectAndStopOnNil<Value: Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) async throws -> [Value]? { try await query.valuesUntilNil(value).result() }
}

// MARK: - Shared by both variants

extension Query {
  func dictionary<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Terminal<Element, [Key: Value]> {
    Terminal(self) { next in
      var result: [Key: Value] = [:]
      var meter = MemoryMeter<(Key, Value)>()
      while let element = try next() {
        let (key, value) = (try key(element), try value(element))
        if result.updateValue(value, forKey: key) == nil { try meter.keep((key, value)) }
      }
      return result
    }
  }

  func lookup<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) -> Terminal<Element, QueryLookup<Key, Element>> {
    Terminal(self) { next in
      var grouped = GroupedItems<Key, Element>()
      var meter = MemoryMeter<(Key, Element)>()
      while let element = try next() {
        let key = try key(element)
        try meter.keep((key, element))
        grouped.add(element, under: key)
      }
      return QueryLookup(grouped)
    }
  }

  func folded(
    _ combine: @escaping @Sendable (Element, Element) throws -> Element
  ) -> Terminal<Element, Element?> {
    Terminal(self) { next in
      guard var result = try next() else { return nil }
      while let element = try next() { result = try combine(result, element) }
      return result
    }
  }

  func folded<Result: Sendable>(
    _ seed: Result, _ combine: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Terminal<Element, Result> {
    Terminal(self) { next in
      var result = seed
      while let element = try next() { result = try combine(result, element) }
      return result
    }
  }

  func set() -> Terminal<Element, Set<Element>> where Element: Hashable & Sendable {
    Terminal(self) { next in
      var result: Set<Element> = []
      var meter = MemoryMeter<Element>()
      while let element = try next() {
        if result.insert(element).inserted { try meter.keep(element) }
      }
      return result
    }
  }

  func valuesUntilNil<Value: Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) -> Terminal<Element, [Value]?> {
    Terminal(self) { next in
      var result: [Value] = []
      var meter = MemoryMeter<Value>()
      while let element = try next() {
        guard let value = try value(element) else { return nil }
        try meter.keep(value)
        result.append(value)
      }
      return result
    }
  }
}
