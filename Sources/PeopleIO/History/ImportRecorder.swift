internal import Foundation
internal import LinqSQL
internal import People
internal import StoreSQLite

/// Records what an import does, so that it can be undone.
///
/// A server gives ids to people of other programs meanwhile, and records nothing.
final class ImportRecorder {
  /// The number of the import.
  let number: Int64

  private let connection: Connection
  /// The highest id that was in use before the import. Who has a higher one is new.
  private let lastID: Int64
  /// The people with lower ids who are new.
  private var given: Set<Int64> = []

  /// Begins to record; nil on a server.
  init?(_ source: String, on connection: Connection) throws {
    guard connection.engine.isInProcess, let lastKey = Person.table.lastKeySQL else { return nil }
    self.connection = connection
    lastID = try connection.query(lastKey) { try $0.integer(0) }.first ?? 0
    try connection.run(
      """
      INSERT INTO person_import (source, imported_at)
      VALUES (?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
      """, [.text(source)])
    number = try connection.query("SELECT last_insert_rowid()") { try $0.integer(0) }.first ?? 0
  }

  /// Notes a person who has been inserted with an id of the file.
  func inserted(_ id: Int64) {
    if id > 0, id <= lastID { given.insert(id) }
  }

  /// Notes a stored person who is about to be changed.
  func willUpdate(_ person: Person) throws {
    let isNew = person.id > lastID || given.contains(person.id)
    let before: Value =
      isNew ? .null : .text(String(decoding: try JSONEncoder().encode(person), as: UTF8.self))
    try connection.run(
      """
      INSERT OR IGNORE INTO person_import_update (import_id, person_id, before, version)
      SELECT ?, id, ?, text_version FROM person WHERE id = ?
      """, [.integer(number), before, .integer(person.id)])
  }

  /// Records which people the import has inserted, and how those that it changed are now. An import
  /// that did nothing leaves nothing, and has no number.
  func finish(_ summary: inout ImportSummary) throws {
    guard summary.inserted + summary.updated > 0 else {
      try connection.run("DELETE FROM person_import WHERE id = ?", [.integer(number)])
      return
    }
    summary.number = Int(number)
    for run in IDRun.runs(of: given.sorted()) { try record(run) }
    for run in try newIDs() { try record(run) }
    try recordUpdates()
  }

  private func record(_ run: ClosedRange<Int64>) throws {
    try connection.run(
      "INSERT INTO person_import_insert (import_id, first_id, last_id) VALUES (?, ?, ?)",
      [.integer(number), .integer(run.lowerBound), .integer(run.upperBound)])
  }

  /// Returns the ids above the last one. Usually there are no gaps between them.
  private func newIDs() throws -> [ClosedRange<Int64>] {
    let above: [Value] = [.integer(lastID)]
    let bounds = try connection.query(
      "SELECT min(id), max(id), count(*) FROM person WHERE id > ?", above
    ) { $0.isNull(0) ? nil : (try $0.integer(0), try $0.integer(1), try $0.integer(2)) }
    guard case let (first, last, count)?? = bounds.first else { return [] }
    if last - first + 1 == count { return [first...last] }
    return IDRun.runs(
      of: try connection.query("SELECT id FROM person WHERE id > ? ORDER BY id", above) {
        try $0.integer(0)
      })
  }

  private func recordUpdates() throws {
    let sql = """
      SELECT id, \(PersonDigest.columns) FROM person
      WHERE id IN (SELECT person_id FROM person_import_update WHERE import_id = ?)
      """
    var digests: [(id: Int64, digest: PersonDigest)] = []
    try connection.withStatement(sql) { row in
      try row.bind(number, at: 0)
      while try row.step() { digests.append((try row.integer(0), try PersonDigest(row))) }
    }
    for (id, digest) in digests {
      try connection.run(
        "UPDATE person_import_update SET digest = ? WHERE import_id = ? AND person_id = ?",
        [.blob(digest.bytes), .integer(number), .integer(id)])
    }
  }
}

/// Consecutive ids.
private enum IDRun {
  /// Returns the runs of consecutive ids among ascending ones.
  static func runs(of ids: [Int64]) -> [ClosedRange<Int64>] {
    var runs: [ClosedRange<Int64>] = []
    for id in ids {
      if let last = runs.last, last.upperBound + 1 == id {
        runs[runs.count - 1] = last.lowerBound...id
      } else {
        runs.append(id...id)
      }
    }
    return runs
  }
}

extension PersonDigest {
  /// The bytes, the lowest first.
  var bytes: [UInt8] { withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) } }
}
