internal import StoreSupport

/// The memory that one run of a query may take for what it keeps: elements that are sorted, grouped
/// or joined, keys, results in arrays, and long texts.
///
/// A run takes place on one thread, and what keeps elements there finds the budget by the thread,
/// as it finds the ``Interruption``. Sizes are estimates: some elements are measured, and the
/// others are taken for as large (``MemoryMeter``). As soon as functions have made, and rows have
/// had, more bytes of long texts than the budget has, every element is measured, so nothing long is
/// hidden between the others. A stream, which keeps nothing, reads no rows ahead when they are
/// long.
package final class MemoryBudget {
  /// The number of bytes.
  package let limit: Int
  /// The number of bytes of the longest text that a function may make.
  private let longestText: Int
  private var taken = 0
  /// The number of bytes of long texts that were made or read.
  private var longTexts = 0

  private init(limit: Int, longestText: Int) {
    self.limit = limit
    self.longestText = longestText
  }

  /// The budget of the run on the calling thread; nil if it may take any memory.
  package static var current: MemoryBudget? { running.value }

  private static let running = ThreadValue<MemoryBudget>()

  /// Runs a query that may take a number of bytes.
  package static func during<Result>(
    _ limit: Int, longestText: Int, _ body: () throws -> Result
  ) rethrows -> Result {
    try running.during(MemoryBudget(limit: limit, longestText: longestText), body)
  }

  /// Runs work that keeps nothing after its end but its result, which its caller counts.
  package static func givingBack<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let budget = current else { return try body() }
    let taken = budget.taken
    defer { budget.taken = taken }
    return try body()
  }

  /// Counts bytes that the run keeps.
  @inline(__always) fileprivate func take(_ bytes: Int) throws {
    taken &+= bytes
    if taken > limit { throw QueryError.tooMuchMemory(limit: limit) }
  }

  /// Whether every element is measured.
  fileprivate var measuresAll: Bool { longTexts > limit }

  /// Whether rows may be read ahead.
  package var hasRoomAhead: Bool { longTexts <= limit / 16 }

  // MARK: - Texts

  /// The length of a text, in bytes, from which on it is counted.
  package static let longText = 1 << 16

  /// Counts a row that is read, by the bytes of its values.
  @inline(__always) package func readRow(_ bytes: Int) {
    if bytes >= Self.longText { longTexts += bytes }
  }

  /// Throws if the run must not make a text of a number of bytes.
  ///
  /// - Parameter added: the number of bytes that are added to a text that is there.
  @inline(__always) static func checkText(_ bytes: Int, added: Int? = nil) throws {
    if bytes >= longText { try checkLongText(bytes, added ?? bytes) }
  }

  private static func checkLongText(_ bytes: Int, _ made: Int) throws {
    guard let budget = current else { return }
    guard bytes <= budget.longestText else {
      throw QueryError.tooMuchMemory(limit: budget.limit)
    }
    budget.longTexts += made
  }
}

/// Counts the elements that a run keeps in one place, against its ``MemoryBudget``.
///
/// ```swift
/// var meter = MemoryMeter<Element>()
/// while let element = try next() {
///   try meter.keep(element)
///   elements.append(element)
/// }
/// ```
package struct MemoryMeter<Element> {
  /// The number of elements that are not measured before the first one is: a page of rows takes
  /// less time than measuring one of them.
  private static var few: Int { 64 }

  private let budget: MemoryBudget?
  /// The number of bytes of the element that was measured last; nil before.
  private var size: Int?
  private var count = 0
  /// The number of elements until the next one is measured.
  private var left = Self.few

  /// Creates a meter of the run on the calling thread.
  package init() { budget = MemoryBudget.current }

  /// Whether the run has a budget at all.
  package var isCounting: Bool { budget != nil }

  /// Counts an element. Throws ``QueryError/tooMuchMemory(limit:)`` if the run keeps too much.
  @inline(__always) package mutating func keep(_ element: Element) throws {
    if let budget { try count(element, budget) }
  }

  private mutating func count(_ element: Element, _ budget: MemoryBudget) throws {
    count += 1
    left -= 1
    if left <= 0 || budget.measuresAll {
      // An array has room for more elements than it has.
      let measured = 2 * MemoryLayout<Element>.stride + MemorySize.outside(of: element)
      if size == nil { try budget.take((count - 1) * measured) }
      size = measured
      left = min(count, 256)
    }
    if let size { try budget.take(size) }
  }
}

extension Sequence {
  /// Returns what a closure makes of each element, and counts it.
  func mapKept<Value>(_ transform: (Element) throws -> Value) throws -> [Value] {
    var meter = MemoryMeter<Value>()
    return try mapUnlessInterrupted { element in
      let value = try transform(element)
      try meter.keep(value)
      return value
    }
  }
}

/// The memory of values, as an estimate.
private enum MemorySize {
  /// The number of elements of a collection that are measured.
  private static let samples = 8
  /// The bytes that an allocation takes beside its contents.
  private static let header = 32
  /// The bytes of a text that is stored in the value itself.
  private static let shortText = 15

  /// Returns the number of bytes that a value keeps outside of itself.
  static func outside(of value: Any, depth: Int = 6) -> Int {
    if let text = value as? String { return bytes(of: text.utf8.count) }
    if let text = value as? Substring { return bytes(of: text.utf8.count) }
    guard depth > 0 else { return 0 }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary:
      let count = mirror.children.count
      guard count > 0 else { return 0 }
      let measured = mirror.children.prefix(samples).map { all(of: $0.value, depth: depth - 1) }
      return header + count * (measured.reduce(0, +) / measured.count)
    case .class:
      return header + mirror.children.reduce(0) { $0 + all(of: $1.value, depth: depth - 1) }
    default:
      return mirror.children.reduce(0) { $0 + outside(of: $1.value, depth: depth - 1) }
    }
  }

  private static func bytes(of text: Int) -> Int { text > shortText ? header + text : 0 }

  /// Returns the number of bytes of a value, and of what it keeps.
  private static func all(of value: Any, depth: Int) -> Int {
    func stride<Value>(_ value: Value) -> Int { MemoryLayout<Value>.stride }
    return _openExistential(value, do: stride) + outside(of: value, depth: depth)
  }
}
