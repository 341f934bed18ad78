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
