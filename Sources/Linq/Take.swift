extension Sequence {
  /// The first elements, at most as many; none for a number below 1. No more of them are asked for.
  ///
  /// ```swift
  /// people.take(2)                  // bob, frank
  /// ```
  ///
  /// - Complexity: O(count).
  @inlinable public func take(_ count: Int) -> [Element] { Array(prefix(Swift.max(0, count))) }

  /// All but the first elements; all for a number below 1.
  ///
  /// ```swift
  /// people.skip(2)                  // ian, jim, joe
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func skip(_ count: Int) -> [Element] {
    let count = Swift.max(0, count)
    // What lies in memory is copied at once.
    return withContiguousStorageIfAvailable { Array($0.dropFirst(count)) }
      ?? Array(dropFirst(count))
  }

  /// The elements at positions in a range, counted from 0. Positions that do not exist are left
  /// out, those below 0 too.
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

  /// The elements at positions in a range, counted from 0.
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: ClosedRange<Int>) -> [Element] { take(range.halfOpen) }

  /// The elements from a position on.
  ///
  /// - Complexity: O(n).
  @inlinable public func take(_ range: PartialRangeFrom<Int>) -> [Element] {
    skip(range.lowerBound)
  }

  /// The elements before a position.
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: PartialRangeUpTo<Int>) -> [Element] {
    take(range.upperBound)
  }

  /// The elements up to a position, with the one that is there.
  ///
  /// - Complexity: O(upper bound).
  @inlinable public func take(_ range: PartialRangeThrough<Int>) -> [Element] {
    take(range.count)
  }

  /// The last elements, at most as many, in their order; none for a number below 1.
  ///
  /// ```swift
  /// people.takeLast(2)              // jim, joe
  /// ```
  ///
  /// - Complexity: O(n); O(count) for arrays.
  @inlinable public func takeLast(_ count: Int) -> [Element] {
    Array(suffix(Swift.max(0, count)))
  }

  /// All but the last elements; all for a number below 1.
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
  /// The first elements, at most as many; no more are asked for, and none before an iteration.
  @inlinable public func take(_ count: Int) -> LazySequence<PrefixSequence<Elements>> {
    elements.prefix(Swift.max(0, count)).lazy
  }

  /// All but the first elements.
  @inlinable public func skip(_ count: Int) -> LazySequence<DropFirstSequence<Elements>> {
    elements.dropFirst(Swift.max(0, count)).lazy
  }

  /// The elements at positions in a range, counted from 0.
  @inlinable public func take(
    _ range: Range<Int>
  ) -> LazySequence<PrefixSequence<DropFirstSequence<Elements>>> {
    elements.dropFirst(range.skipped).prefix(range.taken).lazy
  }

  /// The elements at positions in a range, counted from 0.
  @inlinable public func take(
    _ range: ClosedRange<Int>
  ) -> LazySequence<PrefixSequence<DropFirstSequence<Elements>>> { take(range.halfOpen) }

  /// The elements from a position on.
  @inlinable public func take(
    _ range: PartialRangeFrom<Int>
  ) -> LazySequence<DropFirstSequence<Elements>> { skip(range.lowerBound) }

  /// The elements before a position.
  @inlinable public func take(
    _ range: PartialRangeUpTo<Int>
  ) -> LazySequence<PrefixSequence<Elements>> { take(range.upperBound) }

  /// The elements up to a position, with the one that is there.
  @inlinable public func take(
    _ range: PartialRangeThrough<Int>
  ) -> LazySequence<PrefixSequence<Elements>> { take(range.count) }

  /// The last elements, at most as many, in their order.
  @inlinable public func takeLast(_ count: Int) -> DeferredSequence<Element> {
    let count = Swift.max(0, count)
    return DeferredSequence(of: { elements.suffix(count) })
  }

  /// All but the last elements. No more than `count` elements are kept at a time.
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

// Positions begin at 0 and end somewhere; no bound is too low or too high.

extension Range<Int> {
  @inlinable var skipped: Int { Swift.max(0, lowerBound) }
  @inlinable var taken: Int { Swift.max(0, upperBound) - skipped }
}

extension ClosedRange<Int> {
  @inlinable var halfOpen: Range<Int> {
    // No sequence has an element at the highest integer.
    upperBound == .max ? lowerBound..<upperBound : lowerBound..<(upperBound + 1)
  }
}

extension PartialRangeThrough<Int> {
  @inlinable var count: Int { upperBound == .max ? .max : upperBound + 1 }
}
