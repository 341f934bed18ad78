import People
import Testing

/// Work in memory that is far more than the rows it reads.
@Suite struct CancellationInMemoryTests {
  private func newStore(_ count: Int) throws -> PersonStore {
    let store = try PersonStore.inMemory()
    try store.people.insert(
      (0..<count).map { Person(name: "A\($0)", surname: "B", age: 1) })
    return store
  }

  /// 9 million pairs of 3,000 people.
  private func pairs(in store: PersonStore) -> Query<(Person, Person)> {
    store.people.query.join(store.people, on: { $0.age }, equals: { $0.age })
  }

  @Test func aJoinEndsWhenItsTaskIsCanceled() async throws {
    let store = try newStore(3_000)
    let pairs = pairs(in: store).policy(.memoryOnly)
    let task = Task { try await pairs.count() }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }

  @Test func aComparisonKeepsNoMoreElementsThanAllowed() async throws {
    let store = try newStore(300)
    let pairs = pairs(in: store)
    await #expect(throws: QueryError.tooManyRows(limit: 1_000)) {
      try await pairs.policy(.allowFallback(maxRows: 1_000)).verify()
    }
    try await pairs.take(10).policy(.allowFallback(maxRows: 1_000)).verify()
  }
}
