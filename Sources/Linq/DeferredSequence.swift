/// Elements that are computed when they are asked for, one at a time and anew by each
/// iteration.
///
/// Operators after `.lazy` give one where the standard library has no lazy sequence of its own.
///
/// ```swift
/// let surnames = people.lazy.select { $0.surname }.distinct()     // nothing has happened
/// for surname in surnames { print(surname) }                      // now it does
/// ```
public struct DeferredSequence<Element>: LazySequenceProtocol {
  @usableFromInline let start: () -> () -> Element?

  /// A sequence whose iterations are made by a closure: it gives what gives the elements, one by
  /// one and nil at the end.
  @inlinable init(_ start: @escaping () -> () -> Element?) { self.start = start }

  /// A sequence whose elements are those of another one, which is made when the first is asked for.
  @inlinable init<Elements: Sequence<Element>>(of make: @escaping () -> Elements) {
    self.init {
      var iterator: Elements.Iterator?
      return {
        if iterator == nil { iterator = make().makeIterator() }
        return iterator?.next()
      }
    }
  }

  /// Begins an iteration.
  @inlinable public func makeIterator() -> Iterator { Iterator(pull: start()) }

  /// One iteration.
  public struct Iterator: IteratorProtocol {
    @usableFromInline let pull: () -> Element?

    @inlinable init(pull: @escaping () -> Element?) { self.pull = pull }

    /// The next element; nil at the end.
    @inlinable public mutating func next() -> Element? { pull() }
  }
}
