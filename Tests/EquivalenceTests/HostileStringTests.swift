import LinqText
import TestModel
import TestSupport
import Testing

/// Ten thousand texts that SQL, patterns, terminals and Unicode make trouble with.
private func hostileStrings(seed: UInt64) -> [String] {
  let pieces = [
    "'", "\"", "`", ";", "--", "/*", "*/", "%", "_", "*", "?", "[", "]", "\\", "\0", "\u{1}", "\t",
    "\n", "\r\n", "\u{7F}", "\u{FEFF}", "\u{202E}", "\u{200D}", "e\u{301}", "\u{E9}", "\u{301}",
    "ß", "ẞ", "İ", "ı", "Å", "\u{212B}", "가", "\u{1100}\u{1161}", "👨‍👩‍👧‍👦", "🇩🇪", "日本", "Ω", "ﬁ",
    "DROP TABLE person", "' OR '1'='1", "?1", ":name", "$0", "@x", "{}", "null", "NaN", "0x41", " ",
    "a", "B", "\u{10FFFF}", "\u{FFFD}", "\u{0F73}", "\u{AC00}\u{11A7}",
  ]
  var random = Seed(number: seed).generator
  func next(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
  return (0..<10_000).map { index in
    let length = index % 1000 == 999 ? 20_000 : 1 + next(8)
    return (0..<length).map { _ in pieces[next(pieces.count)] }.joined()
  }
}

@Suite("Hostile texts")
struct HostileStringTests {
  @Test("are stored, found and returned unchanged, and never become SQL", arguments: [UInt64(7)])
  func all(seed: UInt64) throws {
    let texts = hostileStrings(seed: seed)
    let store = try TestStore(path: ":memory:")
    try store.pool.write { try $0.execute("CREATE INDEX person_name ON person (name)") }
    let people = try store.people.insert(texts.map { Person(name: $0, surname: $0, age: 1) })
    #expect(people.map(\.name) == texts, "seed \(seed)")
    #expect(try store.people.toArray().map(\.surname) == texts, "seed \(seed)")

    let harmless = store.people.where { $0.name == "Ada" && ["Ada", "x"].contains($0.surname) }
    let sql = try harmless.plan().sql
    var byText: [String: [Int64]] = [:]
    for person in people { byText[person.name, default: []].append(person.id) }
    for text in texts {
      let found = store.people.where { $0.name == text && [text, "x"].contains($0.surname) }
      #expect(
        try found.select { $0.id }.toArray() == byText[text],
        "seed \(seed): \(text.debugDescription.prefix(200))")
    }
    for text in texts.prefix(300) {
      let query = store.people.where { $0.name == text && [text, "x"].contains($0.surname) }
      #expect(try query.plan().sql == sql)
      let prefix = store.people.where { $0.name.hasPrefix(text) }.select { $0.id }
      let expected = people.filter { $0.name.hasPrefix(text) }.map(\.id)
      #expect(
        try prefix.toArray() == expected, "seed \(seed): \(text.debugDescription.prefix(200))")
    }
    // As literals of a chain's text.
    for text in texts.prefix(2000) where text.utf8.count < 1000 {
      let literal = text.unicodeScalars.reduce("") { $0 + "\\u{\(String($1.value, radix: 16))}" }
      let chain = try store.textForm.parse("where { $0.name == \"\(literal)\" }.count()")
      #expect(
        try chain.run() == .integer(Int64(byText[text]?.count ?? 0)),
        "seed \(seed): \(text.debugDescription)")
    }
  }
}
