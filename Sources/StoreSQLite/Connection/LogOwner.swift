internal import CStoreSQLite
internal import StoreSupport

/// The note of a write-ahead log to which file it belongs, in an attribute of the log's file.
///
/// SQLite takes the log that it finds beside a file for the log of that file. If a program is
/// killed, and its file is replaced then, or the other way round, the log of the old file would
/// damage the new one. A log that was copied together with its file is another file, and its note
/// is not valid.
struct LogOwner: Equatable {
  private static let attribute = "user.personstore.owner"

  private let file: UInt64
  private let log: UInt64

  /// - Parameter file: the path of the file with symbolic links resolved. Nil if the file or its
  ///   log does not exist.
  private init?(of file: String) {
    guard let status = FileStatus(file), let log = FileStatus(file + "-wal") else { return nil }
    (self.file, self.log) = (status.identity.number, log.identity.number)
  }

  /// Notes in the log of a file that it belongs to the file. Not every file system has attributes.
  static func note(for file: String) {
    guard let owner = LogOwner(of: file), read(file) != owner else { return }
    withUnsafeBytes(of: owner) { bytes in
      _ = csqlite_write_attribute(
        file + "-wal", attribute, bytes.baseAddress, UInt(bytes.count))
    }
  }

  /// Returns whether the log beside a file has pages of another file.
  static func isOther(beside file: String) -> Bool {
    guard let log = FileStatus(file + "-wal"), log.size > 0, let here = LogOwner(of: file),
      let noted = read(file)
    else { return false }
    return noted.log == here.log && noted.file != here.file
  }

  private static func read(_ file: String) -> LogOwner? {
    withUnsafeTemporaryAllocation(of: LogOwner.self, capacity: 1) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let size = csqlite_read_attribute(
        file + "-wal", attribute, bytes.baseAddress, UInt(bytes.count))
      return size == bytes.count ? buffer[0] : nil
    }
  }
}
