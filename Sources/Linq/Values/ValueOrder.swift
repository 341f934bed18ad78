/// The order of values on both paths: Swift's, but for text, whose order is that of the Unicode scalars
/// of its canonical form (S06).
///
/// Swift's own order of text is no order at all where text is not normalised: seven such names sorted
/// eleven different ways.
enum ValueOrder {
  /// Whether one value comes before another.
  static func precedes<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (let left as String, let right as String): textPrecedes(left, right)
    case (let left as Substring, let right as Substring):
      textPrecedes(String(left), String(right))
    case (let left as Character, let right as Character):
      textPrecedes(String(left), String(right))
    default: left < right
    }
  }

  /// Whether one optional comes before another: nil before everything (S04).
  static func precedes<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
    switch (left, right) {
    case (nil, nil), (_?, nil): false
    case (nil, _?): true
    case (let left?, let right?): precedes(left, right)
    }
  }

  /// Whether one text comes before another.
  static func textPrecedes(_ left: String, _ right: String) -> Bool {
    var left = CanonicalText.form(of: left)
    var right = CanonicalText.form(of: right)
    return left.withUTF8 { left in
      right.withUTF8 { right in left.lexicographicallyPrecedes(right) }
    }
  }
}
