internal import ArgumentParser
internal import Foundation
internal import StoreSupport
internal import Tabular

/// The formats in which a command prints its result.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table, plain, csv, json, ndjson

  /// Returns the requested format; by default a table on a terminal, and plain text in a pipe.
  static func chosen(_ format: OutputFormat?) -> OutputFormat {
    format ?? (Terminal.isOutputInteractive ? .table : .plain)
  }
}

/// Prints rows of values in any of the formats, as they arrive.
final class RowPrinter {
  private let columns: [TextTable.Column]
  private let writer: (any RecordWriter)?
  /// The table, once the widths of its columns are known, and its first rows until then.
  private var table: TextTable?
  private var sample: [[String]] = []
  private var lines = ""
  private let format: OutputFormat

  /// - Parameter isSafe: whether texts that a spreadsheet would take for formulas are marked.
  init(_ columns: [TextTable.Column], format: OutputFormat, isSafe: Bool = false) throws {
    self.columns = columns
    self.format = format
    let names = columns.map(\.heading)
    switch format {
    case .table, .plain:
      writer = nil
    case .csv, .json, .ndjson:
      writer = try openWriter(
        ByteSink(path: "-"), format: TableFormat(rawValue: format.rawValue) ?? .csv,
        columns: names, protection: Output.protection(isSafe: isSafe))
    }
  }

  func print(_ fields: [Field]) throws {
    switch format {
    case .table:
      if let table {
        lines += table.line(fields.map(\.text)) + "\n"
        if lines.utf8.count > 65_536 { try flush() }
      } else {
        sample.append(fields.map(\.text))
        if sample.count == TextTable.sampleCount { beginTable() }
      }
    case .plain:
      // One line per row and a tab between values suit tools like `cut` and `awk`.
      let texts = fields.map { ControlCharacters.escaped($0.text, unambiguously: true) }
      lines += texts.joined(separator: "\t") + "\n"
      if lines.utf8.count > 65_536 { try flush() }
    case .csv, .json, .ndjson: try writer?.write(fields)
    }
  }

  func finish() throws {
    try writer?.finish()
    if format == .table, table == nil { beginTable() }
    try flush()
  }

  /// Draws the heading and the first rows of a table.
  private func beginTable() {
    let table = TextTable(columns, sample: sample, width: Terminal.width)
    for line in table.heading { lines += line + "\n" }
    for row in sample { lines += table.line(row) + "\n" }
    sample = []
    self.table = table
  }

  private func flush() throws {
    try Output.write(lines)
    lines = ""
  }
}

extension Field {
  /// The value as readable text.
  var text: String {
    switch self {
    case .null: ""
    case .text(let text): text
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let value): value ? "true" : "false"
    }
  }
}

/// The output of the program, which its reader may close.
enum Output {
  /// Writes a text unchanged.
  static func write(
    _ text: String, to descriptor: Int32 = STDOUT_FILENO, name: String = "standard output"
  ) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let part = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, part.baseAddress, part.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EPIPE {
          throw TabularError.brokenPipe(path: name)
        } else if errno != EINTR {
          let code = errno
          throw TabularError.cannotWrite(
            path: name, reason: String(cString: strerror(code)), code: code)
        }
      }
    }
  }

  /// Returns how the texts of CSV are changed for the reader of the output.
  ///
  /// - Parameter isSafe: whether texts that a spreadsheet would take for formulas are marked.
  static func protection(isSafe: Bool) -> TextProtection {
    var protection: TextProtection = isSafe ? .formulas : []
    if Terminal.isOutputInteractive { protection.insert(.controls) }
    return protection
  }

  /// Writes a line.
  static func write(line: String) throws { try write(line + "\n") }

  /// Writes a value as JSON on lines of its own.
  static func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(jsonLine: String(decoding: encoder.encode(value), as: UTF8.self))
  }

  /// Writes a JSON text on a line.
  static func write(jsonLine json: String) throws {
    try write(line: ControlCharacters.escapedInJSON(json))
  }
}

/// Returns whether an error reports that the reader of the output has closed it.
func isBrokenOutput(_ error: any Error) -> Bool {
  error as? TabularError == .brokenPipe(path: "standard output")
}
