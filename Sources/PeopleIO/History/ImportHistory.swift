public import Foundation
internal import LinqSQL
public import People
internal import StoreSQLite

/// The imports of a store, each of which can be undone as long as what it did is unchanged.
///
/// ```swift
/// let summary = try PersonImporter(options: options).run(source, into: store) { print($0) }
/// if let number = summary.number { try ImportHistory(of: store).undo(number) }
/// // DELETE FROM person WHERE id BETWEEN ? AND ?
/// ```
///
/// A store on a server has no history: other programs insert people there meanwhile.
public struct ImportHistory {
  private let store: PersonStore

  /// Creates the history of a store.
  public init(of store: PersonStore) { self.store = store }

  /// Returns the imports, the first one first.
  ///
  /// - Throws: `DatabaseError`.
  public func entries() throws -> [ImportEntry] {
    try store.read { transaction in
      guard transaction.connection.engine.isInProcess else { return [] }
      return try Self.entries("ORDER BY id", [], transaction.connection)
    }
  }

  /// Returns the last imports, the last one first.
  ///
  /// ```swift
  /// let page = try history.last(50)
  /// let next = try history.last(50, before: page.last?.number)
  /// ```
  ///
  /// - Parameters:
  ///   - count: the number of imports, at most.
  ///   - number: a number that all of them are below; nil for any.
  /// - Returns: the imports; nil for a store on a server, which records none.
  /// - Throws: `DatabaseError`.
  public func last(_ count: Int, before number: Int? = nil) throws -> [ImportEntry]? {
    try store.read { transaction in
      guard transaction.connection.engine.isInProcess else { return nil }
      return try Self.entries(
        "WHERE i.id < ? ORDER BY id DESC LIMIT ?",
        [.integer(Int64(number ?? .max)), .integer(Int64(count))], transaction.connection)
    }
  }

  /// Deletes the people that an import inserted, and gives those that it changed their values from
  /// before, in one transaction.
  ///
  /// - Parameters:
  ///   - number: the number of the import.
  ///   - willCommit: called before the commit, with the transaction, which can store more. An error
  ///     that it throws ends the undo, and nothing is changed.
  /// - Returns: the import, which is undone now.
  /// - Throws: ``ImportHistoryError``, `RowError` if a person from before cannot be stored again,
  ///   because somebody else has the e-mail address now, and `DatabaseError`. Nothing is changed
  ///   then.
  @discardableResult
  public func undo(
    _ number: Int, willCommit: (ImportEntry, StoreTransaction) throws -> Void = { _, _ in }
  ) throws -> ImportEntry {
    try store.write { transaction in
      let connection = transaction.connection
      guard connection.engine.isInProcess,
        let entry = try Self.entries("WHERE i.id = ?", [.integer(Int64(number))], connection).first
      else { throw ImportHistoryError.unknown(number: number) }
      if let day = entry.undoneAt {
        throw ImportHistoryError.undone(number: number, at: day)
      }
      let undoing = ImportUndoing(number, transaction)
      try undoing.check()
      try undoing.run()
      let undone = try Self.entries("WHERE i.id = ?", [.integer(Int64(number))], connection)[0]
      try willCommit(undone, transaction)
      return undone
    }
  }

  private static func entries(
    _ rows: String, _ values: [Value], _ connection: Connection
  ) throws -> [ImportEntry] {
    let sql = """
      SELECT id, source, imported_at, undone_at,
        (SELECT coalesce(sum(last_id - first_id + 1), 0) FROM person_import_insert
          WHERE import_id = i.id),
        (SELECT count(before) FROM person_import_update WHERE import_id = i.id)
      FROM person_import AS i \(rows)
      """
    return try connection.query(sql, values) { row in
      ImportEntry(
        number: Int(try row.integer(0)), source: try row.text(1), importedAt: try row.text(2),
        undoneAt: row.isNull(3) ? nil : try row.text(3), inserted: Int(try row.integer(4)),
        updated: Int(try row.integer(5)))
    }
  }
}

/// An import that is over.
public struct ImportEntry: Sendable, Hashable, Codable {
  /// The number, from 1 on.
  public let number: Int
  /// The name of the file.
  public let source: String
  /// The time in UTC, such as `2026-03-01T08:30:00Z`.
  public let importedAt: String
  /// The time at which it was undone; nil if it was not.
  public let undoneAt: String?
  /// The number of people who were new.
  public let inserted: Int
  /// The number of people who were stored before and got new values.
  public let updated: Int
}

/// The reason why an import is not undone. Nothing was changed.
public enum ImportHistoryError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// There is no import with this number, or it is on a server.
  case unknown(number: Int)
  /// It has been undone before.
  case undone(number: Int, at: String)
  /// People have been changed or deleted since. The error has some of their ids, and their number.
  case changed(number: Int, ids: [Int64], count: Int)
  /// People have been put into groups since.
  case inGroups(number: Int, ids: [Int64], count: Int)

  /// The problem, and how to solve it.
  public var description: String {
    func people(_ ids: [Int64], _ count: Int) -> String {
      (count == 1 ? "a person (id " : "\(count) people (ids ")
        + ids.map { "\($0)" }.joined(separator: ", ") + (count > ids.count ? ", …)" : ")")
    }
    return switch self {
    case .unknown(let number): "there is no import \(number) in this store; history lists them"
    case .undone(let number, let time): "import \(number) was undone at \(time)"
    case .changed(let number, let ids, let count):
      "import \(number) cannot be undone: since then, \(people(ids, count)) changed or went; undo "
        + "that first, or delete what is wrong by a condition. Nothing was changed"
    case .inGroups(let number, let ids, let count):
      "import \(number) cannot be undone: \(people(ids, count)) \(count == 1 ? "is" : "are") in "
        + "groups; take them out first. Nothing was changed"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
