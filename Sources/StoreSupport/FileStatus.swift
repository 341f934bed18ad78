#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// What the system tells about a file.
package struct FileStatus: Equatable, Sendable {
  /// The identity of a file, which stays when it is renamed or written.
  package struct Identity: Hashable, Sendable {
    fileprivate let device: UInt64
    /// The number of the file on its device.
    package let number: UInt64
  }

  /// A moment of the system's clock.
  package struct Time: Hashable, Sendable {
    fileprivate let seconds: Int
    fileprivate let nanoseconds: Int
  }

  package let identity: Identity
  /// Whether it is a file, and no folder, pipe or device.
  package let isRegular: Bool
  /// The size in bytes.
  package let size: Int
  /// When it was last written.
  package let written: Time

  /// Reads the status of the file at a path, or of the one that a symbolic link there leads to; nil
  /// if there is none.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the status of what is at a path, which may be a symbolic link; nil if there is nothing.
  package init?(link path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Reads the status of an open file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    identity = Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    written = Time(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
  }
}
