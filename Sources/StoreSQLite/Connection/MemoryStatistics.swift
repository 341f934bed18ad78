internal import CStoreSQLite
internal import StoreEngine

/// SQLite's statistics of the memory that it uses in the whole process.
public enum MemoryStatistics {
  /// Switches the statistics off. They require a lock for every allocation of SQLite, which is a
  /// twentieth of the time of an insert. Call this first in a program: it has no effect once a
  /// database is open.
  ///
  /// - Returns: whether the statistics are off now.
  @discardableResult
  public static func switchOff() -> Bool {
    csqlite_config_memory_statistics(0) == SQLITE_OK
  }
}
