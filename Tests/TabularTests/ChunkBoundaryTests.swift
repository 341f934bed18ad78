import Tabular
import Testing

/// However the bytes arrive, the records are the same.
@Suite struct ChunkBoundaryTests {
  static let documents: [(TableFormat, [UInt8])] = [
    (
      .csv,
      Array(
        """
        \u{FEFF}\r\n"na\r\nme";"quo""ted";c\r\n\
        1;2;3\r4;"5\r\n""6"";\n";7\n\r\n\r\
        "";;"\"\""\r\n\
        x"y;2;3\r"a"b;"c;\nd";e\nzu;wenig\nzu;viel;e;s\r\n😀;"ü\r";é\n
        """.utf8) + [0x31, 0x3B, 0xC3, 0x3B, 0x32, 0x0D, 0x0A] + Array("ende;\"\";".utf8)
    ),
    (.csv, Array("a,b\r1,2\r\n3,\"unclosed\r\n\"\"4,5\r\n".utf8)),
    (
      .json,
      Array(
        "\u{FEFF} \r\n[ {\"a\\u00e9\" : \"x\\\"]}\\\\\", \"b\":[{},\"]\"]},\r\n 12.5e3 ,\n\"s,]\","
          .utf8)
        + Array("{\"b\":\"\\uD83D\\uDE00ü\",\"b\":1}\r,\r{\"a\":tr\"ue\"}]".utf8)
    ),
    (
      .json, Array("[{\"a\":\"\\uD83D\\uDE00\"},\n\n{\"a\":\r\nnull,\"\":true}\r\n]\r\n ".utf8)
    ),
    (
      .ndjson,
      Array("\u{FEFF}{\"a\":\"\\u00e9\"}\r\n\r\n{\"a\":\n[1]\n{\"a\":[1],\"ü\":\"".utf8)
        + [0xFF] + Array("\"}\n  {\"a\":null}".utf8)
    ),
  ]

  @Test(arguments: 0..<documents.count, [1, 2, 3, 7, 64, 4096])
  func chunkSizesDoNotMatter(document: Int, chunkSize: Int) {
    let (format, bytes) = Self.documents[document]
    let expected = Reading(ByteSource(bytes: bytes), options: ReaderOptions(format: format))
    let reading = Reading(
      ByteSource(bytes: bytes), options: ReaderOptions(format: format, chunkSize: chunkSize))
    #expect(reading == expected)
    #expect(expected.records.count > 0)
    #expect(expected.events.count > 1 || expected.error != nil)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 4096])
  func hostileTable(chunkSize: Int) {
    let options = ReaderOptions(format: .csv, chunkSize: chunkSize)
    let reading = Reading(ByteSource(bytes: Self.documents[0].1), options: options)
    #expect(reading.columns == ["na\r\nme", "quo\"ted", "c"])
    #expect(
      reading.records == [
        ["1", "2", "3"], ["4", "5\r\n\"6\";\n", "7"], ["", nil, "\""], ["😀", "ü\r", "é"],
        ["ende", "", nil],
      ])
    #expect(reading.lines == [4, 5, 10, 16, 19])
    #expect(
      reading.rejections.map(\.reason) == [
        .quoteInUnquotedField, .textAfterClosingQuote, .tooFewFields(expected: 3, found: 2),
        .tooManyFields(expected: 3, found: 4), .invalidUTF8,
      ])
    #expect(reading.rejections.map(\.line) == [11, 12, 14, 15, 18])
    #expect(reading.error == nil)
  }

  @Test(arguments: [1, 2, 3])
  func formatIsDetectedAcrossChunks(chunkSize: Int) throws {
    for (text, format) in [
      ("\u{FEFF} \n [", TableFormat.json), ("\n\n\n{", .ndjson), ("a\n", .csv),
    ] {
      let reader = try openRecords(
        ByteSource(text: text), options: ReaderOptions(chunkSize: chunkSize))
      #expect(reader.format == format)
    }
  }
}
