/// A table that is drawn on the terminal. The widths of its columns follow from its first rows, so
/// that a long table is drawn while its rows are read.
struct TextTable {
  /// A column: its heading and its alignment. Numbers are aligned to the right.
  struct Column {
    let heading: String
    var isNumber = false
  }

  /// The number of rows that the widths follow from.
  static let sampleCount = 1000

  private let columns: [Column]
  private let widths: [Int]
  /// Whether each column is narrower than its widest cell, so that cells are cut.
  private let isNarrowed: [Bool]

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - sample: the first rows.
  ///   - width: the width of the terminal. If the table does not fit, its widest columns are
  ///     narrowed.
  init(_ columns: [Column], sample: [[String]], width: Int) {
    var widths = columns.map { DisplayWidth.of($0.heading) }
    for row in sample {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.of(Terminal.printable(cell)))
      }
    }
    let gaps = 2 * (columns.count - 1)
    let needed = widths
    while widths.reduce(gaps, +) > width, let widest = widths.max(), widest > 8,
      let index = widths.firstIndex(of: widest)
    {
      widths[index] -= 1
    }
    self.columns = columns
    self.widths = widths
    isNarrowed = zip(widths, needed).map { $0 < $1 }
  }

  /// The lines above the rows.
  var heading: [String] {
    [Terminal.heading(line(columns.map(\.heading)))]
      + [widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")]
  }

  /// Returns the line of a row. A cell that is wider than those of the first rows moves the cells
  /// after it to the right.
  func line(_ row: [String]) -> String {
    var line = ""
    for (index, cell) in row.enumerated() {
      var text = Terminal.printable(cell)
      if isNarrowed[index] { text = DisplayWidth.cut(text, to: widths[index]) }
      if index > 0 { line += "  " }
      line += DisplayWidth.pad(text, to: widths[index], onLeft: columns[index].isNumber)
    }
    while line.utf8.last == UInt8(ascii: " ") { line.removeLast() }
    return line
  }
}
