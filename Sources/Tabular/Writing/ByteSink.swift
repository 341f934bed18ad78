#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The destination of a table: a file or the standard output.
///
/// A file gets its name only with ``finish()``, when it is complete and on the disk: it is written
/// under a temporary name in the same directory and then renamed. Without ``finish()`` the
/// temporary file is removed when the sink is deallocated, and an existing file is kept. A file
/// that is replaced keeps its permissions. A symbolic link to a file is replaced by the new file,
/// and the file that it leads to is kept. Anything but a regular file (`/dev/null`, a named pipe)
/// is written directly.
///
/// ```swift
/// let sink = try ByteSink(path: "people.json")
/// let writer = try JSONWriter(sink, columns: ["name", "age"])
/// try writer.write([.text("Ada"), .integer(36)])
/// try writer.finish()
/// ```
///
/// Writing to a closed pipe is ``TabularError/brokenPipe(path:)``, if the program ignores
/// `SIGPIPE`.
public final class ByteSink {
  /// The name of the sink in error messages: the path, or `standard output`.
  public let name: String
  /// The number of bytes written so far, including buffered ones.
  public private(set) var bytesWritten = 0

  private static let capacity = 64 << 10

  private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
  private var used = 0
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var replacement: FileReplacement?
  /// The first error. After it, an incomplete file never gets its final name.
  private var failure: TabularError?
  private var isFinished = false

  /// Opens a sink; `-` is the standard output.
  ///
  /// - Throws: ``TabularError/isDirectory(path:)`` or
  ///   ``TabularError/cannotWrite(path:reason:code:)``.
  public init(path: String) throws(TabularError) {
    if path == "-" {
      name = "standard output"
      descriptor = STDOUT_FILENO
      ownsDescriptor = false
      return
    }
    name = path
    ownsDescriptor = true
    do throws(TabularError) {
      if try FileReplacement.isNeeded(for: path) {
        let replacement = try FileReplacement(of: path)
        self.replacement = replacement
        descriptor = replacement.descriptor
      } else {
        descriptor = open(path, O_WRONLY | O_CLOEXEC)
        if descriptor < 0 { throw .cannotWrite(path, errno) }
      }
    } catch {
      buffer.deallocate()
      throw error
    }
  }

  /// Creates a sink for an open file descriptor, which the caller closes.
  init(descriptor: Int32, name: String) {
    self.name = name
    self.descriptor = descriptor
    ownsDescriptor = false
  }

  deinit {
    if ownsDescriptor, !isFinished { close(descriptor) }
    if !isFinished { replacement?.discard() }
    buffer.deallocate()
  }

  /// Appends a byte.
  func append(_ byte: UInt8) throws(TabularError) {
    if used == Self.capacity { try flush() }
    buffer[used] = byte
    used += 1
    bytesWritten += 1
  }

  /// Appends bytes, such as those of a text.
  package func append(_ bytes: some Sequence<UInt8>) throws(TabularError) {
    for byte in bytes { try append(byte) }
  }

  /// Writes the buffered bytes and gives the file its final name. A second call has no effect.
  ///
  /// - Throws: ``TabularError/cannotWrite(path:reason:code:)``, ``TabularError/brokenPipe(path:)``;
  ///   and the error of an earlier write that was ignored.
  public func finish() throws(TabularError) {
    if isFinished { return }
    try flush()
    if replacement != nil { try check(fsync(descriptor)) }
    isFinished = true
    if ownsDescriptor, close(descriptor) != 0 {
      let code = errno
      replacement?.discard()
      throw error(code)
    }
    try replacement?.commit()
  }

  private func flush() throws(TabularError) {
    precondition(!isFinished, "The sink is finished.")
    if let failure { throw failure }
    var written = 0
    while written < used {
      #if canImport(Darwin)
      let count = Darwin.write(descriptor, buffer + written, used - written)
      #elseif canImport(Musl)
      let count = Musl.write(descriptor, buffer + written, used - written)
      #else
      let count = Glibc.write(descriptor, buffer + written, used - written)
      #endif
      if count >= 0 {
        written += count
      } else if errno != EINTR {
        try check(-1)
      }
    }
    used = 0
  }

  /// Throws the system's error if the result of a call reports a failure.
  private func check(_ result: Int32) throws(TabularError) {
    guard result != 0 else { return }
    let error = error(errno)
    failure = error
    throw error
  }

  private func error(_ code: Int32) -> TabularError {
    code == EPIPE
      ? .brokenPipe(path: name) : .cannotWrite(name, code)
  }
}
