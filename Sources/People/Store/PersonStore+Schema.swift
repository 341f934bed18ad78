public import Foundation
internal import LinqSQL
internal import Logging
internal import PeopleMigrations
internal import PostgresMigrations
public import StoreSQLite
internal import StoreSupport

extension PersonStore {
  /// Returns the migrator of the store's own schema, whose files are embedded in the library. The
  /// name of the set is `personstore`. The files of both engines share their numbers.
  public static func migrator(for engine: Engine = .sqlite) throws -> Migrator {
    let embedded = engine.isInProcess ? StoreMigrations.files : PostgresMigrations.files
    let files = Dictionary(uniqueKeysWithValues: embedded.map { ($0.name, $0.bytes) })
    var migrator = try Migrator(Migration.load(files: files), set: "personstore")
    migrator.applicationID = applicationID
    return migrator
  }

  /// Brings the schema up to date, or checks that it is, and reads where the columns of people are.
  package func prepare(_ connection: Connection, migrating: Bool) throws {
    let migrator = try Self.migrator(for: connection.engine)
    let status = try migrator.status(on: connection)
    let last = migrator.migrations.last?.number ?? 0
    let newer = status.entries(.missing).filter { $0.number > last }
    guard newer.isEmpty else {
      throw StoreError.schemaTooNew(path: connection.path, files: newer.map(\.fileName))
    }
    let isWriting = connection.configuration.access != .read
    if migrating, isWriting {
      try Self.checkHistory(migrator, on: connection)
      try connection.installFunctions()
      for step in try migrator.up(on: connection) {
        logger.debug(
          "migrated", metadata: ["path": "\(connection.path)", "file": "\(step.fileName)"])
      }
    } else if !status.isUpToDate {
      if !connection.engine.isInProcess { try Self.checkTables(status, on: connection) }
      // What `migrate` would refuse is not mended by it.
      try migrator.refuseProblems(status, .up)
      throw StoreError.schemaNotUpToDate(
        path: connection.path,
        files: status.entries.filter { $0.state != .applied }.map(\.fileName))
    }
    if isWriting, !connection.engine.keepsCanonicalText { try Self.markChecked(on: connection) }
    let learned = try Person.table.layout(on: connection)
    layout.withLock { $0 = learned }
    // A damaged table can be opened.
    if isWriting, let index = Person.table.searchIndex, (try? index.isDue(on: connection)) == true {
      pool.maintainInBackground()
    }
  }
}

extension PersonStore {
  /// Moves all people who have changed into the search index now. The store does it by itself, in
  /// the background, when they are more than 500.
  ///
  /// ```swift
  /// try await store.people.insert(everybody)          // a million people, with 5 µs each
  /// try await store.updateSearchIndex()               // 7 µs each; searches are fast afterwards
  /// ```
  ///
  /// Searches find the same people before and after it.
  ///
  /// - Complexity: O(n) for n people who have changed.
  public func updateSearchIndex() async throws { try await pool.maintain() }

  /// Moves all people who have changed into the search index, on the calling thread; see the
  /// `async` form.
  public func updateSearchIndex() throws { try pool.maintain() }

  /// Keeps the indexes of people up to date, and reports damaged ones.
  func keepIndexes() {
    for index in Person.table.textIndexes {
      pool.keep(index.name) { [logger] connection in
        try index.maintain(on: connection) { logger.error("\($0)") }
      }
    }
  }

  /// Throws for a server whose tables are those of other programs only. What a file contains is
  /// known before it is opened.
  private static func checkTables(_ status: MigrationStatus, on connection: Connection) throws {
    guard status.entries.allSatisfy({ $0.appliedAt == nil }) else { return }
    let tables = try connection.query(connection.engine.listOfTables) { try $0.text(0) }.sorted()
    guard !tables.isEmpty, !tables.contains("person") else { return }
    throw StoreError.notAStore(path: connection.path, .foreign(tables: tables))
  }

  /// Throws for a database that has the tables of a store, but no history of its migrations: they
  /// would be created again.
  package static func checkHistory(_ migrator: Migrator, on connection: Connection) throws {
    // Another process may be creating both at this moment.
    let isWithout = try connection.snapshot {
      try connection.storedTable(named: "person").map { $0.kind != .view } == true
        && migrator.status(on: connection).entries.allSatisfy { $0.appliedAt == nil }
    }
    if isWithout { throw StoreError.notAStore(path: connection.path, .withoutHistory) }
  }
}

/// The kind of a file that does not contain a store.
public enum NotAStore: Sendable, Hashable {
  /// The file is empty.
  case empty
  /// Its tables belong to another program.
  case foreign(tables: [String])
  /// It is marked as a store, or has a migration history, but not that of a store.
  case withoutHistory
}

/// The reason why a store cannot be used.
public enum StoreError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// The schema is not that of this version, and the store was opened without migrating. `files`
  /// are the migrations that are pending.
  case schemaNotUpToDate(path: String, files: [String])

  /// The file does not contain a store. Nothing was changed in it.
  case notAStore(path: String, NotAStore)

  /// A newer version of this library has changed the schema. `files` are the migrations that this
  /// version does not know.
  case schemaTooNew(path: String, files: [String])

  /// Whether the database is not a store, but has tables, perhaps made by migrations.
  public var isOfAnotherProgram: Bool {
    switch self {
    case .notAStore(_, .foreign), .notAStore(_, .withoutHistory): true
    default: false
    }
  }

  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .schemaNotUpToDate(let path, let files):
      "the schema of \(path) is not up to date (\(files.joined(separator: ", "))); migrate it "
        + "first: personstore migrate --db \(path.contains(" ") ? "'\(path)'" : path)"
    case .notAStore(let path, .empty):
      "\(path) is an empty file, not a store"
    case .notAStore(let path, .foreign(let tables)):
      "\(path) is a database of another program (tables: "
        + (tables.prefix(5) + (tables.count > 5 ? ["…"] : [])).joined(separator: ", ")
        + "), not a store; nothing was changed in it"
    case .notAStore(let path, .withoutHistory):
      "\(path) has no tables of a store, or lost the history of its migrations; `migrate baseline` "
        + "writes that down again"
    case .schemaTooNew(let path, let files):
      "the schema of \(path) is newer than this program (\(files.joined(separator: ", "))); use a "
        + "version of the program that knows it"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
