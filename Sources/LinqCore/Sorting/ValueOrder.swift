/// The order of values on both paths: Swift's, but for text, whose order is that of the Unicode
/// scalars of its canonical form (S06).
///
/// Swift's own order of text is no order at all where text is not normalised: seven such names
/// sorted eleven different ways.
@usableFromInline package enum ValueOrder {
  /// Whether one value comes before another.
  @inlinable package static func precedes<Value: Comparable>(_ left: Value, _ right: Value) -> Bool
  {
    // Where the type is known to the compiler, so is which of these it is.
    guard isText(Value.self) else { return left < right }
    return textPrecedes(text(of: left), text(of: right))
  }

  /// Whether one optional comes before another: nil before everything (S04).
  @inlinable package static func precedes<Value: Comparable>(_ left: Value?, _ right: Value?)
    -> Bool
  {
    switch (left, right) {
    case (nil, nil), (_?, nil): false
    case (nil, _?): true
    case (let left?, let right?): precedes(left, right)
    }
  }

  /// Whether one text comes before another.
  @usableFromInline package static func textPrecedes(_ left: String, _ right: String) -> Bool {
    var left = CanonicalText.form(of: left)
    var right = CanonicalText.form(of: right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.lexicographicallyPrecedes(right) }
    }
  }

  /// Whether values of a type have the order of text.
  @inlinable package static func isText<Value>(_ type: Value.Type) -> Bool {
    type == String.self || type == Substring.self || type == Character.self
  }

  /// A value that has the order of text, as text.
  @inlinable package static func text<Value>(of value: Value) -> String {
    switch value {
    case let text as String: text
    case let text as Substring: String(text)
    case let character as Character: String(character)
    default: preconditionFailure("\(Value.self) is no text")
    }
  }
}

/// A text prepared for many comparisons: put in canonical form once, its first bytes in one number.
@usableFromInline package struct TextKey {
  /// The first eight bytes, the first of them the highest; zeros after a shorter text.
  @usableFromInline package let start: UInt64
  @usableFromInline package let text: String

  /// The key of a value for which ``ValueOrder/isText(_:)`` is true.
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

  /// Whether one text comes before another, as in ``ValueOrder``.
  @inlinable package static func precedes(_ left: TextKey, _ right: TextKey) -> Bool {
    guard left.start == right.start else { return left.start < right.start }
    let (leftCount, rightCount) = (left.text.utf8.count, right.text.utf8.count)
    // Of short texts that begin alike, one is the beginning of the other.
    guard leftCount > 8, rightCount > 8 else { return leftCount < rightCount }
    return restPrecedes(left.text.utf8, right.text.utf8)
  }

  /// The same for texts that are longer than their beginnings, which are alike.
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
