internal import StoreSupport

/// The similar ones of the parts of names, found without comparing each with each other.
///
/// Two texts with up to two mistakes between them are the same text once up to two characters of
/// each are left out. So the hash values of a part without one, and without two, of its characters
/// are listed; parts with the same value are compared.
struct SimilarParts {
  struct Neighbor {
    let part: Int32
    let distance: Int
  }

  /// The similar parts of each wanted one.
  private(set) var neighbors: [Int32: [Neighbor]] = [:]

  /// Parts too many of which are similar to compare each with each other: one of them, and their
  /// number.
  private(set) var leftOut: [(part: Int32, count: Int)] = []

  /// The number of parts with the same hash value that are compared.
  private static let most = 1000

  /// Finds the parts that are similar to wanted ones.
  init(_ parts: NameParts, of wanted: Set<Int32>) throws {
    var check = InterruptionCheck()
    var filter = HashFilter()
    for part in wanted {
      try check()
      Self.forEachHash(of: parts.parts[Int(part)]) { filter.insert($0) }
    }
    var entries: [UInt64] = []
    for (number, part) in parts.parts.enumerated() {
      try check()
      Self.forEachHash(of: part) { hash in
        if filter.contains(hash) { entries.append(UInt64(hash) << 32 | UInt64(number)) }
      }
    }
    entries.sort()
    for pair in try pairs(entries, wanted) {
      try check()
      let (left, right) = (Int32(pair >> 32), Int32(truncatingIfNeeded: pair))
      guard let distance = parts.distance(left, right) else { continue }
      if wanted.contains(left) {
        neighbors[left, default: []].append(Neighbor(part: right, distance: distance))
      }
      if wanted.contains(right) {
        neighbors[right, default: []].append(Neighbor(part: left, distance: distance))
      }
    }
  }

  /// Returns the pairs of parts with the same hash value, of which one is wanted, the lower number
  /// in the upper half, each once.
  private mutating func pairs(
    _ entries: [UInt64], _ wanted: Set<Int32>
  ) throws -> [UInt64] {
    var check = InterruptionCheck()
    var pairs: [UInt64] = []
    var large: [Int32: Int] = [:]
    var start = 0
    while start < entries.count {
      try check()
      var group: [Int32] = []
      let hash = entries[start] >> 32
      while start < entries.count, entries[start] >> 32 == hash {
        let part = Int32(truncatingIfNeeded: entries[start])
        if group.last != part { group.append(part) }
        start += 1
      }
      guard group.count <= Self.most else {
        large[group[0]] = max(large[group[0]] ?? 0, group.count)
        continue
      }
      for (place, left) in group.enumerated() {
        let isWanted = wanted.contains(left)
        for right in group[(place + 1)...] where isWanted || wanted.contains(right) {
          pairs.append(UInt64(left) << 32 | UInt64(right))
        }
      }
    }
    leftOut = large.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    pairs.sort()
    var last: UInt64?
    pairs.removeAll { pair in
      defer { last = pair }
      return pair == last
    }
    return pairs
  }

  /// The number of characters from which a part may be similar to one of eight, which may have two
  /// mistakes; and the number from which it may be similar to one of four.
  private static let (withTwo, withOne) = (6, 3)

  /// Calls a closure with the hash values of a part without none, one and two of its characters.
  private static func forEachHash(of part: NameParts.Part, _ body: (UInt32) -> Void) {
    let scalars = part.scalars
    guard part.canDiffer, scalars.count >= withOne else { return }
    func hash(without first: Int, _ second: Int) -> UInt32 {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for (place, scalar) in scalars.enumerated() where place != first && place != second {
        hash = (hash ^ UInt64(scalar.value)) &* 0x100_0000_01B3
      }
      return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }
    body(hash(without: -1, -1))
    for first in scalars.indices {
      body(hash(without: first, -1))
      guard scalars.count >= withTwo else { continue }
      for second in (first + 1)..<scalars.count { body(hash(without: first, second)) }
    }
  }
}

/// Hash values, most of those that are not among them told apart by one bit each.
private struct HashFilter {
  private static let bits: UInt32 = 1 << 26
  private var words = [UInt64](repeating: 0, count: Int(bits / 64))

  mutating func insert(_ hash: UInt32) {
    words[Int((hash % Self.bits) / 64)] |= 1 << UInt64(hash % 64)
  }

  func contains(_ hash: UInt32) -> Bool {
    words[Int((hash % Self.bits) / 64)] >> UInt64(hash % 64) & 1 == 1
  }
}
