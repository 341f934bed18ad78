#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The source of the bytes of a table: a file, the standard input, or memory.
///
/// A source is read from beginning to end, by one reader. What is compressed with gzip is
/// decompressed while it is read.
///
/// ```swift
/// let reader = try openRecords(ByteSource(path: "people.csv"))
/// let piped = try openRecords(ByteSource(path: "-"), options: ReaderOptions(format: .ndjson))
/// let canned = try openRecords(ByteSource(text: "name,age\nAda,36\n"))
/// ```
public final class ByteSource {
  private enum Origin {
    case descriptor(Int32, closes: Bool)
    case memory([UInt8])
  }

  /// The name of the source in error messages: the path, or `standard input`.
  public let name: String
  /// The size in bytes if it is known in advance (a regular file, memory), otherwise nil.
  public let size: Int?
  /// The number of bytes read so far, compressed ones where they are; together with ``size`` a
  /// measure of progress.
  public private(set) var bytesRead = 0

  private let origin: Origin

  /// Opens a file; `-` is the standard input.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - name: the name in error messages, where it is not the path, as of an upload that is kept
  ///     under a name of its own.
  /// - Throws: ``TabularError/notFound(path:)``, ``TabularError/isDirectory(path:)`` or
  ///   ``TabularError/cannotRead(path:reason:code:)``.
  public init(path: String, name given: String? = nil) throws(TabularError) {
    guard path != "-" else {
      name = given ?? "standard input"
      origin = .descriptor(STDIN_FILENO, closes: false)
      size = try Self.size(of: STDIN_FILENO, name: name)
      return
    }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .notFound(path: given ?? path) }
      throw .cannotRead(given ?? path, errno)
    }
    name = given ?? path
    origin = .descriptor(descriptor, closes: true)
    do {
      size = try Self.size(of: descriptor, name: name)
    } catch {
      // A throwing initializer of a class does not run deinit.
      close(descriptor)
      throw error
    }
  }

  /// Creates a source of bytes in memory.
  public init(bytes: [UInt8], name: String = "memory") {
    self.name = name
    size = bytes.count
    origin = .memory(bytes)
  }

  /// Creates a source of the UTF-8 bytes of a text.
  public convenience init(text: String, name: String = "memory") {
    self.init(bytes: Array(text.utf8), name: name)
  }

  /// Creates a source that reads an open file descriptor, which the caller closes.
  init(descriptor: Int32, name: String) throws(TabularError) {
    self.name = name
    size = try Self.size(of: descriptor, name: name)
    origin = .descriptor(descriptor, closes: false)
  }

  deinit {
    if case .descriptor(let descriptor, closes: true) = origin { close(descriptor) }
  }

  /// Copies the next bytes to `target` and returns their number. Zero is the end, a number less
  /// than the size of `target` is not.
  package func read(into target: UnsafeMutableBufferPointer<UInt8>) throws(TabularError) -> Int {
    let count: Int
    switch origin {
    case .memory(let bytes):
      count = min(target.count, bytes.count - bytesRead)
      _ = target.update(fromContentsOf: bytes[bytesRead..<bytesRead + count])
    case .descriptor(let descriptor, _):
      count = try read(descriptor, into: target)
    }
    bytesRead += count
    return count
  }

  /// Goes back to the beginning. Returns false for what can be read only once, such as a pipe.
  func rewind() -> Bool {
    if case .descriptor(let descriptor, _) = origin {
      guard lseek(descriptor, off_t(-bytesRead), SEEK_CUR) >= 0 else { return false }
    }
    bytesRead = 0
    return true
  }

  private func read(
    _ descriptor: Int32, into target: UnsafeMutableBufferPointer<UInt8>
  ) throws(TabularError) -> Int {
    while true {
      #if canImport(Darwin)
      let count = Darwin.read(descriptor, target.baseAddress, target.count)
      #elseif canImport(Musl)
      let count = Musl.read(descriptor, target.baseAddress, target.count)
      #else
      let count = Glibc.read(descriptor, target.baseAddress, target.count)
      #endif
      if count >= 0 { return count }
      let code = errno
      // A signal arrived before the first byte.
      if code == EINTR { continue }
      throw .cannotRead(name, code)
    }
  }

  /// Returns the size of a regular file; nil for a pipe or a terminal.
  private static func size(of descriptor: Int32, name: String) throws(TabularError) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw .cannotRead(name, errno)
    }
    // Opening a directory for reading succeeds; only reading it would fail.
    if status.st_mode & S_IFMT == S_IFDIR { throw .isDirectory(path: name) }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }
}

extension TabularError {
  /// The error of a file that cannot be read, by the system's number of it.
  static func cannotRead(_ path: String, _ code: Int32) -> TabularError {
    .cannotRead(path: path, reason: systemMessage(code), code: code)
  }

  /// The error of a file that cannot be written, by the system's number of it.
  static func cannotWrite(_ path: String, _ code: Int32) -> TabularError {
    .cannotWrite(path: path, reason: systemMessage(code), code: code)
  }
}

/// Returns the system's own message for an error number.
private func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}
