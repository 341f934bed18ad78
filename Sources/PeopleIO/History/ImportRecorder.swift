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
    guard connection.engine.isInProcess else { return nil }
    self.connection = connection
    lastID =
      try connection.query(
        """
        SELECT max(
          coalesce((SELECT max(id) FROM person), 0),
          coalesce((SELECT last FROM retired_key WHERE table_name = 'person'), 0))
        """
      ) { try $0.integer(0) }.first ?? 0
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
    guard person.id <= lastID, !given.contains(person.id) else { return }
    let before = String(decoding: try JSONEncoder().encode(person), as: UTF8.self)
    try connection.run(
      "INSERT OR IGNORE INTO person_import_update (import_id, person_id, before) VALUES (?, ?, ?)",
      [.integer(number), .integer(person.id), .text(before)])
  }

  /// Records the people as they are at the end of the import. An import that did nothing leaves
  /// nothing, and has no number.
  func finish(_ summary: inout ImportSummary) throws {
    guard summary.inserted + summary.updated > 0 else {
      try connection.run("DELETE FROM person_import WHERE id = ?", [.integer(number)])
      return
    }
    summary.number = Int(number)
    var run = Run(of: self)
    for id in given.sorted() { try add("id = ?", id, to: &run) }
    try add("id > ?", lastID, to: &run)
    try run.end()
    try recordUpdates()
  }

  private func add(_ condition: String, _ id: Int64, to run: inout Run) throws {
    let sql = "SELECT id, \(PersonDigest.columns) FROM person WHERE \(condition) ORDER BY id"
    try connection.withStatement(sql) { row in
      try row.bind(id, at: 0)
      while try row.step() { try run.add(try row.integer(0), PersonDigest(row)) }
    }
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

  /// People with consecutive ids.
  private struct Run {
    private let recorder: ImportRecorder
    private var first: Int64 = 0
    private var count: Int64 = 0
    private var digests: [UInt8] = []

    init(of recorder: ImportRecorder) { self.recorder = recorder }

    mutating func add(_ id: Int64, _ digest: PersonDigest) throws {
      if count > 0, id != first + count || count == 512 { try end() }
      if count == 0 { first = id }
      count += 1
      digests += digest.bytes
    }

    mutating func end() throws {
      guard count > 0 else { return }
      try recorder.connection.run(
        "INSERT INTO person_import_insert (import_id, first_id, digests) VALUES (?, ?, ?)",
        [.integer(recorder.number), .integer(first), .blob(digests)])
      (count, digests) = (0, [])
    }
  }
}

extension PersonDigest {
  /// The bytes, the lowest first.
  var bytes: [UInt8] { withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) } }
}
