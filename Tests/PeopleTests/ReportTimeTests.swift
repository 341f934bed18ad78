import Foundation
import People
import Testing

/// The times of a report: of the statement, and of each operator in memory.
@Suite struct ReportTimeTests {
  private let store: PersonStore

  init() throws {
    store = try PersonStore(path: ":memory:")
    try store.people.insert((0..<40).map { Person(name: "N\($0 % 7)", surname: "S", age: $0) })
  }

  /// A function that only Swift can run, and that takes a while.
  @Sendable private static func isOld(_ person: Person) -> Bool {
    usleep(1_000)
    return (person.age ?? 0) >= 20
  }

  private func times<Element>(_ report: QueryReport, _ query: Query<Element>) -> [String: Duration]
  {
    #expect(report.operatorTimes.count == report.plan.operators.count)
    var times: [String: Duration] = [:]
    for (step, time) in zip(report.plan.operators, report.operatorTimes) {
      if step.place == .sql { #expect(time == nil, "\(step.name)") }
      times[step.name] = time
    }
    return times
  }

  @Test func theSlowOperatorHasTheTime() throws {
    let query = store.people.where { Self.isOld($0) }.select { $0.name + "!" }.distinct()
    let start = ContinuousClock.now
    let report = try query.report()
    let whole = ContinuousClock.now - start
    let times = times(report, query)
    #expect(Set(times.keys) == ["where", "select", "distinct"])
    let slow = try #require(times["where"])
    #expect(slow >= .milliseconds(40))
    #expect(try #require(times["select"]) < slow && #require(times["distinct"]) < slow)
    let statement = try #require(report.statementTime)
    #expect(statement > .zero && statement < slow)
    #expect(times.values.reduce(statement, +) <= whole)
    #expect(try report.elementCount == query.toArray().count && report.rowsCrossed == 40)
  }

  @Test func aSecondarySortIsPartOfTheFirst() throws {
    let query = store.people.query.sort { $0.name.count + (Self.isOld($0) ? 1 : 0) }
      .thenBy { $0.surname.count }.take(3)
    let report = try query.report()
    let places = zip(report.plan.operators, report.operatorTimes).map { ($0.name, $1 == nil) }
    #expect(places.map(\.0) == ["person", "sort", "thenBy", "take"])
    #expect(places.map(\.1) == [true, true, false, false])
    #expect(try #require(report.operatorTimes[2]) >= .milliseconds(40))
  }

  @Test func whatRunsInMemoryByPolicyIsMeasured() throws {
    let query = store.people.where { ($0.age ?? 0) > 3 }.sort { $0.name }.thenBy { $0.id }
      .policy(.memoryOnly)
    let report = try query.report()
    #expect(report.operatorTimes.map { $0 == nil } == [true, false, true, false])
    #expect(report.elementCount == 36)
    let joined = store.people.join(store.people, on: { $0.age }, equals: { $0.age })
      .policy(.memoryOnly)
    let times = try joined.report().operatorTimes
    #expect(times.map { $0 == nil } == [true, false])
  }

  @Test func aStatementAloneHasATime() async throws {
    let report = try await store.people.where { ($0.age ?? 0) > 3 }.report()
    #expect(report.plan.isAllSQL && report.operatorTimes.allSatisfy { $0 == nil })
    #expect(try #require(report.statementTime) > .zero)
    let groups = try await store.people.groupBy { $0.name }.report()
    #expect(try #require(groups.statementTime) > .zero && groups.elementCount == 7)
  }

  @Test func whereMemoryDecidesNothingIsMeasured() throws {
    // Another program writes a text that is not in canonical form.
    try store.asAnotherProgram("UPDATE person SET surname = 'e' || char(0x301) WHERE id = 1")
    let report = try store.people.where { $0.surname == "é" }.report()
    #expect(report.failure != nil && report.elementCount == 1)
    #expect(report.statementTime == nil && report.operatorTimes.allSatisfy { $0 == nil })
    #expect(report.operatorTimes.count == report.plan.operators.count)
  }

  @Test func aSequenceHasNoTimes() throws {
    let report = try Query([1, 2, 3]).where { $0 > 1 }.report()
    #expect(report.statementTime == nil && report.operatorTimes == [nil, nil])
  }
}
