/// Indices sorted by numbers. Sorts by integers, `Double` and prefixes of strings use it instead of
/// comparing keys.
@usableFromInline struct NumberedOrder {
  /// An index and the number that it is sorted by.
  @usableFromInline typealias Entry = (number: UInt64, index: Int)

  @usableFromInline var entries: [Entry]

  /// Creates an order by sorting entries by their numbers. The sort is stable.
  @usableFromInline init(_ entries: [Entry], _ check: () throws -> Void) rethrows {
    self.entries = entries
    if entries.count < 1000 {
      self.entries.sort { $0.number < $1.number }
    } else {
      try sortByBytes(check)
    }
  }

  /// Sorts with a stable LSD radix sort by bytes. It skips a byte that is equal in all numbers.
  private mutating func sortByBytes(_ check: () throws -> Void) rethrows {
    var counts = [Int](repeating: 0, count: 8 * 256)
    for entry in entries {
      for byte in 0..<8 { counts[byte * 256 + Self.value(of: byte, in: entry.number)] += 1 }
    }
    let (first, count) = (entries[0].number, entries.count)
    var sorted = entries
    for byte in 0..<8 {
      try check()
      let offset = byte * 256
      guard counts[offset + Self.value(of: byte, in: first)] < count else { continue }
      entries.withUnsafeBufferPointer { entries in
        sorted.withUnsafeMutableBufferPointer { sorted in
          counts.withUnsafeMutableBufferPointer { positions in
            var position = 0
            for value in offset..<(offset + 256) {
              (positions[value], position) = (position, position + positions[value])
            }
            for entry in entries {
              let value = offset + Self.value(of: byte, in: entry.number)
              sorted[positions[value]] = entry
              positions[value] += 1
            }
          }
        }
      }
      swap(&entries, &sorted)
    }
  }

  private static func value(of byte: Int, in number: UInt64) -> Int {
    Int(truncatingIfNeeded: (number >> UInt64(byte * 8)) & 0xFF)
  }

  /// Sorts every run of equal numbers by the strings at their indices.
  @usableFromInline mutating func decide(
    by keys: [TextKey], isDescending: Bool, _ check: () throws -> Void
  ) rethrows {
    var start = 0
    try entries.withUnsafeMutableBufferPointer { entries in
      while start < entries.count {
        var end = start + 1
        while end < entries.count, entries[end].number == entries[start].number { end += 1 }
        if end - start > 1 {
          var run = UnsafeMutableBufferPointer(rebasing: entries[start..<end])
          if isDescending {
            try run.sort {
              try check()
              return TextKey.precedes(keys[$1.index], keys[$0.index])
            }
          } else {
            try run.sort {
              try check()
              return TextKey.precedes(keys[$0.index], keys[$1.index])
            }
          }
        }
        start = end
      }
    }
  }

  /// Returns whether values of a type can be mapped to numbers with the same order.
  @inlinable static func isNumber<Value>(_ type: Value.Type) -> Bool {
    type == Int.self || type == Int64.self || type == Double.self
  }

  /// Returns a number for a value. Numbers have the order of their values, and equal values have
  /// equal numbers.
  @inlinable static func number<Value>(of value: Value) -> UInt64 {
    let sign: UInt64 = 1 << 63
    switch value {
    case let value as Int: return UInt64(bitPattern: Int64(value)) ^ sign
    case let value as Int64: return UInt64(bitPattern: value) ^ sign
    case let value as Double:
      // Negative and positive zero are equal. The bit patterns of negative numbers are in reverse
      // order.
      let bits = (value == 0 ? 0 : value).bitPattern
      return bits & sign == 0 ? bits ^ sign : ~bits
    default: preconditionFailure("\(Value.self) has no number")
    }
  }
}

extension Sorting {
  /// Returns the first level of a sort, by a key that is a number.
  @inlinable func numbered<Key>(
    by key: (Element) throws -> Key, isDescending: Bool, _ check: () throws -> Void
  ) rethrows -> Sorting {
    var entries: [NumberedOrder.Entry] = []
    entries.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      if index & 15 == 0 { try check() }
      let number = NumberedOrder.number(of: try key(element))
      entries.append((isDescending ? ~number : number, index))
    }
    let order = try NumberedOrder(entries, check).entries
    return Sorting(
      elements: order.map { elements[$0.index] },
      ties: .all.refined(count: order.count) { order[$0].number == order[$0 - 1].number })
  }

  /// Returns the first level of a sort, by a key that is text.
  @inlinable func lettered<Key>(
    by key: (Element) throws -> Key, isDescending: Bool, _ check: () throws -> Void
  ) rethrows -> Sorting {
    let keys = try elements.map {
      try check()
      return TextKey(try key($0))
    }
    var order = try NumberedOrder(
      keys.enumerated().map { (isDescending ? ~$1.start : $1.start, $0) }, check)
    try order.decide(by: keys, isDescending: isDescending, check)
    let entries = order.entries
    return Sorting(
      elements: entries.map { elements[$0.index] },
      ties: .all.refined(count: entries.count) { position in
        let (left, right) = (keys[entries[position - 1].index], keys[entries[position].index])
        return !TextKey.precedes(left, right) && !TextKey.precedes(right, left)
      })
  }
}
