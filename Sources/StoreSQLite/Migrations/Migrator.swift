/// Brings a database's schema to the state that a set of SQL files describes, forwards or
/// backwards.
///
/// Each file runs in one transaction together with its row in the history (the table
/// `schema_migration`), and in that transaction the history is read again. So
/// - any number of migrators started at once wait for each other, and each file runs exactly once;
/// - a process that is killed, at any moment, leaves a file either applied or not begun;
/// - a file that fails leaves nothing after; the files before it stay applied.
///
/// A file that was applied and has changed since, one that is gone, and a new one with a number
/// below an applied one are refused, with their names, before anything runs. So is, when its turn
/// comes, a statement that would break these promises: `BEGIN`, `COMMIT` and their kin, `ATTACH`,
/// `VACUUM`, most `PRAGMA`s. What SQLite itself offers is all a file can use: no functions of the
/// program's.
///
/// ```swift
/// let migrator = try Migrator(Migration.load(folder: "Migrations"))
/// try pool.withWriter { connection in
///   for step in try migrator.up(on: connection) { print(step.direction, step.fileName) }
/// }
/// ```
///
/// ## Changing a table that others refer to
///
/// What `ALTER TABLE` cannot do is done by making a new table, copying the rows, dropping the old
/// table and giving the new one its name. With foreign keys on, the drop would delete the rows that
/// refer to the table (`ON DELETE CASCADE`), without a word. So they are switched off before the
/// transaction begins and on again after it, and all foreign keys of the database are checked
/// before the commit: a row that refers to nothing is an error that names it, and nothing is kept.
/// In turn, `ON DELETE` and `ON UPDATE` do not act in a migration.
///
/// ```sql
/// CREATE TABLE person_new (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
/// INSERT INTO person_new SELECT id, name FROM person;
/// DROP TABLE person;                        -- and views and triggers elsewhere that name it
/// ALTER TABLE person_new RENAME TO person;  -- the other way round the references would move
/// ```
public struct Migrator: Sendable {
  /// The files, by number.
  public let migrations: [Migration]

  /// The name of the set. One database can hold the histories of several sets, a library's and a
  /// program's for example; their numbers have nothing to do with each other.
  public let set: String

  /// How long a file waits for its turn, at least, while other connections write; 5 minutes unless
  /// set. The connection's own timeout is too short for a migrator that has much to do.
  public var lockTimeout = Duration.seconds(300)

  /// The number that marks the database as a program's own, written into its header with the first
  /// file that is applied, where there is none yet; nil for none.
  public var applicationID: Int32?

  /// A migrator for files in any order.
  ///
  /// - Throws: ``MigrationError/duplicateNumber(_:files:)``.
  public init(_ migrations: [Migration], set: String = "app") throws(MigrationError) {
    self.migrations = try Migration.ordered(migrations)
    self.set = set
  }

  func migration(_ number: Int) -> Migration? { migrations.first { $0.number == number } }

  /// Throws unless there is a file of a number that someone asked for.
  func checkKnown(_ number: Int) throws(MigrationError) {
    guard migration(number) != nil else { throw .unknownNumber(number, set: set) }
  }
}

/// Where to bring a database's schema.
public enum MigrationGoal: Sendable, Hashable {
  /// Applies what is pending, up to a number or to the end.
  case up(to: Int? = nil)
  /// Takes the last files back, as many as there are of so many.
  case down(steps: Int = 1)
  /// Applies or takes back files until the number is the last one applied; 0 for none.
  case to(Int)
}

/// One file that was run, or would be.
public struct MigrationStep: Sendable, Hashable, Encodable {
  /// Which of a migration's two files.
  public enum Direction: String, Sendable, Hashable, Encodable {
    /// `NNNN_name.sql`.
    case up
    /// `NNNN_name.down.sql`.
    case down
  }

  /// The number.
  public let number: Int
  /// The name of the file that ran.
  public let fileName: String
  /// Which of the two files.
  public let direction: Direction
}
