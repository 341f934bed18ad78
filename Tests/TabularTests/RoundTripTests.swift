import Tabular
import TestSupport
import Testing

/// What is written is what is read, whatever the texts contain.
@Suite struct RoundTripTests {
  private static let pieces = [
    "\"", "\"\"", ",", ";", "\t", "|", "\r", "\n", "\r\n", "\0", " ", "a", "é", "😀", "👩‍👩‍👧", "\\",
    "\u{2028}", "\u{FEFF}", "{", "]", "null", "0", "\u{1B}", "e\u{301}", "/", "\\u0041",
  ]

  private static func field(_ random: inout Seed.Generator) -> Field {
    guard Int.random(in: 0..<6, using: &random) > 0 else { return .null }
    let count = Int.random(in: 0...6, using: &random)
    return .text((0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
  }

  /// Cards have no empty texts and no columns without texts: see ``VCardRoundTripTests``.
  @Test(arguments: TableFormat.allCases.filter { $0 != .vcard })
  func writtenIsRead(format: TableFormat) throws {
    let seed = Seed()
    var random = seed.generator
    for _ in 0..<60 {
      let columns = (0..<Int.random(in: 1...4, using: &random)).map { "column \($0)" }
      let records = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        columns.map { _ in Self.field(&random) }
      }
      let lineEnding: LineEnding = Bool.random(using: &random) ? .lf : .crlf
      let text = try WriterTests.written(format, columns, records, lineEnding: lineEnding)
      // TSV has line ends and tabs in fields only if somebody says so.
      let options = ReaderOptions(
        format: format, quoting: .enclosing, chunkSize: Int.random(in: 1...100, using: &random))
      let reading = Reading(text, options: options)
      let expected = records.map { record in
        record.map { if case .text(let text) = $0 { Cell.text(text) } else { Cell.null } }
      }
      guard reading.columns == columns, reading.error == nil, reading.rejections == [],
        bytes(reading.records) == bytes(expected)
      else {
        Issue.record("\(text.debugDescription) was read as \(reading); \(seed)")
        return
      }
    }
  }

  /// Strings compare equal when only canonically equivalent; bytes do not.
  private func bytes(_ records: [[Cell]]) -> [[[UInt8]?]] {
    records.map { $0.map { if case .text(let text) = $0 { Array(text.utf8) } else { nil } } }
  }

  /// Any bytes at all give records, rejections or an error, the same for every chunk size.
  @Test(arguments: TableFormat.allCases)
  func anyBytesAreSurvived(format: TableFormat) {
    let seed = Seed()
    var random = seed.generator
    let alphabet = Array("\"\",;\r\n{}[]:ab1\\ ".utf8) + [0xC3, 0xA9, 0xFF, 0x00]
    var recordCount = 0
    for _ in 0..<3000 {
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let start =
        switch format {
        case .json: "[{\"a\":1},"
        case .ndjson: "{\"a\":1}\n"
        case .vcard: "BEGIN:VCARD\na:1\nEND:VCARD\n"
        case .csv, .tsv: "a;b\n"
        }
      let bytes = Array(start.utf8) + noise
      let whole = Reading(ByteSource(bytes: bytes), options: ReaderOptions(format: format))
      let pieces = Reading(
        ByteSource(bytes: bytes), options: ReaderOptions(format: format, chunkSize: 3))
      recordCount += whole.records.count
      guard whole == pieces else {
        Issue.record("\(bytes): \(whole) is not \(pieces); \(seed)")
        return
      }
    }
    #expect(recordCount > 100)
  }
}
