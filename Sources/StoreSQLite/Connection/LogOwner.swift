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

  init(file: FileStatus.Identity, log: FileStatus.Identity) {
    (self.file, self.log) = (file.number, log.number)
  }

  /// Writes the note. Not every file system has attributes.
  func note(in log: String) {
    guard Self.read(log) != self else { return }
    withUnsafeBytes(of: self) { bytes in
      _ = csqlite_write_attribute(log, Self.attribute, bytes.baseAddress, UInt(bytes.count))
    }
  }

  /// Returns whether the log beside a file, whose symbolic links are resolved, has pages of another
  /// file.
  static func isOther(beside file: String) -> Bool {
    let log = file + "-wal"
    guard let status = FileStatus(log), status.size > 0, let file = FileStatus(file)?.identity,
      let noted = read(log)
    else { return false }
    let here = LogOwner(file: file, log: status.identity)
    return noted.log == here.log && noted.file != here.file
  }

  private static func read(_ log: String) -> LogOwner? {
    withUnsafeTemporaryAllocation(of: LogOwner.self, capacity: 1) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let size = csqlite_read_attribute(log, attribute, bytes.baseAddress, UInt(bytes.count))
      return size == bytes.count ? buffer[0] : nil
    }
  }
}
