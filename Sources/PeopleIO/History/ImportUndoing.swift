internal import Foundation
internal import LinqSQL
internal import People
internal import StoreSQLite

/// Undoes one import, inside a transaction.
struct ImportUndoing {
  private let number: Int
  private let transaction: StoreTransaction
  private var connection: Connection { transaction.connection }
  private var parameter: [Value] { [.integer(Int64(number))] }

  init(_ number: Int, _ transaction: StoreTransaction) {
    self.number = number
    self.transaction = transaction
  }

  /// Throws if a person is not as the import left them, or in a group.
  func check() throws {
    var changed = Found()
    let known = try updates()
    for (id, _, digest) in known where try self.digest(of: id) != digest { changed.add(id) }
    let updated = Set(known.map(\.id))
    for run in try runs() { try check(run, except: updated, &changed) }
    guard changed.count == 0 else {
      throw ImportHistoryError.changed(number: number, ids: changed.ids, count: changed.count)
    }
    var grouped = Found()
    let items = try connection.query(
      """
      SELECT DISTINCT person_id FROM person_import_insert
      JOIN person_group_item ON person_id BETWEEN first_id AND last_id
      WHERE import_id = ? ORDER BY 1
      """, parameter
    ) { try $0.integer(0) }
    for id in items { grouped.add(id) }
    guard grouped.count == 0 else {
      throw ImportHistoryError.inGroups(number: number, ids: grouped.ids, count: grouped.count)
    }
  }

  /// Deletes the new people, and restores the others.
  func run() throws {
    for run in try runs() {
      try connection.run(
        "DELETE FROM person WHERE id BETWEEN ? AND ?",
        [.integer(run.lowerBound), .integer(run.upperBound)])
    }
    let before = try updates().compactMap { _, before, _ in
      try before.map { try JSONDecoder().decode(Person.self, from: Data($0.utf8)) }
    }
    // An address that two people have exchanged is free for a moment.
    for var person in before where person.email != nil {
      person.email = nil
      try transaction.people.update(person)
    }
    for person in before { try transaction.people.update(person) }
    // As many changes as before: an earlier import can be undone, too.
    try connection.run(
      """
      UPDATE person SET text_version = u.version FROM person_import_update AS u
      WHERE u.import_id = ? AND u.person_id = person.id AND u.version IS NOT NULL
      """, parameter)
    try connection.run(
      """
      UPDATE person_import SET undone_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?
      """, parameter)
  }

  private func runs() throws -> [ClosedRange<Int64>] {
    try connection.query(
      "SELECT first_id, last_id FROM person_import_insert WHERE import_id = ? ORDER BY first_id",
      parameter
    ) { try $0.integer(0)...$0.integer(1) }
  }

  private func updates() throws -> [(id: Int64, before: String?, digest: [UInt8])] {
    try connection.query(
      """
      SELECT person_id, before, digest FROM person_import_update
      WHERE import_id = ? ORDER BY person_id
      """, parameter
    ) { row in
      var digest: [UInt8] = []
      if case .blob(let bytes) = try row.value(2) { digest = bytes }
      return (try row.integer(0), row.isNull(1) ? nil : try row.text(1), digest)
    }
  }

  /// Adds the people of a run who are not there, or not as they were inserted.
  private func check(
    _ run: ClosedRange<Int64>, except known: Set<Int64>, _ changed: inout Found
  ) throws {
    let sql = "SELECT id, text_version = 1 FROM person WHERE id BETWEEN ? AND ? ORDER BY id"
    try connection.withStatement(sql) { row in
      try row.bind(run.lowerBound, at: 0)
      try row.bind(run.upperBound, at: 1)
      var next = run.lowerBound
      while try row.step() {
        let id = try row.integer(0)
        while next < id {
          changed.add(next)
          next += 1
        }
        let isSame = try !row.isNull(1) && row.integer(1) == 1
        if !isSame, !known.contains(id) { changed.add(id) }
        next = id + 1
      }
      while next <= run.upperBound {
        changed.add(next)
        next += 1
      }
    }
  }

  private func digest(of id: Int64) throws -> [UInt8]? {
    let sql = "SELECT id, \(PersonDigest.columns) FROM person WHERE id = ?"
    return try connection.withStatement(sql) { row in
      try row.bind(id, at: 0)
      return try row.step() ? PersonDigest(row).bytes : nil
    }
  }

  /// Some ids, and how many there are.
  private struct Found {
    private(set) var ids: [Int64] = []
    private(set) var count = 0

    mutating func add(_ id: Int64) {
      count += 1
      if ids.count < 5 { ids.append(id) }
    }
  }
}
