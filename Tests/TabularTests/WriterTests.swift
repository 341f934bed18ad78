import Foundation
import Tabular
import TestSupport
import Testing

@Suite struct WriterTests {
  /// What a writer makes of records.
  static func written(
    _ format: TableFormat, _ columns: [String], _ records: [[Field]], lineEnding: LineEnding = .lf
  ) throws -> String {
    let directory = TemporaryFolder()
    let sink = try ByteSink(path: directory.file("out"))
    let writer = try openWriter(sink, format: format, columns: columns, lineEnding: lineEnding)
    for record in records { try writer.write(record) }
    try writer.finish()
    return try directory.content(of: "out")
  }

  @Test(
    arguments: [
      (.text("plain text"), "plain text"), (.text("a,b"), "\"a,b\""),
      (.text("a;b|c\td"), "a;b|c\td"),
      (.text("say \"hi\""), "\"say \"\"hi\"\"\""), (.text("a\nb"), "\"a\nb\""),
      (.text("a\r"), "\"a\r\""), (.text("\r\n"), "\"\r\n\""), (.text(" a"), "\" a\""),
      (.text("a "), "\"a \""), (.text(" "), "\" \""), (.text(""), "\"\""), (.null, ""),
      (.text("a\0b"), "a\0b"), (.text("é😀\u{2028}"), "é😀\u{2028}"),
      (.integer(.min), "-9223372036854775808"),
      (.real(0.1), "0.1"), (.real(-0.0), "-0.0"), (.boolean(true), "true"),
      (.boolean(false), "false"),
    ] as [(Field, String)])
  func csvFields(field: Field, text: String) throws {
    let written = try Self.written(.csv, ["a", "b"], [[field, .integer(1)]])
    #expect(written == "a,b\n\(text),1\n")
  }

  @Test func tsvQuotesItsOwnDelimiter() throws {
    let written = try Self.written(
      .tsv, ["a", "b,c"], [[.text("x\ty"), .text("x,\"y")]], lineEnding: .crlf)
    #expect(written == "a\tb,c\r\n\"x\ty\"\t\"x,\"\"y\"\r\n")
  }

  @Test(
    arguments: [
      (.null, "null"), (.text(""), "\"\""), (.text("a\"b\\c/d"), "\"a\\\"b\\\\c/d\""),
      (
        .text("\0\u{1}\u{8}\t\n\u{B}\u{C}\r\u{10}\u{1F}\u{7F}"),
        "\"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u0010\\u001f\\u007f\""
      ),
      (.text("é😀\u{2028}"), "\"é😀\\u2028\""), (.integer(.max), "9223372036854775807"),
      (.real(1e300), "1e+300"), (.real(2), "2.0"), (.real(.leastNonzeroMagnitude), "5e-324"),
      (.boolean(true), "true"),
      (.boolean(false), "false"),
    ] as [(Field, String)])
  func jsonFields(field: Field, text: String) throws {
    let written = try Self.written(.ndjson, ["k\"", "b"], [[field, .integer(1)]])
    #expect(written == "{\"k\\\"\":\(text),\"b\":1}\n")
    _ = try JSONSerialization.jsonObject(with: Data(written.utf8))
  }

  @Test func jsonArrays() throws {
    #expect(try Self.written(.json, ["a"], []) == "[]\n")
    #expect(try Self.written(.json, ["a"], [[.null]]) == "[\n{\"a\":null}\n]\n")
    #expect(
      try Self.written(.json, ["a"], [[.integer(1)], [.text("x")]])
        == "[\n{\"a\":1},\n{\"a\":\"x\"}\n]\n")
    #expect(try Self.written(.ndjson, ["a"], []) == "")
    #expect(try Self.written(.csv, ["a"], []) == "a\n")
  }

  @Test(arguments: TableFormat.allCases, [Double.nan, .infinity, -.infinity])
  func nonFiniteNumbersAreErrors(format: TableFormat, number: Double) {
    #expect(throws: TabularError.nonFiniteNumber(column: "b", value: "\(number)")) {
      try Self.written(format, ["a", "b"], [[.null, .real(number)]])
    }
  }

  @Test(arguments: TableFormat.allCases)
  func fieldsMustMatchColumns(format: TableFormat) {
    #expect(throws: TabularError.wrongFieldCount(expected: 2, found: 1)) {
      try Self.written(format, ["a", "b"], [[.null]])
    }
  }
}
