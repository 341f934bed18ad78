internal import CStoreSQLite
internal import Foundation

extension Connection {
  /// Opens a file that may be another program's, to look at it: nothing is written to it or beside
  /// it.
  ///
  /// A file with a log that another connection left, or uses now, is opened as any reader would.
  /// Only SQLite opens the file: to close it by another way would drop the locks that this process
  /// holds on it.
  ///
  /// - Parameter recovering: whether a change that a killed program has left half done is undone
  ///   first, as every connection does that may write.
  package convenience init(
    inspecting path: String, timeout: Duration, recovering: Bool = false
  ) throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = timeout
    configuration.access = recovering ? .write : .read
    // A read-only connection makes a log where there is none, and leaves it.
    let isAlone = !recovering && !Self.companionIsThere(path)
    try self.init(
      path: path, configuration: configuration, role: recovering ? .reader : .writer,
      isImmutable: isAlone)
  }

  /// The name that makes SQLite take a file for one that does not change.
  static func immutableName(of path: String) -> String {
    // What has a meaning of its own in a URI.
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3F")
      .replacing("#", with: "%23")
    // Two slashes at the beginning would be followed by the name of a host.
    return (path.hasPrefix("/") ? "file://" : "file:") + escaped + "?immutable=1"
  }

  /// Whether there is a log or a journal beside a file: where SQLite looks for it, beside the file
  /// that a symbolic link leads to.
  static func companionIsThere(_ path: String) -> Bool {
    let path = resolved(path)
    return ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: path + $0) }
  }

  /// Removes the empty log that a read-only connection has made beside a file that had none: SQLite
  /// lets only a connection that may write remove it.
  static func removeEmptyLog(of path: String) {
    var status = stat()
    guard stat(resolved(path) + "-wal", &status) == 0, status.st_size == 0 else { return }
    var configuration = DatabaseConfiguration()
    configuration.access = .write
    configuration.busyTimeout = .zero
    // Where the file may not be written, the log stays.
    guard let connection = try? Connection(path: path, configuration: configuration, role: .reader)
    else { return }
    connection.closeRemovingLog()
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
