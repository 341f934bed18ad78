internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Returns the definitions of the tables and views of the file, in the order of their names.
  /// Tables of SQLite itself and virtual tables with what belongs to them are left out.
  func definitionsOfTables(
    _ unreadable: (_ table: String, _ error: any Error) -> Void
  ) throws -> [TableDefinition] {
    let names = try query(
      """
      SELECT name, type = 'table' AND NOT wr FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
    ) { (name: try $0.text(0), hasRowID: try $0.integer(1) != 0) }
    var keys: [String: [String]] = [:]
    var definitions: [TableDefinition] = []
    for (name, hasRowID) in names {
      let found: StoredTable?
      do {
        found = try schema(of: name)
      } catch let error as DatabaseError {
        // The schema itself can be read.
        unreadable(name, error)
        continue
      }
      guard let table = found else { continue }
      if let collation = try unknownCollation(of: table) {
        unreadable(name, UnknownCollation(name: collation))
        continue
      }
      var definition = TableDefinition(table: table)
      definition.hasRowID = hasRowID
      definition.primaryKey = try query(
        "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(name)]
      ) { try $0.text(0) }
      keys[name.lowercased()] = definition.primaryKey
      let sql = try query(
        "SELECT sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?", [.text(name)]
      ) { try $0.text(0) }
      if table.kind != .view, let text = sql.first {
        (definition.comment, definition.details) = TableText(text).details
      }
      let defaults = try query(
        "SELECT name, dflt_value FROM pragma_table_xinfo(?) WHERE dflt_value IS NOT NULL",
        [.text(name)]
      ) { (column: try $0.text(0), sql: try $0.text(1)) }
      for (column, sql) in defaults {
        definition.details[column, default: ColumnDetails()].defaultSQL = sql
      }
      definitions.append(definition)
    }
    for index in definitions.indices {
      definitions[index].foreignKeys = try foreignKeys(of: definitions[index].table.name, keys)
    }
    return definitions
  }

  /// Returns a collation of a table or its indexes that the connection does not know. SQLite
  /// refuses some statements then, depending on its plans.
  private func unknownCollation(of table: StoredTable) throws -> String? {
    let ofIndexes = try query(
      """
      SELECT DISTINCT upper(x.coll) FROM pragma_index_list(?) l, pragma_index_xinfo(l.name) x
      WHERE x.coll IS NOT NULL ORDER BY 1
      """, [.text(table.name)]
    ) { try $0.text(0) }
    // The list of collations has those that SQLite has looked for in vain, too.
    return (table.columns.compactMap(\.foreignCollation) + ofIndexes).first { name in
      (try? query("SELECT '' = '' COLLATE \(name.enclosed(in: "\""))") { _ in }) == nil
    }
  }

  /// - Parameter keys: the primary keys of tables, by their names in lower case.
  private func foreignKeys(of table: String, _ keys: [String: [String]]) throws -> [ForeignKey] {
    let rows = try query(
      #"SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id, seq"#,
      [.text(table)]
    ) { row in
      (
        id: try row.integer(0), table: try row.text(1), from: try row.text(2),
        to: row.isNull(3) ? nil : try row.text(3)
      )
    }
    // SQLite lists the last one first.
    return Dictionary(grouping: rows, by: \.id).sorted { $0.key > $1.key }.map(\.value).map { key in
      let named = key.compactMap(\.to)
      return ForeignKey(
        columns: key.map(\.from), table: key[0].table,
        referenced: named.count == key.count ? named : keys[key[0].table.lowercased()] ?? [])
    }.filter { $0.referenced.count == $0.columns.count }
  }
}

/// A collation that another program defines.
private struct UnknownCollation: Error, CustomStringConvertible {
  let name: String
  var description: String { "it has the collation \(name), which another program defines" }
}

/// The text with which a table was created.
private struct TableText {
  private let bytes: [UInt8]
  /// The parts between the commas of the outermost parentheses.
  private var items: [ArraySlice<SQLTokens.Token>] = []
  private let comments: [Range<Int>]
  /// The offset of the parenthesis that begins the columns.
  private var start = 0

  init(_ text: String) {
    bytes = [UInt8](text.utf8)
    var reader = SQLTokens(bytes)
    var tokens: [SQLTokens.Token] = []
    while let token = reader.next() { tokens.append(token) }
    comments = reader.comments
    guard let first = tokens.firstIndex(where: { $0.text == "(" }) else { return }
    start = tokens[first].start
    var depth = 0
    var begin = first + 1
    for index in first..<tokens.endIndex {
      switch tokens[index].text {
      case "(": depth += 1
      case ")":
        depth -= 1
        if depth == 0 {
          items.append(tokens[begin..<index])
          return
        }
      case "," where depth == 1:
        items.append(tokens[begin..<index])
        begin = index + 1
      default: break
      }
    }
  }

  /// The comment of the table, and what the text says of columns by their names.
  var details: (comment: String?, columns: [String: ColumnDetails]) {
    var columns: [String: ColumnDetails] = [:]
    var table: [String] = []
    var last = start
    for (index, item) in items.enumerated() {
      guard let first = item.first, let end = item.last?.bytes.endIndex else { continue }
      let next = index + 1 < items.count ? items[index + 1].first?.start ?? end : bytes.count
      var before = comments.filter { $0.lowerBound >= last && $0.lowerBound < first.start }
      let after = comments.filter {
        $0.lowerBound >= first.start && $0.lowerBound < next
          && ($0.lowerBound < end || !isLineEnd(between: end, $0.lowerBound))
      }
      last = max(end, after.last?.upperBound ?? end)
      if index == 0 {
        // A comment on the line of the parenthesis, above the columns, describes the table.
        let isAbove = isLineEnd(between: start, first.start)
        let own = before.prefix { isAbove && !isLineEnd(between: start, $0.lowerBound) }
        table = (comments.filter { $0.lowerBound < start } + own).map(text)
        before.removeFirst(own.count)
      }
      for (name, values) in allowedValues(in: item) {
        columns[name, default: ColumnDetails()].allowed = values
      }
      guard !isConstraint(first) else { continue }
      // A comment that is alone on its line belongs to the column below it.
      let texts = (before + after).map(text).filter { !$0.isEmpty }
      if !texts.isEmpty {
        columns[name(of: first), default: ColumnDetails()].comment = texts.joined(separator: " ")
      }
    }
    let comment = table.filter { !$0.isEmpty }.joined(separator: " ")
    return (comment.isEmpty ? nil : comment, columns)
  }

  private func isLineEnd(between start: Int, _ end: Int) -> Bool {
    bytes[start..<end].contains(UInt8(ascii: "\n"))
  }

  private func isConstraint(_ token: SQLTokens.Token) -> Bool {
    token.kind == .word
      && ["constraint", "primary", "unique", "check", "foreign"].contains(token.name)
  }

  private func name(of token: SQLTokens.Token) -> String {
    token.kind == .quoted ? token.text.withoutQuotes : token.text
  }

  /// Returns the text of a comment without its marks.
  private func text(of comment: Range<Int>) -> String {
    var text = Substring(decoding: bytes[comment], as: UTF8.self)
    if text.hasPrefix("/*") {
      text = text.dropFirst(2)
      if text.hasSuffix("*/") { text = text.dropLast(2) }
    } else {
      text = text.drop { $0 == "-" }
    }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns the columns whose values a part of the text lists: `CHECK (state IN ('a', 'b'))`, also
  /// with `state IS NULL OR`.
  private func allowedValues(in item: ArraySlice<SQLTokens.Token>) -> [(String, [Value])] {
    var found: [(String, [Value])] = []
    var rest = item
    while let check = rest.firstIndex(where: { $0.kind == .word && $0.name == "check" }) {
      rest = rest[(check + 1)...]
      guard rest.first?.text == "(" else { continue }
      var depth = 0
      let end = rest.firstIndex { token in
        depth += token.text == "(" ? 1 : token.text == ")" ? -1 : 0
        return depth == 0
      }
      guard let end else { break }
      if let values = values(of: rest[(rest.startIndex + 1)..<end]) { found.append(values) }
      rest = rest[end...]
    }
    return found
  }

  private func values(of condition: ArraySlice<SQLTokens.Token>) -> (String, [Value])? {
    var tokens = condition
    while tokens.count > 2, tokens.first?.text == "(", tokens.last?.text == ")" {
      tokens = tokens.dropFirst().dropLast()
    }
    guard let column = tokens.first, column.kind != .symbol else { return nil }
    let words = tokens.prefix(5).map(\.name)
    if words.count == 5, words[1...3].elementsEqual(["is", "null", "or"]), words[4] == words[0] {
      tokens = tokens.dropFirst(4)
    }
    guard tokens.dropFirst().first?.name == "in", tokens.dropFirst(2).first?.text == "(",
      tokens.last?.text == ")"
    else { return nil }
    var values: [Value] = []
    for part in tokens.dropFirst(3).dropLast().split(whereSeparator: { $0.text == "," }) {
      guard let value = literal(part) else { return nil }
      if value != .null { values.append(value) }
    }
    return values.isEmpty ? nil : (name(of: column), values)
  }

  /// Returns the value of a constant; nil for another expression.
  private func literal(_ tokens: ArraySlice<SQLTokens.Token>) -> Value? {
    let text = tokens.map(\.text).joined()
    if let number = Int64(text) { return .integer(number) }
    guard tokens.count == 1, let token = tokens.first else { return nil }
    if token.kind == .word, token.name == "null" { return .null }
    return text.hasPrefix("'") ? .text(text.withoutQuotes) : nil
  }
}
