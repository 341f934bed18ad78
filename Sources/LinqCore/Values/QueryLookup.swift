/// Groups of elements with lookup by key, in the order in which the keys first occur.
///
/// ```swift
/// let byLetter = people.toLookup { $0.name.prefix(1) }
/// byLetter["j"].select { $0.name }                        // jim, joe
/// byLetter["x"]                                           // none
/// for group in byLetter { print(group.key, group.count) }
/// ```
public struct QueryLookup<Key: Hashable, Element> {
  @usableFromInline let grouped: GroupedItems<Key, Element>

  @inlinable package init(_ grouped: GroupedItems<Key, Element>) { self.grouped = grouped }

  /// The number of groups.
  @inlinable public var count: Int { grouped.keys.count }

  /// The keys, in the order in which they first occur.
  @inlinable public var keys: [Key] { grouped.keys }

  /// The elements with a key, in their order, or an empty array if the key does not occur.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(key: Key) -> [Element] { grouped[key] }

  /// Returns whether a key occurs.
  ///
  /// - Complexity: O(1).
  @inlinable public func contains(key: Key) -> Bool { grouped.indices[key] != nil }
}

extension QueryLookup: Sequence {
  /// Returns an iterator over the groups.
  @inlinable public func makeIterator() -> IndexingIterator<[QueryGroup<Key, Element>]> {
    grouped.groups.makeIterator()
  }
}

extension QueryLookup: Sendable where Key: Sendable, Element: Sendable {}

extension QueryLookup: Equatable where Element: Equatable {
  /// Returns whether both have equal groups in the same order.
  @inlinable public static func == (left: QueryLookup, right: QueryLookup) -> Bool {
    left.grouped.keys == right.grouped.keys && left.grouped.items == right.grouped.items
  }
}

extension QueryLookup: Hashable where Element: Hashable {
  /// Hashes the groups.
  @inlinable public func hash(into hasher: inout Hasher) {
    hasher.combine(grouped.keys)
    hasher.combine(grouped.items)
  }
}
