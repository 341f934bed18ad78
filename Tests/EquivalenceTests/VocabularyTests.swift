import Foundation
import LinqText
import TestModel
import Testing

@testable import ChainFuzzing
@testable import LinqCore

/// The table of the functions of expressions in the documentation, made of the samples of the
/// vocabulary and of the chains below, whose text is read from this file: each is run in SQL, in
/// memory and on a server.
@Suite("Vocabulary.md", .serialized)
struct VocabularyTests {
  @Test("text") func text() throws { try check(Self.texts) }
  @Test("characters") func characters() throws { try check(Self.characters) }
  @Test("parts of text") func parts() throws { try check(Self.parts) }
  @Test("regular expressions") func patterns() throws { try check(Self.patterns) }
  @Test("whole numbers") func wholeNumbers() throws { try check(Self.wholeNumbers) }
  @Test("floating-point numbers") func realNumbers() throws { try check(Self.realNumbers) }
  @Test("conversions") func conversions() throws { try check(Self.conversions) }
  @Test("comparison and logic") func logic() throws { try check(Self.logic) }
  @Test("optionals") func optionals() throws { try check(Self.optionals) }
  @Test("days") func days() throws { try check(Self.days) }
  @Test("points in time") func times() throws { try check(Self.times) }

  @Test("the document says what the plans say")
  func isUpToDate() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/People/People.docc/Vocabulary.md")
    let hasServer = VocabularySection.server != nil
    let document = try Self.document()
    if hasServer, ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
      try document.write(to: file, atomically: true, encoding: .utf8)
    }
    let written = try String(contentsOf: file, encoding: .utf8)
    // Without a server, nothing is known of the last column.
    #expect(hasServer ? written == document : shortened(written) == shortened(document))
  }

  private func check(_ section: VocabularySection) throws {
    for row in section.rows { try row.check() }
    #expect(!section.rows.isEmpty)
  }

  private func shortened(_ page: String) -> [String] {
    page.split(separator: "\n").map { line in
      line.hasPrefix("|")
        ? line.split(separator: " | ").dropLast().joined(separator: "|") : "\(line)"
    }
  }

  private static func document() throws -> String {
    var lines = [
      "# Vocabulary", "",
      "Every function and every property of an expression, in a chain with the statement that "
        + "really runs.", "",
      "`VocabularyTests` makes this page of the samples in `Sources/LinqCore/Vocabulary`, and of "
        + "chains of its own, which it runs in SQL and in memory on nasty texts and numbers: run "
        + "the tests with `UPDATE_DOCUMENTATION=1`, and with a server, to write it again.", "",
      "The statement is that of SQLite. `swift_…` are Swift's own functions, which the library "
        + "registers. PostgreSQL cannot call them: where it has no function with the same results, "
        + "the operator runs in memory there, on what the operators before it leave. The rows of "
        + "the contract are in <doc:Semantics>.", "",
      "The samples are chains of a table of people whose `age` is an `Int`. In them, `real($0)` is "
        + "`(QueryExpression<Double>($0.id) - 4.5) / 4.0`, and `real` is "
        + "its SQL; `start` is a point in time.",
    ]
    for section in [
      texts, characters, parts, patterns, wholeNumbers, realNumbers, conversions, logic, optionals,
      days, times,
    ] {
      lines += [
        "", "## \(section.title)", "", "| chain | contract | statement on SQLite | on PostgreSQL |",
        "|---|---|---|---|",
      ]
      lines += try section.rows.map { try $0.line() }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// The functions of one kind of expressions.
private struct VocabularySection {
  /// A chain with a function, and what is known of it.
  struct Row {
    let contract: String
    let sample: String
    let plan: () throws -> QueryPlan
    let serverPlan: () throws -> QueryPlan?
    let check: () throws -> Void

    /// The row of the table.
    func line() throws -> String {
      let plan = try plan()
      let statement = abbreviated(plan.sql)?
        .replacing("swift_divide(swift_real(CAST(id AS REAL) - ?), ?)", with: "real")
      let sql = plan.isAllSQL ? "`\(statement ?? "")`" : "in memory"
      let server = try serverPlan().map { $0.isAllSQL ? "SQL" : "in memory" } ?? ""
      let cells = ["`\(sample)`", contract, sql, server].map {
        $0.replacing("|", with: "\\|")
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
  }

  let title: String
  private(set) var rows: [Row]

  /// Creates a section: the samples of the vocabulary, and chains that need closures of Swift.
  init(_ title: String, _ add: (inout VocabularySection) -> Void) {
    self.title = title
    let section = Vocabulary.sections.first { $0.title == title }
    rows = section?.entries.compactMap(\.sample).map { Row($0) } ?? []
    add(&self)
  }

  /// Adds a chain, whose text is that of the closure in the given line.
  ///
  /// - Parameter contract: the row of the contract.
  mutating func add<Element: Sendable>(
    _ contract: String, line: Int = #line, sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: @escaping (Query<Person>) -> Query<Element>
  ) {
    rows.append(
      Row(
        contract: contract, sample: Self.sample(at: line),
        plan: { try chain(Self.local.store.people.query).plan() },
        serverPlan: { try Self.server.map { try chain($0.store.people.query).plan() } },
        check: {
          let (store, people) = Self.local
          try Self.compare(chain, store, people, sourceLocation)
          if let (store, people) = Self.server {
            try Self.compare(chain, store, people, sourceLocation)
          }
        }))
  }

  private static func compare<Element: Sendable>(
    _ chain: (Query<Person>) -> Query<Element>, _ store: TestStore, _ people: [Person],
    _ sourceLocation: SourceLocation
  ) throws {
    let onArray = try chain(Query(people)).toArray().map { "\($0)" }
    let query = chain(store.people.query)
    #expect(try query.toArray().map { "\($0)" } == onArray, sourceLocation: sourceLocation)
    let inMemory = try query.policy(.memoryOnly).toArray().map { "\($0)" }
    #expect(inMemory == onArray, sourceLocation: sourceLocation)
    #expect(!onArray.isEmpty, "no element", sourceLocation: sourceLocation)
  }

  /// Returns the operator in the closure that begins in a line of this file.
  private static func sample(at line: Int) -> String {
    var (text, depth, isInText) = ("", 0, false)
    let code = source[(line - 1)...].joined(separator: "\n")
    for character in code.drop(while: { $0 != "{" }) {
      if character == "\"", text.last != "\\" { isInText.toggle() }
      if character == "}", !isInText { depth -= 1 }
      if depth > 0 { text.append(character) }
      if character == "{", !isInText { depth += 1 }
      if depth == 0 { break }
    }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(words.trimmingPrefix("$0."))
  }

  private static let source: [String] = {
    let text = try? String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { "\($0)" }
  }()

  private static let people = hostilePeople.map { person in
    var person = person
    // Sums of ages fit.
    person.age = min(person.age, 1_000_000_000)
    return person
  }

  static let local: (store: TestStore, people: [Person]) = {
    do { return try makeStore(of: people) } catch { preconditionFailure("no store: \(error)") }
  }()

  static let server: (store: TestStore, people: [Person])? = {
    do {
      guard let store = try newServerStore() else { return nil }
      let people = people.map { person in
        var person = person
        person.name = person.name.replacing("\0", with: "\u{1}")
        person.surname = person.surname.replacing("\0", with: "\u{1}")
        return person
      }
      return (store, try store.people.insert(people))
    } catch { preconditionFailure("no store on the server: \(error)") }
  }()
}

extension VocabularySection.Row {
  /// A chain as text.
  fileprivate init(_ sample: Sample) {
    self.init(
      contract: sample.contract, sample: sample.chain.replacing(/^people\./, with: ""),
      plan: { try Self.stage.plain.parse(sample.chain).plan() },
      serverPlan: { try Self.stage.server?.parse(sample.chain).plan() },
      check: {
        let inMemory = try Self.stage.plain.parse(sample.chain).run(policy: .memoryOnly).json
        let comment: Comment = "\(sample.chain)"
        #expect(try Self.stage.plain.parse(sample.chain).run().json == inMemory, comment)
        #expect(inMemory.count > 4, comment)
        if let server = Self.stage.server {
          #expect(try server.parse(sample.chain).run().json == inMemory, comment)
        }
      })
  }

  private static let stage: Stage = {
    var random = RandomSource(seed: 1)
    do {
      let corpus = Corpus(people: 60, purchases: 60, withoutNUL: true, &random)
      return try Stage(corpus, .none, server: try newServerStore())
    } catch { preconditionFailure("no store: \(error)") }
  }()
}

/// A number with a fraction, of both signs.
private func real(_ person: QueryExpression<Person>) -> QueryExpression<Double> {
  (QueryExpression<Double>(person.id) - 4.5) / 4.0
}

private let start = Date(timeIntervalSince1970: 1_750_000_000)

extension VocabularyTests {
  fileprivate static var texts: VocabularySection {
    VocabularySection("Text") { list in
      list.add("S08") { $0.select { $0.name.dropFirst() } }
      list.add("S69") { $0.select { $0.name.trimmingCharacters(in: .punctuationCharacters) } }
      list.add("S69") {
        $0.select { QueryExpression<String>(repeating: $0.name, count: $0.age % 4) }
      }
      list.add("S69") { $0.where { $0.name.caseInsensitiveCompare("BOB") == .orderedSame } }
      list.add("S69") {
        $0.where { $0.name.compare("BOB", options: .caseInsensitive) == .orderedSame }
      }
      list.add("S69") {
        $0.select { $0.name.folding(options: .diacriticInsensitive, locale: nil) }
      }
      list.add("S69") { $0.select { $0.name.utf8.count } }
      list.add("S69") { $0.select { $0.name.utf16.count } }
      list.add("S69") { $0.select { $0.name.unicodeScalars.count } }
      list.add("S05") { $0.select { "\($0.name) is \($0.age)" } }
    }
  }

  fileprivate static var characters: VocabularySection {
    VocabularySection("Characters") { list in
      list.add("S70") { $0.select { $0.name.count { $0.isUppercase } } }
      list.add("S70") { $0.select { $0.name.filter { $0.isUppercase } } }
      list.add("S70") { $0.where { $0.name.contains { $0.isPunctuation } } }
      list.add("S70") { $0.where { $0.name.allSatisfy { $0.isLetter } } }
    }
  }

  fileprivate static var parts: VocabularySection {
    VocabularySection("Parts of text, and lists") { list in
      list.add("S71") { $0.select { $0.name.split(separator: "o") } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").count } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").isEmpty } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").first } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").last } }
      list.add("S71") { $0.where { $0.name.split(separator: "o").contains("b") } }
      list.add("S71") { $0.where { $0.name.split(separator: "o").any { $0 == "b" } } }
      list.add("S71") { $0.where { $0.name.split(separator: "o").all { $0 == "b" } } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").count { $0 == "b" } } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").min() } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").max() } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").sum { $0.count } } }
      list.add("S71") { $0.select { $0.name.split(separator: "o").joined(separator: "-") } }
      list.add("S71") { $0.select { $0.name.components(separatedBy: "o").count } }
    }
  }

  fileprivate static var patterns: VocabularySection {
    VocabularySection("Regular expressions") { list in
      list.add("S72") { $0.where { $0.name.contains(/[aeo]b/) } }
      list.add("S72") { $0.where { $0.name.starts(with: /\w/) } }
      list.add("S72") { $0.where { $0.name.wholeMatch(of: /\w+/) != nil } }
      list.add("S72") { $0.select { $0.name.firstMatch(of: /[aeiou]+/) } }
      list.add("S72") { $0.select { $0.name.prefixMatch(of: /[^o]+/) } }
      list.add("S72") { $0.select { $0.name.trimmingPrefix(/[Bb]o/) } }
      list.add("S72") { $0.select { $0.name.replacing(/[aeiou]/, with: "*") } }
      list.add("S72") { $0.select { $0.name.matches(of: /[aeiou]/).count } }
      list.add("S72") { $0.select { $0.name.split(separator: /[aeiou]/).first } }
    }
  }

  fileprivate static var wholeNumbers: VocabularySection {
    VocabularySection("Whole numbers") { list in
      list.add("S11") { $0.select { $0.age + 1 } }
      list.add("S11") { $0.select { $0.age - 1 } }
      list.add("S11") { $0.select { $0.age * 2 } }
      list.add("S12") { $0.select { $0.age / 10 } }
      list.add("S12") { $0.select { $0.age % 10 } }
      list.add("S12") { $0.select { $0.age.quotientAndRemainder(dividingBy: 10).remainder } }
      list.add("S11") { $0.select { -$0.age } }
      list.add("S11") { $0.select { abs($0.age - 30) } }
      list.add("S53") { $0.select { $0.age.isMultiple(of: $0.age % 7) } }
      list.add("S53") { $0.select { min($0.age, 30) } }
      list.add("S53") { $0.select { max(18, $0.age) } }
      list.add("S11") { $0.select { $0.age.distance(to: 30) } }
      list.add("S11") { $0.select { $0.age.advanced(by: 30) } }
      list.add("S53") { $0.select { $0.age &+ 1 } }
      list.add("S53") { $0.select { $0.age &- 1 } }
      list.add("S53") { $0.select { $0.age &* .max } }
      list.add("S53") { $0.select { $0.age & 12 } }
      list.add("S53") { $0.select { $0.age | 3 } }
      list.add("S53") { $0.select { $0.age ^ 5 } }
      list.add("S53") { $0.select { ~$0.age } }
      list.add("S53") { $0.select { $0.age << 2 } }
      list.add("S53") { $0.select { $0.age >> ($0.age % 5) } }
    }
  }

  fileprivate static var realNumbers: VocabularySection {
    VocabularySection("Floating-point numbers") { list in
      list.add("S42") { $0.select { real($0) + 1.5 } }
      list.add("S42") { $0.select { real($0) - 1.5 } }
      list.add("S42") { $0.select { real($0) * 1.5 } }
      list.add("S42") { $0.select { real($0) / 1.5 } }
      list.add("S53") { $0.select { real($0).magnitude } }
      list.add("S53") { $0.select { abs(real($0)) } }
      list.add("S53") { $0.select { real($0).rounded(.down) } }
      list.add("S53") { $0.select { min(real($0), 3.0) } }
      list.add("S53") { $0.select { max(real($0), 3.0) } }
      list.add("S42") { $0.select { real($0).distance(to: 3.0) } }
      list.add("S42") { $0.select { real($0).advanced(by: 3.0) } }
      list.add("S15") { $0.where { real($0).sign == .minus } }
    }
  }

  fileprivate static var conversions: VocabularySection {
    VocabularySection("Conversions") { list in
      list.add("S11") { $0.select { QueryExpression<Int>($0.id) } }
      list.add("S11") { $0.select { QueryExpression<Int>(real($0)) } }
      list.add("S11") { $0.select { QueryExpression<UInt8>($0.age % 100) } }
      list.add("S53") { $0.select { QueryExpression<UInt8?>(exactly: $0.age - 30) } }
      list.add("S53") { $0.select { QueryExpression<Int?>(exactly: real($0)) } }
      list.add("S53") { $0.select { QueryExpression<Int8>(clamping: $0.age) } }
      list.add("S11") { $0.select { QueryExpression<Double>($0.age) } }
      list.add("S53") { $0.select { QueryExpression<Int?>($0.name) } }
      list.add("S53") { $0.select { QueryExpression<Int?>($0.name, radix: 16) } }
      list.add("S53") { $0.select { QueryExpression<Double?>($0.name) } }
      list.add("S53") { $0.select { QueryExpression<Bool?>($0.name) } }
      list.add("S53") { $0.select { QueryExpression<String>($0.age, radix: 16) } }
      list.add("S53") { $0.select { QueryExpression<String>($0.age) } }
      list.add("S53") { $0.select { QueryExpression<String>($0.age > 30) } }
      list.add("S53") { $0.select { QueryExpression<String>(describing: real($0)) } }
      list.add("S53") { $0.select { QueryExpression<String>($0.name.prefix(1)) } }
      list.add("S53") { $0.select { QueryExpression<UUID?>(uuidString: $0.name) } }
      list.add("S53") { $0.select { real($0).sign.rawValue } }
      list.add("S73") { $0.select { QueryExpression<Decimal>($0.age) / 8 } }
      list.add("S73") { $0.select { QueryExpression<Double>(QueryExpression<Decimal>($0.age)) } }
    }
  }

  fileprivate static var logic: VocabularySection {
    VocabularySection("Comparison and logic") { list in
      list.add("S02") { $0.where { $0.age == 25 } }
      list.add("S02") { $0.where { $0.email != nil } }
      list.add("S06") { $0.where { $0.name < "c" } }
      list.add("S06") { $0.where { $0.name <= "c" } }
      list.add("S06") { $0.where { $0.name > "c" } }
      list.add("S06") { $0.where { $0.name >= "c" } }
      list.add("S03") { $0.where { $0.age > 20 && $0.age < 40 } }
      list.add("S03") { $0.where { $0.age < 20 || $0.age > 40 } }
      list.add("S03") { $0.where { !($0.age < 20) } }
      list.add("S03") { $0.where { ($0.age < 20) == ($0.name < "c") } }
      list.add("S36") { $0.select { .if($0.age < 18, then: "child", else: $0.name) } }
      list.add("S36") { $0.select { .if($0.age < 18, then: $0.name, else: nil) } }
      list.add("S29") { $0.where { ["bob", "z"].contains($0.name) } }
      list.add("S29") { $0.where { (18..<65).contains($0.age) } }
      list.add("S29") { $0.where { (18...65).contains($0.age) } }
    }
  }

  fileprivate static var optionals: VocabularySection {
    VocabularySection("Optionals") { list in
      list.add("S36") { $0.select { $0.email ?? "-" } }
      list.add("S36") { $0.select { $0.email.map { $0.count } } }
      list.add("S36") { $0.select { $0.email.flatMap { $0.first } } }
      list.add("S02") { $0.where { $0.email == nil } }
    }
  }

  fileprivate static var days: VocabularySection { VocabularySection("Days") { _ in } }

  fileprivate static var times: VocabularySection {
    VocabularySection("Points in time") { list in
      list.add("S61") { $0.select { QueryExpression(start).addingTimeInterval(real($0)) } }
      list.add("S61") { $0.select { QueryExpression(start) + real($0) } }
      list.add("S61") { $0.select { QueryExpression(start) - real($0) } }
    }
  }
}
