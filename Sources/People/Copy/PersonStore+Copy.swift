public import Foundation
internal import LinqCore
internal import LinqSQL
internal import StoreSQLite

extension PersonStore {
  /// How far a copy is.
  public struct CopyProgress: Sendable, Hashable {
    /// The number of people and groups that the destination has.
    public var done: Int
    /// Their number in the source.
    public let total: Int
  }

  /// Copies all people and groups, with their keys, to another store, which may be on another
  /// engine.
  ///
  /// The source is read in one snapshot. Each few thousand rows are one transaction of the
  /// destination. A copy that was interrupted goes on where it ended: what the destination has is
  /// compared first, and must be the beginning of the source. In the end all rows of both stores
  /// are compared.
  ///
  /// ```swift
  /// let file = try PersonStore(path: "people.db")
  /// let server = try PersonStore(postgres: "postgresql://user@host/people")
  /// try file.copy(to: server) { print($0.done, "of", $0.total) }
  /// ```
  ///
  /// Tables of your own are not copied. Other programs must not write to the destination meanwhile.
  /// Memory holds one group with its items, and a few thousand people.
  ///
  /// - Returns: the number of people and groups that the destination had before.
  /// - Throws: ``CopyError`` for a destination with other rows, or a row that the destination does
  ///   not store; `DatabaseError`. What was copied before stays.
  @discardableResult
  public func copy(
    to destination: PersonStore, progress: ((CopyProgress) -> Void)? = nil
  ) throws -> Int {
    try read { source in
      let total = try source.people.count() + source.groups.count()
      var state = CopyProgress(done: 0, total: total)
      // What is there already is compared before anything is written.
      let (people, groups) = try destination.read { existing in
        (
          try Copying.comparePeople(source, existing, allowingMissing: true),
          try Copying.compareGroups(source, existing, allowingMissing: true)
        )
      }
      let before = people.count + groups.count
      guard groups.count == 0 || people.isWhole else { throw CopyError.otherRows(table: "person") }
      state.done = before
      progress?(state)
      try Copying.people(after: people.last, source) { batch in
        try destination.write { transaction in
          try transaction.people.inserting { inserter in
            _ = try inserter.insert(contentsOf: batch) { index, error in
              throw CopyError.refused("person \(batch[index].id)", reason: "\(error)")
            }
          }
        }
        state.done += batch.count
        progress?(state)
      }
      try Copying.groups(after: groups.last, source) { group in
        do {
          try destination.write { try $0.groups.insert(group) }
        } catch let error as RowError {
          throw CopyError.refused("group \(group.id)", reason: "\(error)")
        }
        state.done += 1
        progress?(state)
      }
      let keys = try Copying.lastKeys(of: source.connection)
      try destination.write { try Copying.keep(keys, on: $0.connection) }
      try destination.read { copied in
        _ = try Copying.comparePeople(source, copied, allowingMissing: false)
        _ = try Copying.compareGroups(source, copied, allowingMissing: false)
      }
      return before
    }
  }
}

/// The reason why a store was not copied, or not as a whole.
public enum CopyError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The destination has rows that are not those of the source. Nothing was changed.
  case otherRows(table: String)
  /// The destination does not store a row. Those before it are copied.
  case refused(String, reason: String)

  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .otherRows(let table):
      "the destination has rows in \(table) that are not the first ones of the source; copy to an "
        + "empty store"
    case .refused(let row, let reason):
      "\(row) is not stored in the destination: \(reason). Mend it in the source and copy again, "
        + "which goes on there"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// The steps of a copy.
private enum Copying {
  /// The number of people of one transaction.
  private static let batchSize = 4096

  /// Calls `body` with the people after a key, in the order of their keys.
  static func people(
    after key: Int64, _ source: StoreTransaction, _ body: ([Person]) throws -> Void
  ) throws {
    var last = key
    while true {
      let batch = try source.people.where { $0.id > last }.take(batchSize).toArray()
      guard let end = batch.last else { return }
      try body(batch)
      last = end.id
    }
  }

  /// Calls `body` with the groups after a key, in the order of their keys.
  static func groups(
    after key: Int64, _ source: StoreTransaction, _ body: (PersonGroup) throws -> Void
  ) throws {
    let heads = source.rows(of: GroupHead.table)
    var last = key
    while let head = try heads.where({ $0.id > last }).firstOrNil(),
      let group = try source.groups.find(head.id)
    {
      try body(group)
      last = head.id
    }
  }

  /// The rows that two stores have in common.
  struct Common {
    var count = 0
    /// The last key.
    var last: Int64 = 0
    /// Whether the second store has all rows of the first.
    var isWhole = true
  }

  /// Compares the people of two stores.
  ///
  /// - Parameter allowingMissing: whether the second one may have only the first of them.
  static func comparePeople(
    _ left: StoreTransaction, _ right: StoreTransaction, allowingMissing: Bool
  ) throws -> Common {
    var common = Common()
    try people(after: 0, left) { expected in
      guard common.isWhole else { return }
      let found = try right.people.where { [last = common.last] in $0.id > last }
        .take(expected.count).toArray()
      guard found.elementsEqual(expected.prefix(found.count)),
        allowingMissing || found.count == expected.count
      else { throw CopyError.otherRows(table: "person") }
      common.isWhole = found.count == expected.count
      common.count += found.count
      common.last = found.last?.id ?? common.last
    }
    guard try right.people.count() == common.count else {
      throw CopyError.otherRows(table: "person")
    }
    return common
  }

  /// Compares the groups of two stores, with their items.
  static func compareGroups(
    _ left: StoreTransaction, _ right: StoreTransaction, allowingMissing: Bool
  ) throws -> Common {
    var common = Common()
    try groups(after: 0, left) { expected in
      guard common.isWhole else { return }
      guard let found = try right.groups.find(expected.id) else {
        common.isWhole = false
        if allowingMissing { return }
        throw CopyError.otherRows(table: "person_group")
      }
      guard found == expected else { throw CopyError.otherRows(table: "person_group") }
      common.count += 1
      common.last = expected.id
    }
    guard try right.groups.count() == common.count else {
      throw CopyError.otherRows(table: "person_group")
    }
    return common
  }

  private static let tables = [Person.table.name, GroupHead.table.name]

  /// Returns the last keys that were in use, whose rows may be deleted.
  static func lastKeys(of connection: Connection) throws -> [Int64] {
    try tables.map { table in
      let sql =
        connection.engine.hasSequences
        ? "SELECT pg_sequence_last_value(pg_get_serial_sequence('\(table)', 'id'))"
        : "SELECT max(last) FROM retired_key WHERE table_name = '\(table)'"
      return try connection.query(sql) { $0.isNull(0) ? 0 : try $0.integer(0) }.first ?? 0
    }
  }

  /// Makes sure that no key up to the last ones is used again.
  static func keep(_ keys: [Int64], on connection: Connection) throws {
    for (table, key) in zip(tables, keys) where key > 0 {
      guard !connection.engine.hasSequences else {
        try connection.keepKey(key, of: table, "id")
        continue
      }
      try connection.run(
        """
        INSERT INTO retired_key (table_name, last) VALUES (?, ?)
        ON CONFLICT (table_name) DO UPDATE SET last = max(last, excluded.last)
        """, [.text(table), .integer(key)])
    }
  }
}
