import Foundation
import RegexBuilder
import TestModel
import Testing

@testable import LinqCore

@Suite("Functions of strings: S69 to S72")
struct TextFunctionTests {
  /// Names with what is easily got wrong at their ends: white space, marks, emoji, NUL.
  private func framed(_ person: QueryExpression<Person>) -> QueryExpression<String> {
    " \u{301}" + person.name + "\r\n\u{85}."
  }

  @Test("S69 trimming of sets of characters")
  func trimming() throws {
    try expectSame(sql: "SELECT swift_trimming_characters(name, ?) FROM person ORDER BY id") {
      $0.select { $0.name.trimmingCharacters(in: .punctuationCharacters) }
    }
    for set: CharacterSet in [
      .whitespaces, .whitespacesAndNewlines, .newlines, .letters, .alphanumerics.inverted,
      CharacterSet(charactersIn: "bz%\u{E9}"), CharacterSet(charactersIn: "b👨.\u{85}"),
      CharacterSet(), CharacterSet(charactersIn: "b").inverted,
    ] {
      try expectSame { $0.select { self.framed($0).trimmingCharacters(in: set) } }
      try expectSame { $0.select { $0.name.prefix(3).trimmingCharacters(in: set) } }
    }
    // What Foundation itself gives.
    for text in ["  a b\t", "\u{A0}x\u{2003}", "...", "", "e\u{301}-", "12ab34"] {
      for set: CharacterSet in [
        .whitespaces, .punctuationCharacters, .decimalDigits, .letters,
        CharacterSet(charactersIn: "\u{E9}1"), CharacterSet(charactersIn: "a-e").inverted,
      ] {
        let query = Query([text]).select { $0.trimmingCharacters(in: set) }
        let canonical = CanonicalText.form(of: text)
        #expect(try query.toArray() == [canonical.trimmingCharacters(in: set)])
      }
    }
  }

  @Test("S69 a set of characters has a name, or its scalars")
  func characterSets() {
    #expect(CharacterSetName.name(of: .whitespaces) == "whitespaces")
    #expect(CharacterSetName.name(of: .letters.inverted) == "inverted letters")
    #expect(CharacterSetName.name(of: CharacterSet(charactersIn: "cab \u{E9}")) == "20 61-63 e9")
    let emoji = CharacterSet(charactersIn: "\u{1F468}"..."\u{1F46A}")
    #expect(CharacterSetName.name(of: emoji) == "1f468-1f46a")
    let later = CharacterSet(charactersIn: "\u{FFFF}"..."\u{20001}")
    #expect(CharacterSetName.name(of: later) == "ffff 10000-1ffff 20000-20001")
    let sets: [CharacterSet] = [
      .whitespaces, .whitespacesAndNewlines, .newlines, .punctuationCharacters, .decimalDigits,
      .letters, .alphanumerics, .symbols, .controlCharacters, .lowercaseLetters, .uppercaseLetters,
      .capitalizedLetters, .nonBaseCharacters, .illegalCharacters,
      emoji, CharacterSet(charactersIn: "👨"), CharacterSet(charactersIn: "xy\u{E9}"),
    ]
    var names: Set<String> = []
    for set in sets.flatMap({ [$0, $0.inverted] }) {
      let name = CharacterSetName.name(of: set)
      names.insert(name)
      let same = CharacterSetName.set(named: name)
      for value in (0...0x2FFFF as ClosedRange<UInt32>) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        if same.contains(scalar) != set.contains(scalar) {
          Issue.record("\(name) has another U+\(String(value, radix: 16))")
          break
        }
      }
    }
    #expect(names.count == 2 * sets.count)
  }

  @Test("S69 prefixes, padding, repetition, replacement, folding")
  func functions() throws {
    try expectSame(sql: "SELECT swift_trimming_prefix(name, ?) FROM person ORDER BY id") {
      $0.select { $0.name.trimmingPrefix("bo") }
    }
    for prefix in ["", "e", "\u{E9}", "a", "a\0", "👨", "B"] {
      try expectSame { $0.select { $0.name.trimmingPrefix(prefix) } }
      try expectSame { $0.select { $0.name.starts(with: prefix) } }
    }
    try expectSame { $0.select { $0.name.trimmingPrefix($0.surname) } }
    try expectSame(sql: "SELECT swift_padding(name, ?, ?, ?) FROM person ORDER BY id") {
      $0.select { $0.name.padding(toLength: 12, withPad: ".:", startingAt: 1) }
    }
    for length in [-1, 0, 1, 2, 5] {
      try expectSame {
        $0.select { $0.name.padding(toLength: length, withPad: "e\u{301}", startingAt: 0) }
      }
    }
    try expectSame {
      $0.select { $0.name.padding(toLength: $0.age % 20, withPad: " ", startingAt: 0) }
    }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { $0.name.padding(toLength: $0.age, withPad: " ", startingAt: 0) }
    }
    try expectSame(sql: "SELECT swift_repeating(?, age % ?) FROM person ORDER BY id") {
      $0.select { QueryExpression<String>(repeating: "*", count: $0.age % 10) }
    }
    try expectSame { $0.select { QueryExpression<String>(repeating: $0.name, count: 2) } }
    try expectSame { $0.select { QueryExpression<String>(repeating: "", count: $0.age) } }
    for count in [-1, .max] {
      try expectSameError(ExpressionError.arithmeticOverflow) {
        $0.select { QueryExpression<String>(repeating: $0.name, count: count) }
      }
    }
    for part in ["b", "", "e", "\u{E9}", "\0", "👨"] {
      try expectSame { $0.select { $0.name.replacingOccurrences(of: part, with: "<>") } }
    }
    for options: String.CompareOptions in [
      .diacriticInsensitive, .caseInsensitive, .widthInsensitive,
      [.diacriticInsensitive, .caseInsensitive],
    ] {
      try expectSame { $0.select { $0.name.folding(options: options, locale: nil) } }
    }
  }

  @Test("S69 comparison without the rules of a language")
  func comparison() throws {
    try expectSame(sql: "SELECT … FROM person WHERE swift_compare(name, ?, ?) = ? ORDER BY id") {
      $0.where { $0.name.caseInsensitiveCompare("BOB") == .orderedSame }
    }
    try expectSame { $0.select { $0.name.caseInsensitiveCompare($0.surname) } }
    try expectSame { $0.where { $0.name.caseInsensitiveCompare("\u{C9}VA") == .orderedSame } }
    for options: String.CompareOptions in [
      [], .caseInsensitive, .numeric, .literal, .diacriticInsensitive,
    ] {
      try expectSame { $0.select { $0.name.compare("Bob", options: options) } }
      try expectSame { $0.select { $0.email.map { $0.compare("p10@", options: options) } } }
    }
  }

  @Test("S69 the units of a string")
  func units() throws {
    try expectSame(sql: "SELECT swift_utf8_count(name) FROM person ORDER BY id") {
      $0.select { $0.name.utf8.count }
    }
    try expectSame { $0.select { ($0.name.utf16.count, $0.name.unicodeScalars.count) } }
    try expectSame { $0.select { $0.email.map { $0.utf8.count } } }
    try expectSame { $0.select { ($0.name + "e" + "\u{301}").unicodeScalars.count } }
    let spellings = Query(["e\u{301}", "\u{E9}", "\r\n", "👨‍👩‍👧", ""])
    #expect(try spellings.select { $0.utf8.count }.toArray() == [2, 2, 2, 18, 0])
    #expect(try spellings.select { $0.utf16.count }.toArray() == [1, 1, 2, 8, 0])
    #expect(try spellings.select { $0.unicodeScalars.count }.toArray() == [1, 1, 2, 5, 0])
  }

  @Test("S70 properties of characters")
  func characters() throws {
    try expectSame(
      sql: """
        SELECT CASE WHEN swift_first(name) IS NOT NULL THEN swift_is_letter(swift_first(name)) END \
        FROM person ORDER BY id
        """
    ) { $0.select { $0.name.first.map { $0.isLetter } } }
    try expectSame { $0.where { $0.surname.last.map { $0.isUppercase } == true } }
    try expectSame(
      sql: """
        SELECT (SELECT count(*) FROM temp.json_each(swift_characters(person.name)) AS t1 \
        WHERE swift_is_letter(value)) FROM person ORDER BY id
        """
    ) { $0.select { $0.name.count { $0.isLetter } } }
    try expectSame { $0.where { $0.surname.contains { $0.isUppercase || $0 == "\u{E9}" } } }
    try expectSame { $0.select { $0.surname.filter { $0.isUppercase || $0 == "\u{E9}" } } }
    try expectSame { $0.select { $0.email.map { $0.filter { $0.isNumber } }.flatMap { $0.int } } }
    try expectSame { $0.where { $0.surname.prefix(1).allSatisfy { !$0.isLetter } } }
    try expectSame { $0.select { ($0.name + "\r\n\u{301}").count { $0 != "b" } } }
    // One character with two spellings, of which one is ASCII.
    let spellings = Query<Character>([";", "\u{37E}", "7", "Ⅷ", "٣", "≠", "=\u{338}"])
    #expect(
      try spellings.select { $0.isASCII }.toArray()
        == [true, true, true, false, false, false, false])
    #expect(
      try spellings.select { $0.wholeNumberValue }.toArray() == [nil, nil, 7, 8, 3, nil, nil])
  }

  @Test("S71 parts of a string are arrays")
  func parts() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE (SELECT count(*) FROM \
        temp.json_each(swift_split(person.name, ?, ?, ?)) AS t1) > ? ORDER BY id
        """
    ) { $0.where { $0.name.split(separator: "o").count > 1 } }
    for separator in ["o", "b", "", "e", "\u{E9}", "%", "\"", "bo", "\0"] {
      try expectSame { $0.select { $0.name.split(separator: separator) } }
      try expectSame { $0.select { $0.name.components(separatedBy: separator) } }
      try expectSame {
        $0.select {
          $0.name.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false)
        }
      }
      try expectSame { $0.select { self.framed($0).split(separator: separator).first } }
      try expectSame { $0.select { self.framed($0).components(separatedBy: separator).last } }
      try expectSame { $0.select { self.framed($0).split(separator: separator).count } }
    }
    let blank: Character = " "
    try expectSame { $0.select { self.framed($0).split(separator: blank).count } }
    try expectSame { $0.where { $0.name.split(separator: "o").contains("b") } }
    try expectSame { $0.select { $0.name.split(separator: "o").where { $0 != "b" }.count } }
    try expectSame { $0.select { $0.name.split(separator: "o").select { $0.count }.sum() } }
    try expectSame(
      sql: """
        SELECT (SELECT swift_joined(value, ?, key) \
        FROM temp.json_each(swift_split(person.name, ?, ?, ?)) AS t1) FROM person ORDER BY id
        """
    ) { $0.select { $0.name.split(separator: "o").joined(separator: "-") } }
    try expectSame { $0.select { $0.name.split(separator: "o").reverse().joined() } }
  }

  @Test("S72 regular expressions")
  func patterns() throws {
    try expectSame(sql: "SELECT … FROM person WHERE swift_contains_match(name, ?) ORDER BY id") {
      $0.where { $0.name.contains(/[bB]o/) }
    }
    try expectSame(
      sql: "SELECT … FROM person WHERE swift_whole_match(name, ?) IS NOT NULL ORDER BY id"
    ) { $0.where { $0.name.wholeMatch(of: /(\w)\w*/) != nil } }
    try expectSame { $0.select { $0.name.contains(/bob/.ignoresCase()) } }
    try expectSame { $0.select { $0.name.firstMatch(of: /\W|\x{E9}/) } }
    try expectSame { $0.select { $0.name.prefixMatch(of: /e\u{301}|\p{Lu}/) } }
    try expectSame { $0.select { $0.name.starts(with: /[^a-z]/) } }
    try expectSame { $0.select { $0.surname.trimmingPrefix(/\w{2}/) } }
    try expectSame { $0.select { $0.surname.replacing(/[aeiou]|\0|👨/, with: "$0\\") } }
    try expectSame { $0.select { $0.email.map { $0.wholeMatch(of: /p(\d+)@.*\.org/) } } }
    let composed = try Regex("^[\u{E9}b]")
    try expectSame { $0.select { $0.name.contains(composed) } }
    try expectSame { $0.select { $0.name.prefix(2).contains(/o$/) } }
    try expectSame { $0.select { $0.name.matches(of: /[a-z]|\0|\u{E9}|"/) } }
    try expectSame { $0.where { $0.name.matches(of: /[a-z]/).count > 2 } }
    try expectSame { $0.select { ($0.name + " " + $0.surname).split(separator: /\s+/).last } }
  }

  @Test("S72 the plan of a chain serves other regular expressions too")
  func plans() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    func check<Output>(_ regex: Regex<Output>) throws {
      for _ in 0..<2 {
        let ids = try store.people.where { $0.email.map { $0.contains(regex) } == true }
          .select { $0.id }.toArray()
        #expect(ids == people.filter { $0.email?.contains(regex) == true }.map(\.id))
        let counts = store.people.select { ($0.email ?? "").matches(of: regex).count }
        #expect(try counts.toArray() == people.map { ($0.email ?? "").matches(of: regex).count })
      }
    }
    try check(/p1/)
    try check(/2./)
    try check(Regex { Odd() })
    try check(Regex { Odd(isOdd: false) })
    try check(/4/)
  }

  @Test("S72 a regular expression is the one of its text, or runs in memory")
  func texts() throws {
    let texts = [
      "", "a", "AB12", "aa\nb", "e\u{301}", "\u{E9}", "\r\n", "a.b/c\"d", "👨‍👩‍👧x", "١٢", "a b",
    ]
    func check<Output>(
      _ regex: Regex<Output>, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for text in texts.map({ CanonicalText.form(of: $0) }) {
        #expect(
          try Query([text]).select { $0.contains(regex) }.toArray() == [text.contains(regex)],
          "\(text)", sourceLocation: sourceLocation)
        let first = text.firstMatch(of: regex).map { text[$0.range] }
        #expect(
          try Query([text]).select { $0.firstMatch(of: regex) }.toArray() == [first],
          "\(text)", sourceLocation: sourceLocation)
      }
    }
    try check(/a|B/)
    try check(/a\.b\/c"d/)
    try check(/(?<letter>[a-f&&[^b]])\s?\g{letter}?/)
    try check(/^b$/.anchorsMatchLineEndings())
    try check(/a.+b/.dotMatchesNewlines())
    try check(/./.matchingSemantics(.unicodeScalar))
    try check(/\d+/.asciiOnlyDigits())
    try check(/\w+/.asciiOnlyWordCharacters())
    try check(/\s+/.asciiOnlyWhitespace())
    try check(/[[:alpha:]]+?\b/)
    try check(/(?i)ab(?-i)\d{1,2}+/)
    try check(/(?>a|aa)b?/)
    try check(#/  (?:a)  # a comment /#)
    try check(/\N{LATIN SMALL LETTER E WITH ACUTE}|\u{1F468}/)
    try check(/\X/)
    try check(/a*/.repetitionBehavior(.reluctant))
    let unwritten = Regex { Odd() }
    #expect(CompiledRegexes.pattern(of: unwritten) == nil)
    try check(unwritten)
    try expectSame(isAllSQL: false) { $0.where { $0.email.map { $0.contains(unwritten) } == true } }
    try expectSame(isAllSQL: false) { $0.select { $0.name.replacing(unwritten, with: "") } }
    try expectSame(isAllSQL: false) { $0.select { $0.email.map { $0.matches(of: unwritten) } } }
  }
}

/// A regular expression of Swift code: a digit that is odd, or even.
private struct Odd: CustomConsumingRegexComponent {
  typealias RegexOutput = Substring

  var isOdd = true

  func consuming(
    _ input: String, startingAt index: String.Index, in bounds: Range<String.Index>
  ) throws -> (upperBound: String.Index, output: Substring)? {
    guard index < bounds.upperBound, let number = input[index].wholeNumberValue,
      (number % 2 == 1) == isOdd
    else { return nil }
    let end = input.index(after: index)
    return (end, input[index..<end])
  }
}
