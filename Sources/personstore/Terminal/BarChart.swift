/// A table of labels and numbers in which each number is a bar too.
///
/// ```
/// key    count
/// ─────  ─────
/// Smith     12  ████████████
/// Jones      3  ███
/// ```
///
/// Bars of negative numbers go to the left of an axis.
struct BarChart {
  /// A row; one without a number has no bar.
  struct Row {
    let label: String
    let number: Double?
    /// The number as it is written.
    let text: String
  }

  private let headings: (label: String, number: String)
  private let rows: [Row]
  private let labelWidth: Int
  private let numberWidth: Int
  /// The columns on both sides of the axis.
  private let below: Int
  private let above: Int
  /// The number that one column stands for.
  private let unit: Double

  private var hasAxis: Bool { below > 0 }

  /// Bars that are shorter than this tell nothing.
  private static let leastWidth = 4

  /// - Parameter width: the width of the terminal. Labels are cut to leave half of it for bars.
  init(_ headings: (label: String, number: String), _ rows: [Row], width: Int) {
    self.headings = headings
    self.rows = rows
    func widest(_ heading: String, _ texts: [String]) -> Int {
      ([heading] + texts).reduce(0) { max($0, DisplayWidth.of(Terminal.printable($1))) }
    }
    numberWidth = widest(headings.number, rows.map(\.text))
    let widestLabel = widest(headings.label, rows.map(\.label))
    labelWidth = min(widestLabel, max(8, width / 2 - numberWidth - 4))
    let numbers = rows.compactMap(\.number)
    let (lowest, highest) = (min(0, numbers.min() ?? 0), max(0, numbers.max() ?? 0))
    let room = width - labelWidth - numberWidth - 4 - (lowest < 0 ? 1 : 0)
    // Halves of huge numbers, whose difference is no number.
    let span = highest / 2 - lowest / 2
    guard room >= Self.leastWidth, span > 0 else {
      (below, above, unit) = (0, 0, 1)
      return
    }
    let share = -lowest / 2 / span
    // Both sides have a column if there are numbers for it.
    let left = Int((share * Double(room)).rounded())
    below = lowest < 0 ? min(max(1, left), highest > 0 ? room - 1 : room) : 0
    above = room - below
    unit = max(
      below > 0 ? -lowest / Double(below) : 0, above > 0 ? highest / Double(above) : 0)
  }

  /// The lines of the table with its heading.
  var lines: [String] {
    let heading = columns(headings.label, headings.number)
    let rule = [labelWidth, numberWidth].map { String(repeating: "─", count: $0) }
    return [Terminal.heading(heading), rule.joined(separator: "  ")]
      + rows.map { row in
        let line = columns(row.label, row.text)
        guard let number = row.number else { return Self.withoutEnd(line) }
        let bar = bar(number)
        return bar.isEmpty ? line : line + "  " + bar
      }
  }

  private func columns(_ label: String, _ number: String) -> String {
    let label = DisplayWidth.cut(Terminal.printable(label), to: labelWidth)
    return DisplayWidth.pad(label, to: labelWidth) + "  "
      + DisplayWidth.pad(Terminal.printable(number), to: numberWidth, onLeft: true)
  }

  private static func withoutEnd(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }

  private func bar(_ number: Double) -> String {
    guard hasAxis else { return colored(blocks(number), 36) }
    let length = number < 0 ? min(below, max(1, Int((-number / unit).rounded()))) : 0
    let left = String(repeating: " ", count: below - length)
    return left + colored(String(repeating: "█", count: length), 31) + "│"
      + colored(blocks(number), 36)
  }

  /// Returns the bar of a positive number, to an eighth of a column.
  private func blocks(_ number: Double) -> String {
    guard number > 0 else { return "" }
    let eighths = min(above * 8, max(1, Int((number / unit * 8).rounded())))
    guard eighths > 0 else { return "" }
    let last = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + last
  }

  private func colored(_ text: String, _ color: Int) -> String {
    Terminal.hasColor && !text.isEmpty ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
