import Linq
import TestModel
import Testing

@testable import LinqCore

@Suite("Search in SQL and in memory: S85, S87")
struct SearchQueryTests {
  private static let rank = "swift_search_2_1(?, surname, name, email)"

  @Test("a search is a condition and an order")
  func statement() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE \(Self.rank) IS NOT NULL \
        ORDER BY \(Self.rank), surname, name, id LIMIT 5
        """
    ) { $0.search("b").take(5) }
  }

  @Test(
    "a search finds the same rows in the same order everywhere",
    arguments: ["bob", "BOB", "e", "eva", "o'neil bob", "ζω", "p b", "example.org"])
  func everywhere(text: String) throws {
    try expectSame { $0.search(text) }
    try expectSame { $0.where { $0.age > 20 }.search(text).select { $0.name } }
    try expectSame { $0.search(text).thenByDescending { $0.age }.skip(1) }
    try expectSame { $0.search(text).where { $0.age > 20 }.take(2) }
    try expectSame { $0.search(text).groupBy { $0.surname }.select { $0.count } }
  }

  @Test("a search looks in other texts, too")
  func otherTexts() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE swift_search_2_2(?, surname, name, email, \
        swift_lowercased(name)) IS NOT NULL ORDER BY swift_search_2_2(?, surname, name, email, \
        swift_lowercased(name)), surname, name, id
        """
    ) { $0.search("b e", also: { $0.name.lowercased() }) }
    try expectSame { $0.search("bob 45", also: { "\($0.age)" }, { $0.email }) }
    try expectSame { $0.where { $0.isFound(by: "45", also: "\($0.age)") || $0.id == 2 } }
    try expectSame(isEmpty: true) { $0.search("zzz", also: { $0.name }) }
  }

  @Test("a text without a word finds nobody")
  func withoutWords() throws {
    for text in ["", " ", "@@", "😀"] {
      try expectSame(isEmpty: true) { $0.search(text) }
    }
  }

  @Test("arrays are searched as queries are")
  func arrays() throws {
    let people = [
      Person(id: 1, name: "Martin", surname: "Lee", age: 1),
      Person(id: 2, name: "Ann", surname: "Mar", age: 2),
      Person(id: 3, name: "José", surname: "Müller", age: 3, email: "mar@example.org"),
      Person(id: 4, name: "Bob", surname: "Mar", age: 2),
    ]
    #expect(people.search("mar").map(\.id) == [2, 4, 3, 1])
    #expect(try Query(people).search("mar").toArray().map(\.id) == [2, 4, 3, 1])
    #expect(people.search("mar").thenBy { -$0.age }.first?.id == 2)
    #expect(people.search("jose mull").map(\.id) == [3])
    #expect(people.search("").isEmpty)
    #expect(people.search("lee 1", also: { "\($0.age)" }).map(\.id) == [1])
    // A word of another text is one of a field that is no name.
    #expect(people.search("mar", also: { $0.id == 1 ? "Mar" : nil }).map(\.id) == [2, 4, 1, 3])
    #expect(people[0].isFound(by: "berlin", also: people[0].email, "Berlin"))
    #expect(!people[0].isFound(by: "berlin", also: people[0].email))
  }

  @Test("S87 folded text has no case, accents and width")
  func folded() throws {
    try expectSame(sql: "SELECT swift_folded(name) FROM person ORDER BY id") {
      $0.select { $0.name.folded }
    }
    try expectSame { $0.where { $0.name.folded == "BOB".folded } }
    try expectSame { $0.where { $0.surname.folded.hasPrefix("e") } }
    #expect("José MÜLLER".folded == "jose muller")
    #expect("O’Neil–Groß".folded == "o'neil-gross")
    #expect("ｶﾞｸ ガク か\u{3099}".folded == "ガク ガク が")
    #expect("김".folded == "김")
  }
}
