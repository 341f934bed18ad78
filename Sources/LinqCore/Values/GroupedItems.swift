/// Items grouped by key. The keys are in the order in which they first occur.
@usableFromInline package struct GroupedItems<Key: Hashable, Item> {
  @usableFromInline package var keys: [Key] = []
  @usableFromInline package var items: [[Item]] = []
  @usableFromInline package var indices: [Key: Int] = [:]

  @inlinable package init() {}

  /// Groups the elements of a sequence by a key.
  @inlinable package init(_ elements: some Sequence<Item>, by key: (Item) throws -> Key) rethrows {
    for element in elements { add(element, under: try key(element)) }
  }

  /// Adds an item to those with its key, and returns their index.
  @discardableResult
  @inlinable package mutating func add(_ item: Item, under key: Key) -> Int {
    if let index = indices[key] {
      items[index].append(item)
      return index
    }
    indices[key] = keys.count
    keys.append(key)
    items.append([item])
    return keys.count - 1
  }

  /// Adds several items to those with their key.
  mutating func add(_ items: [Item], under key: Key) {
    if let index = indices[key] {
      self.items[index] += items
    } else {
      indices[key] = keys.count
      keys.append(key)
      self.items.append(items)
    }
  }

  /// The items with a key, or an empty array if the key does not occur.
  @inlinable package subscript(key: Key) -> [Item] { indices[key].map { items[$0] } ?? [] }

  /// The groups.
  @inlinable package var groups: [QueryGroup<Key, Item>] {
    Swift.zip(keys, items).map { QueryGroup(key: $0, items: $1) }
  }
}

extension GroupedItems: Sendable where Key: Sendable, Item: Sendable {}

/// A value combined from the elements of each key. The keys are in the order in which they first
/// occur.
@usableFromInline package struct FoldedItems<Key: Hashable, Result> {
  @usableFromInline package var results: [(Key, Result)] = []
  @usableFromInline package var indices: [Key: Int] = [:]

  @inlinable package init() {}

  /// Updates the value of a key, whose initial value is a seed.
  @inlinable package mutating func update(
    _ key: Key, from seed: Result, _ combine: (Result) throws -> Result
  ) rethrows {
    if let index = indices[key] {
      results[index].1 = try combine(results[index].1)
    } else {
      indices[key] = results.count
      results.append((key, try combine(seed)))
    }
  }
}
