#if Postgres
import LinqCore
import StoreEngine
import StorePostgres
import TestSupport
import Testing

extension PostgresSuite {
  @Suite struct FunctionTests {
    private static let texts = [
      "", "a", "Ada", " a b ", "x\r\ny", "\n", "tab\t", "é", "straße", "Ζωή", "ΑΣ", "İ", "ı", "日本",
      "한국", "👍", "👍🏽", "👨‍👩‍👧", "🇩🇪🇫🇷", "ё", "\u{915}\u{94D}\u{937}", "ŉ", "ﬁ", "\u{1100}\u{1161}\u{11A8}",
      "e\u{301}\u{323}", "a\u{300}b", "ǅ", "և", "\u{600}a", "Ł%_'\\", "%", "z\u{200D}",
      "\u{2028} x",
    ].map { CanonicalText.form(of: $0) }

    /// Calls a function of the server; nil if it leaves the text to memory.
    private func call<Value>(
      _ sql: String, _ values: [StoreEngine.Value], on connection: Connection,
      _ read: (Statement) throws -> Value
    ) throws -> Value? {
      do {
        return try connection.query("SELECT " + sql, values, read).first
      } catch DatabaseError.failed(let error) where error.state == "SW000" {
        return nil
      }
    }

    @Test func theyReturnWhatSwiftReturns() throws {
      let connection = try newConnection()
      try connection.installFunctions()
      var (answered, asked) = (0, 0)
      func compare(_ sql: String, _ values: [StoreEngine.Value], _ expected: String?) throws {
        asked += 1
        let found = try call("\(sql), 1", values, on: connection) { row in
          row.isNull(0) ? String?.none : try row.text(0)
        }
        guard let found else { return }
        answered += 1
        let form = expected.map { CanonicalText.form(of: $0) }
        #expect(
          found.map { Array($0.utf8) } == form.map { Array($0.utf8) },
          "\(sql) \(values): \(found ?? "NULL")")
      }
      for text in Self.texts {
        let value = StoreEngine.Value.text(text)
        try compare("swift.uppercased($1)", [value], text.uppercased())
        try compare("swift.lowercased($1)", [value], text.lowercased())
        try compare("swift.reversed($1)", [value], String(text.reversed()))
        try compare("swift.trimming($1)", [value], TextOperation.trimmed(text))
        try compare("swift.first($1)", [value], text.first.map { String($0) })
        try compare("swift.last($1)", [value], text.last.map { String($0) })
        try compare("swift.count($1)::text", [value], "\(text.count)")
        for count in [0, 1, 2, Int.max] {
          let values = [value, .integer(Int64(count))]
          try compare("swift.prefix($1, $2)", values, String(text.prefix(count)))
          try compare("swift.suffix($1, $2)", values, String(text.suffix(count)))
          try compare("swift.drop_first($1, $2)", values, String(text.dropFirst(count)))
          try compare("swift.drop_last($1, $2)", values, String(text.dropLast(count)))
        }
        for part in Self.texts {
          let values = [value, .text(part)]
          try compare("swift.has_prefix($1, $2)::text", values, "\(text.hasPrefix(part))")
          try compare("swift.has_suffix($1, $2)::text", values, "\(text.hasSuffix(part))")
          try compare("swift.contains($1, $2)::text", values, "\(text.contains(part))")
          try compare("swift.concatenate($1, $2)", values, text + part)
          try compare(
            "swift.replacing($1, $2, 'x')", values,
            TextOperation.replacing(part, in: text, with: "x"))
        }
      }
      // Most of these texts are unusual on purpose.
      #expect(answered * 10 > asked * 6, "\(answered) of \(asked)")
    }
  }
}
#endif
