import Tabular
import Testing

@Suite struct VCardReaderTests {
  private func reading(_ text: String, chunkSize: Int = 4096) -> Reading {
    Reading(text, options: ReaderOptions(format: .vcard, chunkSize: chunkSize))
  }

  /// The fields of each card by their columns.
  private func cards(_ reading: Reading) -> [[String: String]] {
    reading.records.map { cells in
      var fields: [String: String] = [:]
      for (column, cell) in zip(reading.columns, cells) {
        if case .text(let text) = cell { fields[column] = text } else { #expect(cell == .missing) }
      }
      return fields
    }
  }

  private func card(_ lines: String..., version: String = "4.0") -> [String: String]? {
    let text =
      "BEGIN:VCARD\r\nVERSION:\(version)\r\n" + lines.map { $0 + "\r\n" }.joined()
      + "END:VCARD\r\n"
    let reading = reading(text)
    #expect(reading.error == nil)
    #expect(reading.rejections == [])
    return cards(reading).first
  }

  static let telephone = #"""
    BEGIN:VCARD
    VERSION:3.0
    PRODID:-//Apple Inc.//iPhone OS 17.0//EN
    N:Lovelace;Ada;Augusta,King;The Hon.;
    FN:Ada Lovelace
    ORG:Analytical Engine\, Inc.;Programs;Tests;
    TITLE:Countess\; programmer
    EMAIL;type=INTERNET;type=HOME;type=pref:ada@example.org
    item1.EMAIL;type=INTERNET:ada@engine.example
    item1.X-ABLabel:_$!<Other>!$_
    TEL;type=CELL;type=VOICE;type=pref:+44 1
    TEL;TYPE="work,fax":+44 2
    item2.TEL:+44 3
    item2.X-ABLabel:Büro
    item3.ADR;type=HOME:;;12 St James's Square\nFlat 1;London;;SW1Y 4JH;England
    item3.X-ABADR:gb
    BDAY;VALUE=date:1815-12-10
    NOTE:First\, of all\:
      programmers\\
    X-SOCIALPROFILE;type=twitter:https://example.org/ada
    PHOTO;ENCODING=b;TYPE=JPEG:/9j/
     4AAQ
    REV:2020-01-01T00:00:00Z
    UID:urn:uuid:1
    END:VCARD

    """#

  @Test(arguments: [1, 2, 3, 7, 64, 4096], [false, true])
  func whatATelephoneWrites(chunkSize: Int, hasReturns: Bool) {
    let text =
      hasReturns
      ? Self.telephone.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\r\n") : Self.telephone
    let reading = reading(text, chunkSize: chunkSize)
    #expect(
      cards(reading) == [
        [
          "family name": "Lovelace", "given name": "Ada", "additional name": "Augusta,King",
          "prefix": "The Hon.", "full name": "Ada Lovelace",
          "organization": "Analytical Engine, Inc.", "organization.unit": "Programs",
          "organization.unit.2": "Tests", "title": "Countess; programmer",
          "email.home": "ada@example.org", "email.other": "ada@engine.example",
          "phone.cell": "+44 1", "phone.work.fax": "+44 2", "phone.Büro": "+44 3",
          "address.home.street": "12 St James's Square\nFlat 1", "address.home.city": "London",
          "address.home.postal code": "SW1Y 4JH", "address.home.country": "England",
          "x-abadr": "gb", "birthday": "1815-12-10", "note": "First, of all: programmers\\",
          "x-socialprofile.twitter": "https://example.org/ada",
          "photo": "data:image/jpeg;base64,/9j/4AAQ", "uid": "urn:uuid:1",
        ]
      ])
    #expect(reading.lines == [1])
    #expect(reading.rejections == [])
    #expect(reading.columns.first == "family name")
  }

  @Test func version2() {
    let text =
      "BEGIN:VCARD\r\nVERSION:2.1\r\n"
      + "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=BDi=C5=BE=\r\nek;Jan=5C=3B;;;\r\n"
      + "FN;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:M=FCller=\r\n=20 x\r\n"
      + "TEL;HOME;VOICE:1\r\nTEL;CELL;PREF:2\r\nEMAIL;INTERNET:a@b\r\n"
      + "ADR;DOM;PARCEL;HOME;CHARSET=windows-1252;QUOTED-PRINTABLE:;;S=80;C;;;\r\n"
      + "NOTE;ENCODING=BASE64;CHARSET=UTF-8:w7xiZXI=\r\n"
      + "LABEL:one\r\n two\r\nPHOTO;JPEG;BASE64:\r\n /9j/\r\n 4AAQ==\r\n\r\nEND:VCARD\r\n"
    #expect(
      cards(reading(text)) == [
        [
          "family name": "Žižek", "given name": "Jan;", "full name": "Müller  x",
          "phone.home": "1", "phone.cell": "2", "email": "a@b", "address.home.street": "S€",
          "address.home.city": "C", "note": "über", "label": "one two",
          "photo": "data:image/jpeg;base64,/9j/4AAQ==",
        ]
      ])
  }

  @Test("further properties of one name are numbered, the preferred one first")
  func numbers() {
    #expect(
      card("EMAIL:a", "EMAIL:b", "EMAIL;TYPE=home:c", "EMAIL;PREF=1:d", "EMAIL;PREF=50:e")
        == ["email": "d", "email.2": "e", "email.3": "a", "email.4": "b", "email.home": "c"])
    #expect(
      card("EMAIL;TYPE=HOME:a", "EMAIL;TYPE=home,internet:b", "EMAIL:", "EMAIL;TYPE=2:c")
        == ["email.home": "a", "email.home.2": "b", "email.2": "c"])
    #expect(
      card("EMAIL;TYPE=2:c", "EMAIL:a", "EMAIL:b") == [
        "email.2": "c", "email": "a", "email.3": "b",
      ])
    #expect(
      card("ADR:;;a;;;;", "ADR:;;;b;;;", "ADR;TYPE=work:;;c;;;;x;y")
        == [
          "address.street": "a", "address.2.city": "b", "address.work.street": "c",
          "address.work.part 8": "y", "address.work.country": "x",
        ])
    #expect(
      card("N:a;b", "N:;c;;;;d", "ORG:x", "ORG:;y")
        == [
          "family name": "a", "given name": "b", "given name.2": "c", "name part 6.2": "d",
          "organization": "x", "organization.2.unit": "y",
        ])
    #expect(
      card("PHONE:a", "TEL:b", "X-PHONE:c") == ["phone": "a", "phone.2": "b", "x-phone": "c"])
  }

  @Test(
    "days of the calendar",
    arguments: [
      ("19850412", "1985-04-12"), ("1985-04-12", "1985-04-12"),
      ("1985-04-12T23:20:50Z", "1985-04-12"), ("19850412T232050-0800", "1985-04-12"),
      ("--0412", "--04-12"), ("--04-12", "--04-12"), ("1943", "1943"), ("1985-04", "1985-04"),
      ("---12", "---12"), ("circa 1800", "circa 1800"), ("19851342", "19851342"), ("T10", "T10"),
      ("Sat", "Sat"), ("１９８５0412", "１９８５0412"),
    ])
  func days(value: String, day: String) {
    #expect(card("BDAY:\(value)") == ["birthday": day])
    #expect(card("BDAY;VALUE=text:\(value)") == ["birthday": value])
    #expect(card("item1.bday:\(value)", version: "3.0") == ["birthday": day])
  }

  @Test func parameters() {
    #expect(card("BDAY;X-APPLE-OMIT-YEAR=1604:1604-04-22") == ["birthday": "--04-22"])
    #expect(card("TEL;VALUE=uri;TYPE=cell:tel:+1;ext=2") == ["phone.cell": "+1;ext=2"])
    #expect(card("NOTE;X=\"a;b:c,d\";Y=^'^n^^:e:f") == ["note": "e:f"])
    #expect(card("EMAIL;TYPE=\"a:b\":x") == ["email.a:b": "x"])
    #expect(card("EMAIL;TYPE=a^'b^n^^^x:x") == ["email.a\"b\n^^x": "x"])
    #expect(card("FN;DERIVED=TRUE:Ada", "N:;Ada") == ["given name": "Ada"])
    #expect(card("CATEGORIES:a,b\\,c;d\\;e") == ["categories": "a,b\\,c;d;e"])
    #expect(card("LOGO;VALUE=uri;TYPE=PNG:http\\://x,y") == ["logo": "http://x,y"])
    #expect(card("KEY;ENCODING=b:AA==") == ["key": "data:application/octet-stream;base64,AA=="])
    #expect(card("item1.URL:u", "item1.X-ABLabel:_$!<HomePage>!$_") == ["url.homepage": "u"])
    #expect(
      card("item1.URL;TYPE=work:u", "item1.X-ABLabel:a", "X-ABLabel:b")
        == ["url.work": "u", "x-ablabel": "a", "x-ablabel.2": "b"])
    #expect(card("NOTE:a\\x\\N\\", "version:7", "PRODID:x") == ["note": "a\\x\n\\"])
    #expect(
      card("X-COLUMN:a\\;b;c\\nd", "X-COLUMN:e", "X-COLUMN:;f")
        == ["a;b": "c\nd", "x-column": "e", "": "f"])
    #expect(card("X-COLUMN:email;a", "EMAIL:b") == ["email": "a", "email.2": "b"])
  }

  @Test("a line may be broken in the middle of a character")
  func folds() {
    let bytes = Array("BEGIN:VCARD\nNO\n TE:".utf8) + [0xC3, 0x0A, 0x20, 0xA9]
    let end = Array("\r\n\t!\n\nEND:VCARD".utf8)
    for chunkSize in [1, 4096] {
      let reading = Reading(
        ByteSource(bytes: bytes + end),
        options: ReaderOptions(format: .vcard, chunkSize: chunkSize))
      #expect(cards(reading) == [["note": "é!"]])
    }
  }

  @Test(
    "a bad card is rejected, and the next one is read",
    arguments: [
      ("BEGIN:VCARD\nNOTE:x\n", "END:VCARD is missing before line 5", 3),
      ("BEGIN:VCARD\nNOTE x\nEND:VCARD\n", "line 4 has no colon after the name of a property", 3),
      ("BEGIN:VCARD\nNOTE;A=\"x:y\nEND:VCARD\n", "line 4 has no colon after the name", 3),
      ("BEGIN:VCARD\n\n:x\nEND:VCARD\n", "a property has no valid name on line 5", 3),
      ("BEGIN:VCARD\nNO TE:x\nEND:VCARD\n", "a property has no valid name on line 4", 3),
      (
        "BEGIN:VCARD\nAGENT:\nBEGIN:VCARD\nFN:x\nEND:VCARD\nNOTE:y\nEND:VCARD\n",
        "another card begins within it on line 5", 3
      ),
      ("\nhello\n world\n", "text outside of a card", 4),
      ("BEGIN:VCARD\nNOTE;ENCODING=b:!\nEND:VCARD\n", "line 4 is not Base64", 3),
      (
        "BEGIN:VCARD\nNOTE;CHARSET=SHIFT_JIS;ENCODING=QUOTED-PRINTABLE:=83\nEND:VCARD\n",
        "line 4 is in the character set SHIFT_JIS", 3
      ),
    ])
  func rejections(text: String, reason: String, line: Int) {
    let whole = "BEGIN:VCARD\nEND:VCARD\n" + text + "BEGIN:VCARD\nFN:next\nEND:VCARD\n"
    for chunkSize in [1, 5, 4096] {
      let reading = reading(whole, chunkSize: chunkSize)
      #expect(cards(reading) == [[:], ["full name": "next"]])
      #expect(reading.rejections.map(\.line) == [line])
      guard case .malformedCard(let found) = reading.rejections.first?.reason else {
        Issue.record("\(reading)")
        continue
      }
      #expect(found.hasPrefix(reason))
      #expect(reading.error == nil)
    }
  }

  @Test func theEndOfTheFile() {
    let reading = reading("BEGIN:VCARD\nFN:a\nEND:VCARD\nBEGIN:VCARD\nFN:b")
    #expect(
      reading.rejections.map(\.reason) == [
        .malformedCard("END:VCARD is missing at the end of the file")
      ])
    #expect(reading.rejections.map(\.line) == [4])
    #expect(self.reading("") == self.reading("\n \r\n"))
    #expect(self.reading("name,age\nAda,36\n").rejections.map(\.value) == ["name,age"])
    let twice = self.reading("BEGIN:VCARD\nX-COLUMN:a;b\nX-COLUMN:a;c\nEND:VCARD")
    #expect(twice.rejections.map(\.reason) == [.duplicateKey])
    #expect(twice.rejections.map(\.columnName) == ["a"])
  }

  @Test func invalidUTF8() {
    for (value, column) in [("NOTE:\u{1}", "note"), ("N\u{1}TE:x", nil)] as [(String, String?)] {
      let text = "BEGIN:VCARD\n\(value)\nEND:VCARD\nBEGIN:VCARD\nFN:x\nEND:VCARD\n"
      let bytes = text.utf8.map { $0 == 1 ? 0xFF : $0 }
      let reading = Reading(ByteSource(bytes: bytes), options: ReaderOptions(format: .vcard))
      #expect(reading.rejections.map(\.reason) == [.invalidUTF8])
      #expect(reading.rejections.map(\.columnName) == [column])
      #expect(cards(reading) == [["full name": "x"]])
    }
    let old =
      Array("BEGIN:VCARD\nNOTE;CHARSET=ISO-8859-1:".utf8) + [0xFC] + Array("\nEND:VCARD".utf8)
    #expect(cards(Reading(ByteSource(bytes: old), options: ReaderOptions())) == [["note": "ü"]])
    let text = "\u{FEFF}BEGIN:VCARD\nNOTE;CHARSET=ISO-8859-1:ü\nEND:VCARD"
    let decoded = Reading(ByteSource(bytes: EncodingTests.units(text, .utf16)))
    #expect(cards(decoded) == [["note": "ü"]])
  }

  @Test func limits() {
    let options = ReaderOptions(format: .vcard, maximumRecordSize: 100, chunkSize: 10)
    let error = TabularError.recordTooLarge(path: "memory", line: 4, limit: 100)
    for text in ["NOTE:", "NOTE:x\n", "x"] {
      let long = String(repeating: text, count: 100)
      let reading = Reading(
        "BEGIN:VCARD\nFN:a\nEND:VCARD\nBEGIN:VCARD\n\(long)", options: options)
      #expect(reading.error == error)
      #expect(reading.records.count == 1)
    }
    let many = (0..<40_000).map { "X-COLUMN:\($0);x\n" }.joined()
    #expect(
      reading("BEGIN:VCARD\n\(many)END:VCARD").error
        == .tooManyColumns(path: "memory", line: 1, limit: 32_767))
  }

  @Test("a derived property of another program is read, unless the card has its texts")
  func derivedProperties() {
    let text = """
      BEGIN:VCARD
      NOTE;DERIVED=TRUE:a
      EMAIL;DERIVED=TRUE:b
      EMAIL:c
      X-COLUMN;X-ENCODING=percent:email;B%0D%zz
      END:VCARD

      """
    let reading = Reading(text, options: ReaderOptions(format: .vcard))
    #expect(reading.columns == ["email", "note", "email.2"])
    #expect(reading.records == [["B\r%zz", "a", "c"]])
  }
}
