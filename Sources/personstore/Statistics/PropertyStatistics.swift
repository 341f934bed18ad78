internal import LinqCore
internal import LinqText
internal import People
internal import Tabular

/// The statistics of one field or attribute.
struct PropertyStatistics {
  let property: PersonProperty
  let counts: ValueCounts
  /// The middle of the values, if they are numbers or days. Of two days in the middle it is the
  /// first.
  var median: ResultValue?

  /// Creates the statistics of an attribute from its values and how many people have each.
  init(attribute: String, _ values: [String: Int]) {
    property = .attribute(attribute)
    var counts = ValueCounts()
    let sorted = values.map { (value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
    if let numbers = Self.converted(sorted, { $0.plainNumber }) {
      for (value, count) in numbers { counts.add(.number(value), count) }
      median = numbers.middle().map { .number(($0.lower + $0.upper) / 2) }
    } else {
      for (value, count) in sorted { counts.add(text: value, count) }
      let days = Self.converted(sorted) { CalendarDate($0) }
      median = days?.middle().map { .text($0.lower.description) }
    }
    self.counts = counts
  }

  init(_ property: PersonProperty, _ counts: ValueCounts, median: ResultValue? = nil) {
    self.property = property
    self.counts = counts
    self.median = median
  }

  /// Returns values as another type, in their order there; nil if some cannot be converted.
  private static func converted<Value: Comparable>(
    _ values: [(value: String, count: Int)], _ convert: (String) -> Value?
  ) -> [(value: Value, count: Int)]? {
    var result: [(value: Value, count: Int)] = []
    for (text, count) in values {
      guard let value = convert(text) else { return nil }
      result.append((value, count))
    }
    return result.sorted { $0.value < $1.value }
  }

  /// The columns of the table.
  static let columns: [TextTable.Column] = [
    .init(heading: "property"), .init(heading: "filled", isNumber: true),
    .init(heading: "distinct", isNumber: true), .init(heading: "lowest"),
    .init(heading: "highest"), .init(heading: "median"), .init(heading: "longest"),
    .init(heading: "commonest"),
  ]

  /// The values of the columns.
  var fields: [Field] {
    let commonest = counts.commonest.map { "\($0.value.text) (\(Numbers.grouped($0.count)))" }
    return [
      .text(property.name), .integer(Int64(counts.filled)), .integer(Int64(counts.distinct)),
      Self.field(counts.lowest), Self.field(counts.highest), Self.field(median),
      counts.longest.map { .text($0) } ?? .null,
      commonest.isEmpty ? .null : .text(commonest.joined(separator: ", ")),
    ]
  }

  private static func field(_ value: ResultValue?) -> Field {
    value.map { .text($0.text) } ?? .null
  }

  /// The statistics as an object of JSON.
  var result: ResultValue {
    .object([
      .init(name: "property", value: .text(property.name)),
      .init(name: "filled", value: .integer(Int64(counts.filled))),
      .init(name: "distinct", value: .integer(Int64(counts.distinct))),
      .init(name: "lowest", value: counts.lowest ?? .null),
      .init(name: "highest", value: counts.highest ?? .null),
      .init(name: "median", value: median ?? .null),
      .init(name: "longest", value: counts.longest.map { .text($0) } ?? .null),
      .init(
        name: "commonest",
        value: .array(
          counts.commonest.map {
            .object([
              .init(name: "value", value: $0.value),
              .init(name: "count", value: .integer(Int64($0.count))),
            ])
          })),
    ])
  }
}

extension ResultValue {
  /// A number, which is an integer if it has no fraction.
  static func number(_ value: Double) -> ResultValue {
    Int64(exactly: value).map { .integer($0) } ?? .double(value)
  }
}

extension String {
  /// The number that a text is; nil for any other text, and for codes: digits after a zero, or more
  /// of them than a number keeps.
  fileprivate var plainNumber: Double? {
    let digits = hasPrefix("-") ? dropFirst() : self[...]
    guard digits.first?.isASCII == true, digits.first?.isNumber == true, digits.utf8.count <= 15,
      digits.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || $0 == UInt8(ascii: ".") }),
      digits.first != "0" || digits == "0" || digits.hasPrefix("0.")
    else { return nil }
    return Double(self)
  }
}
