/// The keys of elements in their order, in which those near one of them are found.
struct SortedKeys<Key: Strideable> {
  private let keys: [Key]
  /// The indices of the elements, those with the lowest keys first, without those whose key has no
  /// place: NaN.
  private let order: [Int]

  /// - Parameter sorted: sorts indices by their keys.
  init(_ keys: [Key], sorted: ([Int]) throws -> [Int]) rethrows {
    self.keys = keys
    order = try sorted(keys.indices.filter { keys[$0] == keys[$0] })
  }

  init(_ keys: [Key]) {
    self.init(keys) { $0.sorted { ValueOrder.precedes(keys[$0], keys[$1]) } }
  }

  /// Returns the indices of the elements whose key is near the key of one of them, in ascending
  /// order.
  ///
  /// - Parameters:
  ///   - before: how much lower a key may be; nil for any lower key. Less than 0 is 0.
  ///   - after: how much higher a key may be; nil for any higher key. Less than 0 is 0.
  ///
  /// - Complexity: O(log n) in the number of all elements, O(m log m) in that of the found ones.
  func indices(before: Key.Stride?, after: Key.Stride?, of index: Int) -> [Int] {
    let key = keys[index]
    guard key == key else { return [] }
    let start = before.map { before in
      let least = key.clampedAdvance(by: 0 - Swift.max(0, before))
      return order.partitioningIndex { !ValueOrder.precedes(keys[$0], least) }
    }
    let end = after.map { after in
      let most = key.clampedAdvance(by: Swift.max(0, after))
      return order.partitioningIndex { ValueOrder.precedes(most, keys[$0]) }
    }
    let (from, to) = (start ?? 0, end ?? order.count)
    return from < to ? order[from..<to].sorted() : []
  }
}

extension SortedKeys: Sendable where Key: Sendable {}

extension Strideable {
  /// Returns the value at a distance, or the last one of its type on the way there.
  fileprivate func clampedAdvance(by distance: Stride) -> Self {
    guard let steps = distance as? Int else { return advanced(by: distance) }
    func clamped<Number: FixedWidthInteger>(_ number: Number) -> Self? {
      guard Number.bitWidth <= 64 else { return nil }
      return Number(clamping: Int128(number) + Int128(steps)) as? Self
    }
    let value: Self? =
      switch self {
      case let number as any FixedWidthInteger: clamped(number)
      case let day as CalendarDate:
        (day.advancing(by: steps) ?? (steps < 0 ? .first : .last)) as? Self
      default: nil
      }
    return value ?? advanced(by: distance)
  }
}
