import LinqText
import TestModel
import Testing

@Suite("A text's result as an asynchronous sequence")
struct SequenceTests {
  private let store: TestStore

  init() throws {
    store = try TestStore(path: ":memory:")
    try store.people.insert([
      Person(name: "Ada", surname: "Lovelace", age: 36),
      Person(name: "Grace", surname: "Hopper", age: 85),
    ])
  }

  @Test(
    "rows are the elements of the result",
    arguments: [
      "people", "where { $0.age > 40 }.select { $0.name }", "where { $0.age > 200 }", "count()",
      "max { $0.age }", "where { $0.age > 200 }.firstOrNil()", "groupBy { $0.surname }",
      "toDictionary({ $0.surname }, { $0.age })",
    ])
  func rows(text: String) async throws {
    let chain = try store.formWithGroups.parse(text)
    var rows: [ResultValue] = []
    for try await row in chain.rows() { rows.append(row) }
    let result = try chain.run()
    if !chain.isTerminal, case .array(let elements) = result {
      #expect(rows == elements)
    } else {
      #expect(rows == [result])
    }
  }

  @Test("an error of the chain is an error of the sequence")
  func failure() async throws {
    for text in ["where { $0.age > 200 }.first()", "select { 10 / ($0.age - 36) }"] {
      let chain = try store.formWithGroups.parse(text)
      await #expect(throws: (any Error).self) {
        for try await _ in chain.rows() {}
      }
    }
  }

  @Test("states follow the commits")
  func states() async throws {
    var counts: [[ResultValue]] = []
    for try await state in try store.formWithGroups.parse("count()").states() {
      counts.append(state)
      if counts.count == 2 { break }
      try await store.people.insert(Person(name: "Mary", surname: "Shelley", age: 53))
    }
    #expect(counts == [[.integer(2)], [.integer(3)]])
    var lists: [Int] = []
    for try await state in try store.formWithGroups.parse("select { $0.name }").states() {
      lists.append(state.count)
      if lists.count == 2 { break }
      try await store.people.insert(Person(name: "Emmy", surname: "Noether", age: 53))
    }
    #expect(lists == [3, 4])
  }
}
