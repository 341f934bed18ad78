import Testing

@testable import StoreSQLite

@Suite struct SQLTokensTests {
  @Test(arguments: [
    ("SELECT 1", ["SELECT", "1"]),
    (" \t\r\n\u{0B}\u{0C}SELECT", ["SELECT"]),
    ("\u{FEFF}SELECT", ["SELECT"]),
    ("-- a\nb", ["b"]),
    ("/* a ; 'b' */c/**/d", ["c", "d"]),
    ("a'it''s; -- x'b", ["a", "'it''s; -- x'", "b"]),
    ("\"a\"\"b\" `c` [d e]", ["\"a\"\"b\"", "`c`", "[d e]"]),
    ("a(b,c)", ["a", "(", "b", ",", "c", ")"]),
    ("größe-1", ["größe", "-", "1"]),
    ("1 - -1", ["1", "-", "-", "1"]),
    ("'open", ["'open"]),
    ("[open", ["[open"]),
    ("a -- to the end", ["a"]),
    ("/", ["/"]),
  ])
  func tokens(text: String, expected: [String]) {
    #expect(SQLTokens(text).map(\.text) == expected)
  }

  @Test func unclosedCommentIsFound() {
    var tokens = SQLTokens("a /* b")
    while tokens.next() != nil {}
    #expect(tokens.unclosedComment == 2)
  }

  @Test(arguments: ["a '/*'", "a -- /*", "a /* */ b", "a \"/*\""])
  func closedOrQuotedCommentIsNone(text: String) {
    var tokens = SQLTokens(text)
    while tokens.next() != nil {}
    #expect(tokens.unclosedComment == nil)
  }
}
