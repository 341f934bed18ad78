internal import Dispatch
public import SQLite

extension PersonStore {
  /// The number in the header of a store's file (`PRAGMA application_id`), by which other programs tell
  /// it from other SQLite databases. Files of version 0.1 have 0 there and are known by the history of
  /// their migrations.
  public static let applicationID: Int32 = 0x5065_5374  // "PeSt"

  /// Throws unless a file holds a store, or none where one may be made. Changes nothing.
  ///
  /// ```swift
  /// try PersonStore.checkIdentity(path: "people.db")         // throws for a file of another program
  /// ```
  ///
  /// - Throws: ``StoreError/notAStore(path:_:)``, ``DatabaseError``.
  public static func checkIdentity(
    path: String, configuration: Configuration = Configuration()
  ) throws {
    guard path != ":memory:", Connection.applicationID(of: path) != applicationID else { return }
    guard let identity = try identity(path: path, configuration), identity != .store else { return }
    let isMaking = configuration.access == .create
    switch identity {
    case .store: return
    // Perhaps another process is about to make one.
    case .empty: if !isMaking { throw StoreError.notAStore(path: path, .empty) }
    case .managed: if !isMaking { throw StoreError.notAStore(path: path, .withoutHistory) }
    case .foreign(let tables):
      throw StoreError.notAStore(path: path, .foreign(tables: tables))
    }
  }

  /// The number in the header of a database that another program has marked as its own; nil where there
  /// is none.
  package static func foreignApplicationID(of path: String) -> Int32? {
    Connection.applicationID(of: path).flatMap { [0, applicationID].contains($0) ? nil : $0 }
  }

  /// Checks the identity on a thread that may block.
  static func checkIdentity(path: String, configuration: Configuration) async throws {
    guard path != ":memory:" else { return }
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(
          with: Result { try checkIdentity(path: path, configuration: configuration) })
      }
    }
  }

  /// What a file is to this library.
  private enum Identity: Equatable {
    case store
    /// It has nothing in it.
    case empty
    /// It has a history of migrations, of other sets.
    case managed
    case foreign(tables: [String])
  }

  /// Nil where there is no such file.
  private static func identity(path: String, _ configuration: Configuration) throws -> Identity? {
    do {
      do {
        return try identity(of: Connection(inspecting: path, timeout: configuration.busyTimeout))
      } catch DatabaseError.readOnly where configuration.access != .read {
        return try identity(
          of: Connection(inspecting: path, timeout: configuration.busyTimeout, recovering: true))
      }
    } catch DatabaseError.cannotOpen(_, .noSuchFile) where configuration.access == .create {
      return nil
    }
  }

  private static func identity(of connection: Connection) throws -> Identity {
    defer { connection.close() }
    return try connection.snapshot {
      let id = try connection.applicationID()
      if id == applicationID { return .store }
      let tables = try connection.query(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
          + "ESCAPE '\\' ORDER BY rowid"
      ) { try $0.text(0) }
      guard tables.contains("schema_migration") else {
        return tables.isEmpty && id == 0 ? .empty : .foreign(tables: tables)
      }
      return try migrator().status(on: connection).entries.contains { $0.appliedAt != nil }
        ? .store : .managed
    }
  }
}
