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
    for (first, digests) in try runs() {
      try check(first, digests, &changed)
    }
    let updates = try connection.query(
      "SELECT person_id, digest FROM person_import_update WHERE import_id = ?", parameter
    ) { (try $0.integer(0), try $0.value(1)) }
    for (id, digest) in updates {
      guard case .blob(let bytes) = digest, try self.digests(from: id, count: 1)[id] == bytes else {
        changed.add(id)
        continue
      }
    }
    guard changed.count == 0 else {
      throw ImportHistoryError.changed(number: number, ids: changed.ids, count: changed.count)
    }
    var grouped = Found()
    let items = try connection.query(
      """
      SELECT DISTINCT person_id FROM person_import_insert
      JOIN person_group_item
        ON person_id BETWEEN first_id AND first_id + length(digests) / 8 - 1
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
    for (first, digests) in try runs() {
      let last = first + Int64(digests.count / 8) - 1
      try connection.run(
        "DELETE FROM person WHERE id BETWEEN ? AND ?", [.integer(first), .integer(last)])
    }
    let updates = try connection.query(
      "SELECT before FROM person_import_update WHERE import_id = ? ORDER BY person_id", parameter
    ) { try $0.text(0) }
    // An address that two people have exchanged is free for a moment.
    let before = try updates.map { try JSONDecoder().decode(Person.self, from: Data($0.utf8)) }
    for var person in before where person.email != nil {
      person.email = nil
      try transaction.people.update(person)
    }
    for person in before { try transaction.people.update(person) }
    try connection.run(
      """
      UPDATE person_import SET undone_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?
      """, parameter)
  }

  private func runs() throws -> [(first: Int64, digests: [UInt8])] {
    try connection.query(
      "SELECT first_id, digests FROM person_import_insert WHERE import_id = ? ORDER BY first_id",
      parameter
    ) { row in
      guard case .blob(let bytes) = try row.value(1) else { return (try row.integer(0), []) }
      return (try row.integer(0), bytes)
    }
  }

  private func check(_ first: Int64, _ digests: [UInt8], _ changed: inout Found) throws {
    let count = digests.count / 8
    let stored = try self.digests(from: first, count: count)
    for index in 0..<count {
      let id = first + Int64(index)
      if stored[id].map({ $0.elementsEqual(digests[index * 8..<index * 8 + 8]) }) != true {
        changed.add(id)
      }
    }
  }

  private func digests(from first: Int64, count: Int) throws -> [Int64: [UInt8]] {
    let sql = "SELECT id, \(PersonDigest.columns) FROM person WHERE id BETWEEN ? AND ?"
    return try connection.withStatement(sql) { row in
      try row.bind(first, at: 0)
      try row.bind(first + Int64(count) - 1, at: 1)
      var digests: [Int64: [UInt8]] = [:]
      while try row.step() { digests[try row.integer(0)] = try PersonDigest(row).bytes }
      return digests
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
