import CReference
import GRDB
import People
import Synchronization

private let count = 2_000

/// Chains that are built again for each call. Cold are those of a shape that was never there
/// before: they are translated, and their statements prepared.
let planningWork: [Work] = [
  run("chain of six operators, built and run, cached", limit: sameLimit),
  run("chain of six operators, built and run, cold", limit: newLimit),
  build("chain of six operators, built and planned, cached", limit: sameLimit) {
    _ = try $0.plan()
  },
  build("chain of six operators, built and planned, cold", limit: newLimit) { _ = try $0.plan() },
  build("chain of six operators, built only", limit: sameLimit) { withExtendedLifetime($0) {} },
]

private let limits = Atomic(10)

/// A number of elements that no chain of this process has taken yet, more than there are.
@Sendable private func newLimit() -> Int { limits.add(1, ordering: .relaxed).newValue }

@Sendable private func sameLimit() -> Int { 10 }

private func six(_ store: PersonStore, _ index: Int, limit: Int) -> Query<(String, Int)> {
  let key = Int64(index)
  return store.people.where { ($0.age ?? 0) < 90 && $0.birthDate != nil }
    .where { $0.id > key && $0.id < key + 10 }
    .sort { $0.surname }.thenBy { $0.name }.select { ($0.name, $0.age ?? 0) }
    .take(limit)
}

/// Chains that are not run.
private func build(
  _ name: String, limit: @escaping @Sendable () -> Int,
  _ body: @escaping @Sendable (Query<(String, Int)>) throws -> Void
) -> Work {
  Work(
    name: name, operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          try bench.time {
            for index in 0..<count { try body(six(store, index, limit: limit())) }
          }
          return ""
        }
      )
    ])
}

private func run(_ name: String, limit: @escaping @Sendable () -> Int) -> Work {
  Work(
    name: name, operations: count,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store()
          var found = 0
          try bench.time {
            for index in 0..<count {
              found += try six(store, index, limit: limit()).toArray().count
            }
          }
          return "\(found)"
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle()
          var statement: OpaquePointer?
          defer { sqlite3_finalize(statement) }
          var (prepared, found) = (0, 0)
          bench.time {
            for index in 0..<count {
              let limit = limit()
              if limit != prepared {
                sqlite3_finalize(statement)
                sqlite3_prepare_v2(handle, sixSQL + String(limit), -1, &statement, nil)
                prepared = limit
              }
              guard let statement else { return }
              sqlite3_bind_int64(statement, 1, 90)
              sqlite3_bind_int64(statement, 2, Int64(index))
              sqlite3_bind_int64(statement, 3, Int64(index) + 10)
              var rows: [(String, Int)] = []
              while sqlite3_step(statement) == SQLITE_ROW {
                rows.append((handText(statement, 0), Int(sqlite3_column_int64(statement, 1))))
              }
              sqlite3_reset(statement)
              found += rows.count
            }
          }
          return "\(found)"
        }
      ),
      (
        .grdb,
        { bench in
          let queue = try bench.grdb()
          var found = 0
          try bench.time {
            for index in 0..<count {
              found += try queue.read {
                try Row.fetchAll(
                  $0,
                  CodablePerson.filter(Column("age") < 90 && Column("birth_date") != nil)
                    .filter(Column("id") > index && Column("id") < index + 10)
                    .order(Column("surname"), Column("name"), Column("id"))
                    .select(Column("name"), Column("age")).limit(limit())
                ).map { ($0[0] as String, $0[1] as Int) }.count
              }
            }
          }
          return "\(found)"
        }
      ),
    ])
}

private let sixSQL = """
  SELECT name, age FROM person WHERE age < ? AND birth_date IS NOT NULL AND id > ? AND id < ?
  ORDER BY surname, name, id LIMIT \u{20}
  """
