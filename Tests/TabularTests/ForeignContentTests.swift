import Foundation
import Testing

@testable import Tabular

/// Files that are no table are named, with what to do, whatever format was meant.
@Suite("Files that are something else")
struct ForeignContentTests {
  private func error(_ bytes: [UInt8], _ format: TableFormat? = nil) -> TabularError? {
    do {
      let reader = try openRecords(
        ByteSource(bytes: bytes), options: ReaderOptions(format: format))
      while try reader.next() != nil {}
      return nil
    } catch { return error }
  }

  private static let cases: [(bytes: [UInt8], kind: String)] = [
    (Array("BZh91AY&SY".utf8), "compressed with bzip2"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 1], "compressed with xz"),
    ([0x28, 0xB5, 0x2F, 0xFD, 4], "compressed with zstd"),
    (Array("PK\u{3}\u{4}".utf8) + Array("....people.csv".utf8), "a zip archive"),
    (Array("PK\u{3}\u{4}....[Content_Types].xml....xl/workbook.xml".utf8), "an Excel workbook"),
    (Array("PK\u{3}\u{4}....[Content_Types].xml".utf8), "a document of Microsoft Office"),
    (
      Array("PK\u{3}\u{4}..mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8),
      "an OpenDocument sheet"
    ),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0, 0], "Excel workbook (.xls)"),
    (Array("%PDF-1.7\n".utf8), "a PDF"), (Array("SQLite format 3\0".utf8), "an SQLite database"),
    (Array("PAR1\u{15}\u{4}".utf8), "a Parquet file"), (Array("{\\rtf1 x}".utf8), "a text in RTF"),
    ([0x89] + Array("PNG\r\n\u{1A}\n".utf8), "a picture (PNG)"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "a picture (JPEG)"), (Array("GIF89a".utf8), "a picture (GIF)"),
    (Array("\0\u{1}\0\0Standard Jet DB\0".utf8), "an Access database"),
    (Array("ARROW1\0\0".utf8), "an Arrow file"), (Array("$FL2@(#)".utf8), "an SPSS file"),
    (Array("<stata_dta><header>".utf8), "a Stata file"),
    ([0x7F] + Array("ELF\u{2}\u{1}\0\0".utf8) + [0xE9, 0x61, 0, 0, 0, 0], "no text"),
    (Array("##fileformat=VCFv4.2\n".utf8), "variants of genes"),
    (Array("BEGIN:VCALENDAR\n".utf8), "iCalendar"),
    (Array("\n <!DOCTYPE html><html>".utf8), "HTML"), (Array("<HTML lang=en>".utf8), "HTML"),
    (Array("<?xml version=\"1.0\"?><a/>".utf8), "XML"), (Array("<people><person/>".utf8), "XML"),
    (Array("name,age\n".utf16LittleEndian), "UTF-16LE"),
    (Array("name,age\n".utf16BigEndian), "UTF-16BE"),
    (Array("name,age\nЖ,1\n".utf32LittleEndian), "UTF-32LE"),
    (Array("name,age\n".utf32LittleEndian.reversed()), "UTF-32BE"),
    ([0xFF, 0xFE, 0, 0] + Array("name".utf32LittleEndian), "UTF-32"),
    (Array("[{\"name\": \"A\"}]".utf16LittleEndian), "UTF-16LE"),
  ]

  @Test(arguments: cases.indices)
  func named(index: Int) throws {
    let (bytes, kind) = Self.cases[index]
    for format in [nil, TableFormat.csv, .tsv, .json, .ndjson] {
      let error = try #require(self.error(bytes, format), "\(kind)")
      guard case .otherContent("memory", let found, let advice) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(found.contains(kind))
      #expect(
        error.description.hasSuffix("and not CSV, TSV, JSON, NDJSON or vCard in UTF-8; \(advice)"))
    }
  }

  @Test(
    "tables that look a little like it are read",
    arguments: [
      "PK,name\n1,Ada\n", "PAR1,name\n1,Ada\n", "BZh,name\n", "Obj,name\n", "<5,>5\n1,2\n",
      "a\n", "n\0me,age\n1,2\n", "<,>\n1,2\n", "begin,vcard\n1,2\n",
      "%PDF,x\n1,2\n", "日本,語\n1,2\n",
      "PK\n1\n",
    ])
  func tables(text: String) { #expect(error(Array(text.utf8), .csv) == nil) }

  @Test(
    "texts that may be a table are named where nobody says a format",
    arguments: [
      ("- name: Ada\n  age: 36\n", "a text in YAML"), ("---\nname: Ada\n", "a text in YAML"),
      ("people:\r\n  - name: Ada\n", "a text in YAML"), ("%YAML 1.2\n", "a text in YAML"),
      ("version: 1\ndn: cn=Ada\n", "a directory (LDIF)"), ("dn: cn=Ada,o=x\n", "(LDIF)"),
      ("0 HEAD\n1 SOUR x\n", "a family tree (GEDCOM)"),
      ("-- PostgreSQL database dump\n", "a text in SQL"),
      ("INSERT INTO person VALUES (1)\n", "a text in SQL"),
    ])
  func uncertain(text: String, kind: String) {
    guard case .otherContent(_, let found, _)? = error(Array(text.utf8)) else {
      Issue.record("\(text)")
      return
    }
    #expect(found.contains(kind))
    guard case .otherContent? = error(Array(text.utf8), .tsv) else { return }
    Issue.record("\(text)")
  }

  @Test("a name says what a file is where its content does not")
  func names() {
    func error(_ name: String, _ format: TableFormat? = nil) -> TabularError? {
      Reading(
        ByteSource(text: "a,b\n1,2\n", name: name), options: ReaderOptions(format: format)
      ).error
    }
    for (name, kind) in [
      ("p.yaml", "YAML"), ("p.YML", "YAML"), ("p.ldif", "LDIF"), ("p.toml", "TOML"),
      ("p.sql", "SQL"),
    ] {
      #expect(
        error(name)?.description.hasPrefix("\(name): is \(kind) by its name, and not") == true)
      #expect(error(name, .csv) == nil)
    }
    for name in ["p.txt", "p.xls", "p", "memory"] { #expect(error(name) == nil) }
  }

  @Test("contacts are a format of their own")
  func contacts() {
    for text in ["BEGIN:VCARD\r\nVERSION:3.0\r\n", "\u{FEFF}\n begin:vcard\n"] {
      for format in [TableFormat.csv, .tsv, .json, .ndjson] {
        #expect(
          error(Array(text.utf8), format)
            == .otherContent(
              path: "memory", kind: "a file of contacts (vCard)",
              advice: "say so with --format vcard"))
      }
      #expect(error(Array(text.utf8)) == nil)
      #expect(error(Array(text.utf8), .vcard) == nil)
    }
  }

  @Test("columns without a name are named by their numbers")
  func unnamedColumns() throws {
    #expect(
      error(Array("name,,age, ,\n1,2,3,4,5\n".utf8))
        == .unnamedColumns(path: "memory", numbers: [2, 4, 5]))
    #expect(
      error(Array("a,\"\",\n".utf8))?.description
        == "memory: columns 2, 3 have no name in the header; name them or remove them")
    #expect(error(Array("a,,b\n1,2,3\n".utf8)) == nil)
  }

  @Test("a header that is not UTF-8 says how to convert the file")
  func windows1252() {
    let text = error(Array("name,Stra".utf8) + [0xDF] + Array("e\n".utf8))?.description
    #expect(text?.contains("invalid UTF-8") == true)
    #expect(text?.hasSuffix(Rejection.encodingAdvice) == true)
  }
}

extension String {
  fileprivate var utf16LittleEndian: [UInt8] {
    utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }
  fileprivate var utf16BigEndian: [UInt8] {
    utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
  }
  fileprivate var utf32LittleEndian: [UInt8] {
    unicodeScalars.flatMap { scalar in
      (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
    }
  }
}
