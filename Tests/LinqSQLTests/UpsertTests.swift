import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("Inserts that change a stored row with the same values of unique properties")
struct UpsertTests {
  private struct View: Sendable, Hashable {
    var id: Int64 = 0
    var day: CalendarDate
    var page: String?
    var count: Int
    var note: String?
  }

  private static let table = Table(
    "view", View.init, .primaryKey("id", \.id), .column("day", \.day),
    .column("page", \.page).encoded(as: .collated),
    .column("count", \.count), .column("note", \.note)
  ).validated { view in
    guard view.count > 100 else { return }
    throw RowValidationError([.init(field: "count", value: "\(view.count)", reason: "is high")])
  }

  private let pool: ConnectionPool
  private let views: Repository<View>
  private let today: CalendarDate

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE view (
          id INTEGER PRIMARY KEY, day TEXT NOT NULL, page TEXT COLLATE NOCASE,
          count INTEGER NOT NULL, note TEXT, UNIQUE (day, page)) STRICT;
        """)
    }
    views = Repository(Self.table, in: pool)
    today = try #require(CalendarDate("2026-11-27"))
  }

  private func view(_ page: String?, _ count: Int, note: String? = nil) -> View {
    View(day: today, page: page, count: count, note: note)
  }

  @Test("a stored row with the key 0 keeps it")
  func keyZero() throws {
    try pool.write {
      try $0.execute("INSERT INTO view (id, day, page, count) VALUES (0, '2026-11-27', 'a', 1)")
    }
    let policy = ConflictPolicy.update(matching: \View.day, \View.page)
    #expect(try views.insert([view("a", 2)], onConflict: policy) == 1)
    #expect(try views.insert([view("b", 3), view("a", 4)], onConflict: policy) == 2)
    #expect(try views.all().map(\.id) == [0, 1])
    #expect(try views.all().map(\.count) == [4, 3])
    // SQLite would choose 0 after -1.
    try views.query.delete()
    for key in [Int64.min, -1] {
      try views.insert(View(id: key, day: today, page: "\(key)", count: 1))
    }
    #expect(try views.insert([view("c", 5)], onConflict: policy) == 1)
    #expect(try views.all().map(\.id) == [.min, -1, 1])
  }

  @Test("properties that are not unique")
  func notUnique() throws {
    for count in [1, 2] { try views.insert(view("\(count)", count)) }
    let changed = try? views.save(view("3", 3), matching: \.day) { $0.set(\.note, to: "x") }
    #expect(changed == nil)
    #expect(try views.all().allSatisfy { $0.note == nil })
    #expect(throws: DatabaseError.self) { try views.save(view("3", 3), matching: \.day) }
  }

  @Test("a new value from the stored and the new row")
  func counted() async throws {
    for (count, expected) in [(1, 1), (2, 3), (40, 43)] {
      let new = view("/", count)
      let stored = try await views.save(new, matching: \.day, \.page) {
        $0.set(\.count, to: $0.count + new.count)
      }
      #expect(stored.count == expected && stored.id == 1)
    }
    // The unique constraint ignores case, and so does the search for the stored row.
    try await views.save(view("/A", 5), matching: \.day, \.page) { $0.set(\.count, to: 0) }
    try await views.save(view("/a", 5), matching: \.page, \.day) {
      $0.set(\.count, to: $0.count * 2)
      $0.set(\.note, to: "twice")
    }
    #expect(try await views.all().map(\.count) == [43, 10])
    #expect(try await views.find(2)?.note == "twice")
    // nil is like no other.
    for _ in 0..<2 {
      try await views.save(view(nil, 7), matching: \.day, \.page) { $0.set(\.count, to: 0) }
    }
    #expect(try await views.count() == 4)
  }

  @Test("what is not valid, fails or is no column changes nothing")
  func rejected() async throws {
    let first = view("/", 90)
    try await views.insert(first)
    func save(
      _ view: View, _ changes: (inout RowUpdate<View>) -> Void
    ) async throws { try await views.save(view, matching: \.day, \.page, changing: changes) }
    await #expect(throws: RowError.self) {
      try await save(first) { $0.set(\.count, to: $0.count + 90) }
    }
    await #expect(throws: ExpressionError.divisionByZero) {
      try await save(first) { $0.set(\.count, to: 7 / ($0.count - 90)) }
    }
    await #expect(throws: QueryChangeError.self) { try await save(first) { $0.set(\.id, to: 9) } }
    await #expect(throws: RowError.self) {
      try await save(view("/b", 101)) { $0.set(\.count, to: 1) }
    }
    #expect(throws: RowError.self) {
      try views.blocking.save(first, matching: \.note?.count) { $0.set(\.count, to: 1) }
    }
    #expect(try await views.all() == [View(id: 1, day: today, page: "/", count: 90)])
  }

  @Test("a new value that a function of Swift computes, for one row only")
  func inMemory() async throws {
    try await views.insert([view("/", 1), view("/b", 2), view("/c", 3)])
    let stored = try await views.save(view("/b", 5), matching: \.day, \.page) {
      $0.set(\.count, to: 100 / ($0.count - 2 + 1))
      $0.set(\.note) { $0.page.map { String($0.reversed()) } }
    }
    #expect(stored.count == 100 && stored.note == "b/")
    #expect(try await views.all().map(\.note) == [nil, "b/", nil])
    await #expect(throws: ExpressionError.divisionByZero) {
      try await views.save(view("/c", 5), matching: \.day, \.page) {
        $0.set(\.count, to: 100 / ($0.count - 3))
      }
    }
    let notices = Collected<String>()
    let told = Repository(Self.table, in: pool, notice: { message, _ in notices.append(message) })
    #expect(try await told.where { $0.count > 1 }.update { $0.set(\.note) { "\($0.count)" } } == 2)
    #expect(try await views.all().map(\.note) == [nil, "100", "3"])
    #expect(notices.all.contains { $0.hasPrefix("update runs in memory: ") })
    await #expect(throws: QueryError.self) {
      try await views.policy(.requireSQL).update { $0.set(\.note) { "\($0.count)" } }
    }
    await #expect(throws: RowError.self) {
      try await views.query.update { $0.set(\.count) { $0.count + 1 } }
    }
    #expect(try await views.all().map(\.count) == [1, 100, 3])
  }

  @Test("policies with the properties of a constraint")
  func policies() async throws {
    let policy = ConflictPolicy.update(matching: \View.day, \View.page)
    #expect(
      try await views.insert([view("/", 1, note: "x"), view("/b", 2)], onConflict: policy) == 2)
    #expect(try await views.insert([view("/", 5), view("/c", 3)], onConflict: policy) == 2)
    #expect(try await views.all().map(\.count) == [5, 2, 3])
    #expect(try await views.find(1)?.note == nil)
    let outcomes = try await pool.write { connection in
      try TableAccess(Self.table, on: connection).inserting(onConflict: policy) { inserter in
        [try inserter.insert(view("/C", 9)), try inserter.insert(view("/d", 4))]
      }
    }
    #expect(outcomes == [.updated, .inserted(key: 4)])
    // Another conflict is an error.
    var other = view("/e", 1)
    other.id = 1
    await #expect(throws: RowError.self) { try await views.insert([other], onConflict: policy) }
    await #expect(throws: RowError.self) {
      try await views.insert([other], onConflict: .update(matching: \View.page?.count))
    }
    #expect(policy == .update(matching: \View.day, \View.page))
    #expect(policy != .update(matching: \View.day))
  }
}
