import TestSupport
import Testing

@testable import Tabular

/// Texts in other encodings are the same tables.
@Suite struct EncodingTests {
  static let text = "name;note\nŽofie;\"€ 5; 😀\nß\"\n;x\n"

  static func units(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    text.utf16.flatMap { unit in
      let (upper, lower) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return encoding == .utf16BigEndian ? [upper, lower] : [lower, upper]
    }
  }

  @Test(arguments: [TextEncoding.utf16LittleEndian, .utf16BigEndian], [1, 2, 3, 7, 4096])
  func utf16(encoding: TextEncoding, chunkSize: Int) {
    let expected = Reading(Self.text)
    #expect(expected.records.count == 2)
    let marked = Self.units("\u{FEFF}" + Self.text, encoding)
    let bare = Self.units(Self.text, encoding)
    let cases: [([UInt8], TextEncoding?)] = [
      (marked, nil), (marked, .utf16), (marked, encoding), (bare, encoding), (bare, .utf16),
    ]
    for (bytes, chosen) in cases {
      let reading = Reading(
        ByteSource(bytes: bytes), options: ReaderOptions(encoding: chosen, chunkSize: chunkSize))
      #expect(reading == expected)
    }
  }

  @Test func utf16WithoutAnyHintIsLittleEndian() {
    let options = ReaderOptions(encoding: .utf16)
    #expect(
      Reading(ByteSource(bytes: Self.units("名,歳\n一,二\n", .utf16)), options: options).columns
        == ["名", "歳"])
  }

  @Test func everyFormatIsDecoded() {
    for (text, format) in [("[{\"ü\": \"😀\"}]", TableFormat.json), ("{\"ü\": \"😀\"}\n", .ndjson)] {
      let reading = Reading(
        ByteSource(bytes: Self.units("\u{FEFF}" + text, .utf16BigEndian)), options: ReaderOptions())
      #expect(reading.columns == ["ü"], "\(format)")
      #expect(reading.records == [["😀"]])
    }
  }

  @Test func eachByteOfTheOldEncodings() {
    for byte in UInt8(0x80)...0xFF {
      let source = ByteSource(bytes: Array("a\n".utf8) + [byte])
      let latin = Reading(source, options: ReaderOptions(format: .csv, encoding: .latin1))
      #expect(latin.records == [[.text(String(UnicodeScalar(byte)))]])
    }
    let bytes: [UInt8] = [0x61, 0x0A, 0x80, 0x93, 0xE4, 0x94, 0x99, 0x81, 0x9F]
    let windows = Reading(
      ByteSource(bytes: bytes), options: ReaderOptions(format: .csv, encoding: .windows1252))
    #expect(windows.records == [["€“ä”™\u{81}Ÿ"]])
  }

  @Test("half of a surrogate pair rejects its record alone", arguments: [1, 3, 4096])
  func surrogates(chunkSize: Int) {
    func unit(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
    func text(_ text: String) -> [UInt8] { Self.units(text, .utf16BigEndian) }
    let bytes =
      text("\u{FEFF}a,b\n1,2\n3,x") + unit(0xD800) + text("y\n") + unit(0xDC00) + text(",4\n5,")
      + unit(0xD83D) + unit(0xD83D) + unit(0xDE00) + text("\n6,7\n8,") + unit(0xDBFF)
    let reading = Reading(
      ByteSource(bytes: bytes), options: ReaderOptions(format: .csv, chunkSize: chunkSize))
    #expect(reading.error == nil)
    #expect(reading.records == [["1", "2"], ["6", "7"]])
    #expect(reading.rejections.map(\.line) == [3, 4, 5, 7])
    #expect(reading.rejections.allSatisfy { $0.reason == .unpairedSurrogate })
    #expect(reading.rejections.map(\.columnName) == ["b", "a", "b", "b"])
  }

  @Test("a file that ends in the middle of a character")
  func incompleteCharacter() {
    let bytes = Self.units("\u{FEFF}a\n1\n2\n", .utf16) + [0x33]
    let reading = Reading(ByteSource(bytes: bytes), options: ReaderOptions(format: .csv))
    #expect(reading.records == [["1"], ["2"]])
    #expect(
      reading.error == .incompleteCharacter(path: "memory", encoding: .utf16LittleEndian))
    #expect(reading.error?.description.contains("utf-16le") == true)
  }

  @Test("an encoding that the file contradicts is an error, with the right one")
  func contradictions() {
    let cases: [([UInt8], TextEncoding?, String)] = [
      (Self.units(Self.text, .utf16LittleEndian), nil, "--encoding utf-16le"),
      (Self.units(Self.text, .utf16BigEndian), nil, "--encoding utf-16be"),
      (Self.units("\u{FEFF}" + Self.text, .utf16), .utf8, "--encoding utf-16,"),
      (Self.units("\u{FEFF}" + Self.text, .utf16), .windows1252, "--encoding utf-16,"),
      (Self.units("\u{FEFF}" + Self.text, .utf16), .utf16BigEndian, "--encoding utf-16,"),
      ([0xFF, 0xFE, 0, 0, 0x61, 0, 0, 0], .utf16, "iconv -f UTF-32"),
    ]
    for (bytes, chosen, advice) in cases {
      let reading = Reading(ByteSource(bytes: bytes), options: ReaderOptions(encoding: chosen))
      guard case .otherContent("memory", _, let found) = reading.error else {
        Issue.record("\(reading)")
        continue
      }
      #expect(found.contains(advice))
    }
  }

  @Test("random texts, cut anywhere")
  func randomTexts() {
    let seed = Seed()
    var random = seed.generator
    let pieces = ["a", ",", "\n", "\"", "é", "€", "😀", "\u{FFFF}", "\r\n", "𐀀"]
    for _ in 0..<300 {
      let text =
        "h\n" + (0..<20).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      let encoding: TextEncoding = Bool.random(using: &random) ? .utf16BigEndian : .utf16
      let bytes = Self.units("\u{FEFF}" + text, encoding)
      let options = ReaderOptions(format: .csv, chunkSize: Int.random(in: 1...9, using: &random))
      let reading = Reading(ByteSource(bytes: bytes), options: options)
      guard reading == Reading(text, options: options) else {
        Issue.record(
          "\(text.debugDescription): \(reading) is not \(Reading(text, options: options)); \(seed)")
        return
      }
    }
  }

  @Test func namesOfTheCommandLine() {
    #expect(
      TextEncoding.allCases.map(\.rawValue)
        == ["utf-8", "utf-16", "utf-16le", "utf-16be", "latin-1", "windows-1252"])
  }

  @Test(
    "encodings have many names",
    arguments: [
      ("latin1", TextEncoding.latin1), ("Latin-1", .latin1), ("ISO-8859-1", .latin1),
      ("iso8859_1", .latin1), ("CP1252", .windows1252), ("Windows-1252", .windows1252),
      ("windows1252", .windows1252), ("UTF8", .utf8), ("utf-8", .utf8), ("ASCII", .utf8),
      ("utf16", .utf16), ("UTF-16LE", .utf16LittleEndian), ("utf_16_be", .utf16BigEndian),
      ("latin-9", nil), ("", nil), ("utf-32", nil),
    ] as [(String, TextEncoding?)])
  func names(name: String, encoding: TextEncoding?) {
    #expect(TextEncoding(name: name) == encoding)
    for encoding in TextEncoding.allCases {
      #expect(TextEncoding(name: encoding.rawValue) == encoding)
    }
  }
}
