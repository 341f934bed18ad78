internal import CStoreSQLite
internal import Foundation
internal import StoreEngine
internal import StoreSupport

extension OpenFailure {
  /// Checks a path before SQLite opens it, because SQLite reports all of these problems with one
  /// code.
  static func check(path: String, access: DatabaseConfiguration.Access) throws(DatabaseError) {
    guard path != ":memory:" else { return }
    // An empty name would create a temporary file, which is deleted when it is closed. A NUL would
    // end the name.
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw .cannotOpen(path: path, reason: .invalidPath)
    }
    var status = stat()
    if stat(path, &status) == 0 {
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        let file = SQLiteConnection.resolved(path)
        if ReplacementMark.exists(beside: file) || LogOwner.isOther(beside: file) {
          throw .cannotOpen(path: path, reason: .otherLog(path: path))
        }
        return
      case S_IFDIR: throw .cannotOpen(path: path, reason: .isFolder)
      default: throw .cannotOpen(path: path, reason: .isNoFile)
      }
    }
    if errno == EACCES { throw .cannotOpen(path: path, reason: .permissionDenied) }
    guard access == .create else { throw .cannotOpen(path: path, reason: .noSuchFile) }
    let folder = FolderPath.of(path)
    if stat(folder, &status) != 0 {
      throw .cannotOpen(path: path, reason: .noSuchFolder(folder))
    }
  }

  /// Creates the reason for an error that SQLite reported while opening a file.
  init(_ error: EngineError, path: String) {
    switch error.systemError {
    case EACCES, EPERM, EROFS: self = .noPermission(for: path)
    // The file, or a file that the write-ahead log needs beside it, could not be created.
    case ENOENT where access(FolderPath.of(path), W_OK) != 0:
      self = .noPermission(for: path)
    case ENOENT: self = .noSuchFile
    case EISDIR: self = .isFolder
    default: self = .failed(error)
    }
  }

  /// Returns the reason why a file, or one beside it, cannot be written.
  static func noPermission(for path: String) -> OpenFailure {
    isOnReadOnlyFileSystem(path) ? .readOnlyFileSystem : .permissionDenied
  }

  /// Returns whether the file system of a file cannot be written.
  static func isOnReadOnlyFileSystem(_ path: String) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 || statvfs(FolderPath.of(path), &status) == 0 else {
      return false
    }
    return UInt(status.f_flag) & UInt(ST_RDONLY) != 0
  }
}
