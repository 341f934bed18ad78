/// An element of a query, seen among the elements of its partition.
///
/// ```swift
/// people.windows(within: { $0.surname }).where { $0.rank(byDescending: { $0.age }) == 1 }
/// people.windows().select { ($0.element.id, $0.soFar.sum { $0.age }) }
/// ```
///
/// The elements of the partition are in the order of the query. Arrays of them share their storage.
public struct QueryWindow<Element> {
  let rows: WindowRows<Element>
  let index: Int

  /// The element.
  public var element: Element { rows.elements[index] }

  /// The number of the element in its partition, counted from 1.
  public var rowNumber: Int { index + 1 }

  /// All elements of the partition.
  public var partition: ArraySlice<Element> { rows(before: nil, after: nil) }

  /// The elements of the partition up to this one, which is the last of them.
  public var soFar: ArraySlice<Element> { rows(before: nil, after: 0) }

  /// The elements of the partition from this one on.
  public var rest: ArraySlice<Element> { rows(before: 0, after: nil) }

  /// Returns this element and those before it, `count` in all; fewer at the beginning of the
  /// partition.
  public func last(_ count: Int) -> ArraySlice<Element> {
    count > 0 ? rows(before: count - 1, after: 0) : []
  }

  /// Returns this element with a number of elements before and after it; fewer at the ends of the
  /// partition.
  public func rows(before: Int?, after: Int?) -> ArraySlice<Element> {
    rows.elements[range(before: before, after: after)]
  }

  /// Returns the elements of the partition whose key is near the key of this element: from
  /// `before` less to `after` more.
  ///
  /// ```swift
  /// sales.windows().map { $0.rows(before: 6, after: 0, by: { $0.day }).map(\.total) }   // 7 days
  /// ```
  ///
  /// The elements are in the order of the query, whatever their keys are. nil stands for any
  /// distance.
  ///
  /// - Complexity: O(n log n) in the number of elements of the partition.
  public func rows<Key: Strideable>(
    before: Key.Stride?, after: Key.Stride?, by key: (Element) throws -> Key
  ) rethrows -> [Element] {
    let keys = SortedKeys(try rows.elements.map(key))
    return keys.indices(before: before, after: after, of: index).map { rows.elements[$0] }
  }

  /// Returns where the elements of ``rows(before:after:)`` are in the partition.
  func range(before: Int?, after: Int?) -> Range<Int> {
    let count = rows.elements.count
    let start = before.map { $0 < index ? index - Swift.max(0, $0) : 0 } ?? 0
    let end = after.map { $0 < count - index ? index + Swift.max(0, $0) + 1 : count } ?? count
    return start..<end
  }

  /// Returns the element a number of places before this one, or nil if there is none.
  public func lag(_ count: Int = 1) -> Element? {
    let (index, overflow) = index.subtractingReportingOverflow(count)
    return overflow ? nil : element(at: index)
  }

  /// Returns the element a number of places after this one, or nil if there is none.
  public func lead(_ count: Int = 1) -> Element? {
    let (index, overflow) = index.addingReportingOverflow(count)
    return overflow ? nil : element(at: index)
  }

  private func element(at index: Int) -> Element? {
    rows.elements.indices.contains(index) ? rows.elements[index] : nil
  }

  /// Returns the number of this element's part, counted from 1, where the partition is divided into
  /// a number of parts, of which the first ones have one element more if it must be.
  ///
  /// - Parameter count: The number of parts. It must be at least 1.
  public func ntile(_ count: Int) -> Int {
    precondition(count > 0, "a partition has at least one part")
    let (size, larger) = rows.elements.count.quotientAndRemainder(dividingBy: count)
    let inLarger = larger * (size + 1)
    return index < inLarger ? index / (size + 1) + 1 : larger + (index - inLarger) / size + 1
  }
}

extension QueryWindow: Sendable where Element: Sendable {}

/// The elements of a partition.
final class WindowRows<Element> {
  let elements: [Element]
  /// The values that are the same for all windows of the partition.
  let kept = KeptValues()

  init(_ elements: [Element]) { self.elements = elements }
}

extension WindowRows: Sendable where Element: Sendable {}

/// A window with elements of any type.
public protocol QueryWindowing<Element> {
  /// The type of the elements.
  associatedtype Element

  /// The window itself.
  @_documentation(visibility: internal)
  var window: QueryWindow<Element> { get }
}

extension QueryWindow: QueryWindowing {
  /// The window itself.
  @_documentation(visibility: internal)
  public var window: QueryWindow<Element> { self }
}

extension QueryWindow: AnyQueryWindow {
  package static var memberKeyPaths: (element: AnyKeyPath, rowNumber: AnyKeyPath) {
    (\Self.element, \Self.rowNumber)
  }
}

/// A window of any element type.
package protocol AnyQueryWindow {
  /// The key paths of a window's members that are no arrays.
  static var memberKeyPaths: (element: AnyKeyPath, rowNumber: AnyKeyPath) { get }
}
