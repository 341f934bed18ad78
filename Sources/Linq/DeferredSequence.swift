/// A lazy sequence whose elements are computed one at a time when they are requested, and again for
/// each iteration.
///
/// Operators after `.lazy` return one if the standard library has no lazy sequence for them.
///
/// ```swift
/// let surnames = people.lazy.select { $0.surname }.distinct()     // nothing has happened
/// for surname in surnames { print(surname) }                      // now it does
/// ```
public struct DeferredSequence<Element>: LazySequenceProtocol {
  @usableFromInline let start: () -> () -> Element?

  /// Creates a sequence from a closure that starts an iteration. It returns a closure that returns
  /// the next element, or nil at the end.
  @inlinable init(_ start: @escaping () -> () -> Element?) { self.start = start }

  /// Creates a sequence of the elements of another sequence, which is created when the first
  /// element is requested.
  @inlinable init<Elements: Sequence<Element>>(of make: @escaping () -> Elements) {
    self.init {
      var iterator: Elements.Iterator?
      return {
        if iterator == nil { iterator = make().makeIterator() }
        return iterator?.next()
      }
    }
  }

  /// Starts an iteration.
  @inlinable public func makeIterator() -> Iterator { Iterator(pull: start()) }

  /// An iterator over the elements.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let pull: () -> Element?

    @inlinable init(pull: @escaping () -> Element?) { self.pull = pull }

    /// Returns the next element, or nil at the end.
    @inlinable public mutating func next() -> Element? { pull() }
  }
}
