internal import Foundation
internal import StoreSupport
internal import Tabular

/// A file that can be read more than once: what comes through a pipe is kept in a temporary file.
final class RereadableFile {
  private let path: String
  private let name: String
  /// The temporary file; nil if the file itself can be read again.
  private let copy: TemporaryFiles.Entry?

  /// - Parameter path: the file, or `-` for the standard input.
  init(_ path: String) throws {
    // A pipe is opened once: its other end may be closed afterwards.
    let source = try ByteSource(path: path)
    name = source.name
    guard path == "-" || source.size == nil else {
      self.path = path
      copy = nil
      return
    }
    let kept = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).rows"
    self.path = kept
    copy = TemporaryFiles.add(kept)
    do {
      try Self.copy(source, to: kept)
    } catch {
      unlink(kept)
      copy?.forget()
      throw error
    }
  }

  private static func copy(_ source: ByteSource, to kept: String) throws {
    let descriptor = open(kept, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw TabularError.cannotWrite(path: kept, reason: String(cString: strerror(errno)))
    }
    let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 18)
    defer { buffer.deallocate() }
    while true {
      let count = try source.read(into: buffer)
      guard count > 0 else { break }
      try output.write(contentsOf: Data(buffer.prefix(count)))
    }
    try output.close()
  }

  deinit {
    guard let copy else { return }
    unlink(path)
    copy.forget()
  }

  func source() throws -> ByteSource { try ByteSource(path: path, name: name) }
}
