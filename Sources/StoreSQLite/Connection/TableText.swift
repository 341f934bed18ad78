internal import StoreEngine
internal import StoreSupport

/// The text with which a table was created.
struct TableText {
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
      for check in checks(in: item) {
        if case .oneOf(let values) = check.rule {
          columns[check.column, default: ColumnDetails()].allowed = values
        }
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

  /// Whether a constraint has `ON CONFLICT REPLACE`.
  var replacesOnConflict: Bool {
    items.contains { item in
      zip(item, item.dropFirst()).contains { first, second in
        first.kind == .word && first.name == "conflict" && second.name == "replace"
      }
    }
  }

  /// The constraints `CHECK` that are understood.
  var checks: [ColumnCheck] { items.flatMap(checks) }

  private func checks(in item: ArraySlice<SQLTokens.Token>) -> [ColumnCheck] {
    var found: [ColumnCheck] = []
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
      if let check = self.check(rest[(rest.startIndex + 1)..<end]) { found.append(check) }
      rest = rest[end...]
    }
    return found
  }

  /// Returns what a condition says: `state IN ('a', 'b')`, also with `state IS NULL OR`, and
  /// `typeof(state) = 'text'`; nil for another one.
  private func check(_ condition: ArraySlice<SQLTokens.Token>) -> ColumnCheck? {
    var tokens = condition
    while tokens.count > 2, tokens.first?.text == "(", tokens.last?.text == ")" {
      tokens = tokens.dropFirst().dropLast()
    }
    if let check = typeCheck(Array(tokens)) { return check }
    guard let column = tokens.first.flatMap(column) else { return nil }
    let words = tokens.prefix(5).map(\.name)
    if words.count == 5, words[1...3].elementsEqual(["is", "null", "or"]), words[4] == words[0] {
      tokens = tokens.dropFirst(4)
    }
    guard tokens.dropFirst().first?.name == "in", tokens.dropFirst(2).first?.text == "(",
      tokens.last?.text == ")"
    else { return nil }
    var values: [Value] = []
    for part in tokens.dropFirst(3).dropLast().split(whereSeparator: { $0.text == "," }) {
      // With NULL in the list, the condition is never false.
      guard let value = literal(part), value != .null else { return nil }
      values.append(value)
    }
    return values.isEmpty ? nil : ColumnCheck(column: column, rule: .oneOf(values))
  }

  private func typeCheck(_ tokens: [SQLTokens.Token]) -> ColumnCheck? {
    guard tokens.count == 6, tokens[0].kind == .word, tokens[0].name == "typeof",
      tokens[1].text == "(", let column = column(tokens[2]), tokens[3].text == ")",
      tokens[4].text == "=", let type = types[tokens[5].text]
    else { return nil }
    return ColumnCheck(column: column, rule: .type(type))
  }

  /// The storage classes by the texts that `typeof` returns.
  private var types: [String: ValueType] {
    ["'integer'": .integer, "'real'": .real, "'text'": .text, "'blob'": .blob]
  }

  /// Returns the name of the column that a token stands for; nil for a symbol or a text.
  private func column(_ token: SQLTokens.Token) -> String? {
    token.kind == .symbol || token.text.hasPrefix("'") ? nil : name(of: token)
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
