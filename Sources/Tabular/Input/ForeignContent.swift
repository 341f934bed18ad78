internal import StoreSupport

/// What a file is that is no table in one of the formats, as its first bytes show it.
struct ForeignContent {
  /// What the file is, as the end of a sentence.
  let kind: String
  /// What to do with it.
  let advice: String

  /// The number of bytes by which a file is recognized.
  static let examinedLength = 32

  /// Recognizes a file that is no text; nil for what may be one.
  ///
  /// - Parameter bytes: the beginning of the file. What comes after the examined length serves to
  ///   tell archives apart, as far as it has been read.
  init?(signatureOf bytes: [UInt8]) {
    if let found = Self.signatures.first(where: { bytes.starts(with: $0.bytes) }) {
      self = found.content
    } else if bytes.starts(with: Array("BZh".utf8)),
      bytes.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59])
    {
      self = Self.compressed("bzip2")
    } else if bytes.starts(with: Array("PK".utf8)), let archive = Self.archive(bytes) {
      self = archive
    } else {
      return nil
    }
  }

  /// Recognizes what is no text in UTF-8 at all: it has NULs, and bytes that are no characters.
  init?(binary bytes: [UInt8]) {
    let examined = bytes.prefix(Self.examinedLength)
    // The last character may be cut off.
    let isText = (0...3).contains {
      String(validating: examined.dropLast($0), as: UTF8.self) != nil
    }
    guard !isText, examined.contains(0) else { return nil }
    self.init("no text", "export the table as CSV where it comes from")
  }

  /// Says of a text that it is in another encoding than was asked for.
  init(_ contradiction: TextEncoding.Contradiction) {
    let name = contradiction.found.name
    let convert = "convert it: iconv -f \(name) -t UTF-8"
    let encoding = TextEncoding(rawValue: name.lowercased())
    self.init(
      "a text in \(name)",
      encoding.map { "say so with --encoding \($0.rawValue), or \(convert)" } ?? convert)
  }

  private init(_ kind: String, _ advice: String) {
    (self.kind, self.advice) = (kind, advice)
  }

  private static func compressed(_ program: String) -> ForeignContent {
    ForeignContent("compressed with \(program)", "decompress it: \(program) -dc")
  }

  private static let saveAsCSV = "save the sheet as CSV (UTF-8)"

  private static let noPeople = "it has no people"

  private static let signatures: [(bytes: [UInt8], content: ForeignContent)] = [
    ([0x1F, 0x8B], .init("compressed with gzip twice", "decompress it once: gzip -dc")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], compressed("xz")),
    ([0x28, 0xB5, 0x2F, 0xFD], compressed("zstd")),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .init("a 7-Zip archive", "unpack it")),
    (Array("Rar!\u{1A}\u{07}".utf8), .init("a RAR archive", "unpack it")),
    (
      [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
      .init("a document of an old Microsoft Office, such as an Excel workbook (.xls)", saveAsCSV)
    ),
    (
      Array("SQLite format 3\0".utf8),
      .init("an SQLite database", "export its table: sqlite3 -csv -header FILE 'SELECT …'")
    ),
    (Array("%PDF-".utf8), .init("a PDF", "export the table as CSV where it comes from")),
    (Array("PAR1\u{15}".utf8), .init("a Parquet file", "export it as CSV or NDJSON")),
    (Array("Obj\u{01}".utf8), .init("an Avro file", "export it as CSV or NDJSON")),
    (Array("ARROW1".utf8), .init("an Arrow file", "export it as CSV or NDJSON")),
    (Array("{\\rtf".utf8), .init("a text in RTF", "save it as plain text")),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .init("a picture (PNG)", noPeople)),
    ([0xFF, 0xD8, 0xFF], .init("a picture (JPEG)", noPeople)),
    (Array("GIF8".utf8), .init("a picture (GIF)", noPeople)),
    (
      [0x00, 0x01, 0x00, 0x00] + Array("Standard ".utf8),
      .init("an Access database", "export its table as CSV")
    ),
    (Array("$FL2".utf8), .init("an SPSS file (.sav)", "export it as CSV")),
    (Array("<stata_dta>".utf8), .init("a Stata file (.dta)", "export it as CSV")),
  ]

  /// Recognizes a zip archive, and the documents that are one.
  private static func archive(_ bytes: [UInt8]) -> ForeignContent? {
    guard bytes.count >= 4, [[3, 4], [5, 6], [7, 8]].contains([bytes[2], bytes[3]]) else {
      return nil
    }
    func has(_ name: String) -> Bool { bytes.firstRange(of: Array(name.utf8)) != nil }
    if has("opendocument.spreadsheet") { return .init("an OpenDocument sheet (.ods)", saveAsCSV) }
    if has("xl/") { return .init("an Excel workbook (.xlsx)", saveAsCSV) }
    if has("[Content_Types].xml") || has("_rels/") {
      return .init("a document of Microsoft Office, such as an Excel workbook (.xlsx)", saveAsCSV)
    }
    return .init("a zip archive", "unpack it: unzip")
  }

  /// Recognizes texts in other formats by how they begin, and where the format is not known also by
  /// less certain signs.
  ///
  /// - Parameters:
  ///   - bytes: the beginning of the text in UTF-8, with its byte order mark.
  ///   - format: the format, if it is known.
  init?(textOf bytes: [UInt8], format: TableFormat?) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let examined = bytes.prefix(Self.examinedLength)
    let visible = (examined.starts(with: mark) ? examined.dropFirst(3) : examined)
      .drop { $0.isBlank }
    let start = String(decoding: visible, as: UTF8.self).lowercased()
    let xml = "export the table as CSV or JSON where it comes from"
    switch true {
    case start.hasPrefix("begin:vcard"):
      // A file without a format has the one of its content.
      guard let format, format != .vcard else { return nil }
      self.init("a file of contacts (vCard)", "say so with --format vcard")
    case start.hasPrefix("##fileformat=vcf"):
      self.init("a file of variants of genes (VCF)", Self.noPeople)
    case start.hasPrefix("begin:vcalendar"):
      self.init("a calendar (iCalendar)", Self.noPeople)
    case start.hasPrefix("<!doctype html"), start.hasPrefix("<html"):
      self.init("a web page (HTML)", "download the file itself, or export its table as CSV")
    case start.hasPrefix("<?xml"), start.hasPrefix("<!doctype"), start.hasPrefix("<!--"):
      self.init("a text in XML", xml)
    case start.hasPrefix("<") && start.dropFirst().first?.isLetter == true && start.contains(">"):
      // An element: `<` and a name.
      self.init("a text in XML or HTML", xml)
    case format == nil:
      guard let found = Self.uncertain(start) else { return nil }
      self = found
    default: return nil
    }
  }

  /// Recognizes texts that might be a table with an unusual header.
  private static func uncertain(_ start: String) -> ForeignContent? {
    let line = start.prefix { !$0.isNewline }
    // A name with a colon after it, and perhaps a value.
    let isPair = start.firstMatch(of: /^(- +)?[a-z_]+:\s/) != nil
    switch true {
    case line.hasPrefix("dn: "), line.hasPrefix("dn:: "), line == "version: 1":
      return .init("a directory (LDIF)", "export it as CSV or vCard")
    case line == "---", line.hasPrefix("%yaml"), isPair && !line.contains(","):
      return .init("a text in YAML", "convert it to JSON: yq -o json")
    case line.hasPrefix("0 head"): return .init("a family tree (GEDCOM)", "export it as CSV")
    case line.hasPrefix("-- "), line.hasPrefix("insert into "), line.hasPrefix("create table "):
      return .init("a text in SQL", "load it into its database, and export the table as CSV")
    default: return nil
    }
  }

  /// Recognizes a text by the extension of its name, where neither format nor content says more.
  init?(nameOf path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "yaml", "yml": self.init("YAML by its name", "convert it to JSON: yq -o json")
    case "ldif", "ldf": self.init("LDIF by its name", "export it as CSV or vCard")
    case "toml": self.init("TOML by its name", "convert it to JSON")
    case "sql": self.init("SQL by its name", "load it, and export the table as CSV")
    default: return nil
    }
  }
}
