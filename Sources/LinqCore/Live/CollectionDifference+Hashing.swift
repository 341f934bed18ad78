extension CollectionDifference where ChangeElement: Hashable {
  /// Creates the difference between two arrays, including moves, in O(n log n). The standard
  /// library's `difference` is smaller if elements repeat, and quadratic if much is different.
  ///
  /// Equal elements are matched in their order. Of the matched elements, one of the longest
  /// increasing subsequences stays; the others move.
  package init(from old: [ChangeElement], to new: [ChangeElement]) {
    let common = Swift.zip(old, new).prefix { $0 == $1 }.count
    let limit = Swift.min(old.count, new.count) - common
    let ending = Swift.zip(old.reversed(), new.reversed()).prefix(limit).prefix { $0 == $1 }.count
    let (removable, insertable) = (
      common..<(old.count - ending), common..<(new.count - ending)
    )

    // The offset in the old array of each element of the new array.
    var positions: [ChangeElement: [Int]] = [:]
    for position in removable.reversed() { positions[old[position], default: []].append(position) }
    let origins = insertable.map { positions[new[$0]]?.popLast() }

    let kept = Set(longestRise(in: origins.compactMap { $0 }))
    var targets: [Int: Int] = [:]
    for (position, origin) in Swift.zip(insertable, origins) {
      if let origin { targets[origin] = position }
    }
    var changes: [Change] = []
    for position in removable where !kept.contains(position) {
      changes.append(
        .remove(offset: position, element: old[position], associatedWith: targets[position]))
    }
    for (position, origin) in Swift.zip(insertable, origins)
    where !(origin.map(kept.contains) ?? false) {
      changes.append(.insert(offset: position, element: new[position], associatedWith: origin))
    }
    guard let difference = CollectionDifference(changes) else {
      preconditionFailure("a difference of two arrays is one")
    }
    self = difference
  }
}

/// Returns one of the longest increasing subsequences of distinct numbers.
private func longestRise(in numbers: [Int]) -> [Int] {
  // The lowest last number of a subsequence of each length, and the predecessor of each number in
  // its subsequence.
  var ends: [Int] = []
  var before: [Int: Int] = [:]
  for number in numbers {
    let position = ends.partitioningIndex { $0 >= number }
    if position > 0 { before[number] = ends[position - 1] }
    if position == ends.count { ends.append(number) } else { ends[position] = number }
  }
  var series: [Int] = []
  var number = ends.last
  while let current = number {
    series.append(current)
    number = before[current]
  }
  return series.reversed()
}
