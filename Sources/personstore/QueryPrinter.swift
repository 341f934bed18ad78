internal import LinqText
internal import People
internal import StoreSupport
internal import Tabular

/// Prints the result of a chain.
struct QueryPrinter {
  private let chain: ParsedChain
  private let policy: QueryPolicy
  private let format: OutputFormat
  private let isSafe: Bool

  /// - Parameter isSafe: whether texts that a spreadsheet would take for formulas are marked.
  init(_ chain: ParsedChain, policy: QueryPolicy, format: OutputFormat, isSafe: Bool) {
    self.chain = chain
    self.policy = policy
    self.format = format
    self.isSafe = isSafe
  }

  func run() throws {
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
    let printer = try printer()
    try chain.forEach(policy: policy) { try printer.print($0.fields) }
    try printer.finish()
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
