/// An operation of an expression. The raw value is its name in Swift.
package enum ExpressionOperation: String, Sendable, Hashable, CaseIterable {
  // Comparison
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="

  // Logic
  case and = "&&"
  case or = "||"
  case not = "!"
  /// Condition, value if true, value if false.
  case conditional = "if"

  // Arithmetic
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case negate
  case absolute = "abs"
  case truncatingRemainder

  // Optionals
  /// An optional and the value that replaces nil.
  case coalesce = "??"
  /// A value, converted to an optional.
  case wrap
  /// The wrapped value of an optional that is not nil, inside `map` and `flatMap`.
  case unwrapped
  /// An optional and a value that is evaluated if the optional is not nil.
  case map

  /// A value of each element, and what an aggregate of it needs beside: what is between texts that
  /// are joined, or the fraction of a percentile.
  case withArgument

  // Text
  /// The text of a value, as `"\(value)"` formats it.
  case string = "String"

  // Membership
  /// A list of values (a constant) and the value searched for.
  case isElement
  /// An inclusive lower bound, an exclusive upper bound and the value.
  case isInRange
  /// An inclusive lower bound, an inclusive upper bound and the value.
  case isInClosedRange

  // Dictionaries
  /// A dictionary and a key (a constant).
  case valueForKey = "subscript"

  // Windows
  /// A window, the number of rows before it and the number of rows after it (constants, nil for
  /// all): an array of elements.
  case windowRows = "rows"
  /// A key of each element of a window's partition, and the distances to the key of the window's
  /// element, before it and after it (constants, nil for any): whether the key is so near.
  case isNear = "rows(by:)"
  /// A window and a number of places (a constant): an element.
  case elementBefore = "lag"
  case elementAfter = "lead"
  /// A window and the number of parts (a constant).
  case partNumber = "ntile"

  // Conversion
  case double = "Double"
  case integer = "Int"
  case rawValue
}
