#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Unfinished files of programs that were killed. The next program that writes such a file to the
/// same folder removes them.
///
/// A program holds a lock on the file that it is writing. The system releases it when the program
/// ends, however it ends.
package enum AbandonedFiles {
  /// Locks a file that has just been created. Returns false if another writer took it for an
  /// abandoned one, and has removed it in between or is about to.
  package static func claim(_ descriptor: Int32, path: String) -> Bool {
    // Not every file system has such locks. Without them no file is ever removed as abandoned.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else { return false }
    guard let opened = FileStatus(descriptor: descriptor) else { return false }
    return FileStatus(link: path)?.identity == opened.identity
  }

  /// Removes the files of a folder that no program is writing.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - companions: the suffixes of further files that belong to such a file.
  ///   - isUnfinished: returns whether a name is that of an unfinished file.
  package static func remove(
    in folder: String, companions: [String] = [], where isUnfinished: (String) -> Bool
  ) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if isUnfinished(name) { names.append(name) }
    }
    for name in names { remove("\(folder)/\(name)", companions) }
  }

  private static func remove(_ path: String, _ companions: [String]) {
    var status = stat()
    // Only a regular file of this user can be an unfinished file of this user's programs.
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid()
    else { return }
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
    for companion in companions { unlink(path + companion) }
    unlink(path)
  }
}
