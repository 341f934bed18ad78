public import StoreSQLite
internal import StoreSupport

extension PersonStore {
  /// The number in the header of a store's file (`PRAGMA application_id`), by which other programs
  /// distinguish it from other SQLite databases. Files of version 0.1 have 0 there, and are
  /// identified by their migration history.
  public static let applicationID: Int32 = 0x5065_5374  // "PeSt"

  /// Throws unless a file contains a store, or nothing where a store may be created. Changes
  /// nothing.
  ///
  /// ```swift
  /// try PersonStore.checkIdentity(path: "people.db")       // throws for a file of another program
  /// ```
  ///
  /// - Throws: ``StoreError/notAStore(path:_:)``, `DatabaseError`.
  public static func checkIdentity(
    path: String, configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws {
    guard path != ":memory:" else { return }
    let isMaking = configuration.access == .create
    switch try identity(path: path, configuration) {
    case nil, .store: return
    // Another process may be about to create one.
    case .empty: if !isMaking { throw StoreError.notAStore(path: path, .empty) }
    case .withoutHistory: if !isMaking { throw StoreError.notAStore(path: path, .withoutHistory) }
    case .foreign(let tables):
      throw StoreError.notAStore(path: path, .foreign(tables: tables))
    }
  }

  /// Returns the application ID of a database of another program; nil if there is none.
  package static func foreignApplicationID(of path: String) -> Int32? {
    guard let connection = try? SQLiteConnection(inspecting: path, timeout: .seconds(1)) else {
      return nil
    }
    defer { connection.close() }
    guard let id = try? connection.applicationID() else { return nil }
    return [0, applicationID].contains(id) ? nil : id
  }

  /// Checks the identity on a background thread, so that the caller is not blocked.
  static func checkIdentity(path: String, configuration: DatabaseConfiguration) async throws {
    guard path != ":memory:" else { return }
    try await withCheckedThrowingContinuation { continuation in
      do {
        try BackgroundThread.start {
          continuation.resume(
            with: Result { try checkIdentity(path: path, configuration: configuration) })
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
  }

  /// The kind of a database file.
  private enum Identity: Equatable {
    case store
    /// The file is empty.
    case empty
    /// It is marked as a store, or has the migration history of other sets, but has no tables of a
    /// store.
    case withoutHistory
    case foreign(tables: [String])
  }

  /// Returns the kind of a file; nil if it does not exist.
  private static func identity(path: String, _ configuration: DatabaseConfiguration) throws
    -> Identity?
  {
    func look(recovering: Bool = false) throws -> Identity {
      try identity(
        of: SQLiteConnection(
          inspecting: path, timeout: configuration.busyTimeout, recovering: recovering))
    }
    do {
      do {
        return try look()
      } catch DatabaseError.readOnly where configuration.access != .read {
        return try look(recovering: true)
      } catch DatabaseError.corrupt {
        // The file was opened as immutable, and another process may have begun to write to it.
        return try look()
      }
    } catch DatabaseError.cannotOpen(_, .noSuchFile) where configuration.access == .create {
      return nil
    }
  }

  private static func identity(of connection: SQLiteConnection) throws -> Identity {
    defer { connection.close() }
    return try connection.snapshot {
      let tables = try connection.query(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' "
          + "ESCAPE '\\' ORDER BY rowid"
      ) { try $0.text(0) }
      let isManaged = tables.contains("schema_migration")
      if isManaged,
        try migrator().status(on: connection).entries.contains(where: { $0.appliedAt != nil })
      {
        return .store
      }
      let id = try connection.applicationID()
      switch id {
      case applicationID: return .withoutHistory
      case 0:
        return tables.isEmpty ? .empty : isManaged ? .withoutHistory : .foreign(tables: tables)
      default: return .foreign(tables: tables)
      }
    }
  }
}
