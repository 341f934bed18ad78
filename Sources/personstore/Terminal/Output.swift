internal import ArgumentParser
internal import Foundation
internal import Tabular

/// The formats in which a command prints its result.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  case table, plain, csv, json, ndjson

  /// Returns the requested format; by default a table on a terminal, and plain text in a pipe.
  static func chosen(_ format: OutputFormat?) -> OutputFormat {
    format ?? (Terminal.isOutputInteractive ? .table : .plain)
  }
}

/// Prints rows of values in any of the formats. Rows are printed as they arrive, those of a table
/// at its end.
final class RowPrinter {
  private let columns: [TextTable.Column]
  private let writer: (any RecordWriter)?
  private var table: TextTable
  private var lines = ""
  private let format: OutputFormat

  init(_ columns: [TextTable.Column], format: OutputFormat) throws {
    self.columns = columns
    self.format = format
    table = TextTable(columns)
    let names = columns.map(\.heading)
    switch format {
    case .table, .plain:
      writer = nil
    case .csv, .json, .ndjson:
      writer = try openWriter(
        ByteSink(path: "-"), format: TableFormat(rawValue: format.rawValue) ?? .csv,
        columns: names)
    }
  }

  func print(_ fields: [Field]) throws {
    switch format {
    case .table: table.rows.append(fields.map(\.text))
    case .plain:
      // One line per row and a tab between values suit tools like `cut` and `awk`.
      lines += fields.map { Terminal.printable($0.text) }.joined(separator: "\t") + "\n"
      if lines.utf8.count > 65_536 { try flush() }
    case .csv, .json, .ndjson: try writer?.write(fields)
    }
  }

  func finish() throws {
    try writer?.finish()
    if format == .table {
      lines = table.lines(width: Terminal.width).map { $0 + "\n" }.joined()
    }
    try flush()
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
          throw TabularError.cannotWrite(path: name, reason: String(cString: strerror(errno)))
        }
      }
    }
  }

  /// Writes a line.
  static func write(line: String) throws { try write(line + "\n") }

  /// Writes a value as JSON on lines of its own.
  static func write(json value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try write(line: String(decoding: encoder.encode(value), as: UTF8.self))
  }
}

/// Returns whether an error reports that the reader of the output has closed it.
func isBrokenOutput(_ error: any Error) -> Bool {
  error as? TabularError == .brokenPipe(path: "standard output")
}
