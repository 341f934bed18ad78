internal import StoreSupport

/// Pairs of people, as they are found.
struct FoundPairs {
  /// What two people have in common, the strongest in the lowest bit.
  struct Matches: OptionSet {
    let rawValue: UInt8

    static let email = Matches(rawValue: 1)
    static let nameAndBirthDate = Matches(rawValue: 2)
    static func similar(_ distance: Int) -> Matches { Matches(rawValue: 4 << UInt8(distance)) }

    /// How strong the strongest one is, 0 for the strongest.
    var rank: Int { rawValue.trailingZeroBitCount }

    /// The same for the user, in which one implies the others of its kind.
    var matches: [DuplicateMatch] {
      var matches: [DuplicateMatch] = []
      if contains(.email) { matches.append(.email) }
      if contains(.nameAndBirthDate) {
        matches.append(.nameAndBirthDate)
      } else if rawValue >= 4 {
        matches.append(.similarName(distance: (rawValue >> 2).trailingZeroBitCount))
      }
      return matches
    }
  }

  struct Pair {
    let first: Int32
    let second: Int32
    var matches: Matches
  }

  private var pairs: [Pair] = []
  private(set) var leftOut: [Duplicates.LeftOut] = []
  private var check = InterruptionCheck()

  mutating func leaveOut(_ criterion: DuplicateCriterion, _ value: String, count: Int) {
    leftOut.append(.init(criterion: criterion, value: value, pairs: count))
  }

  private mutating func add(_ left: Int32, _ right: Int32, _ matches: Matches) throws {
    try check()
    pairs.append(Pair(first: min(left, right), second: max(left, right), matches: matches))
  }

  /// Adds the pairs among some people, and of each of them with others.
  ///
  /// - Returns: how many pairs there are, if they are too many to be added.
  mutating func add(
    each people: [Int32], and others: ArraySlice<Int32> = [], _ matches: Matches
  ) throws -> Int? {
    let count = people.count * (people.count - 1) / 2 + people.count * others.count
    guard count <= Duplicates.most else { return count }
    for (place, left) in people.enumerated() {
      for right in people[(place + 1)...] { try add(left, right, matches) }
      for right in others { try add(left, right, matches) }
    }
    return nil
  }

  /// Adds the pairs of each of some people with each of others.
  ///
  /// - Returns: how many pairs there are, if they are too many to be added.
  mutating func add(_ people: [Int32], with others: [Int32], _ matches: Matches) throws -> Int? {
    let count = people.count * others.count
    guard count <= Duplicates.most else { return count }
    for left in people {
      for right in others { try add(left, right, matches) }
    }
    return nil
  }

  /// Adds the pairs of people of two names in which one has no birth date.
  ///
  /// - Parameters:
  ///   - undated: how many people of each name have no birth date.
  ///   - all: all people of each name, in which those come first.
  /// - Returns: how many pairs there are, if they are too many to be added.
  mutating func add(
    undated: (Int, Int), all: ([Int32], [Int32]), _ matches: Matches
  ) throws -> Int? {
    let count = undated.0 * all.1.count + (all.0.count - undated.0) * undated.1
    guard count <= Duplicates.most else { return count }
    for left in all.0.prefix(undated.0) {
      for right in all.1 { try add(left, right, matches) }
    }
    for left in all.0.dropFirst(undated.0) {
      for right in all.1.prefix(undated.1) { try add(left, right, matches) }
    }
    return nil
  }

  /// Returns the pairs, each once with all matches, the strongest first.
  func merged() throws -> [Pair] {
    let order = try pairs.sortedUnlessInterrupted {
      ($0.first, $0.second) < ($1.first, $1.second)
    }
    var merged: [Pair] = []
    for pair in order {
      if let last = merged.last, last.first == pair.first, last.second == pair.second {
        merged[merged.count - 1].matches.formUnion(pair.matches)
      } else {
        merged.append(pair)
      }
    }
    return try merged.sortedUnlessInterrupted {
      ($0.matches.rank, $0.first, $0.second) < ($1.matches.rank, $1.first, $1.second)
    }
  }
}
