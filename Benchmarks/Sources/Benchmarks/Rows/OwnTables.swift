import CReference
import Foundation
import LinqSQL
import StoreSQLite

private let reads = 200

/// A table of a program's own: a condition on an index, each time after a write.
let ownTableWork: [Work] = [
  Work(
    name: "own table: read by an index after a write", operations: reads,
    contenders: [
      (.ours, { try ours($0, options: "STRICT") }), (.hand, { try hand($0, options: "STRICT") }),
    ]),
  Work(
    name: "own table, not STRICT: read by an index after a write", operations: reads,
    contenders: [(.ours, { try ours($0, options: "") }), (.hand, { try hand($0, options: "") })]),
]

private struct Visit: Sendable {
  var id: Int64
  var room: Int
  var note: String

  static let table = Table(
    "visit", Visit.init, .primaryKey("id", \.id), .column("room", \.room), .column("note", \.note))
}

extension Bench {
  /// Calls a closure with the path of a file with a table of as many visits as there are people.
  fileprivate func withVisits<Result>(
    _ options: String, _ body: (String) throws -> Result
  ) throws -> Result {
    let name = "visits\(options).db"
    if !FileManager.default.fileExists(atPath: folder.appending(path: name).path) {
      let handle = try handle(name)
      defer { sqlite3_close(handle) }
      _ = try handRead(handle, "PRAGMA journal_mode = WAL") { _ in 0 }
      for sql in [
        """
        CREATE TABLE visit (id INTEGER PRIMARY KEY, room INTEGER NOT NULL, note TEXT NOT NULL) \
        \(options)
        """, "CREATE INDEX visit_room ON visit (room)",
        """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT \(people))
        INSERT INTO visit SELECT n, n * 7919 % 50000, 'visit ' || n FROM number
        """,
      ] { _ = try handRead(handle, sql) { _ in 0 } }
    }
    return try withCopy(of: name) { try body(folder.appending(path: $0).path) }
  }
}

private func ours(_ bench: Bench, options: String) throws -> String {
  try bench.withVisits(options) { path in
    let pool = try ConnectionPool(path: path)
    let visits = Repository(Visit.table, in: pool)
    var sum = 0
    for room in 1...reads {
      try visits.where { $0.id == 1 }.update { $0.set(\.note, to: "\(room)") }
      sum += try bench.time { try visits.where { $0.room == room }.toArray().count }
    }
    return "\(sum)"
  }
}

private func hand(_ bench: Bench, options: String) throws -> String {
  try bench.withVisits(options) { path in
    let writer = try bench.handle((path as NSString).lastPathComponent)
    let reader = try bench.handle((path as NSString).lastPathComponent)
    defer {
      sqlite3_close(reader)
      sqlite3_close(writer)
    }
    var sum = 0
    for room in 1...reads {
      _ = try handRead(writer, "UPDATE visit SET note = '\(room)' WHERE id = 1") { _ in 0 }
      sum += try bench.time {
        try handRead(
          reader, "SELECT id, room, note FROM visit WHERE room = \(room) ORDER BY id"
        ) { (sqlite3_column_int64($0, 0), sqlite3_column_int64($0, 1), handText($0, 2)) }.count
      }
    }
    return "\(sum)"
  }
}
