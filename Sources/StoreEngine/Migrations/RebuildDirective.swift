/// A line `-- rebuild: person` in a file, which keeps what depends on the table while the file
/// makes the table anew.
package struct RebuildDirective {
  /// The table in lower case.
  package let table: String
  /// The line of the directive.
  package let line: Int

  /// Returns the directives of a file.
  package static func all(in sql: String, of engine: Engine) -> [RebuildDirective] {
    let bytes = Array(sql.utf8)
    var tokens = SQLTokens(bytes, of: engine)
    while tokens.next() != nil {}
    return tokens.lineComments.compactMap { comment in
      let words = Array(SQLTokens(Array(bytes[comment].dropFirst(2)), of: engine))
      guard words.count == 3, words[0].name == "rebuild", words[1].text == ":",
        words[2].kind != .symbol
      else { return nil }
      return RebuildDirective(
        table: words[2].name, line: 1 + bytes[..<comment.lowerBound].count { $0 == 0x0A })
    }
  }
}
