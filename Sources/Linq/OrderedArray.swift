public import LinqCore

/// A sorted array that records which of its elements have equal keys.
///
/// `sort` and `sortDescending` return one. `thenBy` and `thenByDescending` sort the elements that
/// are equal in all previous sorts. Otherwise it is used like an array.
///
/// ```swift
/// let byAge = people.sort { $0.age }
/// byAge[0]                                        // the youngest
/// byAge.thenBy { $0.name }.select { $0.name }     // bob, jim, ian, frank, joe
/// ```
public struct OrderedArray<Element> {
  @usableFromInline var sorting: Sorting<Element>

  @usableFromInline var elements: [Element] { @inlinable get { sorting.elements } }

  @inlinable init(_ sorting: Sorting<Element>) { self.sorting = sorting }

  /// The elements as an array.
  ///
  /// - Complexity: O(1).
  @inlinable public func toArray() -> [Element] { elements }
}

extension OrderedArray: RandomAccessCollection {
  /// The index of the first element: 0.
  @inlinable public var startIndex: Int { 0 }

  /// The index after the last element: the number of elements.
  @inlinable public var endIndex: Int { elements.count }

  /// The element at an index.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(position: Int) -> Element { elements[position] }

  /// Returns an iterator over the elements.
  @inlinable public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  /// Calls a closure with the contiguous storage of the elements.
  @inlinable public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? { try elements.withContiguousStorageIfAvailable(body) }
}

extension OrderedArray: Sendable where Element: Sendable {}

extension OrderedArray: Equatable where Element: Equatable {
  /// Returns whether both have equal elements in the same order.
  @inlinable public static func == (left: OrderedArray, right: OrderedArray) -> Bool {
    left.elements == right.elements
  }
}

extension OrderedArray: Hashable where Element: Hashable {
  /// Hashes the elements.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension OrderedArray: CustomStringConvertible {
  /// A description of the elements, as that of an array.
  public var description: String { elements.description }
}
