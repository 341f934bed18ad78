import LinqText
import TestModel
import Testing

@Suite("Windows as text")
struct WindowTextTests {
  private let store: TestStore
  private let form: TextForm

  init() throws { (store, form) = try makeForm() }

  @Test(
    "mean the same in SQL and in memory",
    arguments: [
      "windows().select { ($0.element.name, $0.rowNumber, $0.soFar.sum { $0.age }) }",
      "windows(within: { $0.surname }).where { $0.rank(byDescending: { $0.age }) == 1 }"
        + ".select { $0.element }",
      "windows(within: \\.age).select { ($0.denseRank(by: \\.name), $0.ntile(2)) }",
      "windows().select { ($0.last(2).average { $0.age }, $0.percentRank(by: { $0.age })) }",
      "windows().select { ($0.rows(before: 1, after: nil).count, $0.partition.first) }",
      "windows().select { $0.rows(before: 5, after: nil, by: { $0.age }).count }",
      "windows().select { $0.rows(before: 1, after: 1, by: { $0.id }).sum { $0.age } }",
      "where { $0.birthDate != nil }.select { $0.birthDate ?? CalendarDate(\"2000-01-01\") }"
        + ".windows().select { $0.rows(before: 6, after: 0, by: { $0 }).count }",
      "windows().select { w in (w.lag().map { $0.name }, w.lead(2).map { $0.age }) }",
      "windows().where { $0.lag() == nil }.count()", "windows()", "windows().take(2)",
      "windows(within: { inMemory($0.surname) }).select { $0.rest.count }",
    ])
  func chains(text: String) throws {
    let chain = try form.parse(text)
    try chain.verify()
    #expect(try chain.run().json != "[]")
  }

  @Test(
    "what is wrong has its place",
    arguments: [
      ("windows().select { $0.rank { $0.age } }", "write .rank(by: { $0.age })"),
      ("windows().select { $0.rank(by: { $0 }) }", "has no order to rank by"),
      ("windows().select { $0.last(0) }", "write .last(7)"),
      ("windows().select { $0.ntile(0) }", "write .ntile(4)"),
      ("windows().select { $0.rows(1, 1) }", "write .rows(before: 1, after: 1)"),
      ("windows().select { $0.rows(before: -1, after: 1) }", "write .rows(before: 1, after: 1)"),
      (
        "windows().select { $0.rows(before: 1, after: 1, by: { $0.name }) }",
        "a range of keys needs an integer or a day, not String"
      ),
      ("windows().select { $0.lags(1) }", "did you mean lag?"),
      ("windows().select { $0.name }", "has no member"),
      ("windows { $0.name }", "write .windows(within: { $0.surname })"),
      ("windows(within: { $0 })", "is no key"),
    ])
  func mistakes(text: String, message: String) throws {
    let error = #expect(throws: ChainError.self) { try form.parse(text) }
    let found = error?.message ?? ""
    #expect(found.contains(message), "\(found)")
  }
}
