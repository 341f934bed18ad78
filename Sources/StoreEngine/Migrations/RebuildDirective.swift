/// A line `-- rebuild: person` in a file, which keeps what depends on the table while the file
/// makes the table anew.
package struct RebuildDirective {
  /// The table in lower case.
  package let table: String
  /// The line of the directive.
  package let line: Int

  /// Returns the directives of a file.
  package static func all(in sql: String, of engine: Engine) -> [RebuildDirective] {
    SQLTokens.lineComments(of: sql, engine).compactMap { text, line in
      let words = Array(SQLTokens(Array(text.utf8), of: engine))
      guard words.count == 3, words[0].name == "rebuild", words[1].text == ":",
        words[2].kind != .symbol
      else { return nil }
      return RebuildDirective(table: words[2].name, line: line)
    }
  }
}
