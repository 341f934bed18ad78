extension Sequence {
  /// Each element after its position, counted from 0.
  ///
  /// ```swift
  /// ["a", "b"].index()                          // (0, "a"), (1, "b")
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func index() -> [(Int, Element)] { enumerated().map { ($0, $1) } }

  /// Pairs of the elements of two sequences at the same positions, as many as the shorter one has.
  ///
  /// ```swift
  /// ["a", "b"].zip(1...)                        // ("a", 1), ("b", 2)
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func zip<Other>(_ other: some Sequence<Other>) -> [(Element, Other)] {
    Array(Swift.zip(self, other))
  }

  /// The elements in arrays of a length; the last may be shorter.
  ///
  /// ```swift
  /// [1, 2, 3, 4, 5].chunk(2)                    // [1, 2], [3, 4], [5]
  /// ```
  ///
  /// - Parameter size: 1 or more; less is a programming error that ends the program.
  /// - Complexity: O(n).
  @inlinable public func chunk(_ size: Int) -> [[Element]] { Array(self.lazy.chunk(size)) }

  /// The elements, then one more.
  ///
  /// On a variable array, `array.append(x)` alone is the standard library's, which changes the
  /// array; where a value is expected of it, it is this.
  ///
  /// - Complexity: O(n).
  @inlinable public func append(_ element: Element) -> [Element] {
    var elements = Array(self)
    elements.append(element)
    return elements
  }

  /// One more element, then the elements.
  ///
  /// - Complexity: O(n).
  @inlinable public func prepend(_ element: Element) -> [Element] {
    var elements = [element]
    elements.append(contentsOf: self)
    return elements
  }

  /// The elements, then those of another sequence.
  ///
  /// ```swift
  /// [25, 35].concat([45, 55])                   // 25, 35, 45, 55
  /// ```
  ///
  /// - Complexity: O(n) in the length of both.
  @inlinable public func concat(_ other: some Sequence<Element>) -> [Element] {
    var elements = Array(self)
    elements.append(contentsOf: other)
    return elements
  }

  /// The elements, or a value where there are none.
  ///
  /// ```swift
  /// [Int]().defaultIfEmpty(7)                   // 7
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func defaultIfEmpty(_ value: Element) -> [Element] {
    let elements = Array(self)
    return elements.isEmpty ? [value] : elements
  }
}

extension LazySequenceProtocol {
  /// Each element after its position, counted from 0, when it is asked for.
  @inlinable public func index() -> LazyMapSequence<EnumeratedSequence<Elements>, (Int, Element)> {
    elements.enumerated().lazy.map { ($0, $1) }
  }

  /// Pairs of the elements of two sequences at the same positions, when they are asked for.
  @inlinable public func zip<Other: Sequence>(
    _ other: Other
  ) -> LazySequence<Zip2Sequence<Elements, Other>> { Swift.zip(elements, other).lazy }

  /// The elements in arrays of a length, when they are asked for; the last may be shorter.
  ///
  /// - Parameter size: 1 or more; less is a programming error that ends the program.
  @inlinable public func chunk(_ size: Int) -> DeferredSequence<[Element]> {
    precondition(size > 0, "a chunk has at least one element")
    return DeferredSequence {
      var iterator = elements.makeIterator()
      return {
        var chunk: [Element] = []
        while chunk.count < size, let element = iterator.next() { chunk.append(element) }
        return chunk.isEmpty ? nil : chunk
      }
    }
  }

  /// The elements, then one more.
  @inlinable public func append(_ element: Element) -> DeferredSequence<Element> {
    concat(CollectionOfOne(element))
  }

  /// One more element, then the elements.
  @inlinable public func prepend(_ element: Element) -> DeferredSequence<Element> {
    CollectionOfOne(element).lazy.concat(elements)
  }

  /// The elements, then those of another sequence, which is read when these are at their end.
  @inlinable public func concat<Other: Sequence<Element>>(
    _ other: Other
  ) -> DeferredSequence<Element> {
    DeferredSequence {
      var iterator = elements.makeIterator()
      var rest: Other.Iterator?
      return {
        if rest == nil {
          if let element = iterator.next() { return element }
          rest = other.makeIterator()
        }
        return rest?.next()
      }
    }
  }

  /// The elements, or a value where there are none.
  @inlinable public func defaultIfEmpty(_ value: Element) -> DeferredSequence<Element> {
    DeferredSequence {
      var iterator = elements.makeIterator()
      var isEmpty = true
      return {
        defer { isEmpty = false }
        return iterator.next() ?? (isEmpty ? value : nil)
      }
    }
  }
}
