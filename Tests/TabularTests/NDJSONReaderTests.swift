import Foundation
import Tabular
import Testing

private let ndjson = ReaderOptions(format: .ndjson)

@Suite struct NDJSONReaderTests {
  @Test func linesAreRecords() {
    let reading = Reading(
      "\u{FEFF}{\"a\":1}\r\n\n  \t\r\n {\"a\":\"x\", \"b\":null} \n{\"b\":[]}", options: ndjson)
    #expect(reading.columns == ["a", "b"])
    #expect(
      reading.events == [
        .record(line: 1, [.number("1")]), .record(line: 4, ["x", nil]),
        .record(line: 5, [.missing, .nested("[]")]),
      ])
    #expect(reading.error == nil)
  }

  @Test(
    arguments: [
      ("{\"a\":", "a value expected", nil), ("{\"a\":1}}", "nothing more expected", "}"),
      ("{\"a\":1} {\"a\":2}", "nothing more expected", "{\"a\":2}"),
      ("{\"a\":1", "'}' expected", nil),
      ("{\"a\":tru}", "'true' expected", "}"), ("{\"a\":-}", "a digit expected", "}"),
      ("{\"a\":\"x}", "'\"' expected", nil),
      ("{\"a\":\"\\u12g4\"}", "four hexadecimal digits expected", "g4\"}"),
      ("x", "a value expected", "x"), ("{\"a\":1,}", "a string expected", "}"),
      ("{\"a\":1,\"a\":2,}", "a string expected", "}"), ("]", "a value expected", "]"),
      ("{\"a\":[1,]}", "a value expected", "]}"),
    ] as [(String, String, String?)])
  func malformedLinesAreRejected(line: String, expectation: String, value: String?) {
    let reading = Reading("{\"a\":0}\n\(line)\n{\"a\":1}\n", options: ndjson)
    let rejection = Rejection(
      line: 2, columnNumber: nil, columnName: nil, value: value,
      reason: .malformedJSON(expectation))
    #expect(reading.rejections == [rejection])
    #expect(reading.lines == [1, 3])
    #expect(reading.error == nil)
  }

  @Test(arguments: [1, 64, 4096])
  func recordTooLarge(chunkSize: Int) {
    let options = ReaderOptions(format: .ndjson, maximumRecordSize: 8, chunkSize: chunkSize)
    let tooLarge = TabularError.recordTooLarge(path: "memory", line: 2, limit: 8)
    #expect(Reading("{\"a\":12}\n{\"a\":34}", options: options).lines == [1, 2])
    #expect(Reading("{\"a\":12}\n{\"a\":345}\n", options: options).error == tooLarge)
    #expect(Reading("{\"a\":12}\n{\"a\":345}", options: options).error == tooLarge)
  }

  /// The grammar agrees with Foundation's, which is laxer about commas at the end only.
  @Test(arguments: [
    "0", "-0", "00", "01", "1.", ".1", "1.5", "1e5", "1e", "1e+", "1E-5", "-", "+1", "0x1", "tru",
    "true", "truex", "nul", "null", "false", "\"\"", "\"\\\"", "\"\\u00e9\"", "\"\\u00g9\"",
    "\"\\a\"",
    "\"\t\"", "[]", "[ ]", "[,1]", "[1 2]", "[1,2]", "[[]", "[]]", "{}", "{ }", "{\"a\"}",
    "{\"a\":1,\"b\":[{}]}", "{1:2}", "{\"a\":1 \"b\":2}", "'a'", "\"a", "", "\"é\"",
    "\u{FEFF}1", "\u{A0}1", "1 ", " 1", "[1}", "{\"a\":1]", "\"\u{7F}\"", "\"/\\/\"",
  ])
  func grammarAgreesWithFoundation(value: String) {
    let line = "{\"v\":\(value)}"
    let isValid = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil
    let reading = Reading(line, options: ndjson)
    #expect((reading.rejections == []) == isValid)
    #expect(reading.events.count == 1)
  }
}
