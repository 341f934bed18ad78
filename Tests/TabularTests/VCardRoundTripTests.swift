import Tabular
import TestSupport
import Testing

/// A table that is written as cards is read as the same table, whatever its columns and its texts.
/// Empty texts and null are missing.
@Suite struct VCardRoundTripTests {
  private static let names = [
    "full name", "family name", "given name", "additional name", "prefix", "suffix", "email",
    "email.2", "email.3", "email.home", "email.home.2", "phone", "phone.cell", "phone.work.fax",
    "address.street", "address.city", "address.2.city", "address.2.street", "address.home.country",
    "address.home.2.po box", "birthday", "anniversary", "organization", "organization.unit",
    "organization.unit.2", "organization.2.unit", "organization.2", "title", "note", "url",
    "categories", "photo", "photo.2", "logo", "sound", "x-skype", "x-skype.2", "x-ablabel",
    "x-column", "family name.2", "given name.work", "full name.2", "email.10", "name", "address",
    "fide id", "id", "version", "begin", "end", "", " ", "a;b", "a:b", "e\u{301}mail",
    "organization.unit.5",
  ]
  private static let pieces = [
    "\"", ",", ";", ":", "\t", "\r", "\n", "\r\n", "\0", " ", "a", "é", "😀", "👩‍👩‍👧", "\\", "\\n",
    "\u{2028}", "\u{FEFF}", "END:VCARD", "BEGIN:VCARD", "=", "=\r\n", "=41", "^n", "e\u{301}",
    "\u{7F}",
    "\u{85}", "1985-04-12", "19850412", "--04-22", "--0422", "T10", "data:image/png;base64,",
    "AAAA",
    "data:audio/x;base64,", "\n ", "text=", ".", "2", "\u{1B}", "tel:", "_$!<", ">!$_",
  ]

  private static func text(_ random: inout Seed.Generator) -> String {
    let most = Int.random(in: 0..<20, using: &random) == 0 ? 60 : 4
    let count = Int.random(in: 1...most, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  /// The texts of each record by their columns, as bytes: strings compare equal when only
  /// canonically equivalent.
  private static func fields(_ columns: [String], _ records: [[String?]]) -> [[[UInt8]: [UInt8]]] {
    records.map { record in
      var fields: [[UInt8]: [UInt8]] = [:]
      for (column, text) in zip(columns, record) {
        if let text, !text.isEmpty { fields[Array(column.utf8)] = Array(text.utf8) }
      }
      return fields
    }
  }

  private static func fields(_ reading: Reading) -> [[[UInt8]: [UInt8]]] {
    fields(
      reading.columns,
      reading.records.map { $0.map { if case .text(let text) = $0 { text } else { nil } } })
  }

  /// Writes what was read as cards.
  private static func rewritten(
    _ reading: Reading, version: VCardVersion = .v4
  ) throws -> String {
    try VCardWriterTests.written(
      reading.columns,
      reading.records.map { cells in
        reading.columns.indices.map { index in
          if index < cells.count, case .text(let text) = cells[index] {
            .text(text)
          } else {
            .null
          }
        }
      }, version: version)
  }

  @Test(arguments: VCardVersion.allCases)
  func writtenIsRead(version: VCardVersion) throws {
    let seed = Seed()
    var random = seed.generator
    for _ in 0..<150 {
      var columns: [String] = []
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let isKnown = Int.random(in: 0..<5, using: &random) > 0
        let name = isKnown ? Self.names.randomElement(using: &random) ?? "" : Self.text(&random)
        if !columns.contains(name) { columns.append(name) }
      }
      let records = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        columns.map { _ in
          Int.random(in: 0..<4, using: &random) > 0
            ? Int.random(in: 0..<9, using: &random) > 0 ? Self.text(&random) : "" : nil
        }
      }
      let text = try VCardWriterTests.written(
        columns, records.map { $0.map { $0.map(Field.text) ?? .null } }, version: version)
      let options = ReaderOptions(
        format: .vcard, chunkSize: Int.random(in: 1...200, using: &random))
      let reading = Reading(text, options: options)
      let expected = Self.fields(columns, records)
      guard reading.error == nil, reading.rejections == [], Self.fields(reading) == expected else {
        Issue.record("\(columns) \(records) as \(text) was read as \(reading); \(seed)")
        return
      }
      // What was read is written as the same again.
      let again = try Self.rewritten(reading)
      guard Self.fields(Reading(again, options: options)) == expected else {
        Issue.record("\(text) and \(again) differ; \(seed)")
        return
      }
    }
  }

  @Test("what was read from any cards is written as cards with the same fields")
  func readIsWritten() throws {
    let seed = Seed()
    var random = seed.generator
    let lines = [
      "N:a;b;c,d", "N:;x", "FN:f", "FN;DERIVED=TRUE:g", "EMAIL:a", "EMAIL;TYPE=home:b",
      "EMAIL;PREF=1;TYPE=work:c", "EMAIL;TYPE=2:d", "TEL;TYPE=\"voice,cell\":e", "TEL;TYPE=pref:f",
      "ADR;TYPE=home:;;s;c", "ADR:a;b;c;d;e;f;g;h", "ORG:a;b;c;d", "ORG;TYPE=unit:x",
      "BDAY:20000101",
      "BDAY:--0101", "CATEGORIES:a,b\\,c", "URL:h\\://x", "PHOTO;ENCODING=b;TYPE=GIF:AAAA",
      "item1.URL:u", "item1.X-ABLabel:_$!<Home>!$_", "X-ABLabel:l", "X-COLUMN:email;z",
      "X-COLUMN:n;v", "X-COLUMN:bad", "x-y;type=a.b:c", "NOTE:\\n\\;\\\\n",
    ]
    for _ in 0..<150 {
      let cards = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        let chosen = (0..<Int.random(in: 0...8, using: &random)).map { _ in
          lines.randomElement(using: &random) ?? ""
        }
        return (["BEGIN:VCARD"] + chosen + ["END:VCARD\r\n"]).joined(separator: "\r\n")
      }
      let text = cards.joined()
      let options = ReaderOptions(format: .vcard)
      let reading = Reading(text, options: options)
      let written = try Self.rewritten(
        reading, version: VCardVersion.allCases.randomElement(using: &random) ?? .v4)
      guard Self.fields(Reading(written, options: options)) == Self.fields(reading) else {
        Issue.record("\(text) was written as \(written); \(seed)")
        return
      }
    }
  }
}
