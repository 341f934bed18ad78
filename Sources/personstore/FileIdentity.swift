internal import Foundation

/// The identity of a file, which stays when it is renamed.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Reads the identity of the file at a path; nil if there is no regular file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
