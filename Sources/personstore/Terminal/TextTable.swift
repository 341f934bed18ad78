/// A table that is drawn on the terminal.
struct TextTable {
  /// A column: its heading and its alignment. Numbers are aligned to the right.
  struct Column {
    let heading: String
    var isNumber = false
  }

  let columns: [Column]
  var rows: [[String]] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// Returns the lines of the table, truncated to the width of the terminal.
  func lines(width: Int) -> [String] {
    let cells = rows.map { $0.map(Terminal.printable) }
    var widths = columns.map { DisplayWidth.of($0.heading) }
    for row in cells {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], DisplayWidth.of(cell))
      }
    }
    // If the table does not fit, the widest columns are narrowed.
    let gaps = 2 * (columns.count - 1)
    while widths.reduce(gaps, +) > width, let widest = widths.max(), widest > 8,
      let index = widths.firstIndex(of: widest)
    {
      widths[index] -= 1
    }
    func line(_ row: [String]) -> String {
      let padded = zip(columns, zip(widths, row)).map { column, cell in
        DisplayWidth.pad(
          DisplayWidth.cut(cell.1, to: cell.0), to: cell.0, onLeft: column.isNumber)
      }
      let text = padded.joined(separator: "  ")
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
    return [Terminal.heading(line(columns.map(\.heading)))]
      + [widths.map { String(repeating: "─", count: $0) }.joined(separator: "  ")]
      + cells.map(line)
  }
}
