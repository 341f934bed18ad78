import Tabular
import Testing

/// What quotes mean where they may be characters, as in the TSV of databases.
@Suite struct QuotingTests {
  private func reading(
    _ text: String, _ format: TableFormat = .tsv, _ quoting: Quoting? = nil, chunkSize: Int = 4096,
    hasHeader: Bool = true
  ) -> Reading {
    Reading(
      text,
      options: ReaderOptions(
        format: format, quoting: quoting, hasHeader: hasHeader, chunkSize: chunkSize))
  }

  private static let titles = """
    id\ttitle\tyear
    1\t"Weird" Al\t1984
    2\t"Giliap\t1975
    3\tRod "Bo\t1990
    4\t1992"\t1992
    5\t\t"

    """

  @Test(arguments: [1, 3, 4096])
  func quotesAreCharacters(chunkSize: Int) {
    let reading = reading(Self.titles, .tsv, .literal, chunkSize: chunkSize)
    #expect(
      reading.records == [
        ["1", "\"Weird\" Al", "1984"], ["2", "\"Giliap", "1975"], ["3", "Rod \"Bo", "1990"],
        ["4", "1992\"", "1992"], ["5", nil, "\""],
      ])
    #expect(reading.rejections == [] && reading.error == nil)
    #expect(self.reading("a;\"b;c\"\n1;\"2;3\"\n", .csv, .literal).columns == ["a", "\"b", "c\""])
    #expect(self.reading("1;\"2\n3;4\n", .csv, .literal, hasHeader: false).records.count == 2)
  }

  @Test("no rows of TSV are joined", arguments: [1, 3, 4096])
  func joinedRows(chunkSize: Int) {
    for (text, line) in [
      ("a\tb\n1\t\"2\n3\t4\"\n5\t6\n", 2), ("a\tb\n\"1\t2\n3\"\t4\n", 2),
      ("a\tb\n1\t2\n\"3\t4\r\n5\t6\n7\t8\r\n9\"\t10\n", 3), ("a\n\"1\n2\"\n", 2),
      ("\"a\tb\n1\"\t2\n", 1),
    ] {
      let reading = reading(text, chunkSize: chunkSize)
      #expect(reading.error == .joinedRows(path: "memory", line: line), "\(text)")
      #expect(self.reading(text, .tsv, .literal, chunkSize: chunkSize).error == nil)
      #expect(self.reading(text, .tsv, .enclosing, chunkSize: chunkSize).error == nil)
    }
    // The first quote is in the last field of a row, and the second in the first one of the next.
    let ends = reading("a\tb\n1\t\"2\n3\"\t4\n", chunkSize: chunkSize)
    #expect(ends.rejections.map(\.reason) == [.tooManyFields(expected: 2, found: 3)])
    #expect(
      "\(TabularError.joinedRows(path: "t.tsv", line: 7))"
        == "t.tsv:7: the quote opened on this line is closed on a later one, so that rows would be "
        + "joined; read quotes as characters with --quote none, or the field with its line ends "
        + "with --quote double")
  }

  @Test("line ends and tabs in quotes are read where they join nothing")
  func harmless() {
    #expect(reading("a\tb\n1\t\"2\n3\"\n").records == [["1", "2\n3"]])
    #expect(reading("a\tb\n1\t\"2\t3\"\n").records == [["1", "2\t3"]])
    #expect(reading("a,b\n1,\"2\n3,4\"\n", .csv).records == [["1", "2\n3,4"]])
  }

  @Test("missing fields of short rows are null, and the rows are counted")
  func shortRows() throws {
    let text = "a,b,c\n1,2,3\n4,5\n6\n\n7,8,9,10\n\"x\ny\",\n"
    let options = ReaderOptions(format: .csv, shortRows: .fill, chunkSize: 3)
    let reading = Reading(text, options: options)
    #expect(
      reading.records == [
        ["1", "2", "3"], ["4", "5", nil], ["6", nil, nil], ["x\ny", nil, nil],
      ])
    #expect(reading.rejections.map(\.reason) == [.tooManyFields(expected: 3, found: 4)])
    let reader = try openRecords(ByteSource(text: text), options: options)
    while try reader.next() != nil {}
    #expect(reader.filledCount == 3)
    #expect(Reading(text).rejections.count == 4)
  }
}
