import Dispatch
import Foundation
import NIOCore
import Synchronization

/// The lines between a chain that makes them and the client that reads them.
///
/// The chain does not wait for the client, so that a client that reads slowly holds no connection
/// to the store: what it has not read yet is in memory, beyond a size in a file. Only beyond a
/// second size, or where the disk is full, the chain waits. One task puts, and one takes.
final class LineSpool: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  private struct State {
    var pieces: [ByteBuffer] = []
    /// The size of the pieces.
    var size = 0
    /// What is in the file and not yet read. All of the pieces come before it.
    var stored = 0..<0
    var file: SpoolFile?
    /// Whether a piece is being written into the file.
    var isWriting = false
    var hasFailed = false
    var end: Result<Void, any Error>?
  }

  private enum Found {
    case piece(ByteBuffer)
    case stored(SpoolFile, Range<Int>)
    case end(Result<Void, any Error>)
    case nothing
  }

  private let state = Mutex(State())
  private let memory: Int
  private let disk: Int
  private let (filled, didFill) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let (freed, didFree) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// - Parameters:
  ///   - memory: the number of bytes that are kept in memory.
  ///   - disk: the number of bytes that are kept in a file.
  init(memory: Int = 1 << 20, disk: Int = 256 << 20) { (self.memory, self.disk) = (memory, disk) }

  /// The number of bytes that are in the file.
  var stored: Int { state.withLock { $0.stored.count } }

  /// Adds lines.
  func put(_ piece: ByteBuffer) async throws {
    while !keep(piece), try await !store(piece) {
      for await _ in freed { break }
      try Task.checkCancellation()
    }
    didFill.yield()
  }

  /// Ends the lines.
  func finish(throwing error: (any Error)? = nil) {
    state.withLock { $0.end = error.map { .failure($0) } ?? .success(()) }
    didFill.yield()
  }

  /// Keeps a piece in memory, unless it is full or there are later lines.
  private func keep(_ piece: ByteBuffer) -> Bool {
    state.withLock { state in
      guard state.stored.isEmpty, state.size == 0 || state.size + piece.readableBytes <= memory
      else { return false }
      state.pieces.append(piece)
      state.size += piece.readableBytes
      return true
    }
  }

  /// Writes a piece into the file, unless it is full.
  private func store(_ piece: ByteBuffer) async throws -> Bool {
    let (known, place) = state.withLock { state -> (SpoolFile?, Int?) in
      guard !state.hasFailed, state.stored.upperBound + piece.readableBytes <= disk else {
        return (nil, nil)
      }
      state.isWriting = true
      return (state.file, state.stored.upperBound)
    }
    guard let place else { return false }
    let file = try? await SpoolFile.onThread {
      let file = try known ?? SpoolFile()
      try file.write(piece, at: place)
      return file
    }
    state.withLock { state in
      state.isWriting = false
      state.hasFailed = file == nil
      guard let file else { return }
      state.file = file
      state.stored = state.stored.lowerBound..<place + piece.readableBytes
    }
    return file != nil
  }

  private func take() async throws -> ByteBuffer? {
    while true {
      try Task.checkCancellation()
      switch state.withLock({ Self.next(in: &$0) }) {
      case .piece(let piece):
        didFree.yield()
        return piece
      case .stored(let file, let range):
        let piece = try await SpoolFile.onThread { try file.read(range) }
        state.withLock { state in
          state.stored = range.upperBound..<state.stored.upperBound
          if state.stored.isEmpty, !state.isWriting { state.stored = 0..<0 }
        }
        didFree.yield()
        return piece
      case .end(let result):
        try result.get()
        return nil
      case .nothing:
        for await _ in filled { break }
      }
    }
  }

  private static func next(in state: inout State) -> Found {
    if !state.pieces.isEmpty {
      let piece = state.pieces.removeFirst()
      state.size -= piece.readableBytes
      return .piece(piece)
    }
    if let file = state.file, !state.stored.isEmpty {
      let start = state.stored.lowerBound
      return .stored(file, start..<Swift.min(start + 65_536, state.stored.upperBound))
    }
    return state.end.map { .end($0) } ?? .nothing
  }

  struct Iterator: AsyncIteratorProtocol, Sendable {
    fileprivate let spool: LineSpool

    mutating func next() async throws -> ByteBuffer? { try await spool.take() }
  }

  func makeAsyncIterator() -> Iterator { Iterator(spool: self) }
}

/// A file without a name, which is gone when nobody holds it any more, even if the service is
/// killed.
private final class SpoolFile: Sendable {
  private let descriptor: Int32

  init() throws {
    let named = try TemporaryFile()
    descriptor = open(named.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  deinit { close(descriptor) }

  func write(_ piece: ByteBuffer, at place: Int) throws {
    try piece.withUnsafeReadableBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(place + done))
        guard count > 0 else { throw CocoaError(.fileWriteUnknown) }
        done += count
      }
    }
  }

  func read(_ range: Range<Int>) throws -> ByteBuffer {
    var piece = ByteBuffer()
    try piece.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { bytes in
      var done = 0
      while done < range.count {
        let count = pread(
          descriptor, bytes.baseAddress! + done, range.count - done,
          off_t(range.lowerBound + done))
        guard count > 0 else { throw CocoaError(.fileReadUnknown) }
        done += count
      }
      return done
    }
    return piece
  }

  private static let queue = DispatchQueue(label: "spool", attributes: .concurrent)

  /// Runs work that may wait for the disk.
  static func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: body)) }
    }
  }
}
