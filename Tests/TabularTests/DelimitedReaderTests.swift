import Tabular
import Testing

@Suite struct DelimitedReaderTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let records: [[String?]]
    let lines: [Int]
    var testDescription: String { name }
  }

  @Test(arguments: [
    Example(
      name: "plain", text: "a,b\n1,2\n3,4\n", records: [["1", "2"], ["3", "4"]],
      lines: [2, 3]),
    Example(name: "no final line end", text: "a,b\n1,2", records: [["1", "2"]], lines: [2]),
    Example(name: "no final line end, null", text: "a,b\n1,", records: [["1", nil]], lines: [2]),
    Example(
      name: "no final line end, quoted", text: "a,b\n1,\"2\"", records: [["1", "2"]], lines: [2]),
    Example(
      name: "CRLF", text: "a,b\r\n1,2\r\n3,4\r\n", records: [["1", "2"], ["3", "4"]],
      lines: [2, 3]),
    Example(
      name: "lone CR", text: "a,b\r1,2\r3,4\r", records: [["1", "2"], ["3", "4"]],
      lines: [2, 3]),
    Example(
      name: "mixed line ends", text: "a,b\r\n1,2\r3,4\n\r5,6",
      records: [["1", "2"], ["3", "4"], ["5", "6"]], lines: [2, 3, 5]),
    Example(
      name: "doubled quotes", text: "a,b\n\"x\"\"y\",\"\"\"\"\n", records: [["x\"y", "\""]],
      lines: [2]),
    Example(
      name: "delimiter in quotes", text: "a,b\n\"x,y\",z\n", records: [["x,y", "z"]], lines: [2]),
    Example(
      name: "line breaks in quotes", text: "a,b\n\"x\ny\r\nz\rw\",1\n2,3\n",
      records: [["x\ny\r\nz\rw", "1"], ["2", "3"]], lines: [2, 6]),
    Example(name: "null and empty text", text: "a,b\n,\"\"\n", records: [[nil, ""]], lines: [2]),
    Example(
      name: "blank lines", text: "\n\r\na,b\n\n1,2\n\r\n\r\n3,4\n\n",
      records: [["1", "2"], ["3", "4"]], lines: [5, 8]),
    Example(name: "blanks are not an empty line", text: "a\n \n", records: [[" "]], lines: [2]),
    Example(
      name: "one column, empty lines", text: "a\n\nx\n\n", records: [[nil], ["x"], [nil]],
      lines: [2, 3, 4]),
    Example(name: "blanks are kept", text: "a,b\n x , y\n", records: [[" x ", " y"]], lines: [2]),
    Example(
      name: "byte order mark", text: "\u{FEFF}a,b\n1,2\n", records: [["1", "2"]], lines: [2]),
    Example(
      name: "NUL and other scripts", text: "a,b\n\0,Ωé😀\n", records: [["\0", "Ωé😀"]], lines: [2]),
    Example(name: "quoted header", text: "\"a\",\"b\"\n1,2\n", records: [["1", "2"]], lines: [2]),
  ])
  func records(_ example: Example) {
    let reading = Reading(example.text)
    #expect(reading.records == example.records.map { $0.map { $0.map(Cell.text) ?? .null } })
    #expect(reading.lines == example.lines)
    #expect(reading.rejections == [])
    #expect(reading.error == nil)
  }

  @Test func headerNamesAreTrimmed() throws {
    let reader = try DelimitedReader(ByteSource(text: " name ,\"\te\u{A0}mail\n\",\n"))
    #expect(reader.columns == ["name", "e\u{A0}mail", ""])
  }

  @Test func aMarkStaysWhenTheSpaceBeforeItIsTrimmed() throws {
    let reader = try DelimitedReader(ByteSource(text: " \u{301}a , \u{301}\n"))
    #expect(reader.columns.map { Array($0.unicodeScalars) } == [["\u{301}", "a"], ["\u{301}"]])
  }

  @Test func headerAcrossLinesCountsThem() {
    let reading = Reading("\"a\nb\",c\n1,2\n")
    #expect(reading.columns == ["a\nb", "c"])
    #expect(reading.lines == [3])
  }

  @Test func quotedFieldsAreTold() throws {
    let reader = try DelimitedReader(ByteSource(text: "a,b,c,d\n,\"\",x,\"x\"\n"))
    guard case .record(let record) = try #require(try reader.next()) else {
      Issue.record("rejected")
      return
    }
    #expect((0..<4).map { record.isQuoted($0) } == [false, true, false, true])
    #expect((0..<4).map { record.kind($0) } == [.null, .text, .text, .text])
    #expect(record.withUTF8(3) { Array($0) } == Array("x".utf8))
    #expect(record.fieldCount == 4)
  }

  @Test(arguments: [
    ("a,b;c,d\n", Delimiter.comma), ("a;b\n", .semicolon), ("a\tb\n", .tab), ("a|b|c;d\n", .pipe),
    ("\"a,b,c\";d\n", .semicolon), ("alone\n", .comma), ("\n\na;b\nc,d,e\n", .semicolon),
    ("\"a\n,,\";b\n,,,", .semicolon), ("a,b;c\n", .comma),
  ])
  func delimiterIsDetected(text: String, delimiter: Delimiter) throws {
    #expect(try DelimitedReader(ByteSource(text: text)).delimiter == delimiter)
  }

  @Test func delimiterCanBeGiven() throws {
    let colon = try #require(Delimiter(":"))
    let options = ReaderOptions(format: .csv, delimiter: colon)
    let reading = Reading("a:b,c\n1:2,3\n", options: options)
    #expect(reading.columns == ["a", "b,c"])
    #expect(reading.records == [["1", "2,3"]])
    #expect(Delimiter("\"") == nil)
    #expect(Delimiter("\n") == nil)
    #expect(Delimiter("\r\n") == nil)
    #expect(Delimiter("é") == nil)
    #expect(colon.character == ":")
  }

  @Test func emptyDiffersFromHeaderOnly() {
    for text in ["", "\n\r\n", "\u{FEFF}"] {
      #expect(Reading(text).error == .empty(path: "memory"))
    }
    let headerOnly = Reading("a,b\n")
    #expect(headerOnly.error == nil)
    #expect(headerOnly.columns == ["a", "b"])
    #expect(headerOnly.events == [])
  }

  @Test func largeRecordsGrowTheBuffer() {
    let long = String(repeating: "x\"\"\n", count: 100_000)
    let options = ReaderOptions(format: .csv, chunkSize: 1000)
    let reading = Reading("a,b\n1,\"\(long)\"\n2,3\n", options: options)
    #expect(reading.error == nil)
    #expect(
      reading.records == [
        ["1", .text(String(repeating: "x\"\n", count: 100_000))], ["2", "3"],
      ])
    #expect(reading.lines == [2, 100_003])
  }

  @Test func manyColumns() {
    let names = (0..<1000).map { "c\($0)" }
    let values = (0..<1000).map { "\($0)" }
    let reading = Reading(
      names.joined(separator: ",") + "\n" + values.joined(separator: ",") + "\n")
    #expect(reading.columns == names)
    #expect(reading.records == [values.map { .text($0) }])
  }
}
