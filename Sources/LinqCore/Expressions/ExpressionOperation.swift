/// What an expression does with its operands. The raw value is the name in Swift.
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
  /// An optional and the value instead of nil.
  case coalesce = "??"
  /// A value as an optional.
  case wrap
  /// The value of an optional that is not nil, inside `map` and `flatMap`.
  case unwrapped
  /// An optional, and a value that is computed where it is not nil.
  case map

  // Text
  case isEmpty
  case count
  case hasPrefix
  case hasSuffix
  /// A text and the text it contains.
  case containsText = "contains"
  case prefix
  case suffix
  case dropFirst
  case dropLast
  case first
  case last
  case uppercased
  case lowercased
  case capitalized
  case reversed
  case trimming
  /// A text, what is replaced in it, and by what.
  case replacing
  case concatenate
  /// The text of a value, as `"\(value)"` gives it.
  case string = "String"

  // Membership
  /// A list of values (a constant) and the value looked for.
  case isElement
  /// A lower bound, an upper bound (without it) and the value.
  case isInRange
  /// A lower bound, an upper bound (with it) and the value.
  case isInClosedRange

  // Conversion
  case double = "Double"
  case integer = "Int"

  // Dates
  case year
  case month
  case day
}
