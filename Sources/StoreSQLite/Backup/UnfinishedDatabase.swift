internal import Foundation
package import StoreEngine
internal import StoreSupport

/// A database that gets its name when it is complete: a backup, or a new file that a command fills.
/// Until then it is written under another name beside it.
package final class UnfinishedDatabase {
  let path: String
  let isOverwriting: Bool
  /// The name of the file until it is complete.
  package let partial: String
  /// The entries by which the unfinished copy, and SQLite's files beside it, are removed if a
  /// signal ends the program.
  private let entries: [TemporaryFiles.Entry]
  /// The descriptor that holds the lock of the unfinished copy. Closing it would release the locks
  /// that SQLite has on the same file, so it stays open until SQLite has closed the copy.
  private var descriptor: Int32 = -1

  package init(_ path: String, isOverwriting: Bool) {
    self.path = path
    self.isOverwriting = isOverwriting
    partial = "\(path).\(UUID().uuidString.prefix(8)).partial"
    let partial = partial
    entries = Self.suffixes.map { TemporaryFiles.add(partial + $0) }
  }

  private static let suffixes = ["", "-journal", "-wal", "-shm"]

  /// Creates the file.
  ///
  /// - Parameter isPrivate: whether only its owner can access it until it is complete. Otherwise it
  ///   has the permissions that the process gives to new files.
  package func create(isPrivate: Bool = true) throws {
    removeAbandoned()
    descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isPrivate ? 0o600 : 0o666)
    guard descriptor >= 0, AbandonedFiles.claim(descriptor, path: partial) else { throw failure() }
  }

  /// Opens the file without a write-ahead log, with which each page would be written twice. No
  /// other connection uses the file before it is complete.
  package func connection(
    _ configuration: DatabaseConfiguration
  ) throws -> SQLiteConnection {
    try SQLiteConnection(path: partial, configuration: configuration, role: .copy)
  }

  /// Removes unfinished copies for the same destination, of programs that were killed.
  private func removeAbandoned() {
    let folder = FolderPath.of(path)
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    AbandonedFiles.remove(in: folder, companions: Self.suffixes) {
      $0.hasPrefix(name + ".") && $0.hasSuffix(".partial")
        && $0.utf8.count == name.utf8.count + 1 + 8 + ".partial".utf8.count
    }
  }

  /// Gives the copy the permissions of the database. If it replaces a file, it gets only those that
  /// both have.
  private func setPermissions(ofCopyOf source: String) throws {
    var status = stat()
    var mode = stat(source, &status) == 0 ? status.st_mode & 0o777 : 0o600
    if isOverwriting, stat(path, &status) == 0 { mode &= status.st_mode }
    guard chmod(partial, mode) == 0 else { throw failure() }
  }

  /// Throws, before any work is done, if the destination could not be replaced at the end.
  func check(source: String) throws {
    if let file = FileStatus(path), file.identity == FileStatus(source)?.identity {
      throw BackupError.sameFile(path)
    }
    if !isOverwriting, Self.exists(path) { throw BackupError.fileExists(path) }
    try OpenFailure.check(path: path, access: .create)
    try checkCompanions()
  }

  /// Throws if there is a -wal or -journal file with content. SQLite would write that content into
  /// the database of the same name, and so into a copy to which it does not belong.
  private func checkCompanions() throws {
    for companion in ["-wal", "-journal"] {
      // A reader may leave an empty one.
      if let file = FileStatus(link: path + companion), file.size > 0 {
        throw BackupError.destinationInUse(path)
      }
    }
  }

  /// Renames the complete copy to its final name, with the permissions of its source.
  func finish(copyOf source: String) throws {
    try checkCompanions()
    try setPermissions(ofCopyOf: source)
    try moveIntoPlace()
  }

  /// Renames the complete file to its final name.
  package func finish() throws {
    try checkCompanions()
    try moveIntoPlace()
  }

  private func moveIntoPlace() throws {
    if isOverwriting {
      guard rename(partial, path) == 0 else { throw failure() }
    } else if link(partial, path) != 0 {
      // A link never replaces a file that has been created meanwhile. Not every file system has
      // links.
      guard errno != EEXIST, !Self.exists(path) else { throw BackupError.fileExists(path) }
      guard rename(partial, path) == 0 else { throw failure() }
    }
    FolderPath.sync(of: path)
  }

  /// Removes the files that are left under the other name.
  package func cleanUp() {
    for suffix in Self.suffixes { unlink(partial + suffix) }
    if descriptor >= 0 { close(descriptor) }
    for entry in entries { entry.forget() }
  }

  private func failure() -> BackupError {
    .cannotReplace(path, reason: String(cString: strerror(errno)))
  }

  private static func exists(_ path: String) -> Bool { FileStatus(link: path) != nil }
}
