/// A set of small numbers, of which each statement asks for some.
package struct NumberSet {
  private var words: [UInt64] = []

  package init() {}

  /// Whether a number is in the set.
  package func contains(_ number: Int) -> Bool {
    let place = number >> 6
    return place < words.count && words[place] & (1 << UInt64(number & 63)) != 0
  }

  /// Adds a number, which is not negative.
  package mutating func insert(_ number: Int) {
    let place = number >> 6
    if place >= words.count { words += Array(repeating: 0, count: place + 1 - words.count) }
    words[place] |= 1 << UInt64(number & 63)
  }
}
