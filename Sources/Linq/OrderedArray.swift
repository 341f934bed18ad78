public import LinqCore

/// Elements in the order of a sort, which knows between which of them it did not decide.
///
/// `sort` and `sortDescending` give one; `thenBy` and `thenByDescending` decide between the
/// elements that all sorts so far found equal. For everything else it is used as an array is.
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
  /// The position of the first element: 0.
  @inlinable public var startIndex: Int { 0 }

  /// The position after the last element: the number of elements.
  @inlinable public var endIndex: Int { elements.count }

  /// The element at a position.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(position: Int) -> Element { elements[position] }

  /// Goes through the elements.
  @inlinable public func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  /// Calls a closure with the elements as they lie in memory.
  @inlinable public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? { try elements.withContiguousStorageIfAvailable(body) }
}

extension OrderedArray: Sendable where Element: Sendable {}

extension OrderedArray: Equatable where Element: Equatable {
  /// Whether both have equal elements in the same order.
  @inlinable public static func == (left: OrderedArray, right: OrderedArray) -> Bool {
    left.elements == right.elements
  }
}

extension OrderedArray: Hashable where Element: Hashable {
  /// Hashes the elements.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(elements) }
}

extension OrderedArray: CustomStringConvertible {
  /// The elements, as an array describes them.
  public var description: String { elements.description }
}
