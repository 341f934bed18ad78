// Operators that always run in memory.

extension Queryable {
  /// The elements of a sequence that a closure makes of each element, one after the other.
  ///
  /// ```swift
  /// people.selectMany { $0.fullName.split(separator: " ") }
  /// ```
  public func selectMany<Values: Sequence & Sendable>(
    _ values: @escaping @Sendable (Element) throws -> Values
  ) -> Query<Values.Element> {
    query.then(.memory("selectMany")) { next in
      var iterator = [Values.Element]().makeIterator()
      return {
        while true {
          if let value = iterator.next() { return value }
          guard let element = try next() else { return nil }
          iterator = Array(try values(element)).makeIterator()
        }
      }
    }
  }

  /// The elements that are of a type.
  ///
  /// ```swift
  /// Query<any Sendable>(["foo", 25, "bar"]).ofType(String.self)     // foo, bar
  /// ```
  public func ofType<Other>(_ type: Other.Type) -> Query<Other> {
    query.then(.memory("ofType")) { next in
      {
        while let element = try next() {
          if let element = element as? Other { return element }
        }
        return nil
      }
    }
  }

  /// The elements in arrays of a length; the last may be shorter.
  ///
  /// - Parameter size: 1 or more.
  public func chunk(_ size: Int) -> Query<[Element]> {
    precondition(size > 0, "a chunk has at least one element")
    return query.then(.memory("chunk")) { next in
      {
        var chunk: [Element] = []
        while chunk.count < size, let element = try next() { chunk.append(element) }
        return chunk.isEmpty ? nil : chunk
      }
    }
  }

  /// Pairs of the elements of two queries at the same positions, as many as the shorter one has.
  public func zip<Other>(_ other: some Queryable<Other>) -> Query<(Element, Other)> {
    query.then(
      CombiningNode(first: query.node, second: other.query.node, step: .memory("zip")) {
        first, second in
        let second = try second()
        return {
          guard let left = try first(), let right = try second() else { return nil }
          return (left, right)
        }
      })
  }

  /// The elements in an order of chance that is the same for the same seed everywhere.
  public func shuffle(seed: UInt64) -> Query<Element> {
    query.then(.memory("shuffle")) { next in
      deferred { pull(of: SeededShuffle.shuffled(try collect(next), seed: seed)) }
    }
  }
}

extension Queryable where Element: Sendable {
  /// The elements, then one more.
  public func append(_ element: Element) -> Query<Element> { concat(Query([element])) }

  /// One more element, then the elements.
  public func prepend(_ element: Element) -> Query<Element> {
    query.then(.memory("prepend")) { next in
      var isFirst = true
      return {
        if isFirst {
          isFirst = false
          return element
        }
        return try next()
      }
    }
  }

  /// The elements, or a value where there are none.
  public func defaultIfEmpty(_ value: Element) -> Query<Element> {
    query.then(.memory("defaultIfEmpty")) { next in
      var isEmpty = true
      return {
        if let element = try next() {
          isEmpty = false
          return element
        }
        defer { isEmpty = false }
        return isEmpty ? value : nil
      }
    }
  }
}
