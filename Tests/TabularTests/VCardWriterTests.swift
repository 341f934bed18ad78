import Tabular
import TestSupport
import Testing

@Suite struct VCardWriterTests {
  static func written(
    _ columns: [String], _ records: [[Field]], version: VCardVersion = .v4
  ) throws -> String {
    let folder = TemporaryFolder()
    let writer = VCardWriter(
      try ByteSink(path: folder.file("out")), columns: columns, version: version)
    for record in records { try writer.write(record) }
    try writer.finish()
    return try folder.content(of: "out")
  }

  private func lines(_ fields: [(String, String)], version: VCardVersion = .v4) throws -> [String] {
    let text = try Self.written(
      fields.map(\.0), [fields.map { .text($0.1) }], version: version)
    #expect(text.hasPrefix("BEGIN:VCARD\r\nVERSION:\(version.rawValue)\r\n"))
    #expect(text.hasSuffix("\r\nEND:VCARD\r\n"))
    return text.split(separator: "\r\n").dropFirst(2).dropLast().map(String.init)
  }

  @Test func propertiesOfColumns() throws {
    let fields = [
      ("given name", "Ada"), ("family name", "Love;lace"), ("email.home", "a,b@example.org"),
      ("phone.work.fax", "2"), ("phone.work.fax.2", "3"), ("address.city", "London"),
      ("organization", "A, B"), ("birthday", "1815-12-10"), ("url", "https://x/?a,b;c"),
      ("categories", "a,b"), ("fide id", "12;3"), ("note", "a\nb\\"), ("x-skype", "ada"),
    ]
    let expected = [
      "FN;DERIVED=TRUE:Ada Love\\;lace", "N:Love\\;lace;Ada;;;",
      "EMAIL;TYPE=home:a\\,b@example.org", "TEL;TYPE=work,fax:2", "TEL;TYPE=work,fax:3",
      "ADR:;;;London;;;", "ORG:A\\, B", "BDAY:18151210", "URL:https://x/?a,b;c", "CATEGORIES:a,b",
      "NOTE:a\\nb\\\\", "X-SKYPE:ada", "X-COLUMN:fide id;12\\;3",
    ]
    #expect(try lines(fields) == expected)
    #expect(
      try lines([("birthday", "1815-12-10"), ("full name", "Ada")], version: .v3)
        == ["N:;;;;", "BDAY:1815-12-10", "FN:Ada"])
  }

  @Test func whatIsRequired() throws {
    #expect(try lines([("age", "36")]) == ["FN:", "X-COLUMN:age;36"])
    #expect(try lines([("organization", "A")]) == ["FN;DERIVED=TRUE:A", "ORG:A"])
    #expect(try lines([("age", "")], version: .v3) == ["FN:", "N:;;;;"])
    #expect(try Self.written(["a"], []) == "")
  }

  @Test(
    "a property that would be read with another name is a column",
    arguments: [
      "email.2", "email.1", "email.02", "email.home.2", "email.fax.home", "email.pref", "email.",
      "email.Home", "address", "address.home", "address.street.home", "Email", "fn", "tel",
      "version",
      "x-column", "agent", "unknown", "", "organization.unit.1", "family name.2", "photo.jpeg",
      "email.2.home", "name", "x-", "x-Ü", "phone." + String(repeating: "a", count: 50),
    ])
  func otherNames(column: String) throws {
    let isProperty = column == "x-"
    #expect(
      try lines([(column, "x")])
        == ["FN:", isProperty ? "X-:x" : "X-COLUMN:\(column);x"])
  }

  @Test func otherValues() throws {
    #expect(try lines([("categories", "a\\nb")]) == ["FN:", "X-COLUMN:categories;a\\\\nb"])
    #expect(try lines([("birthday", "19850412")]) == ["FN:", "BDAY;VALUE=text:19850412"])
    #expect(try lines([("birthday", "--04-12")]) == ["FN:", "BDAY:--0412"])
    #expect(
      try lines([("photo", "data:image/png;base64,AA==")]) == [
        "FN:", "PHOTO:data:image/png;base64,AA==",
      ])
    #expect(
      try lines([("photo", "data:image/png;base64,AA==")], version: .v3) == [
        "FN:", "N:;;;;", "PHOTO;ENCODING=b;TYPE=png:AA==",
      ])
    #expect(
      try Self.written(["a", "b", "c"], [[.integer(-1), .boolean(true), .null]])
        .contains("X-COLUMN:a;-1\r\nX-COLUMN:b;true\r\nEND"))
  }

  @Test(
    "other programs read line ends, and this one reads what they were",
    arguments: VCardVersion.allCases)
  func unusualCharacters(version: VCardVersion) throws {
    let name = version == .v3 ? ["N:;;;;"] : []
    #expect(
      try lines([("note", "50 %\r\nü\rx\u{1B}[1m")], version: version) == ["FN:"] + name + [
        "NOTE;DERIVED=TRUE:50 %\\nü\\nx[1m",
        "X-COLUMN;X-ENCODING=PERCENT:note;50 %25%0D\\nü%0Dx%1B[1m",
      ])
    #expect(
      try lines([("a\rb", "c;d"), ("note", "\0")], version: version) == ["FN:"] + name + [
        "X-COLUMN;X-ENCODING=PERCENT:a%0Db;c\\;d", "X-COLUMN;X-ENCODING=PERCENT:note;%00",
      ])
    let fields = [
      ("given name", "A\r"), ("family name", "B"), ("email", "c\r"), ("email.2", "d"),
      ("address.city", "E\u{2028}F"), ("address.street", "\u{85}"), ("full name", "A\r\nB"),
    ]
    let written = try Self.written(
      fields.map(\.0), [fields.map { .text($0.1) }], version: version)
    #expect(!written.contains("QUOTED-PRINTABLE"))
    #expect(written.contains("\r\nFN;DERIVED=TRUE:A\\nB\r\n"))
    #expect(written.contains("\r\nEMAIL;DERIVED=TRUE:c\\n\r\nEMAIL:d\r\n"))
    let reading = Reading(written, options: ReaderOptions(format: .vcard))
    #expect(
      Dictionary(uniqueKeysWithValues: zip(reading.columns, reading.records[0]))
        == Dictionary(uniqueKeysWithValues: fields.map { ($0.0, Cell.text($0.1)) }))
  }

  @Test func linesAreShort() throws {
    for text in [
      String(repeating: "üa😀", count: 100), String(repeating: "x ", count: 200),
      String(repeating: "a=\r ", count: 100),
    ] {
      for column in ["note", "phone.a-very-long-type-that-is-still-a-typ", text] {
        let written = try Self.written([column], [[.text(text)]])
        for line in written.utf8.split(separator: UInt8(ascii: "\n")) { #expect(line.count <= 76) }
        let reading = Reading(written, options: ReaderOptions(format: .vcard))
        #expect(reading.columns.last == column)
        #expect(reading.records == [[.text(text)]])
      }
    }
  }
}
