#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The folder that contains a file.
package enum FolderPath {
  /// Returns the path of the folder, with the slash at its end; `./` for a name alone.
  package static func of(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
  }

  /// Writes the folder of a file to the disk, without which a new name might not survive a power
  /// failure. Not every file system supports this, and the file itself is on the disk already, so a
  /// failure is no error.
  package static func sync(of path: String) {
    let descriptor = open(of(path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
