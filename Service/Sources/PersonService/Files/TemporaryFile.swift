import Foundation

/// The folder for temporary files cannot be written.
struct TemporaryFileError: Error {
  /// The system's number of the error; nil if there is none.
  let code: Int32?

  /// Whether there is no room for the file.
  var isFull: Bool { code.map([ENOSPC, EDQUOT, EFBIG].contains) ?? false }
}

/// A file of the service's own, which is removed when nobody needs it any more: an upload before
/// its import, or an export while it is sent. A slow client thus holds up no transaction.
final class TemporaryFile: Sendable {
  let path: String

  private static let prefix = "personservice-"

  /// Creates an empty file that only this user can read.
  init() throws {
    var name = Array((Self.folder + "\(Self.prefix)\(getpid())-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw TemporaryFileError(code: errno)
    }
    close(descriptor)
    path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { unlink(path) }

  private static let folder = NSTemporaryDirectory()

  /// Removes the files of services that were killed.
  static func removeAbandoned() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
      if let process = Int32(number), kill(process, 0) != 0, errno == ESRCH {
        unlink(folder + name)
      }
    }
  }
}
