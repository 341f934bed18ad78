extension Sequence {
  /// At most `count` elements from the beginning; none if `count` is less than 1. No further
  /// elements are read.
  ///
  /// ```swift
  /// people.take(2)                  // bob, frank
  /// ```
  ///
  /// - Complexity: O(count).
  @inlinable public func take(_ count: Int) -> [Element] { Array(prefix(Swift.max(0, count))) }

  /// All elements but the first `count`; all if `count` is less than 1.
  ///
  /// ```swift
  /// people.skip(2)                  // ian, jim, joe
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func skip(_ count: Int) -> [Element] {
    let count = Swift.max(0, count)
    // Contiguous storage is copied in a single step.
    return withContiguousStorageIfAvailable { Array($0.dropFirst(count)) }
      ?? Array(dropFirst(count))
  }

  /// The elements with indices in a range, counted from 0. Indices without an element, including
  /// those below 0, are ignored.
  ///
  /// ```swift
  /// people.take(1..<3)              // frank, ian
  /// ```
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: Range<Int>) -> [Element] {
    withContiguousStorageIfAvailable { Array($0.dropFirst(range.skipped).prefix(range.taken)) }
      ?? Array(dropFirst(range.skipped).prefix(range.taken))
  }

  /// The elements with indices in a range, counted from 0.
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: ClosedRange<Int>) -> [Element] { take(range.halfOpen) }

  /// The elements from an index onward.
  ///
  /// - Complexity: O(n).
  @inlinable public func take(_ range: PartialRangeFrom<Int>) -> [Element] {
    skip(range.lowerBound)
  }

  /// The elements before an index.
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: PartialRangeUpTo<Int>) -> [Element] {
    take(range.upperBound)
  }

  /// The elements up to and including the one at an index.
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: PartialRangeThrough<Int>) -> [Element] {
    take(range.count)
  }

  /// At most `count` elements from the end, in their order; none if `count` is less than 1.
  ///
  /// ```swift
  /// people.takeLast(2)              // jim, joe
  /// ```
  ///
  /// - Complexity: O(n); O(count) for arrays.
  @inlinable public func takeLast(_ count: Int) -> [Element] {
    Array(suffix(Swift.max(0, count)))
  }

  /// All elements but the last `count`; all if `count` is less than 1.
  ///
  /// ```swift
  /// people.skipLast(2)              // bob, frank, ian
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func skipLast(_ count: Int) -> [Element] {
    Array(dropLast(Swift.max(0, count)))
  }
}

extension LazySequenceProtocol {
  /// At most `count` elements from the beginning, read lazily. No further elements are read.
  @inlinable public func take(_ count: Int) -> LazySequence<PrefixSequence<Elements>> {
    elements.prefix(Swift.max(0, count)).lazy
  }

  /// All elements but the first `count`, read lazily.
  @inlinable public func skip(_ count: Int) -> LazySequence<DropFirstSequence<Elements>> {
    elements.dropFirst(Swift.max(0, count)).lazy
  }

  /// The elements with indices in a range, counted from 0, read lazily.
  @inlinable public func take(
    _ range: Range<Int>
  ) -> LazySequence<PrefixSequence<DropFirstSequence<Elements>>> {
    elements.dropFirst(range.skipped).prefix(range.taken).lazy
  }

  /// The elements with indices in a range, counted from 0, read lazily.
  @inlinable public func take(
    _ range: ClosedRange<Int>
  ) -> LazySequence<PrefixSequence<DropFirstSequence<Elements>>> { take(range.halfOpen) }

  /// The elements from an index onward, read lazily.
  @inlinable public func take(
    _ range: PartialRangeFrom<Int>
  ) -> LazySequence<DropFirstSequence<Elements>> { skip(range.lowerBound) }

  /// The elements before an index, read lazily.
  @inlinable public func take(
    _ range: PartialRangeUpTo<Int>
  ) -> LazySequence<PrefixSequence<Elements>> { take(range.upperBound) }

  /// The elements up to and including the one at an index, read lazily.
  @inlinable public func take(
    _ range: PartialRangeThrough<Int>
  ) -> LazySequence<PrefixSequence<Elements>> { take(range.count) }

  /// At most `count` elements from the end, in their order, read when the first is requested.
  @inlinable public func takeLast(_ count: Int) -> DeferredSequence<Element> {
    let count = Swift.max(0, count)
    return DeferredSequence(of: { elements.suffix(count) })
  }

  /// All elements but the last `count`, read lazily. At most `count` elements are stored at a time.
  @inlinable public func skipLast(_ count: Int) -> DeferredSequence<Element> {
    let count = Swift.max(0, count)
    return DeferredSequence {
      var iterator = elements.makeIterator()
      var kept: [Element] = []
      var oldest = 0
      return {
        while let element = iterator.next() {
          if kept.count < count {
            kept.append(element)
            continue
          }
          guard count > 0 else { return element }
          let first = kept[oldest]
          kept[oldest] = element
          oldest = (oldest + 1) % count
          return first
        }
        return nil
      }
    }
  }
}

// Ranges are clamped: any bound is allowed.

extension Range<Int> {
  @inlinable var skipped: Int { Swift.max(0, lowerBound) }
  @inlinable var taken: Int { Swift.max(0, upperBound) - skipped }
}

extension ClosedRange<Int> {
  @inlinable var halfOpen: Range<Int> {
    // No sequence has an element at the index `Int.max`.
    upperBound == .max ? lowerBound..<upperBound : lowerBound..<(upperBound + 1)
  }
}

extension PartialRangeThrough<Int> {
  @inlinable var count: Int { upperBound == .max ? .max : upperBound + 1 }
}
