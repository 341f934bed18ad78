public import StoreSQLite
internal import StoreSupport

extension PersonStore {
  /// The number in the header of a store's file (`PRAGMA application_id`), by which other programs
  /// tell it from other SQLite databases. Files of version 0.1 have 0 there and are known by the
  /// history of their migrations.
  public static let applicationID: Int32 = 0x5065_5374  // "PeSt"

  /// Throws unless a file holds a store, or none where one may be made. Changes nothing.
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
    // Perhaps another process is about to make one.
    case .empty: if !isMaking { throw StoreError.notAStore(path: path, .empty) }
    case .withoutHistory: if !isMaking { throw StoreError.notAStore(path: path, .withoutHistory) }
    case .foreign(let tables):
      throw StoreError.notAStore(path: path, .foreign(tables: tables))
    }
  }

  /// The number in the header of a database that another program has marked as its own; nil where
  /// there is none.
  package static func foreignApplicationID(of path: String) -> Int32? {
    guard let connection = try? Connection(inspecting: path, timeout: .seconds(1)) else {
      return nil
    }
    defer { connection.close() }
    guard let id = try? connection.applicationID() else { return nil }
    return [0, applicationID].contains(id) ? nil : id
  }

  /// Checks the identity on a thread that may block.
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

  /// What a file is to this library.
  private enum Identity: Equatable {
    case store
    /// It has nothing in it.
    case empty
    /// It is marked as a store, or has a history of migrations of other sets, but has no tables of
    /// a store.
    case withoutHistory
    case foreign(tables: [String])
  }

  /// Nil where there is no such file.
  private static func identity(path: String, _ configuration: DatabaseConfiguration) throws
    -> Identity?
  {
    func look(recovering: Bool = false) throws -> Identity {
      try identity(
        of: Connection(
          inspecting: path, timeout: configuration.busyTimeout, recovering: recovering))
    }
    do {
      do {
        return try look()
      } catch DatabaseError.readOnly where configuration.access != .read {
        return try look(recovering: true)
      } catch DatabaseError.corrupt {
        // Another process may have begun to write while the file was taken for one that does not
        // change.
        return try look()
      }
    } catch DatabaseError.cannotOpen(_, .noSuchFile) where configuration.access == .create {
      return nil
    }
  }

  private static func identity(of connection: Connection) throws -> Identity {
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
