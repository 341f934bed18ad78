internal import CStoreSQLite

/// SQLite's count of the memory it uses, for the whole process.
public enum MemoryStatistics {
  /// Switches the count off. Every allocation of SQLite's takes a lock for it, which is a twentieth
  /// of the time of an insert. For a program's first line: once a database is open it is too late.
  ///
  /// - Returns: whether it is off now.
  @discardableResult
  public static func switchOff() -> Bool {
    csqlite_config_memory_statistics(0) == SQLITE_OK
  }
}
