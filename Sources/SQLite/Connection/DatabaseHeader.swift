internal import Foundation

/// What the first bytes of a database file say, read without SQLite.
struct DatabaseHeader {
  /// The number of the program that made the file; 0 for none.
  let applicationID: Int32

  /// Whether the file is used with a write-ahead log.
  let usesLog: Bool

  /// Nil for a file that cannot be read, is empty, or is no SQLite database.
  init?(path: String) {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    guard let read = try? file.read(upToCount: 100), read.count == 100 else { return nil }
    let bytes = [UInt8](read)
    guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
    usesLog = bytes[18] == 2 && bytes[19] == 2
    applicationID = Int32(bitPattern: bytes[68..<72].reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension Connection {
  /// The application id in the header of a file, where it can be read without opening the database.
  package static func applicationID(of path: String) -> Int32? {
    DatabaseHeader(path: path)?.applicationID
  }

  /// Opens a file that may be another program's, to look at it: nothing is written to it or beside it.
  ///
  /// A file with a log that another connection left, or uses now, is opened as any reader would.
  ///
  /// - Parameter recovering: whether a change that a killed program has left half done is undone first, as
  ///   every connection does that may write.
  package convenience init(
    inspecting path: String, timeout: Duration, recovering: Bool = false
  ) throws {
    var configuration = Configuration()
    configuration.busyTimeout = timeout
    if recovering {
      configuration.access = .write
      try self.init(path: path, configuration: configuration, role: .reader)
      return
    }
    configuration.access = .read
    // A read-only connection makes a log where there is none, and leaves it.
    let header = DatabaseHeader(path: path)
    let isAlone = header?.usesLog == true && !Self.logIsThere(path)
    try self.init(path: path, configuration: configuration, role: .writer, isImmutable: isAlone)
  }

  /// The name that makes SQLite take a file for one that does not change.
  static func immutableName(of path: String) -> String {
    // What has a meaning of its own in a URI.
    let escaped = path.replacing("%", with: "%25").replacing("?", with: "%3F")
      .replacing("#", with: "%23")
    // Two slashes at the beginning would be followed by the name of a host.
    return (path.hasPrefix("/") ? "file://" : "file:") + escaped + "?immutable=1"
  }

  static func logIsThere(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "-wal")
  }

  /// Removes the empty log that a read-only connection has made beside a file that had none: SQLite lets
  /// only a connection that may write remove it.
  static func removeEmptyLog(of path: String) {
    var status = stat()
    guard stat(path + "-wal", &status) == 0, status.st_size == 0 else { return }
    var configuration = Configuration()
    configuration.access = .write
    configuration.busyTimeout = .zero
    // Where the file may not be written, the log stays.
    guard let connection = try? Connection(path: path, configuration: configuration, role: .reader)
    else { return }
    connection.closeRemovingLog()
  }
}
