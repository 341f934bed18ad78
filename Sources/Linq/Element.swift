public import LinqCore

// `first(where:)` and `last(where:)` are the standard library's.

extension Sequence {
  /// The first element. At most one element is read.
  ///
  /// ```swift
  /// try people.sort { $0.age }.first()          // bob
  /// ```
  ///
  /// - Throws: `QueryError.noElements`.
  /// - Complexity: O(1).
  @inlinable public func first() throws -> Element {
    guard let element = firstOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The first element, if there is one.
  ///
  /// - Complexity: O(1).
  @inlinable public func firstOrNil() -> Element? {
    var iterator = makeIterator()
    return iterator.next()
  }

  /// The first element for which a closure returns `true`, if there is one.
  ///
  /// ```swift
  /// people.firstOrNil { $0.age > 30 }           // frank
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func firstOrNil(
    _ predicate: (Element) throws -> Bool
  ) rethrows -> Element? { try first(where: predicate) }

  /// The last element.
  ///
  /// - Throws: `QueryError.noElements`.
  /// - Complexity: O(n); O(1) for arrays.
  @inlinable public func last() throws -> Element {
    guard let element = lastOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The last element, if there is one.
  ///
  /// - Complexity: O(n); O(1) for arrays.
  @inlinable public func lastOrNil() -> Element? {
    if let last = withContiguousStorageIfAvailable(\.last) { return last }
    var last: Element?
    for element in self { last = element }
    return last
  }

  /// The last element for which a closure returns `true`, if there is one. The closure is called
  /// for all elements, in their order.
  ///
  /// ```swift
  /// people.lastOrNil { $0.age == 25 }           // jim
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func lastOrNil(
    _ predicate: (Element) throws -> Bool
  ) rethrows -> Element? {
    var last: Element?
    for element in self where try predicate(element) { last = element }
    return last
  }

  /// The only element. At most two elements are read.
  ///
  /// - Throws: `QueryError.noElements`, `QueryError.moreThanOneElement`.
  /// - Complexity: O(1).
  @inlinable public func single() throws -> Element {
    guard let element = try singleOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The only element for which a closure returns `true`. The closure is not called after the
  /// second such element.
  ///
  /// ```swift
  /// try people.single { $0.name == "ian" }      // ian
  /// ```
  ///
  /// - Throws: `QueryError.noElements`, `QueryError.moreThanOneElement`, or the error of the
  ///   closure.
  /// - Complexity: O(n).
  @inlinable public func single(_ predicate: (Element) throws -> Bool) throws -> Element {
    guard let element = try singleOrNil(predicate) else { throw QueryError.noElements }
    return element
  }

  /// The only element, or nil if there is none.
  ///
  /// - Throws: `QueryError.moreThanOneElement`.
  /// - Complexity: O(1).
  @inlinable public func singleOrNil() throws -> Element? { try singleOrNil { _ in true } }

  /// The only element for which a closure returns `true`, or nil if there is none.
  ///
  /// - Throws: `QueryError.moreThanOneElement`, or the error of the closure.
  /// - Complexity: O(n).
  @inlinable public func singleOrNil(_ predicate: (Element) throws -> Bool) throws -> Element? {
    var iterator = makeIterator()
    return try onlyElement {
      while let element = iterator.next() {
        if try predicate(element) { return element }
      }
      return nil
    }
  }

  /// The element at an index, counted from 0.
  ///
  /// ```swift
  /// try people.elementAt(1)                     // frank
  /// ```
  ///
  /// - Throws: `QueryError.outOfRange`.
  /// - Complexity: O(index); O(1) for arrays.
  @inlinable public func elementAt(_ index: Int) throws -> Element {
    guard let element = elementAtOrNil(index) else { throw QueryError.outOfRange(index: index) }
    return element
  }

  /// The element at an index, if there is one.
  ///
  /// - Complexity: O(index); O(1) for arrays.
  @inlinable public func elementAtOrNil(_ index: Int) -> Element? {
    guard index >= 0 else { return nil }
    let stored = withContiguousStorageIfAvailable { elements in
      index < elements.count ? elements[index] : nil
    }
    if let stored { return stored }
    var iterator = makeIterator()
    for _ in 0..<index {
      guard iterator.next() != nil else { return nil }
    }
    return iterator.next()
  }
}
