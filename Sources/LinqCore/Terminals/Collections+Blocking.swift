// The blocking forms: the same results, on the calling thread.

extension BlockingQueryable where Element: Sendable {
  /// All elements.
  public func toArray() throws -> [Element] { try query.array() }

  /// The elements under their keys.
  public func toDictionary<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> [Key: Element] { try toDictionary(key) { $0 } }

  /// Values of the elements under their keys.
  public func toDictionary<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> [Key: Value] { try query.dictionary(key, value).result() }

  /// The elements under their keys, to be looked up.
  public func toLookup<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> QueryLookup<Key, Element> { try query.lookup(key).result() }

  /// The elements folded into one value, in their order.
  public func aggregate(
    _ combine: @escaping @Sendable (Element, Element) throws -> Element
  ) throws -> Element? { try query.folded(combine).result() }

  /// The elements folded into a value that begins as a seed, in their order.
  public func aggregate<Result: Sendable>(
    _ seed: Result, _ combine: @escaping @Sendable (Result, Element) throws -> Result
  ) throws -> Result { try query.folded(seed, combine).result() }
}

extension BlockingQueryable where Element: Hashable & Sendable {
  /// All elements, each once, in no order.
  public func toSet() throws -> Set<Element> { try query.set().result() }
}

extension BlockingQueryable {
  /// Values of all elements, or nil as soon as one of them has none.
  public func selectAndStopOnNil<Value: Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) throws -> [Value]? { try query.valuesUntilNil(value).result() }

  /// Hands the elements over one at a time, without keeping them, on the thread that reads
  /// them.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try query.run { next in
      while let element = try next() { try body(element) }
    }
  }
}
