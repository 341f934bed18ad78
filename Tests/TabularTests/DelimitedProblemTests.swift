import Tabular
import Testing

@Suite struct DelimitedProblemTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let line: String
    let column: Int
    let name: String?
    let value: String?
    let reason: Rejection.Reason
    var testDescription: String { line }
  }

  @Test(arguments: [
    Example(line: "1,x\"y,3", column: 2, name: "b", value: "x\"y", reason: .quoteInUnquotedField),
    Example(
      line: "1, \"x\",3", column: 2, name: "b", value: " \"x\"", reason: .quoteInUnquotedField),
    Example(line: "1,2,3\"", column: 3, name: "c", value: "3\"", reason: .quoteInUnquotedField),
    Example(
      line: "\"x\"y,2,3", column: 1, name: "a", value: "\"x\"y", reason: .textAfterClosingQuote),
    Example(
      line: "\"x\"\"y\" ,2,3", column: 1, name: "a", value: "\"x\"\"y\" ",
      reason: .textAfterClosingQuote),
    Example(
      line: "\"x\"y\"z\",\"2,2\",3", column: 1, name: "a", value: "\"x\"y\"z\"",
      reason: .textAfterClosingQuote),
    Example(
      line: "1,x\"y,\"z\"w", column: 2, name: "b", value: "x\"y", reason: .quoteInUnquotedField),
    Example(
      line: "1,2", column: 3, name: "c", value: nil, reason: .tooFewFields(expected: 3, found: 2)),
    Example(
      line: "1", column: 2, name: "b", value: nil, reason: .tooFewFields(expected: 3, found: 1)),
    Example(
      line: "\"\"", column: 2, name: "b", value: nil, reason: .tooFewFields(expected: 3, found: 1)),
    Example(
      line: "1,2,3,4", column: 4, name: nil, value: "4",
      reason: .tooManyFields(expected: 3, found: 4)),
    Example(
      line: "1,2,3,4,5,6\"7", column: 4, name: nil, value: "4",
      reason: .tooManyFields(expected: 3, found: 6)),
    Example(
      line: "1,2,3,", column: 4, name: nil, value: "", reason: .tooManyFields(expected: 3, found: 4)
    ),
  ])
  func rejectionAndRecovery(_ example: Example) {
    let reading = Reading("a,b,c\nx,y,z\n\(example.line)\n4,5,6\n")
    let rejection = Rejection(
      line: 3, columnNumber: example.column, columnName: example.name, value: example.value,
      reason: example.reason)
    #expect(
      reading.events == [
        .record(line: 2, ["x", "y", "z"]), .rejected(rejection), .record(line: 4, ["4", "5", "6"]),
      ])
    #expect(reading.error == nil)
  }

  @Test(
    arguments: [
      ([0xFF], "\u{FFFD}"), ([0x63, 0x61, 0x66, 0xE9], "caf\u{FFFD}"),
      ([0xC0, 0x80], "\u{FFFD}\u{FFFD}"),
      ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
    ] as [([UInt8], String)])
  func invalidUTF8IsRejected(bytes: [UInt8], shown: String) {
    let document = Array("a,b\n1,".utf8) + bytes + Array("\nü,2\n".utf8)
    let reading = Reading(ByteSource(bytes: document))
    let rejection = Rejection(
      line: 2, columnNumber: 2, columnName: "b", value: shown, reason: .invalidUTF8)
    #expect(reading.events == [.rejected(rejection), .record(line: 3, ["ü", "2"])])
  }

  @Test func valuesAreShortenedAndPrintable() {
    let long = String(repeating: "ü", count: 61)
    let reading = Reading("a,b\n1,2,\(long)\n1,2,\"\u{1B}[31m\t\"\n1,2,\(long.dropLast())\n")
    #expect(
      reading.rejections.map(\.value) == [
        String(repeating: "ü", count: 60) + "…", "\\u{1B}[31m\\t",
        String(repeating: "ü", count: 60),
      ])
  }

  @Test func descriptionsNameThePlace() {
    let rejection = Rejection(
      line: 7, columnNumber: 3, columnName: "email", value: "caf\u{FFFD}", reason: .invalidUTF8)
    #expect("\(rejection)" == "line 7, column 3 (email): invalid UTF-8: \"caf\u{FFFD}\"")
    #expect(
      "\(TabularError.unclosedQuote(path: "p.csv", line: 4))"
        == "p.csv:4: the quote opened on this line is never closed; close it, or read quotes as "
        + "characters with --quote none")
  }

  @Test(arguments: [
    ("a,b\n1,2\n3,\"4\n5,6\n", 3), ("a,b\n\"x\ny\",\"z\n1,2\n", 3), ("a,\"b\n1,2\n", 1),
    ("a,b\n1,\"2\"\"\n3,4\n", 2), ("a,b\n1,\"", 2),
  ])
  func unclosedQuoteIsFatalWhereItOpened(text: String, line: Int) {
    let reading = Reading(text)
    #expect(reading.error == .unclosedQuote(path: "memory", line: line))
    #expect(reading.rejections == [])
  }

  @Test func recordsBeforeAFatalErrorAreGiven() {
    #expect(Reading("a,b\n1,2\n3,\"4\n5,6\n").records == [["1", "2"]])
  }

  @Test(arguments: [1, 7, 64, 4096])
  func recordTooLarge(chunkSize: Int) {
    let options = ReaderOptions(format: .csv, maximumRecordSize: 10, chunkSize: chunkSize)
    let fits = Reading("a,b\n12345,7890\n1,2\n", options: options)
    #expect(fits.error == nil)
    #expect(fits.records == [["12345", "7890"], ["1", "2"]])
    let tooLarge = TabularError.recordTooLarge(path: "memory", line: 3, limit: 10)
    #expect(Reading("a,b\n1,2\n12345,78901\n", options: options).error == tooLarge)
    // An unclosed quote must not fill the memory either.
    let rest = String(repeating: "1,2\n", count: 100)
    #expect(Reading("a,b\n1,2\n3,\"4\n" + rest, options: options).error == tooLarge)
  }

  @Test(arguments: [
    ("a,b,a\n", "a", 1, 3), ("a, b,\"b \"\n", "b", 2, 3), ("y,x,y\n", "y", 1, 3),
  ])
  func duplicateColumns(text: String, name: String, first: Int, second: Int) {
    #expect(
      Reading(text).error
        == .duplicateColumn(path: "memory", name: name, first: first, second: second))
  }

  @Test func malformedHeaderIsFatal() {
    let rejection = Rejection(
      line: 1, columnNumber: 2, columnName: nil, value: "b\"c", reason: .quoteInUnquotedField)
    #expect(Reading("a,b\"c\n1,2\n").error == .invalidHeader(path: "memory", rejection))
  }

  @Test func tooManyColumns() {
    let reading = Reading(String(repeating: ",", count: 32_767) + "\n")
    #expect(reading.error == .tooManyColumns(path: "memory", line: 1, limit: 32_767))
  }
}
