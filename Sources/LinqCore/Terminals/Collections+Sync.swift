// The same as the `async` forms, on the calling thread.

extension Queryable where Element: Sendable {
  /// All elements; on the calling thread.
  public func toArray() throws -> [Element] { try query.array() }

  /// The elements under their keys; on the calling thread.
  public func toDictionary<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> [Key: Element] { try toDictionary(key) { $0 } }

  /// Values of the elements under their keys; on the calling thread.
  public func toDictionary<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> [Key: Value] {
    try query.run { next in
      var result: [Key: Value] = [:]
      while let element = try next() { result[try key(element)] = try value(element) }
      return result
    }
  }

  /// The elements under their keys, to be looked up; on the calling thread.
  public func toLookup<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> QueryLookup<Key, Element> {
    try query.run { QueryLookup(try GroupedItems(collect($0), by: key)) }
  }

  /// The elements folded into one value, in their order; on the calling thread.
  public func aggregate(
    _ combine: @escaping @Sendable (Element, Element) throws -> Element
  ) throws -> Element? {
    try query.run { next in
      guard var result = try next() else { return nil }
      while let element = try next() { result = try combine(result, element) }
      return result
    }
  }

  /// The elements folded into a value that begins as a seed, in their order; on the calling thread.
  public func aggregate<Result: Sendable>(
    _ seed: Result, _ combine: @escaping @Sendable (Result, Element) throws -> Result
  ) throws -> Result {
    try query.run { next in
      var result = seed
      while let element = try next() { result = try combine(result, element) }
      return result
    }
  }
}

extension Queryable where Element: Hashable & Sendable {
  /// All elements, each once, in no order; on the calling thread.
  public func toSet() throws -> Set<Element> {
    try query.run { next in
      var result: Set<Element> = []
      while let element = try next() { result.insert(element) }
      return result
    }
  }
}

extension Queryable {
  /// Values of all elements, or nil as soon as one of them has none; on the calling thread.
  public func selectAndStopOnNil<Value: Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) throws -> [Value]? {
    try query.run { next in
      var result: [Value] = []
      while let element = try next() {
        guard let value = try value(element) else { return nil }
        result.append(value)
      }
      return result
    }
  }

  /// Hands the elements over one after the other, without keeping them, on the thread that reads
  /// them; on the calling thread.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try query.run { next in
      while let element = try next() { try body(element) }
    }
  }
}
