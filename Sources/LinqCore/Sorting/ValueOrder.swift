/// The order of values in memory and in SQL. It is Swift's order, except that text is ordered by
/// the Unicode scalars of its canonical form (S06).
///
/// Swift's own order of strings is not a consistent order for text that is not normalized: seven
/// such names sorted in eleven different ways.
@usableFromInline package enum ValueOrder {
  /// Returns whether one value precedes another.
  @inlinable package static func precedes<Value: Comparable>(_ left: Value, _ right: Value) -> Bool
  {
    // If the compiler knows the type, it resolves this check statically.
    guard isText(Value.self) else { return left < right }
    return textPrecedes(text(of: left), text(of: right))
  }

  /// Returns whether one value precedes another or is equal to it. NaN does neither, also not to
  /// itself.
  @inlinable package static func isAtMost<Value: Comparable>(_ left: Value, _ right: Value) -> Bool
  {
    !precedes(right, left) && left == left && right == right
  }

  /// Returns whether one optional precedes another. nil precedes everything (S04).
  @inlinable package static func precedes<Value: Comparable>(_ left: Value?, _ right: Value?)
    -> Bool
  {
    switch (left, right) {
    case (nil, nil), (_?, nil): false
    case (nil, _?): true
    case (let left?, let right?): precedes(left, right)
    }
  }

  /// Returns whether one string precedes another.
  @usableFromInline package static func textPrecedes(_ left: String, _ right: String) -> Bool {
    var left = CanonicalText.form(of: left)
    var right = CanonicalText.form(of: right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.lexicographicallyPrecedes(right) }
    }
  }

  /// Returns whether values of a type are ordered as text.
  @inlinable package static func isText<Value>(_ type: Value.Type) -> Bool {
    type == String.self || type == Substring.self || type == Character.self
      || type == LocalizedText.self
  }

  /// Returns a value that is ordered as text, as a string.
  @inlinable package static func text<Value>(of value: Value) -> String {
    switch value {
    case let text as String: text
    case let text as Substring: String(text)
    case let character as Character: String(character)
    case let text as LocalizedText: text.form
    default: preconditionFailure("\(Value.self) is no text")
    }
  }
}

/// A string prepared for many comparisons: converted once to canonical form, with its first bytes
/// as a number.
@usableFromInline package struct TextKey {
  /// The first eight bytes in big-endian order, padded with zeros if the text is shorter.
  @usableFromInline package let start: UInt64
  @usableFromInline package let text: String

  /// Creates the key of a value for whose type ``ValueOrder/isText(_:)`` is true.
  @inlinable package init<Value>(_ value: Value) { self.init(text: ValueOrder.text(of: value)) }

  @usableFromInline package init(text: String) {
    var text = CanonicalText.form(of: text)
    var start: UInt64 = 0
    text.withUTF8 { bytes in
      for byte in bytes.prefix(8) { start = start << 8 | UInt64(byte) }
      start <<= 8 * UInt64(Swift.max(0, 8 - bytes.count))
    }
    self.start = start
    self.text = text
  }

  /// Returns whether one string precedes another in the order of ``ValueOrder``.
  @inlinable package static func precedes(_ left: TextKey, _ right: TextKey) -> Bool {
    guard left.start == right.start else { return left.start < right.start }
    let (leftCount, rightCount) = (left.text.utf8.count, right.text.utf8.count)
    // If one of them has at most eight bytes, the shorter one is a prefix of the other.
    guard leftCount > 8, rightCount > 8 else { return leftCount < rightCount }
    return restPrecedes(left.text.utf8, right.text.utf8)
  }

  /// Returns the same for strings longer than eight bytes whose first eight bytes are equal.
  @usableFromInline package static func restPrecedes(
    _ left: String.UTF8View, _ right: String.UTF8View
  ) -> Bool {
    let precedes = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        let count = Swift.min(left.count, right.count)
        var index = 8
        while index < count, left[index] == right[index] { index += 1 }
        return index < count ? left[index] < right[index] : left.count < right.count
      }
    }
    return (precedes ?? nil) ?? left.lexicographicallyPrecedes(right)
  }
}
