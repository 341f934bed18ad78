internal import CTabularZlib

/// A stream that inflates gzip (RFC 1952). Members that follow one another are one stream, and
/// zeros after the last one, with which tapes and some programs fill up blocks, are ignored.
final class GzipStream: ByteStream {
  private let stream: any ByteStream
  private let name: String
  private let state: UnsafeMutablePointer<z_stream>
  private let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 64 << 10)
  private var isInMember = true
  private let limit: Int
  private var inflatedCount = 0

  /// Returns whether a file begins as gzip does.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x1F, 0x8B])
  }

  /// Creates a stream that inflates another one.
  ///
  /// - Parameters:
  ///   - name: the name of the source, for errors.
  ///   - limit: the number of bytes that it may give.
  init(_ stream: any ByteStream, name: String, limit: Int = .max) throws(TabularError) {
    (self.stream, self.name, self.limit) = (stream, name, limit)
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    guard ctabularzlib_begin_gzip(state) == Z_OK else {
      // A throwing initializer of a class does not run deinit.
      state.deallocate()
      input.deallocate()
      throw .cannotInflate(path: name, reason: "there is not enough memory")
    }
  }

  deinit {
    inflateEnd(state)
    state.deallocate()
    input.deallocate()
  }

  func read(into target: UnsafeMutableBufferPointer<UInt8>) throws(TabularError) -> Int {
    state.pointee.next_out = target.baseAddress
    state.pointee.avail_out = UInt32(clamping: target.count)
    let room = Int(state.pointee.avail_out)
    while true {
      if state.pointee.avail_in == 0, try !readInput() {
        guard isInMember else { return 0 }
        throw .cannotInflate(path: name, reason: "the compressed data is cut off")
      }
      if !isInMember {
        guard try beginMember() else { continue }
      }
      let code = inflate(state, Z_NO_FLUSH)
      if code == Z_STREAM_END { isInMember = false }
      // What is before an error is given first; the next call meets the error again.
      let count = room - Int(state.pointee.avail_out)
      inflatedCount += count
      guard inflatedCount <= limit else { throw .inflatedTooLarge(path: name, limit: limit) }
      if count > 0 { return count }
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
        throw .cannotInflate(path: name, reason: message(code))
      }
    }
  }

  private func readInput() throws(TabularError) -> Bool {
    let count = try stream.read(into: input)
    state.pointee.next_in = input.baseAddress
    state.pointee.avail_in = UInt32(count)
    return count > 0
  }

  /// Begins another member at the next byte that is not zero; returns false if there is none in the
  /// input.
  private func beginMember() throws(TabularError) -> Bool {
    while state.pointee.avail_in > 0, state.pointee.next_in.pointee == 0 {
      state.pointee.next_in += 1
      state.pointee.avail_in -= 1
    }
    guard state.pointee.avail_in > 0 else { return false }
    guard inflateReset(state) == Z_OK else {
      throw .cannotInflate(path: name, reason: message(Z_STREAM_ERROR))
    }
    isInMember = true
    return true
  }

  private func message(_ code: Int32) -> String {
    guard code == Z_DATA_ERROR else { return "zlib reports error \(code)" }
    return "the compressed data is damaged: "
      + (state.pointee.msg.map { String(cString: $0) } ?? "invalid data")
  }
}
