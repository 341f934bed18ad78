import Dispatch
import Foundation
import GRDB
import People

private let reads = 2_000

/// Four tasks that read while one writes.
let concurrentWork: [Work] = [
  Work(
    name: "reads of four tasks while one writes", operations: 4 * reads,
    contenders: [
      (
        .ours,
        { bench in
          try bench.withCopy(of: "people.db") { name in
            let store = try bench.store(name)
            defer { store.close() }
            return try wait {
              try await bench.time {
                try await together(
                  read: { try await store.people.find($0)?.age ?? 0 },
                  write: {
                    try await store.write {
                      let person = try $0.people.insert(Person(name: "x", surname: "y", age: 1))
                      try $0.people.delete(person.id)
                    }
                  })
              }
            }
          }
        }
      ),
      (
        .grdb,
        { bench in
          try bench.withCopy(of: "people.db") { name in
            var configuration = GRDB.Configuration()
            configuration.prepareDatabase { database in
              if !database.configuration.readonly { try database.execute(sql: Bench.settings) }
            }
            let pool = try DatabasePool(
              path: bench.folder.appending(path: name).path, configuration: configuration)
            let sql = "SELECT \(personColumns) FROM person WHERE id = ?"
            return try wait {
              try await bench.time {
                try await together(
                  read: { key in
                    try await pool.read { database in
                      try PositionalPerson.fetchOne(
                        database.cachedStatement(sql: sql), arguments: [key])?.age ?? 0
                    }
                  },
                  write: {
                    try await pool.write { database in
                      try database.execute(
                        sql: "INSERT INTO person (name, surname, age) VALUES ('x', 'y', 1)")
                      try database.execute(
                        sql: "DELETE FROM person WHERE id = ?",
                        arguments: [database.lastInsertedRowID])
                    }
                  })
              }
            }
          }
        }
      ),
    ])
]

/// Four tasks that read as often as they are to; one writes until they are done.
private func together(
  read: @escaping @Sendable (Int64) async throws -> Int,
  write: @escaping @Sendable () async throws -> Void
) async throws -> String {
  let writer = Task {
    while !Task.isCancelled { try await write() }
  }
  let sum = try await withThrowingTaskGroup(of: Int.self) { group in
    for task in 0..<4 {
      group.addTask {
        var sum = 0
        for index in 0..<reads {
          sum += try await read(Int64(1 + (index * 7 + task * 1_000) % 9_000))
        }
        return sum
      }
    }
    return try await group.reduce(0, +)
  }
  writer.cancel()
  _ = await writer.result
  return "\(sum)"
}

/// Waits for what tasks do.
private func wait<Result: Sendable>(
  _ body: @escaping () async throws -> Result
) throws -> Result {
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Swift.Result<Result, any Error>?
  let done = DispatchSemaphore(value: 0)
  Task {
    do { result = .success(try await body()) } catch { result = .failure(error) }
    done.signal()
  }
  done.wait()
  guard let result else { throw BenchError.failed("no result") }
  return try result.get()
}
