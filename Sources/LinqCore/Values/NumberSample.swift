/// Numbers that are kept, because a value depends on all of them: their median, or how far they are
/// from their mean. Both are computed in ascending order, so they do not depend on the order of the
/// numbers.
@usableFromInline package struct NumberSample<Number: QueryNumber> {
  @usableFromInline var numbers: [Number] = []

  /// Creates a sample without numbers.
  @inlinable package init() {}

  /// Adds a number.
  @inlinable package mutating func add(_ number: Number) { numbers.append(number) }

  /// Removes the number that was added first.
  package mutating func removeFirst() { numbers.removeFirst() }

  /// Returns the number in the middle, or the mean of the two in the middle; nil if there are no
  /// numbers. Throws ``ExpressionError/notANumber`` if infinities cancel out.
  ///
  /// - Complexity: O(n log n).
  @inlinable package func median() throws -> Double? { try median(checking: {}) }

  @inlinable package func median(checking check: () throws -> Void) throws -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = try sorted(checking: check)
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    return try Number.Total.mean(low, high).asNumber()
  }

  /// Returns the number below which a fraction of the numbers is, between the two that are next to
  /// it where it is none of them; nil if there are no numbers. That of 0.5 is the median. Throws
  /// ``ExpressionError/notANumber`` if infinities cancel out.
  ///
  /// - Complexity: O(n log n).
  @inlinable package func percentile(_ fraction: Double) throws -> Double? {
    try percentile(fraction, checking: {})
  }

  @inlinable package func percentile(
    _ fraction: Double, checking check: () throws -> Void
  ) throws -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = try sorted(checking: check)
    let place = fraction * Double(sorted.count - 1)
    let index = Int(place)
    let part = place - Double(index)
    let (first, second) = (sorted[index], sorted[min(index + 1, sorted.count - 1)])
    if part == 0 { return try Number.Total.mean(first, first).asNumber() }
    if part == 0.5 { return try Number.Total.mean(first, second).asNumber() }
    let (low, high) = (Number.Total.mean(first, first), Number.Total.mean(second, second))
    if low == high { return low }
    let distance = Number.Total.distance(from: first, to: second)
    // Halfway numbers of two that are far apart, or infinite.
    guard distance.isFinite else { return try (low * (1 - part) + high * part).asNumber() }
    return low + distance * part
  }

  /// Returns the square root of the mean squared distance from the mean. Throws
  /// ``ExpressionError/notANumber`` if a number is infinite.
  ///
  /// - Parameter isPopulation: whether the numbers are all that there are. The sum of the squares
  ///   is then divided by the count, otherwise by the count minus one.
  /// - Returns: nil if there are no numbers; for a sample, also if there is only one. Infinity if
  ///   the squares are too large for a `Double`.
  /// - Complexity: O(n log n).
  @inlinable package func standardDeviation(isPopulation: Bool) throws -> Double? {
    try standardDeviation(isPopulation: isPopulation, checking: {})
  }

  @inlinable package func standardDeviation(
    isPopulation: Bool, checking check: () throws -> Void
  ) throws -> Double? {
    let divisor = isPopulation ? numbers.count : numbers.count - 1
    guard divisor > 0 else { return nil }
    let sorted = try sorted(checking: check)
    let (low, high) = (sorted[0], sorted[sorted.count - 1])
    guard Number.Total.mean(low, high).isFinite else { throw ExpressionError.notANumber }
    // Distances from the lowest number, so that equal numbers have no deviation at all, and large
    // integers lose none of theirs.
    let distances = sorted.map { Number.Total.distance(from: low, to: $0) }
    let mean = distances.reduce(0, +) / Double(distances.count)
    let squares = distances.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return squares.isNaN ? .infinity : (squares / Double(divisor)).squareRoot()
  }

  /// - Parameter check: called now and then, and ends the sort by throwing.
  @inlinable func sorted(checking check: () throws -> Void) throws -> [Number] {
    guard numbers.allSatisfy({ $0 == $0 }) else { throw ExpressionError.notANumber }
    var count = 0
    return try numbers.sorted {
      count &+= 1
      if count.isMultiple(of: 1024) { try check() }
      return $0 < $1
    }
  }
}

/// The sample of the numbers that a run of a query keeps, against its ``MemoryBudget``.
package struct KeptNumbers<Number: QueryNumber> {
  /// The numbers so far.
  package private(set) var sample = NumberSample<Number>()
  private var meter = MemoryMeter<Number>()

  /// Creates a sample without numbers.
  package init() {}

  /// Adds a number. Throws ``QueryError/tooMuchMemory(limit:)`` if the run keeps too much.
  package mutating func keep(_ number: Number) throws {
    try meter.keep(number)
    sample.add(number)
  }

  /// Removes the number that was added first.
  package mutating func removeFirst() { sample.removeFirst() }
}
