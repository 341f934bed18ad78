internal import LinqText

/// What the values of a field or of an attribute are like. Its values are added in their order,
/// each once with the number of people who have it, so that memory does not grow with their number.
struct ValueCounts {
  /// The number of people who have a value.
  private(set) var filled = 0
  /// The number of different values.
  private(set) var distinct = 0
  /// The first and the last value in their order.
  private(set) var lowest: ResultValue?
  private(set) var highest: ResultValue?
  /// The text with the most characters; nil for numbers and days.
  private(set) var longest: String?
  /// The values that most people have in common, with their number.
  private(set) var commonest: [(value: ResultValue, count: Int)] = []
  private var longestCount = 0

  /// The number of the commonest values.
  private static let commonestCount = 5

  /// Creates the counts of no values.
  init() {}

  /// Creates the counts of values that people do not share.
  init(unique count: Int, _ lowest: ResultValue, _ highest: ResultValue) {
    (filled, distinct) = (count, count)
    (self.lowest, self.highest) = (lowest, highest)
  }

  /// Adds a value, which is the highest one so far.
  mutating func add(_ value: ResultValue, _ count: Int) {
    filled += count
    distinct += 1
    if lowest == nil { lowest = value }
    highest = value
    // People do not share what only one of them has.
    guard count > 1,
      commonest.count < Self.commonestCount || count > commonest[commonest.count - 1].count
    else { return }
    let place = commonest.firstIndex { $0.count < count } ?? commonest.count
    commonest.insert((value, count), at: place)
    if commonest.count > Self.commonestCount { commonest.removeLast() }
  }

  /// Adds a text, which is the highest one so far.
  mutating func add(text: String, _ count: Int) {
    add(.text(text), count)
    // No text has more characters than bytes.
    guard text.utf8.count > longestCount else { return }
    let length = text.count
    guard length > longestCount else { return }
    (longest, longestCount) = (text, length)
  }
}

extension Collection {
  /// Returns the two elements in the middle of sorted values, of which each is there several times;
  /// nil if there are none. They are one element for an odd number.
  func middle<Value>() -> (lower: Value, upper: Value)?
  where Element == (value: Value, count: Int) {
    let total = reduce(0) { $0 + $1.count }
    func value(at place: Int) -> Value? {
      var end = 0
      return first { item in
        end += item.count
        return place < end
      }?.value
    }
    guard let lower = value(at: (total - 1) / 2), let upper = value(at: total / 2) else {
      return nil
    }
    return (lower, upper)
  }
}
