extension Sequence {
  /// Pairs of an index, counted from 0, and the element at it.
  ///
  /// ```swift
  /// ["a", "b"].index()                          // (0, "a"), (1, "b")
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func index() -> [(Int, Element)] { enumerated().map { ($0, $1) } }

  /// Pairs of the elements of two sequences at the same index. The shorter sequence determines
  /// their number.
  ///
  /// ```swift
  /// ["a", "b"].zip(1...)                        // ("a", 1), ("b", 2)
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func zip<Other>(_ other: some Sequence<Other>) -> [(Element, Other)] {
    Array(Swift.zip(self, other))
  }

  /// The elements in arrays of a fixed size. The last array may be shorter.
  ///
  /// ```swift
  /// [1, 2, 3, 4, 5].chunk(2)                    // [1, 2], [3, 4], [5]
  /// ```
  ///
  /// - Parameter size: The number of elements in an array. It must be at least 1.
  /// - Complexity: O(n).
  @inlinable public func chunk(_ size: Int) -> [[Element]] { Array(self.lazy.chunk(size)) }

  /// The elements, followed by one more.
  ///
  /// On a variable array, `array.append(x)` as a statement calls the standard library's mutating
  /// method. Where its result is used, it calls this method.
  ///
  /// - Complexity: O(n).
  @inlinable public func append(_ element: Element) -> [Element] {
    var elements = Array(self)
    elements.append(element)
    return elements
  }

  /// One element, followed by the elements.
  ///
  /// - Complexity: O(n).
  @inlinable public func prepend(_ element: Element) -> [Element] {
    var elements = [element]
    elements.append(contentsOf: self)
    return elements
  }

  /// The elements, followed by those of another sequence.
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

  /// The elements, or a default value if there are none.
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
  /// Pairs of an index, counted from 0, and the element at it, computed lazily.
  @inlinable public func index() -> LazyMapSequence<EnumeratedSequence<Elements>, (Int, Element)> {
    elements.enumerated().lazy.map { ($0, $1) }
  }

  /// Pairs of the elements of two sequences at the same index, computed lazily.
  @inlinable public func zip<Other: Sequence>(
    _ other: Other
  ) -> LazySequence<Zip2Sequence<Elements, Other>> { Swift.zip(elements, other).lazy }

  /// The elements in arrays of a fixed size, computed lazily. The last array may be shorter.
  ///
  /// - Parameter size: The number of elements in an array. It must be at least 1.
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

  /// The elements, followed by one more.
  @inlinable public func append(_ element: Element) -> DeferredSequence<Element> {
    concat(CollectionOfOne(element))
  }

  /// One element, followed by the elements.
  @inlinable public func prepend(_ element: Element) -> DeferredSequence<Element> {
    CollectionOfOne(element).lazy.concat(elements)
  }

  /// The elements, followed by those of another sequence, which is read after all of them.
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

  /// The elements, or a default value if there are none.
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
