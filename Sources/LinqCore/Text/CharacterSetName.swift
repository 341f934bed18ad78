internal import Foundation
internal import StoreSupport

/// Sets of characters as texts, which engines can pass: the name of a set that Foundation has, such
/// as `letters` or `inverted letters`, or the scalars of another one, as in `9-d 20 a0`.
enum CharacterSetName {
  /// The number of sets that are remembered.
  private static let limit = 64

  private static let known = Locked<[String: CharacterSet]>([:])

  private static let names = Locked<[CharacterSet: String]>([:])

  private static let standard = named.flatMap { name, set in
    [(name: name, set: set), (name: "inverted \(name)", set: set.inverted)]
  }

  private static let named: [(name: String, set: CharacterSet)] = [
    ("whitespaces", .whitespaces), ("whitespacesAndNewlines", .whitespacesAndNewlines),
    ("newlines", .newlines), ("punctuationCharacters", .punctuationCharacters),
    ("decimalDigits", .decimalDigits), ("letters", .letters), ("alphanumerics", .alphanumerics),
    ("symbols", .symbols), ("controlCharacters", .controlCharacters),
    ("lowercaseLetters", .lowercaseLetters), ("uppercaseLetters", .uppercaseLetters),
    ("capitalizedLetters", .capitalizedLetters), ("nonBaseCharacters", .nonBaseCharacters),
    ("illegalCharacters", .illegalCharacters),
  ]

  /// Returns the text of a set.
  static func name(of set: CharacterSet) -> String {
    standard.first { $0.set == set }?.name ?? remembered(set, in: names, scalars)
  }

  /// Returns the set of a text.
  static func set(named name: String) -> CharacterSet {
    remembered(name, in: known) { name in standard.first { $0.name == name }?.set ?? set(of: name) }
  }

  /// Returns what has been computed of a key before, or computes it.
  private static func remembered<Key: Hashable & Sendable, Value: Sendable>(
    _ key: Key, in known: Locked<[Key: Value]>, _ compute: (Key) -> Value
  ) -> Value {
    if let value = known.withLock({ $0[key] }) { return value }
    let value = compute(key)
    known.withLock { known in
      if known.count >= limit { known.removeAll() }
      known[key] = value
    }
    return value
  }

  /// Returns the ranges of scalars in a set.
  private static func scalars(of set: CharacterSet) -> String {
    var ranges: [ClosedRange<UInt32>] = []
    func add(_ scalars: ClosedRange<UInt32>) {
      let low = scalars.lowerBound
      // Foundation does not insert ranges of several planes as a whole.
      if let last = ranges.last, last.upperBound + 1 == low, low & 0xFFFF != 0 {
        ranges[ranges.count - 1] = last.lowerBound...scalars.upperBound
      } else {
        ranges.append(scalars)
      }
    }
    func add(plane: UInt32, _ bits: Data) {
      for (index, byte) in [UInt8](bits).enumerated() where byte != 0 {
        let first = plane << 16 | UInt32(index * 8)
        if byte == 0xFF {
          add(first...first + 7)
        } else {
          for bit: UInt32 in 0..<8 where byte >> bit & 1 == 1 { add(first + bit...first + bit) }
        }
      }
    }
    // The first plane, then each other one that is not empty, after its number.
    let (bitmap, size) = (set.bitmapRepresentation, 8192)
    add(plane: 0, bitmap.prefix(size))
    for start in stride(from: size, to: bitmap.count - size, by: size + 1) {
      let number = bitmap.startIndex + start
      add(plane: UInt32(bitmap[number]), bitmap[(number + 1)...].prefix(size))
    }
    return ranges.map { range in
      [range.lowerBound, range.upperBound].prefix(range.count == 1 ? 1 : 2)
        .map { String($0, radix: 16) }.joined(separator: "-")
    }.joined(separator: " ")
  }

  /// Returns the set of ranges of scalars.
  private static func set(of ranges: String) -> CharacterSet {
    var set = CharacterSet()
    for range in ranges.split(separator: " " as Character) {
      let bounds = range.split(separator: "-" as Character).compactMap { UInt32($0, radix: 16) }
      guard let low = bounds.first, let high = bounds.last else { continue }
      // The surrogates are not scalars.
      for (low, high) in [(low, min(high, 0xD7FF)), (max(low, 0xE000), high)] where low <= high {
        guard let low = Unicode.Scalar(low), let high = Unicode.Scalar(high) else { continue }
        set.insert(charactersIn: low...high)
      }
    }
    return set
  }
}
