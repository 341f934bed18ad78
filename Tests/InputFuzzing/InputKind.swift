/// The languages that the library and the program read.
package enum InputKind: String, CaseIterable, Sendable {
  case csv, json, ndjson, vcard, utf16, gzip, chain, migration, text

  /// The pieces of the language.
  var pieces: [String] {
    switch self {
    case .csv, .utf16, .gzip:
      [
        ",", "\"", "\"\"", "\n", "\r\n", "\r", "a", "b c", "\"x\"", "\"x,y\"", "\"x\ny\"", ",,",
        "1",
      ]
    case .json, .ndjson:
      [
        "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\"", "\"\"", "1", "-0.5e+3", "1e999", "true",
        "false", "null", "\"\\u0041\"", "\"\\ud83d\\ude00\"", "\"\\ud800\"", "\"\\n\\\"\"", "{}",
        "[]",
        "{\"a\":1}", "{\"a\":\"x\",\"b\":[1,{\"c\":2}]}", "01", ".5", "NaN", "\\", "\"",
      ]
    case .vcard:
      [
        "BEGIN:VCARD", "END:VCARD", "begin:vcard\r\n", "VERSION:2.1", "VERSION:4.0", "N:", "FN:",
        "EMAIL", "TEL", "ADR", "ORG", "BDAY", "PHOTO", "AGENT:", "item1.", "X-ABLabel:",
        "X-COLUMN:",
        "CATEGORIES:", ";TYPE=home", ";TYPE=\"work,fax\"", ";PREF=1", ";HOME",
        ";CHARSET=ISO-8859-1",
        ";ENCODING=QUOTED-PRINTABLE", ";ENCODING=b", ";VALUE=text", "=C3=A9", "=\r\n", "=", "=0",
        "\n ",
        "\r\n\t", ":", ";", ",", "\\n", "\\;", "\\\\", "\\", "\"", "^n^^^'", "_$!<Home>!$_",
        "19850412", "--0412", "tel:", "AAAA", "x",
      ]
    case .chain:
      [
        "where", "select", "sort", "take", "(", ")", "{", "}", "$0", ".age", ".name", "people",
        "groups",
        ".", "&&", "||", "==", "!=", "<", "+", "-", "*", "/", "%", "!", "??", "nil", "true", "1",
        "30",
        "9223372036854775807", "1.5", "\"x\"", "\"\\($0.id)\"", "\\.age", ",", ":", "[", "]", "in",
        "count()", "groupBy", "join", "if", "let", "return", "/*", "*/", "//", "0x", "_", "\"\"\"",
      ]
    case .migration:
      [
        "CREATE TABLE t (a);", "INSERT INTO t VALUES (1);", "'", "\"", "`", "[", "]", ";", "--",
        "/*",
        "*/", "BEGIN", "END", "COMMIT;", "CREATE TRIGGER x AFTER INSERT ON t BEGIN", "SELECT 1;",
        "PRAGMA foreign_keys=OFF;", "DROP TABLE t;", "(", ")", ",", "t", "1",
        "CASE WHEN 1 THEN 2 END",
        "x'00'", "?", ":a", "EXPLAIN", "SAVEPOINT s;", "ATTACH 'a' AS b;", "VACUUM;",
      ]
    case .text:
      [
        "a", "e", "\u{300}", "\u{301}", "\u{323}", "\u{302}", "\u{345}", "\u{338}", "\u{1100}",
        "\u{1161}",
        "\u{11A8}", "\u{AC00}", "\u{212B}", "\u{2126}", "\u{1D15E}", "\u{0958}", "\u{093C}",
        "\u{0915}",
        "\u{F900}", "\u{2F800}", "\u{0344}", "\u{1E9B}", "\u{0DDD}", "\u{3099}", "\u{304B}",
        "\u{FB1D}",
        "\u{0F73}", "\u{0F71}", "\u{1F600}", "\u{200D}", "\u{FE0F}", "\u{1B06}", "\u{11131}",
      ]
    }
  }

  /// Whole inputs that are well formed.
  var samples: [String] {
    switch self {
    case .csv, .utf16, .gzip:
      [
        "name,surname,age\nAda,Lovelace,36\n\"Bo\",\"x \"\"y\"\"\",4\r\n",
        "a;b\n1;2\n\"3\n4\";5\n", "a\tb\n1\t\n", "one\n\n\"\"\nx",
      ]
    case .json:
      [
        "[{\"name\": \"Ada\", \"age\": 36}, {\"name\": null, \"x\": [1, {\"y\": \"]\"}]}]",
        "[\n {\"a\": \"\\u00e9\\n\"},\r\n {\"b\": -1.5E-7, \"a\": true}\n]\n", "[]",
        "{\"n\": 1.5, \"x\": [[\"]\"], {\"y\": null}], "
          + "\"people\": [{\"a\": {\"b\": [1, 2]}}], \"z\": {}}",
      ]
    case .ndjson:
      ["{\"name\":\"Ada\",\"age\":36}\n{\"name\":null}\r\n\n{\"x\":{\"y\":[1,2]}}\n"]
    case .vcard:
      [
        """
        BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nFN:Ada Lovelace\r\n\
        item1.EMAIL;type=INTERNET;type=HOME;type=pref:ada@example.org\r\n\
        item1.X-ABLabel:_$!<Other>!$_\r\nADR;TYPE=home:;;1 Street\\n2;London;;SW1;UK\r\n\
        BDAY:1815-12-10\r\nNOTE:a\\, b\r\n  c\r\nX-COLUMN:fide id;1\r\nEND:VCARD\r\n\
        BEGIN:VCARD\r\nFN:Bo\r\nEND:VCARD\r\n
        """,
        """
        BEGIN:VCARD
        VERSION:2.1
        N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C5=BDi=C5=BE=
        ek;Jan
        TEL;CELL;VOICE:1
        PHOTO;JPEG;BASE64:
         AAAA
         AA==

        END:VCARD

        """,
      ]
    case .chain:
      [
        "where { $0.age < 30 && $0.name.contains(\"a\") }.sort(\\.surname)",
        "select { ($0.name, $0.age + 1) }.where { $0.1 % 2 == 0 }",
        "groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.take(3)",
        "countBy { $0.age % 10 }.sortDescending { $0.1 }",
        "where { ($0.email ?? \"none\") != \"x\" }.toDictionary({ $0.id }, { $0.name })",
        "select { \"\\($0.name) \\($0.age)\" }.distinct().count()",
      ]
    case .migration:
      [
        """
        -- A table.
        CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT DEFAULT 'x;y');
        CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET b = "b" || '''' WHERE a = new.a; END;
        INSERT INTO t (b) VALUES ('one'), ('two -- no comment'); /* ; */ CREATE INDEX i ON t (b)
        """
      ]
    case .text: ["Zoë", "Nguye\u{302}\u{303}n", "\u{1100}\u{1161}\u{11A8}", "क\u{93C}", "Ａｄａ"]
    }
  }

  /// Returns a piece or a sample as it is in a file.
  func encoded(_ text: String) -> [UInt8] {
    switch self {
    case .utf16: text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .gzip: gzipMember(Array(text.utf8))
    default: Array(text.utf8)
    }
  }
}

/// Returns a member of a gzip file whose one block is not compressed.
private func gzipMember(_ bytes: [UInt8]) -> [UInt8] {
  func littleEndian(_ number: UInt32, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
  }
  var check: UInt32 = ~0
  for byte in bytes {
    check ^= UInt32(byte)
    for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
  }
  let size = UInt32(bytes.count)
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 1] + littleEndian(size, 2)
    + littleEndian(~size, 2) + bytes + littleEndian(~check, 4) + littleEndian(size, 4)
}
