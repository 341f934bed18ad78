internal import StoreSupport

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// A temporary file beside the one whose place it is to take.
struct FileReplacement {
  /// The temporary file, open for writing; whoever writes closes it.
  let descriptor: Int32

  private let path: String
  private let target: String
  private let temporary: String
  /// Removes the temporary file where a signal ends the program.
  private let entry: TemporaryFiles.Entry

  /// Whether `path` is a regular file or does not exist yet.
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
    // Not derived from the name, which may be as long as names can be.
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
    // People's data that was private must not become public by being exported anew.
    if stat(target, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      let reason = systemMessage(errno)
      close(descriptor)
      discard()
      throw .cannotWrite(path: path, reason: reason)
    }
  }

  /// Gives the temporary file the name of the target.
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

  /// The file that a symbolic link points to, so that the link survives.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
