// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable where Element: Sendable {
  /// All elements.
  public func toArray() throws -> [Element] { try query.array() }

  /// A dictionary of the elements by key. The last of the elements with equal keys is kept.
  public func toDictionary<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> [Key: Element] { try toDictionary(key) { $0 } }

  /// A dictionary of values of the elements by key. The last of the values with equal keys is kept.
  public func toDictionary<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> [Key: Value] { try query.dictionary(key, value).result() }

  /// The elements grouped by key, for lookups.
  public func toLookup<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> QueryLookup<Key, Element> { try query.lookup(key).result() }

  /// The elements combined into one value, in their order; nil if there are none.
  public func aggregate(
    _ combine: @escaping @Sendable (Element, Element) throws -> Element
  ) throws -> Element? { try query.folded(combine).result() }

  /// The elements combined with an initial value, in their order.
  public func aggregate<Result: Sendable>(
    _ seed: Result, _ combine: @escaping @Sendable (Result, Element) throws -> Result
  ) throws -> Result { try query.folded(seed, combine).result() }
}

extension BlockingQueryable where Element: Hashable & Sendable {
  /// The set of all elements.
  public func toSet() throws -> Set<Element> { try query.set().result() }
}

extension BlockingQueryable {
  /// A value for each element, or nil as soon as the value of an element is nil.
  public func selectAndStopOnNil<Value: Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) throws -> [Value]? { try query.valuesUntilNil(value).result() }

  /// Calls a closure with one element at a time, without storing the elements, on the thread that
  /// reads them.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try query.run { next in
      while let element = try next() { try body(element) }
    }
  }
}
