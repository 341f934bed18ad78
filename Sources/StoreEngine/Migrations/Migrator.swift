/// Brings a database's schema to the state that a set of SQL files describes, by applying or
/// reverting files.
///
/// Each file runs in one transaction that also changes its row in the history (the table
/// `schema_migration`), and that reads the history again first. This guarantees:
/// - Any number of migrators can be started at once. They wait for each other, and each file runs
///   exactly once.
/// - A process that is killed at any moment leaves a file either applied or not begun.
/// - A file that fails leaves no changes. The files before it stay applied.
///
/// Before anything runs, these files are errors that name the file: one that has changed since it
/// was applied, one that was applied and does not exist any more, and one that is pending although
/// a file with a higher number is applied. A statement that would break the guarantees is rejected
/// when it is reached: `BEGIN`, `COMMIT` and similar ones, `ATTACH`, `VACUUM`, most `PRAGMA`s.
/// Files can use only what SQLite itself provides, not functions of the program.
///
/// ```swift
/// let migrator = try Migrator(Migration.load(folder: "Migrations"))
/// try pool.withWriter { connection in
///   for step in try migrator.up(on: connection) { print(step.direction, step.fileName) }
/// }
/// ```
///
/// ## Making a table anew
///
/// For changes that `ALTER TABLE` does not support, create a new table, copy the rows, drop the old
/// table and rename the new one. A line `-- rebuild: person` keeps what depends on the table:
///
/// ```sql
/// -- rebuild: person
/// CREATE TABLE person_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
/// INSERT INTO person_new SELECT id, name FROM person;
/// DROP TABLE person;
/// ALTER TABLE person_new RENAME TO person;  -- the other way round the references would move
/// ```
///
/// Its indexes and triggers, the views and triggers elsewhere that name it, and its last key if it
/// is `AUTOINCREMENT`, are as before at the end of the file, except for those that the file drops
/// or creates by itself. One that does not fit the new table is an error. Without the line, a file
/// that would lose an index or a trigger is an error that names it
/// (``MigrationError/loses(file:_:)``).
///
/// With foreign keys on, the drop would silently delete the rows that refer to the table (`ON
/// DELETE CASCADE`). So foreign keys are switched off before the transaction begins and on again
/// after it, and all foreign keys of the database are checked before the commit: a row that refers
/// to a missing row is an error that names it, and nothing is kept. As a consequence, `ON DELETE`
/// and `ON UPDATE` do not act in a migration.
public struct Migrator: Sendable {
  /// The files, sorted by number.
  public let migrations: [Migration]

  /// The name of the set. One database can hold the histories of several sets, such as those of a
  /// library and of a program. Their numbers are independent.
  public let set: String

  /// The minimum time that a file waits while other connections write; 5 minutes by default. The
  /// connection's own timeout is too short if another migrator has much to do.
  public var lockTimeout = Duration.seconds(300)

  /// The application ID that identifies the database as one of the program. It is written into the
  /// header when a file is applied, unless the header has one already; nil for none.
  public var applicationID: Int32?

  /// Whether files may lose indexes and triggers without saying so; false by default. It is for
  /// files that were applied elsewhere by versions that did not look, and cannot change any more.
  public var allowsLosses = false

  /// Creates a migrator of files, which may be given in any order.
  ///
  /// - Throws: ``MigrationError/duplicateNumber(_:files:)``.
  public init(_ migrations: [Migration], set: String = "app") throws(MigrationError) {
    self.migrations = try Migration.ordered(migrations)
    self.set = set
  }

  func migration(_ number: Int) -> Migration? { migrations.first { $0.number == number } }

  /// Throws unless there is a file with a requested number.
  func checkKnown(_ number: Int) throws(MigrationError) {
    guard migration(number) != nil else { throw .unknownNumber(number, set: set) }
  }
}

/// The state to which a migrator brings a schema.
public enum MigrationGoal: Sendable, Hashable {
  /// Applies the pending files, up to a number or all of them.
  case up(to: Int? = nil)
  /// Reverts the last files, at most as many as given.
  case down(steps: Int = 1)
  /// Applies or reverts files until the number is the last one applied; 0 reverts all.
  case to(Int)
}

/// A file that was run, or that would be run.
public struct MigrationStep: Sendable, Hashable, Encodable {
  /// The direction, which selects one of the two files of a migration.
  public enum Direction: String, Sendable, Hashable, Encodable {
    /// `NNNN_name.sql`.
    case up
    /// `NNNN_name.down.sql`.
    case down
  }

  /// The number of the migration.
  public let number: Int
  /// The name of the file that ran.
  public let fileName: String
  /// The direction of the migration.
  public let direction: Direction
  /// What the file said it lost, by `-- lose:`; empty before it ran.
  public internal(set) var losses: [RowLoss] = []
}
