import Tabular
import Testing

/// Files without a header, and names that replace those of a header.
@Suite struct HeaderTests {
  private func bare(_ text: String, _ columns: [String]? = nil, chunkSize: Int = 4096) -> Reading {
    Reading(
      text,
      options: ReaderOptions(
        format: .csv, hasHeader: false, columns: columns, chunkSize: chunkSize))
  }

  @Test(arguments: [1, 2, 3, 4096])
  func theFirstRecordIsData(chunkSize: Int) {
    let reading = bare("\n\"A\"\"da\",36\n\nBo,4\n", chunkSize: chunkSize)
    #expect(reading.columns == ["column1", "column2"])
    #expect(reading.records == [["A\"da", "36"], ["Bo", "4"]])
    #expect(reading.lines == [2, 4])
    #expect(reading.error == nil)
    let named = bare("Ada,36\nBo,4\n", ["name", "age"], chunkSize: chunkSize)
    #expect(named.columns == ["name", "age"])
    #expect(named.records == [["Ada", "36"], ["Bo", "4"]])
  }

  @Test func theFirstRecordCanBeRejected() {
    let reading = bare("A\"da,36\nBo,4\n")
    #expect(reading.rejections.map(\.line) == [1])
    #expect(reading.rejections.map(\.columnName) == ["column1"])
    #expect(reading.records == [["Bo", "4"]])
    #expect(bare("Bo,4\nx\n").rejections.map(\.reason) == [.tooFewFields(expected: 2, found: 1)])
  }

  @Test func emptyFilesAreTables() {
    #expect(bare("") == bare("\n\n"))
    #expect(bare("").error == nil)
    #expect(bare("").columns == [])
    #expect(bare("", ["a", "b"]).columns == ["a", "b"])
  }

  @Test func anEmptyLineIsARecordOfOneColumn() {
    #expect(bare("\nx\n", ["a"]).records == [[nil], ["x"]])
    #expect(bare("\nx\n\n").records == [["x"], [nil]])
  }

  @Test func namesReplaceAHeader() {
    let options = ReaderOptions(format: .csv, columns: ["a", "b"])
    let reading = Reading("name,name\n1,2\n", options: options)
    #expect(reading.columns == ["a", "b"])
    #expect(reading.records == [["1", "2"]])
    #expect(Reading("\n", options: options).error == .empty(path: "memory"))
  }

  @Test(arguments: [true, false])
  func thereMustBeANameForEachField(hasHeader: Bool) {
    for names in [[], ["a"], ["a", "b", "c"]] {
      let reading = Reading(
        "1,2\n", options: ReaderOptions(format: .csv, hasHeader: hasHeader, columns: names))
      #expect(
        reading.error
          == .wrongColumnCount(path: "memory", line: 1, given: names.count, found: 2))
    }
    #expect(
      TabularError.wrongColumnCount(path: "p.csv", line: 2, given: 3, found: 2).description
        == "p.csv:2: the record has 2 fields, but 3 columns are named; name each of them, and "
        + "check the delimiter")
  }

  @Test func namesMustDiffer() {
    #expect(
      bare("1,2\n", ["a", "a"]).error
        == .duplicateColumn(path: "memory", name: "a", first: 1, second: 2))
    #expect(bare("1,2\n", ["", ""]).error == .unnamedColumns(path: "memory", numbers: [1, 2]))
  }

  @Test(
    arguments: [
      ("1,5;2,5\n3;4,5\n", nil, Delimiter.semicolon), ("1,5;2,5\n3,4;5,6\n", 2, .semicolon),
      ("a,b\nc,d\n", nil, .comma), ("a;b,c;d\n\"x;y\";\"z\n;\";u\n", nil, .semicolon),
      ("Lovelace, Ada|36\nBo|4\n", nil, .pipe), ("alone\n", nil, .comma), ("", nil, .comma),
      ("a,b\n;;;\n", nil, .comma), ("a;b;c,d,e\n", 2, .semicolon),
    ] as [(String, Int?, Delimiter)])
  func delimiterIsDetected(text: String, count: Int?, delimiter: Delimiter) throws {
    // A table of this many columns cannot be opened with another number of fields.
    let columns = count.map { count in (0..<count).map { "c\($0)" } }
    for chunkSize in [1, 4096] {
      let options = ReaderOptions(hasHeader: false, columns: columns, chunkSize: chunkSize)
      if let reader = try? DelimitedReader(ByteSource(text: text), options: options) {
        #expect(reader.delimiter == delimiter)
      } else {
        #expect(text.hasPrefix("a;b;c"))
      }
    }
  }

  @Test func otherFormatsHaveNames() {
    let options = ReaderOptions(format: .json, hasHeader: false, columns: ["x", "y"])
    #expect(Reading("[{\"a\":1}]", options: options).columns == ["a"])
  }
}
