/// The functions that the translation calls. The raw value is the name in SQL.
///
/// Those that begin with `swift_` are Swift's own operations, registered on each connection.
enum SQLFunction: String, Sendable {
  // SQLite's own
  case abs
  case coalesce
  case lag
  case max
  case min
  case rowNumber = "row_number"
  case substr
  case sum

  // Numbers
  case absolute = "swift_abs"
  case divide = "swift_divide"
  case integer = "swift_int"
  case real = "swift_real"
  case remainder = "swift_remainder"
  case whole = "swift_whole"
  /// True, whatever its arguments are: they are evaluated for the errors that they may end in.
  case evaluated = "swift_evaluated"

  // Aggregates
  case average = "swift_average"
  case total = "swift_sum"

  // Text
  case capitalized = "swift_capitalized"
  case concatenate = "swift_concatenate"
  case contains = "swift_contains"
  case count = "swift_count"
  case dateText = "swift_date_text"
  case doubleText = "swift_double_text"
  case dropFirst = "swift_drop_first"
  case dropLast = "swift_drop_last"
  case first = "swift_first"
  case hasPrefix = "swift_has_prefix"
  case hasSuffix = "swift_has_suffix"
  case last = "swift_last"
  case lowercased = "swift_lowercased"
  case prefix = "swift_prefix"
  case replacing = "swift_replacing"
  case reversed = "swift_reversed"
  case suffix = "swift_suffix"
  case trimming = "swift_trimming"
  case uppercased = "swift_uppercased"

  /// Whether a call may end in an error of an expression (S36), its arguments apart.
  ///
  /// - Parameter argumentCount: the sums and means of floating-point numbers have a second
  ///   argument, the order.
  func canFail(argumentCount: Int) -> Bool {
    switch self {
    case .absolute, .divide, .evaluated, .integer, .real, .remainder, .total, .whole: true
    case .average: argumentCount == 2
    case .abs, .capitalized, .coalesce, .concatenate, .contains, .count, .dateText, .doubleText,
      .dropFirst, .dropLast, .first, .hasPrefix, .hasSuffix, .lag, .last, .lowercased, .max, .min,
      .prefix, .replacing, .reversed, .rowNumber, .substr, .suffix, .sum, .trimming, .uppercased:
      false
    }
  }
}
