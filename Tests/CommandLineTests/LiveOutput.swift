import Foundation
import Testing

/// What a running program shows, read as it comes.
final class LiveOutput {
  let pipe = Pipe()
  private var bytes: [UInt8] = []

  /// What it has shown so far.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Reads until the program has shown a text, and nothing else.
  func wait(for expected: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait(sourceLocation: sourceLocation) { $0 == expected }
    #expect(text == expected, sourceLocation: sourceLocation)
  }

  /// Reads until a condition is met by what the program has shown; up to five minutes for each
  /// part, because other tests may keep the machine busy.
  func wait(
    sourceLocation: SourceLocation = #_sourceLocation, until condition: (String) -> Bool
  ) {
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !condition(text) {
      var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&question, 1, 300_000) > 0 ? read(descriptor, &buffer, buffer.count) : 0
      guard count > 0 else {
        Issue.record("the program has shown only \(text)", sourceLocation: sourceLocation)
        return
      }
      bytes += buffer[..<count]
    }
  }
}
