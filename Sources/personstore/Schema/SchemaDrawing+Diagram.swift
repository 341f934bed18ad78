internal import StoreSupport

extension SchemaDrawing {
  /// The tables as a graph of Graphviz.
  var dot: String {
    let nodes = tables.map { table in
      let rows = table.columns.enumerated().map { index, column in
        let name = column.isKey ? "<b>\(html(column.name))</b>" : html(column.name)
        return "    <tr><td port=\"c\(index)\" align=\"left\">\(name)  "
          + "<font color=\"gray40\">\(html(column.type))</font></td></tr>\n"
      }
      let style = table.isView ? " style=\"dashed\"" : ""
      return
        "  \(table.name.dotText) [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\""
        + "\(style)>\n    <tr><td bgcolor=\"gray90\"><b>\(html(table.name))</b></td></tr>\n"
        + "\(rows.joined())  </table>>];\n"
    }
    let edges = references.map { table, reference, target in
      "  \(table.name.dotText)\(port(of: reference.columns, in: table)) -> "
        + "\(target.name.dotText)\(port(of: reference.targets, in: target))"
        + " [arrowtail=\(reference.isOne ? "none" : "crow"), dir=both];\n"
    }
    return "digraph schema {\n  rankdir=LR;\n  node [shape=plain, fontname=\"sans-serif\"];\n"
      + nodes.joined() + edges.joined() + "}\n"
  }

  /// The tables as a diagram of Mermaid.
  var mermaid: String {
    let entities = tables.map { table in
      let columns = table.columns.map { column in
        let isReference = !column.targets.isEmpty
        let keys = [column.isKey ? "PK" : nil, isReference ? "FK" : nil].compactMap(\.self)
        let parts = [
          column.type.mermaidName, column.name.mermaidName, keys.joined(separator: ", "),
        ]
        return "    " + parts.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
      }
      return "  \(table.name.mermaidText) {\n\(columns.joined())  }\n"
    }
    let edges = references.map { table, reference, target in
      "  \(target.name.mermaidText) \(reference.isNeeded ? "||" : "|o")--"
        + "\(reference.isOne ? "o|" : "o{") \(table.name.mermaidText) : "
        + "\(reference.columns.joined(separator: ", ").mermaidText)\n"
    }
    return "erDiagram\n" + entities.joined() + edges.joined()
  }

  /// The foreign keys between tables that are drawn.
  private var references: [(table: Table, reference: Reference, target: Table)] {
    tables.flatMap { table in
      table.references.compactMap { reference in
        tables.first { $0.name.lowercased() == reference.table.lowercased() }
          .map { (table, reference, $0) }
      }
    }
  }

  private func port(of columns: [String], in table: Table) -> String {
    guard columns.count == 1, let index = table.columns.firstIndex(where: { $0.name == columns[0] })
    else { return "" }
    return ":c\(index)"
  }

  private func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}

extension String {
  /// The text as a name of Graphviz.
  fileprivate var dotText: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The text in quotes, which a diagram of Mermaid cannot have inside.
  fileprivate var mermaidText: String { "\"\(replacing("\"", with: "'"))\"" }

  /// The text as a word, which has only letters, digits and a few signs.
  fileprivate var mermaidName: String {
    let name = map { character in
      character.isLetter || character.isNumber || "_-()[]".contains(character) ? character : "_"
    }
    guard let first = name.first else { return "any" }
    return first.isLetter ? String(name) : "_" + String(name)
  }
}
