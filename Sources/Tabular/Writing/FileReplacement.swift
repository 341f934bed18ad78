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
  private let temporary: String
  /// The same open file. It keeps the lock, by which others see that the file is not abandoned,
  /// until the file has its final name.
  private let lock: Int32
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
    let folder = FolderPath.of(path)
    AbandonedFiles.remove(in: folder) { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.suffix) }
    (temporary, entry, descriptor) = try Self.create(in: folder, for: path)
    lock = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    self.path = path
    var status = stat()
    // Exporting private data again must not make it public.
    if stat(path, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      let error = TabularError.cannotWrite(path, errno)
      close(descriptor)
      discard()
      throw error
    }
  }

  private static let (prefix, suffix) = (".table-", ".tmp")

  private static func create(
    in folder: String, for path: String
  ) throws(TabularError) -> (path: String, entry: TemporaryFiles.Entry, descriptor: Int32) {
    while true {
      // This is not derived from the name, which may already have the maximum length.
      let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let temporary = folder + prefix + random + suffix
      let entry = TemporaryFiles.add(temporary)
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        let error = TabularError.cannotWrite(path, errno)
        entry.forget()
        throw error
      }
      if AbandonedFiles.claim(descriptor, path: temporary) { return (temporary, entry, descriptor) }
      close(descriptor)
      entry.forget()
    }
  }

  /// Renames the temporary file, and writes the folder to the disk, without which the new name
  /// might not survive a power failure. A symbolic link is replaced, and the file that it leads to
  /// is kept: somebody else may have made the link.
  func commit() throws(TabularError) {
    guard rename(temporary, path) == 0 else {
      let error = TabularError.cannotWrite(path, errno)
      discard()
      throw error
    }
    end()
    FolderPath.sync(of: path)
  }

  /// Removes the temporary file.
  func discard() {
    unlink(temporary)
    end()
  }

  private func end() {
    if lock >= 0 { close(lock) }
    entry.forget()
  }
}
