internal import LinqText
internal import People
internal import StoreSupport
internal import Tabular

/// Prints the result of a chain.
struct QueryPrinter {
  /// When pairs of a label and a number are shown with bars.
  enum Bars {
    case never
    /// If all elements are such pairs, and there are few.
    case whenPossible
    /// Other elements are an error.
    case always
  }

  /// More rows are no picture.
  private static let mostBars = 60

  private let chain: ParsedChain
  private let policy: QueryPolicy
  private let format: OutputFormat
  private let bars: Bars
  private let isSafe: Bool

  /// - Parameters:
  ///   - bars: when bars are shown in a table.
  ///   - isSafe: whether texts that a spreadsheet would take for formulas are marked.
  init(
    _ chain: ParsedChain, policy: QueryPolicy, format: OutputFormat, bars: Bars = .never,
    isSafe: Bool
  ) {
    self.chain = chain
    self.policy = policy
    self.format = format
    self.bars = bars
    self.isSafe = isSafe
  }

  func run() throws {
    if bars == .always, chain.isTerminal {
      throw NoBars(element: try chain.run(policy: policy))
    }
    if format == .json {
      try Output.write(jsonLine: chain.run(policy: policy).json)
    } else if chain.isTerminal {
      try printValue(chain.run(policy: policy))
    } else {
      try printRows()
    }
  }

  /// Prints one value: a row as a table with one row, anything else as text.
  private func printValue(_ value: ResultValue) throws {
    if format == .ndjson { return try Output.write(jsonLine: value.json) }
    guard !chain.columns.isEmpty, value != .null else {
      return try Output.write(line: Terminal.printable(value.text))
    }
    let printer = try printer()
    try printer.print(value.fields)
    try printer.finish()
  }

  private func printRows() throws {
    if format == .ndjson {
      // The lines are written in large pieces, because a write for each line is slow.
      var lines = ""
      try chain.forEach(policy: policy) { element in
        lines += ControlCharacters.escapedInJSON(element.json) + "\n"
        guard lines.utf8.count > 65_536 else { return }
        try Output.write(lines)
        lines = ""
      }
      return try Output.write(lines)
    }
    if format == .table, bars != .never { return try printBars() }
    let printer = try printer()
    try chain.forEach(policy: policy) { try printer.print($0.fields) }
    try printer.finish()
  }

  /// Prints a table with bars. The first rows tell whether it has any.
  private func printBars() throws {
    var first: [(element: ResultValue, row: BarChart.Row)] = []
    var printer: RowPrinter?
    try chain.forEach(policy: policy) { element in
      if let printer { return try printer.print(element.fields) }
      let row = element.bar(canBeEmpty: bars == .always)
      if bars == .always, row == nil { throw NoBars(element: element) }
      if let row, bars == .always || first.count < Self.mostBars {
        return first.append((element, row))
      }
      let table = try self.printer()
      for (element, _) in first { try table.print(element.fields) }
      try table.print(element.fields)
      printer = table
    }
    guard printer == nil, bars == .always || first.count > 1 else {
      let table = try printer ?? self.printer()
      if printer == nil { for (element, _) in first { try table.print(element.fields) } }
      return try table.finish()
    }
    let names = chain.columns.count == 2 ? chain.columns : ["key", "value"]
    let chart = BarChart((names[0], names[1]), first.map(\.row), width: Terminal.width)
    try Output.write(chart.lines.map { $0 + "\n" }.joined())
  }

  private func printer() throws -> RowPrinter {
    let names = chain.columns.isEmpty ? ["value"] : chain.columns
    let numbers: Set<String> = ["id", "age", "count", "index"]
    return try RowPrinter(
      names.map { .init(heading: $0, isNumber: numbers.contains($0)) }, format: format,
      isSafe: isSafe)
  }
}

extension ResultValue {
  /// The value, split into columns.
  var fields: [Field] {
    switch self {
    case .object(let properties): properties.map { $0.value.field }
    case .tuple(let values): values.map(\.field)
    case .group(let key, let items): [key.field, ResultValue.array(items).field]
    default: [field]
    }
  }

  /// The bar of a pair of a label and a finite number; nil for anything else.
  ///
  /// - Parameter canBeEmpty: whether the number may be nil.
  fileprivate func bar(canBeEmpty: Bool) -> BarChart.Row? {
    guard case .tuple(let pair) = self, pair.count == 2 else { return nil }
    let number: Double
    switch pair[1] {
    case .integer(let value): number = Double(value)
    case .double(let value): number = value
    case .decimal(let value): number = Double("\(value)") ?? .nan
    case .null where canBeEmpty: return .init(label: pair[0].label, number: nil, text: "")
    default: return nil
    }
    guard number.isFinite else { return nil }
    return .init(label: pair[0].label, number: number, text: pair[1].field.text)
  }

  private var label: String { self == .null ? "–" : field.text }

  /// The value in one column; a value with parts is JSON.
  fileprivate var field: Field {
    switch self {
    case .null: .null
    case .bool(let value): .boolean(value)
    case .integer(let value): .integer(value)
    case .double(let value): value.isFinite ? .real(value) : .text("\(value)")
    case .decimal(let value): .text("\(value)")
    case .text(let value): .text(value)
    case .object, .tuple, .array, .group: .text(json)
    }
  }

  /// The value as readable text.
  var text: String {
    if case .text(let value) = self { return value }
    return json
  }
}

/// The elements of a chain cannot be shown as bars.
private struct NoBars: Error, CustomStringConvertible {
  let element: ResultValue

  var description: String {
    "bars are for pairs of a label and a number, such as countBy { $0.surname } gives; here is "
      + "\(element.json.prefix(60))"
  }
}
