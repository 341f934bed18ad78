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

/// A group of any key type and element type.
public protocol QueryGrouping<Key, Element> {
  /// The type of the key.
  associatedtype Key
  /// The type of the elements.
  associatedtype Element
  /// The key that the elements have in common.
  var key: Key { get }
  /// The elements, in their order.
  var items: [Element] { get }
  /// The key paths of a group's members.
  static var memberKeyPaths: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath) { get }
}

extension QueryGroup: QueryGrouping {
  /// The key paths of a group's members.
  public static var memberKeyPaths: (key: AnyKeyPath, items: AnyKeyPath, count: AnyKeyPath) {
    (\Self.key, \Self.items, \Self.count)
  }
}
