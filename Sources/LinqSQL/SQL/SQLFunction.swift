/// The functions that the translation calls. The raw value is the name in SQL.
///
/// Functions whose names begin with `swift_` are Swift's own operations, registered on each
/// connection. Those that chains call by name are entries of the `Vocabulary`.
enum SQLFunction: String, Sendable {
  // SQLite's own
  case abs
  case coalesce
  case denseRank = "dense_rank"
  case firstOfWindow = "first_value"
  case lag
  case lastOfWindow = "last_value"
  case lead
  case max
  case min
  case ntile
  case percentRank = "percent_rank"
  case rank
  case rowNumber = "row_number"
  case substr
  case sum

  // Searches on a server
  /// Fails for a row without words, so that memory decides.
  case searchInMemory = "swift_search_in_memory"

  // Numbers
  case absolute = "swift_abs"
  /// A text in the order of decimal numbers.
  case decimalKey = "swift_decimal_key"
  /// The decimal number with a key.
  case decimalValue = "swift_decimal_value"
  case divide = "swift_divide"
  case integer = "swift_int"
  case int8 = "swift_int8"
  case int16 = "swift_int16"
  case int32 = "swift_int32"
  /// The floating-point number of a text in JSON, with all its bits.
  case jsonReal = "swift_json_real"
  /// A list or an object of JSON, whose numbers are texts.
  case jsonNumbers = "swift_json_numbers"
  case real = "swift_real"
  case remainder = "swift_remainder"
  case uint8 = "swift_uint8"
  case uint16 = "swift_uint16"
  case uint32 = "swift_uint32"
  case whole = "swift_whole"
  /// Always true. Its arguments are evaluated only for the errors that they may raise.
  case evaluated = "swift_evaluated"

  // Aggregates. For a median, a percentile and a standard deviation, numbers of type `Double` have
  // functions of their own, because the type of a stored number does not tell.
  case average = "swift_average"
  case joined = "swift_joined"
  /// Each of equal texts once, where it is first.
  case joinedDistinct = "swift_joined_distinct"
  case median = "swift_median"
  case percentile = "swift_percentile"
  case populationDeviation = "swift_stddev_pop"
  case realMedian = "swift_real_median"
  case realPercentile = "swift_real_percentile"
  case realPopulationDeviation = "swift_real_stddev_pop"
  case realSampleDeviation = "swift_real_stddev_samp"
  case sampleDeviation = "swift_stddev_samp"
  case decimalAverage = "swift_decimal_average"
  case decimalTotal = "swift_decimal_sum"
  /// The value of the first row for which a condition is true.
  case firstValue = "swift_first_value"
  case total = "swift_sum"

  // Aggregates of the rows of a window, in the window's order.
  case windowAverage = "swift_window_average"
  case windowDecimalAverage = "swift_window_decimal_average"
  case windowDecimalTotal = "swift_window_decimal_sum"
  case windowRealAverage = "swift_window_real_average"
  case windowRealTotal = "swift_window_real_sum"
  case windowTotal = "swift_window_sum"

  // Text
  case dateText = "swift_date_text"
  case doubleText = "swift_double_text"

  /// Returns whether a call may fail with an error of an expression (S36), apart from its
  /// arguments.
  ///
  /// - Parameter isOrdered: whether the order matters, as for the sums and averages of
  ///   floating-point numbers.
  func canFail(isOrdered: Bool) -> Bool {
    switch self {
    case .absolute, .decimalAverage, .decimalTotal, .divide, .evaluated, .int8, .int16, .int32,
      .integer, .real, .realMedian, .realPercentile, .realPopulationDeviation, .realSampleDeviation,
      .remainder, .total, .uint8, .uint16, .uint32, .whole, .windowDecimalAverage,
      .windowDecimalTotal, .windowRealAverage, .windowRealTotal, .windowTotal:
      true
    case .average: isOrdered
    case .abs, .coalesce, .dateText, .decimalKey, .decimalValue, .denseRank, .doubleText,
      .firstOfWindow, .firstValue, .joined, .joinedDistinct, .jsonNumbers, .jsonReal, .lag,
      .lastOfWindow, .lead, .max, .median, .min, .ntile, .percentRank, .percentile,
      .populationDeviation, .rank, .rowNumber, .sampleDeviation, .searchInMemory, .substr, .sum,
      .windowAverage:
      false
    }
  }

  /// Whether a call computes one value from all rows of a group.
  var isAggregate: Bool {
    switch self {
    case .average, .decimalAverage, .decimalTotal, .firstValue, .joined, .joinedDistinct, .max,
      .min, .sum, .total:
      true
    default: isStatistic
    }
  }

  /// Whether a call computes one value from all numbers of a group, in ascending order.
  var isStatistic: Bool {
    switch self {
    case .median, .percentile, .populationDeviation, .realMedian, .realPercentile,
      .realPopulationDeviation, .realSampleDeviation, .sampleDeviation:
      true
    default: false
    }
  }
}
