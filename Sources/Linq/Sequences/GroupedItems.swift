/// Items under their keys, the keys in the order in which they first occur.
@usableFromInline struct GroupedItems<Key: Hashable, Item> {
  @usableFromInline var keys: [Key] = []
  @usableFromInline var items: [[Item]] = []
  @usableFromInline var places: [Key: Int] = [:]

  @inlinable init() {}

  /// The elements of a sequence under their keys.
  @inlinable init(_ elements: some Sequence<Item>, by key: (Item) throws -> Key) rethrows {
    for element in elements { add(element, under: try key(element)) }
  }

  @inlinable mutating func add(_ item: Item, under key: Key) {
    if let place = places[key] {
      items[place].append(item)
    } else {
      places[key] = keys.count
      keys.append(key)
      items.append([item])
    }
  }

  /// The items under a key; none for a key that does not occur.
  @inlinable subscript(key: Key) -> [Item] { places[key].map { items[$0] } ?? [] }

  /// The groups.
  @inlinable var groups: [QueryGroup<Key, Item>] {
    Swift.zip(keys, items).map { QueryGroup(key: $0, items: $1) }
  }
}

extension GroupedItems: Sendable where Key: Sendable, Item: Sendable {}
