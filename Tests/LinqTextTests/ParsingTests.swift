import LinqText
import TestModel
import TestSupport
import Testing

/// People that a text's chain and a closure's chain are run on.
let people: [Person] = [
  Person(id: 1, name: "bob", surname: "Brown", age: 25, email: "bob@example.org"),
  Person(
    id: 2, name: "Ada", surname: "Lovelace", age: 36, birthDate: CalendarDate("1815-12-10")),
  Person(id: 3, name: "\u{E9}va", surname: "O\"Neil", age: 45),
  Person(id: 4, name: "jim", surname: "Brown", age: 25, birthDate: CalendarDate("1999-02-28")),
  Person(id: 5, name: "joe", surname: "", age: 55, email: "joe@example.org"),
]

/// The form of chains of a new store with these people.
func makeForm() throws -> (store: TestStore, form: TextForm) {
  let store = try TestStore(path: ":memory:")
  try store.people.insert(people)
  return (store, store.formWithGroups)
}

/// A row that has other rows.
struct PersonGroup: Sendable, Hashable {
  var letter: String
  var items: [Person]
}

extension TestStore {
  /// The form of chains of people, and of groups of people, of which there are none.
  var formWithGroups: TextForm {
    let people = Person.source("people", people.query)
    let groups = TextSource(
      "groups", Query<PersonGroup>([]), typeName: "PersonGroup",
      members: [TextMember("letter", \.letter), TextMember("items", \.items, of: people)])
    return textForm(with: [groups])
  }
}

@Suite("Texts that are no chains")
struct MistakeTests {
  @Test(
    "the message and the place",
    arguments: [
      ("where { $0.agee < 30 }", "Person has no member agee; did you mean age?", "agee"),
      ("whre { $0.age < 30 }", "there is no operator whre; did you mean where?", "whre"),
      ("where { $0.age == \"x\" }", "a value of type Int was expected here", "\"x\""),
      ("where { $0.name == nil }", "a value of type String is never nil", "nil"),
      ("where { $0.age }", "the closure of where gives a Bool, not Int", "{ $0.age }"),
      ("where { $0.age < $0.name }", "Int and String do not go together", "$0.age < $0.name"),
      (
        "where { $0.email < \"x\" }",
        "String? has no order: use ?? or map, such as $0.email.map { $0 < \"x\" } == true", "<"
      ),
      (
        "where { \"x\" >= $0.email }",
        "or map, such as $0.email.map { \"x\" >= $0 } == true", ">="
      ),
      (
        "where { $0.birthDate < CalendarDate(\"2000-01-01\") }",
        "such as $0.birthDate.map { $0 < CalendarDate(\"2000-01-01\") } == true", "<"
      ),
      ("where { $0.email < $0.name }", "String? has no order: use ?? or map", "<"),
      ("peopel.take(1)", "there is no source peopel; did you mean people?", "peopel"),
      ("take(99999999999999999999)", "the number does not fit 64 bits", "99999999999999999999"),
      ("where { $0.name == \"x }", "the text has no closing quote", "\"x }"),
      ("where { $0.name == \"\\q\" }", "\\q is no escape", "\\q"),
      ("where { $0.name.hasPrefx(\"x\") }", "did you mean hasPrefix?", "hasPrefx"),
      ("where { $1.age < 3 }", "the closure has no parameter $1", "$1"),
      ("count().take(1)", "nothing can follow the value that the chain gives", "take"),
      ("where { $0.birthDate == CalendarDate(\"2023-02-31\") }", "no such day", "CalendarDate"),
      ("select { ($0.name, $0.age, $0.id) }.distinct()", "say by what", "distinct"),
      ("sort()", "Person has no order to sort by", "sort"),
      ("take(1) take(2)", "take was not expected here", "take(2)"),
      ("where { $0.age < 3 ", "} was expected at the end of the closure", ""),
      ("select { $0.name! }", "a value was expected", ""),
      ("where { 1 < $0.age < 3 }", "comparisons cannot follow each other", "< 3"),
      ("toArray", "toArray is called with parentheses or a closure", "toArray"),
      ("3", "a chain begins with people or groups", "3"),
      ("people.concat(groups)", "the chain gives PersonGroup, not Person", "groups"),
      ("where { !inMemory($0.age < 3) }", "is a closure's whole body", "inMemory($0.age"),
      ("countBy { inMemory($0.age) }", "inMemory(…) is not possible in countBy", "countBy"),
      ("", "a chain was expected", ""),
      ("limit(3)", "limit is called take here: .take(10)", "limit"),
      ("orderBy { $0.age }", "orderBy is called sort here", "orderBy"),
      ("where { $0.birthDate == \"2000-01-01\" }", "write CalendarDate(\"2000-01-01\")", "\"2000"),
      ("where { $0.name?.count == 3 }", "String is never nil: leave out ?", "$0.name?"),
      ("select { \"a\\($0.name }", "\\( is not closed", ""),
      ("select { \"\\($0)\" }", "a whole Person has no text here", "$0"),
      ("select { \"\\()\" }", "a value was expected", ""),
      ("where { $0.age ~= 3 }", "a range was expected before ~=", "$0.age"),
      ("take(3) /* open", "the comment is not closed", "/*"),
      ("maxBy { $0.age }.name", "the element may be missing: write ?. before it", "name"),
      ("first()?.name", "Person is never nil: leave out ?", "first()"),
      ("count()?.name", "the chain never gives nil: leave out ?", "count()"),
      ("count().description", "nothing can follow the value that the chain gives", "description"),
      ("where { $0.id < $0.name }", "Int64 and String do not go together", "$0.id"),
    ])
  func mistakes(text: String, message: String, mark: String) throws {
    let form = try makeForm().form
    let error = try #require(throws: ChainError.self) { try form.parse(text) }
    if message != "a value was expected" {
      #expect(error.message.contains(message), "\(error.message)")
    }
    if !mark.isEmpty {
      let marked = String(Array(text)[error.range.lowerBound...])
      #expect(marked.hasPrefix(mark), "\(error)")
    }
  }

  @Test("deep nesting is an error, not a crash")
  func depth() throws {
    let form = try makeForm().form
    for text in [
      "where { " + String(repeating: "(", count: 5000),
      "where { " + String(repeating: "!", count: 5000) + "true }",
      "where { " + String(repeating: "-", count: 5000) + "1 == 1 }",
      String(repeating: "people.concat(", count: 5000),
    ] {
      #expect(throws: ChainError.self) { try form.parse(text) }
    }
  }

  @Test("no text crashes the parser", arguments: [UInt64(20_261_121)])
  func mutations(seed: UInt64) throws {
    let form = try makeForm().form
    var random = Seed(number: seed).generator
    func next(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
    let chains = [
      "people.where { $0.age < 30 && $0.surname.hasPrefix(\"Mac\") }.sort(\\.surname).take(5)",
      "groupBy { $0.surname.prefix(1) }.where { $0.count > 1 }"
        + ".select { ($0.key, $0.sum { $0.age }) }",
      "join(people.take(3), on: { $0.id }, equals: { $0.id }).select { ($0.0.name, $0.1.age) }",
      "where { [1, 2].contains($0.age) || (18..<65).contains($0.age) ? true : !false }.count()",
      "select { \"\\($0.name) (\\(\"\\($0.age)\"))\" } // all",
      "where { $0.email?.first == \"a\" && ...9 ~= $0.id /* few */ }.first()?.name.count;",
    ]
    let pieces: [Character] = Array("{}()[].,$0\\\"?:!<>=+-*/%& anil\u{301}é👨‍👩‍👧\n\0") + ["\r\n"]
    for _ in 0..<10_000 {
      var text = Array(chains[next(chains.count)])
      for _ in 0...next(4) {
        let place = next(text.count)
        switch next(3) {
        case 0: text.remove(at: place)
        case 1: text.insert(pieces[next(pieces.count)], at: place)
        default: text.removeSubrange(place..<min(text.count, place + next(12)))
        }
        if text.isEmpty { text = ["x"] }
      }
      do {
        _ = try form.parse(String(text))
      } catch let error as ChainError {
        #expect(error.range.lowerBound <= text.count, "seed \(seed): \(String(text))")
      }
    }
  }
}
