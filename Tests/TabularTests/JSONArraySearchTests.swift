import Foundation
import Testing

@testable import Tabular

/// Documents that are objects with an array of records in them.
@Suite struct JSONArraySearchTests {
  private func reading(_ text: String, _ path: String? = nil, chunkSize: Int = 4096) -> Reading {
    Reading(text, options: ReaderOptions(format: .json, path: path, chunkSize: chunkSize))
  }

  private static let document = #"""
    {
      "count": 2.5, "texts": ["[{", "}\"", {"x": 1}], "none": [], "meta": {"people": [{"no": 1}]},
      "p\u0065ople" : [
        {"name": "Ada"},
        {"name": "Bo"}
      ],
      "links": {"next": null, "deep": [[{"a": "]"}]]}, "last": true
    }

    """#

  @Test(arguments: [1, 2, 3, 7, 4096])
  func theOnlyArrayOfObjects(chunkSize: Int) {
    let reading = reading(Self.document, chunkSize: chunkSize)
    #expect(reading.records == [["Ada"], ["Bo"]])
    #expect(reading.lines == [4, 5])
    #expect(reading.error == nil)
  }

  @Test(arguments: [1, 3, 4096])
  func atAPath(chunkSize: Int) {
    #expect(
      reading(Self.document, "people", chunkSize: chunkSize).records == [["Ada"], ["Bo"]])
    let nested = reading(Self.document, "meta.people", chunkSize: chunkSize)
    #expect(nested.records == [[.number("1")]])
    #expect(nested.error == nil)
    #expect(reading(Self.document, "none").events == [])
    #expect(reading(Self.document, "none").error == nil)
    #expect(reading(#"{"a.b":{"c":[{"x":1}]}}"#, "a.b.c").records == [[.number("1")]])
    #expect(reading(#"{"a":{"b":7},"a.b":[{"x":1}]}"#, "a.c").records == [])
    #expect(reading(#"{"a":{"x":7},"a.b":[{"x":1}]}"#, "a.b").records == [[.number("1")]])
  }

  @Test func elementsAreThoseOfAnArray() {
    let reading = reading(#"{"a":[{"k":1}, 7, {"k":2,"k":3}]}"#)
    #expect(reading.records == [[.number("1")]])
    #expect(reading.rejections.map(\.reason) == [.notAnObject, .duplicateKey])
  }

  @Test("several arrays of objects are an error that names them")
  func twoArrays() {
    let reading = reading("{\"a\":[{\"k\":1}],\n\"b\":[{}]}")
    #expect(reading.records == [[.number("1")]])
    #expect(
      reading.error == .severalArrays(path: "memory", line: 2, paths: ["a", "b"]))
    #expect(
      reading.error?.description
        == "memory:2: a, b are arrays of objects; choose one, such as --path a")
    let three = self.reading("{\"a\":[{}], \"b\":[{}], \"n\": [1], \"c\":[{}, {}]}")
    #expect(three.error == .severalArrays(path: "memory", line: 1, paths: ["a", "b", "c"]))
    #expect(self.reading("{\"a\":[{\"k\":1}],\n\"b\":[{}]}", "b").records == [[]])
    #expect(self.reading("{\"a\":[],\"a\":[]}", "a").error != nil)
  }

  @Test("the only array of objects may be inside of other objects", arguments: [1, 4096])
  func insideOfObjects(chunkSize: Int) {
    for text in [
      #"{"data":{"people":[{"name":"Ada"},{"name":"Bo"}]}}"#,
      #"{"n":1,"meta":{"a":[1],"b":{}},"data":{"x":{"people":[{"name":"Ada"},{"name":"Bo"}]}}}"#,
      #"{"results":{"list":[[{"x":1}]],"p\u0065ople":[{"name":"Ada"},{"name":"Bo"}],"y":2}} "#,
    ] {
      let reading = reading(text, chunkSize: chunkSize)
      #expect(reading.records == [["Ada"], ["Bo"]])
      #expect(reading.error == nil)
    }
    // One in the document itself comes first.
    let text = #"{"meta":{"links":[{"name":"x"}]},"people":[{"name":"Ada"}]}"#
    #expect(reading(text, chunkSize: chunkSize).records == [["Ada"]])
    #expect(
      reading(#"{"data":{"a":[{}],"b":{"c":[{}]}},"n":[]}"#, chunkSize: chunkSize).error
        == .severalArrays(path: "memory", line: 1, paths: ["data.a", "data.b.c"]))
    #expect(reading(#"{"data":{"a":[{}]}"#, chunkSize: chunkSize).records == [])
  }

  @Test("an input that cannot be read twice needs the path")
  func pipe() throws {
    var descriptors: [Int32] = [0, 0]
    try #require(Foundation.pipe(&descriptors) == 0)
    let text = #"{"data":{"people":[{"name":"Ada"}]}}"#
    try #require(write(descriptors[1], text, text.utf8.count) == text.utf8.count)
    close(descriptors[1])
    defer { close(descriptors[0]) }
    let source = try ByteSource(descriptor: descriptors[0], name: "pipe")
    let error = Reading(source, options: ReaderOptions(format: .json)).error
    #expect(
      error?.description == "pipe:1: data.people is the array of objects; say so, because it is "
        + "inside of another object: --path data.people")
  }

  @Test func withoutAnArray() {
    #expect(
      reading("\n{\"id1\": {\"a\": 1}, \"id2\": {\"a\": 2}}").error
        == .objectOfObjects(path: "memory", line: 2))
    #expect(
      reading("{\"data\": {\"people\": [1]}, \"n\": 1}").error
        == .noArray(path: "memory", line: 1, at: nil, members: ["data", "n"]))
    #expect(
      reading("{\"a\": {\"roles\": [{}]}, \"b\": {\"roles\": [{}]}}").error
        == .objectOfObjects(path: "memory", line: 1))
    #expect(
      reading("{\"people\": []}").error
        == .noArray(path: "memory", line: 1, at: nil, members: ["people"]))
    #expect(
      reading("{\"data\": {\"people\": [{}]}}", "data.persons").error
        == .noArray(path: "memory", line: 1, at: "data.persons", members: ["data"]))
    #expect(
      reading("{\"data\": {\"people\": 7}}", "data.people").error
        == .noArray(path: "memory", line: 1, at: "data.people", members: ["data"]))
    #expect(
      reading("[{}]", "data").error
        == .noArray(path: "memory", line: 1, at: "data", members: []))
    #expect(
      reading("{\"a\": 1}\n{\"a\": 2}").error
        == .invalidJSON(
          path: "memory", line: 2,
          reason: "text after the end of the object; one object a line is ndjson"))
    #expect(
      reading("{\"a\": 1}").error
        == .invalidJSON(
          path: "memory", line: 1,
          reason: "an array of objects expected; one object a line is ndjson"))
  }

  @Test(arguments: [
    #"{"a":[{}]"#, #"{"a":[{}"#, #"{"a":[{}]]"#, #"{"a":[{}],}"#, #"{"a":[{}] "b":1}"#, #"{"a""#,
    #"{"a" [{}]}"#, #"{"b":[1,{"x":2]],"a":[{}]}"#, #"{"b":tru,"a":[{}]}"#, #"{"b":01,"a":[{}]}"#,
    #"{"\x":1,"a":[{}]}"#, #"{a:[{}]}"#, #"{"a":[{}]}}"#, "{\"b\":\"\n\",\"a\":[{}]}", "{\"b\":[",
    #"{"b":[1 2],"a":[{}]}"#, #"{"b":[1,],"a":[{}]}"#, #"{"b":{"x"},"a":[{}]}"#,
    #"{"b":{"x":1,},"a":[{}]}"#, #"{"b":[{"x":"\u12g4"}],"a":[{}]}"#, #"{"b":[nul],"a":[{}]}"#,
    #"{"b":[-],"a":[{}]}"#, "{\"b\":[\"\u{1}\"],\"a\":[{}]}", #"{"b":[[}],"a":[{}]}"#,
    #"{"b":"x"#, #"{"b":1"#, "{", "{,}",
  ])
  func brokenSyntax(text: String) {
    for chunkSize in [1, 4096] {
      guard case .invalidJSON = reading(text, chunkSize: chunkSize).error else {
        Issue.record("\(reading(text))")
        continue
      }
    }
  }

  @Test("values that are left out take no memory")
  func longValues() {
    let long = String(repeating: "[\"x\",{\"y\":1}],", count: 100_000)
    let text = "{\"skipped\":[\(long)0],\"people\":[{\"name\":\"Ada\"}],\"after\":[\(long)0]}"
    let options = ReaderOptions(format: .json, maximumRecordSize: 1000, chunkSize: 500)
    let reading = Reading(text, options: options)
    #expect(reading.records == [["Ada"]])
    #expect(reading.error == nil)
    let deep = String(repeating: "[", count: 100_000)
    #expect(Reading("{\"a\":\(deep)", options: options).error != nil)
  }

  @Test(arguments: [
    ("{\n  \"people\": [\n", TableFormat.json), ("{\"people\": [\r\n{", .json),
    ("\n{\"a\": 1,\n\"b\":[{}]}", .json), ("{\"a\": 1}\n{", .ndjson), ("{\"a\": 1}", .ndjson),
    ("{", .ndjson), ("{\"a\": [", .ndjson), ("{\"a\n", .ndjson),
    // It is the only line and has an array of objects, or is followed by the next object.
    ("{\"a\":[{}]}", .json), (" {\"n\": 1, \"d\": {\"a\" : [ {}, {}]}}\r\n \n", .json),
    ("{\"a\":[{}]}\n\n {\"a\":[{}]}", .ndjson), ("{\"a\":[{}]}\n,", .ndjson),
    ("{\"a\":[1,{}],\"b\":[[{}]],\"c\":\"\\\"[{\"}", .ndjson),
    // It does not end in its line.
    ("{\"a\":\n1}", .json), ("{\"a\": 1\n}", .json), ("{ \"a\": 1\n, \"b\": 2\n}", .json),
    ("{\"a\": \"\\\"}\"\n, \"b\": 1}", .json), ("{\"a\":{\"b\": [\n1]}}", .json),
    // The line is cut off.
    ("{\"a\": 1,\"b\"\n{\"a\": 1}", .ndjson), ("{\"a\": \n{\"a\": 1}", .ndjson),
    ("{\"a\": \"x\n{\"a\": 1}", .ndjson),
  ])
  func documentsAreDetected(text: String, format: TableFormat) throws {
    for chunkSize in [1, 4096] {
      let options = ReaderOptions(chunkSize: chunkSize)
      do {
        #expect(try openRecords(ByteSource(text: text), options: options).format == format)
      } catch {
        // Only a document is read to its array at once.
        #expect(format == .json)
      }
    }
    let lines = "{\"people\":[{\"a\":1}]}\n"
    #expect(Reading(ByteSource(text: lines)).columns == ["a"])
    let format = ReaderOptions(format: .ndjson)
    #expect(Reading(ByteSource(text: lines), options: format).columns == ["people"])
    #expect(Reading(ByteSource(text: lines + lines)).columns == ["people"])
    // What is longer than the beginning that is looked at is a document, too.
    let long = "{\"people\":[{\"a\":1}" + String(repeating: ",{\"a\":2}", count: 10_000) + "]}"
    #expect(Reading(ByteSource(text: long)).columns == ["a"])
    #expect(
      Reading(ByteSource(text: lines), options: ReaderOptions(path: "people")).columns == ["a"])
  }
}
