internal import CStoreSQLite
internal import Foundation
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Opens a file that may belong to another program to inspect it. Nothing is written to the file
  /// or beside it.
  ///
  /// A file with a log that another connection uses or has left is opened like any reader does.
  /// Only SQLite opens the file: closing it in another way would drop the locks that this process
  /// holds on it.
  ///
  /// - Parameter recovering: whether an incomplete change of a killed program is undone first, as
  ///   every connection with write access does.
  package convenience init(
    inspecting path: String, timeout: Duration, recovering: Bool = false
  ) throws {
    var configuration = DatabaseConfiguration()
    configuration.busyTimeout = timeout
    configuration.access = recovering ? .write : .read
    // A read-only connection creates a log if there is none, and leaves it behind.
    let isAlone = !recovering && !Self.companionIsThere(path)
    try self.init(
      path: path, configuration: configuration, role: recovering ? .reader : .writer,
      isImmutable: isAlone)
  }

  /// Returns the name with which SQLite assumes that the file does not change.
  static func immutableName(of path: String) -> String {
    // These characters have a meaning in a URI.
    let escaped = path.replacing(scalar: "%", with: "%25").replacing(scalar: "?", with: "%3F")
      .replacing(scalar: "#", with: "%23")
    // After two slashes SQLite would expect the name of a host.
    return (path.hasPrefix("/") ? "file://" : "file:") + escaped + "?immutable=1"
  }

  /// Returns whether there is a log or a journal beside a file. As in SQLite, symbolic links are
  /// resolved first.
  static func companionIsThere(_ path: String) -> Bool {
    let path = resolved(path)
    return ["-wal", "-journal"].contains { FileManager.default.fileExists(atPath: path + $0) }
  }

  /// Removes the empty log that a read-only connection has created beside a file that had none.
  /// SQLite lets only a connection with write access remove it.
  static func removeEmptyLog(of path: String) {
    guard FileStatus(resolved(path) + "-wal")?.size == 0 else { return }
    var configuration = DatabaseConfiguration()
    configuration.access = .write
    configuration.busyTimeout = .zero
    // Without write permission the log stays.
    guard
      let connection = try? SQLiteConnection(
        path: path, configuration: configuration, role: .reader)
    else { return }
    connection.closeRemovingLog()
  }

  /// Returns the path with all symbolic links resolved, beside which SQLite keeps its files.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
