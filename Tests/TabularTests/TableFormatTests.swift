import Tabular
import Testing

@Suite struct TableFormatTests {
  @Test(
    arguments: [
      ("a.csv", TableFormat.csv), ("a.TSV", .tsv), ("a.tab", .tsv), ("dir.d/a.json", .json),
      ("a.b.ndjson", .ndjson), ("a.jsonl", .ndjson), ("a.vcf", .vcard), ("A.VCARD", .vcard),
      ("a.txt", nil), ("csv", nil), ("-", nil),
      ("dir.csv/people", nil), ("a.csv.gz", .csv), ("a.NDJSON.GZ", .ndjson), ("a.gz", nil),
      ("a.csv.gz.gz", nil), (".gz", nil),
    ] as [(String, TableFormat?)])
  func extensions(path: String, format: TableFormat?) {
    #expect(TableFormat(path: path) == format)
  }

  @Test(arguments: [
    (" \r\n\t[", TableFormat.json), ("\u{FEFF}{}", .ndjson), ("name,age\n", .csv),
    ("\"[\"\n", .csv),
    ("a\tb\n", .tsv), ("\u{FEFF}\r\nBegin:vCard\n", .vcard), ("begin:vcar", .csv), ("b\n", .csv),
  ])
  func content(text: String, format: TableFormat) throws {
    #expect(try openRecords(ByteSource(text: text)).format == format)
  }

  @Test func extensionGoesBeforeContent() throws {
    let source = ByteSource(text: "[id],name\n1,x\n", name: "odd.csv")
    #expect(try openRecords(source).columns == ["[id]", "name"])
  }

  @Test func optionGoesBeforeExtension() throws {
    let source = ByteSource(text: "{\"a\":1}", name: "odd.csv")
    let reader = try openRecords(source, options: ReaderOptions(format: .ndjson))
    #expect(reader is NDJSONReader)
  }

  @Test func tabulatedTextIsNotSplitAtCommas() throws {
    let source = ByteSource(text: "a,b,c\td\n", name: "people.tab")
    #expect(try openRecords(source).columns == ["a,b,c", "d"])
  }
}
