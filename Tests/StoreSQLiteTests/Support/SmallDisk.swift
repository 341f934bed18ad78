import Foundation
import TestSupport

/// A file system of one megabyte in memory, mounted during a test. Only root may do this.
final class SmallDisk {
  let path: String
  private let folder = TemporaryFolder()

  init?() {
    path = folder.file("disk")
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard Program.succeeds("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path) else {
      return nil
    }
  }

  deinit { _ = Program.succeeds("umount", "-l", path) }

  func file(_ name: String = "test.db") -> String { path + "/" + name }

  /// Forbids writing.
  func makeReadOnly() -> Bool {
    Program.succeeds("mount", "-o", "remount,ro", path)
  }

  /// Whether this process may mount.
  static let isPossible = SmallDisk() != nil
}
