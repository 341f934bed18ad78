/// The comparison of the files of a set with the history of a database.
///
/// ```swift
/// let status = try migrator.status(on: connection)
/// for entry in status.entries { print(entry.state, entry.fileName) }   // applied 0001_people.sql
/// print(String(decoding: try JSONEncoder().encode(status), as: UTF8.self))
/// ```
public struct MigrationStatus: Sendable, Hashable, Encodable {
  /// The state of one file with respect to the history.
  public enum State: String, Sendable, Hashable, Encodable {
    /// Applied, and the file has not changed.
    case applied
    /// Not applied yet.
    case pending
    /// Applied, but the file has changed since.
    case modified
    /// Applied, but the file does not exist any more.
    case missing
    /// Not applied, but a file with a higher number is.
    case outOfOrder = "out-of-order"
  }

  /// A migration of the set.
  public struct Entry: Sendable, Hashable, Encodable {
    /// The number of the migration.
    public let number: Int
    /// The name of the file; for a missing file its name in the history.
    public let fileName: String
    /// The state of the file.
    public let state: State
    /// The name under which it was applied; nil if it is not applied.
    public let appliedAs: String?
    /// When it was applied, in UTC (`2026-01-31T12:00:00.000Z`); nil if it is not applied.
    public let appliedAt: String?
    /// Whether there is a `.down.sql` file.
    public let hasDown: Bool
  }

  /// The name of the set.
  public let set: String

  /// The migrations, sorted by number.
  public let entries: [Entry]

  /// Returns the migrations in a state.
  public func entries(_ state: State) -> [Entry] { entries.filter { $0.state == state } }

  /// Whether all files are applied, unchanged and complete.
  public var isUpToDate: Bool { entries.allSatisfy { $0.state == .applied } }

  /// The highest number that is applied; 0 for none.
  public var current: Int { entries.last { $0.appliedAt != nil }?.number ?? 0 }

  /// Whether a problem prevents migrations from running.
  public var hasProblem: Bool { !entries.allSatisfy { [.applied, .pending].contains($0.state) } }
}

extension Migrator {
  /// Compares the files of the set with the history of a database. It writes nothing, so a
  /// read-only connection and a database without history are sufficient.
  ///
  /// - Throws: ``MigrationError/historyUnreadable(_:)``, `DatabaseError`.
  public func status(on connection: Connection) throws -> MigrationStatus {
    status(try MigrationHistory.read(from: connection.migrating()))
  }

  func status(_ history: MigrationHistory) -> MigrationStatus {
    let history = history.applied(of: set)
    let highest = history.keys.max() ?? 0
    var entries = migrations.map { migration in
      let applied = history[migration.number]
      let state: MigrationStatus.State =
        if let applied {
          migration.hasChecksum(applied.checksum) ? .applied : .modified
        } else {
          migration.number < highest ? .outOfOrder : .pending
        }
      return MigrationStatus.Entry(
        number: migration.number, fileName: migration.fileName, state: state,
        appliedAs: applied?.fileName, appliedAt: applied?.appliedAt,
        hasDown: migration.downSQL != nil)
    }
    for applied in history.values where migration(applied.number) == nil {
      entries.append(
        MigrationStatus.Entry(
          number: applied.number, fileName: applied.fileName, state: .missing,
          appliedAs: applied.fileName, appliedAt: applied.appliedAt, hasDown: false))
    }
    return MigrationStatus(set: set, entries: entries.sorted { $0.number < $1.number })
  }
}
