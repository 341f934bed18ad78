/// A group of elements with equal keys.
///
/// ```swift
/// people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }
/// ```
public struct QueryGroup<Key, Element> {
  /// The key that the elements have in common.
  public let key: Key

  /// The elements, in their order.
  public let items: [Element]

  /// The number of elements.
  public var count: Int { items.count }

  /// Creates a group.
  public init(key: Key, items: [Element]) {
    self.key = key
    self.items = items
  }
}

extension QueryGroup: Sendable where Key: Sendable, Element: Sendable {}
extension QueryGroup: Equatable where Key: Equatable, Element: Equatable {}
extension QueryGroup: Hashable where Key: Hashable, Element: Hashable {}

/// A group is a collection of its elements, so it has the operators of sequences.
///
/// ```swift
/// people.groupBy { $0.surname }.select { ($0.key, $0.min { $0.age }, $0.where { $0.age < 18 }) }
/// ```
extension QueryGroup: RandomAccessCollection {
  /// The index of the first element: 0.
  public var startIndex: Int { 0 }

  /// The index after that of the last element: the number of elements.
  public var endIndex: Int { items.count }

  /// The element at an index.
  public subscript(index: Int) -> Element { items[index] }
}

extension QueryGroup: QueryArray {
  /// The elements, in their order.
  @_documentation(visibility: internal)
  public var orderedElements: [Element] { items }
}

/// A group of any key type and element type.
package protocol QueryGrouping: QueryArray {
  /// The key paths of a group's members.
  static var memberKeyPaths: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath) { get }
}

extension QueryGroup: QueryGrouping {
  package static var memberKeyPaths: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath) {
    (\Self.key, \Self.items, \Self.count)
  }
}
