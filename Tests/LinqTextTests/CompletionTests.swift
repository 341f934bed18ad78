import LinqText
import TestModel
import Testing

/// The names that an editor proposes while a chain is written.
@Suite struct CompletionTests {
  private func completions(_ text: String) throws -> Completions {
    let store = try TestStore(path: ":memory:")
    return store.formWithGroups.completions(of: text, at: text.count)
  }

  private func names(_ text: String) throws -> [String] { try completions(text).names.map(\.name) }

  @Test(arguments: [
    ("where { $0.ag", "age"), ("where { $0.age > 1 && $0.sur", "surname"),
    ("people.sort(\\.bi", "birthDate"), ("select { ($0.name, $0.em", "email"),
    ("groupBy { $0.age }.select { ($0.key, $0.co", "count"),
    ("where { $0.name.upper", "uppercased"),
    ("people.where { $0.age < 3 }.sortD", "sortDescending"),
    ("people.med", "median"), ("groupBy { $0.age }.where { $0.med", "median"),
    ("where { $0.name == people.joi", "joined"),
    ("groupB", "groupBy"), ("gro", "groups"), ("where { $0.birthDate?.ye", "year"),
    ("select { \"\\($0.sur", "surname"), ("people.countBy { $0.age }.sort { $0.", "1"),
  ])
  func namesOfTheType(_ text: String, _ name: String) throws {
    #expect(try names(text).contains(name))
  }

  @Test func theBegunNameIsReplaced() throws {
    let found = try completions("where { $0.AG")
    #expect(found.range == 11..<13)
    #expect(found.names.map(\.name) == ["age"])
    #expect(try completions("where { $0.").names.map(\.name).contains("fullName"))
  }

  @Test func operatorsHaveAnExample() throws {
    #expect(try completions("people.tak").names.first?.usage == "take(10)")
  }

  @Test(arguments: ["where { $0.name == \"a", "where { $0.age < 30 } ", "where }", "nothing."])
  func nothingWhereNoNameCanStand(_ text: String) throws {
    #expect(try names(text).isEmpty)
  }

  @Test func theTextAfterThePlaceIsNotRead() throws {
    let store = try TestStore(path: ":memory:")
    let found = store.formWithGroups.completions(of: "where { $0.na == \"x\" }.sort", at: 13)
    #expect(found.names.map(\.name) == ["name"])
    #expect(store.formWithGroups.completions(of: "wh", at: -1).range == 0..<0)
    #expect(store.formWithGroups.completions(of: "wh", at: 99).range == 0..<2)
  }
}
