extension SchemaDrawing {
  /// The tables as text.
  var text: String {
    tables.map { table in
      let lines = table.columns.map { column in
        [
          column.name, column.type, column.words.joined(separator: ", "),
        ]
      }
      let widths = (0..<2).map { index in lines.map { DisplayWidth.of($0[index]) }.max() ?? 0 }
      let columns = lines.map { line in
        let cells = zip(line, widths).map { text, width in
          DisplayWidth.pad(text, to: width)
        }
        let text = "  " + (cells + line.dropFirst(2)).joined(separator: "  ")
        return String(text.reversed().drop { $0 == " " }.reversed())
      }
      let relations =
        table.relations.isEmpty ? [] : ["  " + table.relations.joined(separator: ", ")]
      return ([table.name + (table.isView ? " (view)" : "")] + columns + relations)
        .joined(separator: "\n") + "\n"
    }.joined(separator: "\n")
  }
}

extension SchemaDrawing.Column {
  /// What is to say of the column besides its type.
  fileprivate var words: [String] {
    [isKey ? "key" : isUnique ? "unique" : nil, isNotNull && !isKey ? "not null" : nil]
      .compactMap(\.self) + targets.map { "→ \($0)" }
  }
}
