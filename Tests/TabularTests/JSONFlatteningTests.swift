import Tabular
import TestSupport
import Testing

/// The parts of nested arrays and objects as columns.
@Suite struct JSONFlatteningTests {
  private func flat(_ text: String, _ format: TableFormat = .json, chunkSize: Int = 4096) -> Reading
  {
    Reading(
      text,
      options: ReaderOptions(format: format, flattensNested: true, chunkSize: chunkSize))
  }

  @Test(arguments: [1, 3, 4096])
  func partsAreColumns(chunkSize: Int) {
    let text = #"""
      [{"name": "Ada", "address": {"city": "London", "place": {"x": 1.50, "y\n": null}},
        "prizes": [{"year": 1903, "for": ["a", "b\u00e9"]}, {"year": 1911}], "age": 36},
       {"prizes": [], "address": {}, "name": "Bo", "address2": {"city": [[], [true]]}}]
      """#
    let reading = flat(text, chunkSize: chunkSize)
    #expect(
      reading.columns == [
        "name", "address.city", "address.place.x", "address.place.y\n", "prizes.0.year",
        "prizes.0.for.0", "prizes.0.for.1", "prizes.1.year", "age", "prizes", "address",
        "address2.city.0", "address2.city.1.0",
      ])
    #expect(
      reading.records == [
        [
          "Ada", "London", .number("1.50"), nil, .number("1903"), "a", "bé", .number("1911"),
          .number("36"),
        ],
        [
          "Bo", .missing, .missing, .missing, .missing, .missing, .missing, .missing, .missing, nil,
          nil, nil, .boolean("true"),
        ],
      ])
    #expect(reading.error == nil)
  }

  @Test func linesAreFlattenedToo() {
    let reading = flat("{\"a\":{\"b\":1}}\n{\"a\":{\"b\":2,\"c\":[3]}}\n", .ndjson)
    #expect(reading.columns == ["a.b", "a.c.0"])
    #expect(reading.records == [[.number("1")], [.number("2"), .number("3")]])
  }

  @Test(
    "a name twice rejects the record",
    arguments: [
      #"{"a.b":1,"a":{"b":2}}"#, #"{"a":{"b":2},"a.b":1}"#, #"{"a":{"b":1},"a":{"c":2}}"#,
      #"{"a":{"b":1},"a":[2]}"#, #"{"a":1,"a":{"b":2}}"#, #"{"a":{"b":2},"a":1}"#,
      #"{"a":[1],"a.0":2}"#, #"{"a":{},"a":[]}"#, #"{"a":{},"a":{"b":1}}"#,
      #"{"a":{"b":1},"a":{}}"#,
      #"{"x":{"a":1,"a":2}}"#, #"{"a":{"\u0062":1,"b":2}}"#,
    ])
  func duplicates(element: String) {
    let reading = flat("[{\"k\":1},\n\(element),\n{\"k\":2}]")
    #expect(reading.error == nil)
    #expect(reading.rejections.map(\.reason) == [.duplicateKey])
    #expect(reading.lines == [1, 3])
  }

  @Test func otherProblems() {
    let reading = flat(#"[{"a":{"\ud800":[1,{}]}}, 7, {"a":["\udc00"]}, {"b":{"c":"x"}}]"#)
    #expect(
      reading.rejections.map(\.reason) == [
        .unpairedSurrogate, .notAnObject, .unpairedSurrogate,
      ])
    #expect(reading.records.last?.last == "x")
    for text in [
      #"[{"a":{"b":1]}]"#, #"[{"a":[1,]}]"#, #"[{"a":{"b" 1}}]"#, #"[{"a":{"b":01}}]"#,
      "[{\"a\":" + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}]",
    ] {
      guard case .invalidJSON = flat(text).error else {
        Issue.record("\(text)")
        continue
      }
    }
  }

  @Test("one record cannot make columns without limit")
  func tooManyColumns() {
    let elements = [String](repeating: "1", count: 200_000).joined(separator: ",")
    let error = TabularError.tooManyColumns(path: "memory", line: 1, limit: 32_767)
    #expect(flat("[{\"a\":[\(elements)]}]").error == error)
    #expect(flat("{\"a\":[\(elements)]}\n", .ndjson).error == error)
  }

  @Test("without nested values, the records are those that are not flattened")
  func plainObjects() {
    let seed = Seed()
    var random = seed.generator
    let pieces = [
      "{", "}", ",", ":", "\"a\"", "\"b\"", "\"c\\u0041\"", "1", "null", "\"x\"", "\"é\"",
      "{\"a\":1}", "{\"a\":1,\"b\":\"\\n\"}", "\n",
    ]
    for _ in 0..<3000 {
      let line = (0..<Int.random(in: 1...7, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard !line.dropFirst().contains("{") else { continue }
      let plain = Reading(line, options: ReaderOptions(format: .ndjson))
      guard flat(line, .ndjson) == plain else {
        Issue.record("\(line): \(flat(line, .ndjson)) is not \(plain); \(seed)")
        return
      }
    }
  }
}
