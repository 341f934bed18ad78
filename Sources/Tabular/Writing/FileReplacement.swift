internal import StoreSupport

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A temporary file beside the file that it will replace.
struct FileReplacement {
  /// The temporary file, open for writing. The user of the descriptor closes it.
  let descriptor: Int32

  private let path: String
  private let target: String
  private let temporary: String
  /// The entry by which the temporary file is removed if a signal ends the program.
  private let entry: TemporaryFiles.Entry

  /// Returns whether `path` is a regular file or does not exist yet.
  ///
  /// - Throws: ``TabularError/isDirectory(path:)``.
  static func isNeeded(for path: String) throws(TabularError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: path) }
    return status.st_mode & S_IFMT == S_IFREG
  }

  /// Creates the temporary file, with the permissions of the file to be replaced, if there is one.
  init(of path: String) throws(TabularError) {
    let target = Self.resolved(path)
    // This is not derived from the name, which may already have the maximum length.
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let temporary = "\(directory).table-\(random).tmp"
    entry = TemporaryFiles.add(temporary)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    self.path = path
    self.target = target
    self.temporary = temporary
    guard descriptor >= 0 else {
      entry.forget()
      throw .cannotWrite(path: path, reason: systemMessage(errno))
    }
    var status = stat()
    // Exporting private data again must not make it public.
    if stat(target, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      let reason = systemMessage(errno)
      close(descriptor)
      discard()
      throw .cannotWrite(path: path, reason: reason)
    }
  }

  /// Renames the temporary file to the target.
  func commit() throws(TabularError) {
    guard rename(temporary, target) == 0 else {
      let reason = systemMessage(errno)
      discard()
      throw .cannotWrite(path: path, reason: reason)
    }
    entry.forget()
  }

  /// Removes the temporary file.
  func discard() {
    unlink(temporary)
    entry.forget()
  }

  /// Returns the file that a symbolic link points to, so that the link itself is kept.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
