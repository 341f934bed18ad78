import Foundation
import Tabular
import Testing

private let json = ReaderOptions(format: .json)

@Suite struct JSONReaderTests {
  @Test func everyKindOfValue() {
    let reading = Reading(
      #"[{"a": null, "b": "x", "c": 1.10, "d": true, "e": [1, {"x": "]"}], "f": {"k": 2}}]"#,
      options: json)
    #expect(reading.columns == ["a", "b", "c", "d", "e", "f"])
    #expect(
      reading.records == [
        [
          nil, "x", .number("1.10"), .boolean("true"), .nested(#"[1, {"x": "]"}]"#),
          .nested(#"{"k": 2}"#),
        ]
      ])
    #expect(reading.error == nil)
  }

  @Test func numbersKeepTheirText() {
    let numbers = ["0", "-0", "18446744073709551617", "1e400", "1.50", "-2E+05"]
    let reading = Reading("[{\"n\":" + numbers.joined(separator: "},{\"n\":") + "}]", options: json)
    #expect(reading.records == numbers.map { [.number($0)] })
  }

  @Test(arguments: [
    (#""""#, ""), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0000\u00e9\u00E9""#, "\0éé"),
    (#""\uD83D\uDE00!""#, "😀!"), (#""a]}\"[{,""#, "a]}\"[{,"), ("\"😀\u{2028}\"", "😀\u{2028}"),
    (#""\uFFFF""#, "\u{FFFF}"), (#""\u20AC""#, "€"),
  ])
  func strings(literal: String, text: String) {
    let reading = Reading("[{\"s\": \(literal), \"t\": 1}]", options: json)
    #expect(reading.records == [[.text(text), .number("1")]])
  }

  @Test func columnsGrowAndKeepTheirPlace() {
    let reading = Reading(
      #"[{"a":1,"b":2},{"b":3,"a":4},{"c":5},{},{"\u0061":6}]"#, options: json)
    #expect(reading.columns == ["a", "b", "c"])
    #expect(
      reading.records == [
        [.number("1"), .number("2")], [.number("4"), .number("3")],
        [.missing, .missing, .number("5")], [.missing, .missing, .missing],
        [.number("6"), .missing, .missing],
      ])
  }

  @Test func linesAreThoseOfTheElements() {
    let text = "\u{FEFF}\n[\r\n{\"a\":\n1\n}\r\n,\n7,\r\r{\"a\":2}, {\"a\":3}\n]\n\n"
    let reading = Reading(text, options: json)
    #expect(reading.lines == [3, 9, 9])
    #expect(reading.rejections.map(\.line) == [7])
  }

  @Test func isQuotedTellsStrings() throws {
    let reader = try JSONReader(ByteSource(text: #"[{"a": "1", "b": 1}]"#))
    #expect(reader.columns == [])
    guard case .record(let record) = try #require(try reader.next()) else {
      Issue.record("rejected")
      return
    }
    #expect(reader.columns == ["a", "b"])
    #expect(record.isQuoted(0))
    #expect(!record.isQuoted(1))
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let element: String
    let column: Int?
    let value: String?
    let reason: Rejection.Reason
    var testDescription: String { element }
  }

  static let refusals = [
    Refusal(element: "17", column: nil, value: "17", reason: .notAnObject),
    Refusal(element: "null", column: nil, value: "null", reason: .notAnObject),
    Refusal(element: #""x\"]""#, column: nil, value: #""x\"]""#, reason: .notAnObject),
    Refusal(element: "[1, [2]]", column: nil, value: "[1, [2]]", reason: .notAnObject),
    Refusal(element: #"{"k":1,"x":2,"k":3}"#, column: 1, value: "3", reason: .duplicateKey),
    Refusal(element: #"{"k":null,"\u006b":null}"#, column: 1, value: nil, reason: .duplicateKey),
    Refusal(element: #"{"k":"\ud800"}"#, column: 1, value: #"\ud800"#, reason: .unpairedSurrogate),
    Refusal(
      element: #"{"k":"\ud800\u0041"}"#, column: 1, value: #"\ud800\u0041"#,
      reason: .unpairedSurrogate),
    Refusal(element: #"{"k":"\udc00"}"#, column: 1, value: #"\udc00"#, reason: .unpairedSurrogate),
    Refusal(element: #"{"\udc00":1}"#, column: nil, value: #"\udc00"#, reason: .unpairedSurrogate),
  ]

  @Test(arguments: refusals)
  func rejectionAndRecovery(_ refusal: Refusal) {
    let rejection = Rejection(
      line: 2, columnNumber: refusal.column, columnName: refusal.column.map { _ in "k" },
      value: refusal.value, reason: refusal.reason)
    let array = Reading("[{\"k\":0},\n\(refusal.element),\n{\"k\":1}]", options: json)
    #expect(array.error == nil)
    #expect(array.lines == [1, 3])
    #expect(array.rejections == [rejection])

    let lines = Reading(
      "{\"k\":0}\n\(refusal.element)\n{\"k\":1}", options: ReaderOptions(format: .ndjson))
    #expect(lines.error == nil)
    #expect(lines.lines == [1, 3])
    #expect(lines.rejections == [rejection])
  }

  @Test(arguments: [TableFormat.json, .ndjson])
  func invalidUTF8IsRejected(format: TableFormat) {
    let (before, after) = format == .json ? ("[", ",\n{\"k\":2}]") : ("", "\n{\"k\":2}")
    for (element, column, value) in [
      ("{\"k\":\"x\u{1}\"}", 1 as Int?, "x\u{FFFD}"), ("{\"k\":[\"\u{1}\"]}", 1, "[\"\u{FFFD}\"]"),
      ("{\"\u{1}\":1}", nil, "\u{FFFD}"),
    ] {
      let bytes = (before + element + after).utf8.map { $0 == 1 ? 0xFF : $0 }
      let reading = Reading(ByteSource(bytes: bytes), options: ReaderOptions(format: format))
      let rejection = Rejection(
        line: 1, columnNumber: column, columnName: column.map { _ in "k" }, value: value,
        reason: .invalidUTF8)
      #expect(reading.rejections == [rejection])
      #expect(reading.lines == [2])
      #expect(reading.error == nil)
    }
  }

  @Test(arguments: [
    ("{}", 1), ("7", 1), ("\n\nx", 3), ("[", 1), ("[\n{}", 2), ("[{}\n{}]", 2), ("[{},]", 1),
    ("[,{}]", 1), ("[{}]\n]", 2), ("[{}] {}", 1), ("[{\"a\":}]", 1), ("[{},\n{\"a\":\n1\n", 2),
    ("[{\n\"a\":\"x\n\"}]", 2), ("[{\"a\"\n:tru}]", 2), ("[{\"a\":1}}]", 1), ("[{\"a\":[1}]", 1),
    ("[{\"a\":01}]", 1), ("[{\"x\":\"\\n\\n\",\n\"a\":\"\\x\"}]", 2), ("[{\"a\":\"\u{1}\"}]", 1),
    ("[{a:1}]", 1), ("[{\"a\" 1}]", 1), ("[{\"a\":1 \"b\":2}]", 1), ("[1x]", 1), ("[{},\"x]", 1),
  ])
  func brokenSyntaxIsFatal(text: String, line: Int) {
    guard case .invalidJSON("memory", let found, let reason) = Reading(text, options: json).error
    else {
      Issue.record("\(Reading(text, options: json))")
      return
    }
    #expect(found == line)
    #expect(!reason.isEmpty)
  }

  @Test func emptyDiffersFromNoElements() {
    #expect(Reading(" \n", options: json).error == .empty(path: "memory"))
    for text in ["[]", " [ \n ] \n"] {
      let reading = Reading(text, options: json)
      #expect(reading == Reading("", options: ReaderOptions(format: .ndjson)))
      #expect(reading.error == nil)
      #expect(reading.events == [])
    }
  }

  @Test(arguments: [1, 64, 4096])
  func recordTooLarge(chunkSize: Int) {
    let options = ReaderOptions(format: .json, maximumRecordSize: 8, chunkSize: chunkSize)
    #expect(Reading("[{\"a\":12}, {\"a\":34}]", options: options).lines == [1, 1])
    #expect(
      Reading("[{\"a\":12},\n{\"a\":345}]", options: options).error
        == .recordTooLarge(path: "memory", line: 2, limit: 8))
  }

  @Test func depthIsLimited() {
    func nested(_ depth: Int) -> String {
      "[{\"a\":" + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        + "}]"
    }
    #expect(Reading(nested(512), options: json).error == nil)
    #expect(Reading(nested(513), options: json).error != nil)
    #expect(Reading(nested(100_000), options: json).error != nil)
  }

  @Test func tooManyColumns() {
    let keys = (0...32_767).map { "\"\($0)\":1" }.joined(separator: ",")
    for (format, text) in [(TableFormat.json, "[{\(keys)}]"), (.ndjson, "{\(keys)}")] {
      #expect(
        Reading(text, options: ReaderOptions(format: format)).error
          == .tooManyColumns(path: "memory", line: 1, limit: 32_767))
    }
  }
}
