/// The languages that the library and the program read.
package enum InputKind: String, CaseIterable, Sendable {
  case csv, json, ndjson, chain, migration, text

  /// The pieces of the language.
  var pieces: [String] {
    switch self {
    case .csv:
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
    case .csv:
      [
        "name,surname,age\nAda,Lovelace,36\n\"Bo\",\"x \"\"y\"\"\",4\r\n",
        "a;b\n1;2\n\"3\n4\";5\n", "a\tb\n1\t\n", "one\n\n\"\"\nx",
      ]
    case .json:
      [
        "[{\"name\": \"Ada\", \"age\": 36}, {\"name\": null, \"x\": [1, {\"y\": \"]\"}]}]",
        "[\n {\"a\": \"\\u00e9\\n\"},\r\n {\"b\": -1.5E-7, \"a\": true}\n]\n", "[]",
      ]
    case .ndjson:
      ["{\"name\":\"Ada\",\"age\":36}\n{\"name\":null}\r\n\n{\"x\":{\"y\":[1,2]}}\n"]
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
}
