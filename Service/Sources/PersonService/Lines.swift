import Hummingbird

/// The task that makes the lines of a response. It ends when nobody holds it any more: the client
/// may go away before the response is written, or in the middle of it.
final class Producer: Sendable {
  private let task: Task<Void, Never>
  private let watch: ClientConnection.Watch?

  /// - Parameter connection: the connection of the client, with which the task ends as well.
  init(_ task: Task<Void, Never>, for connection: ClientConnection? = nil) {
    self.task = task
    watch = connection?.whenClosed { task.cancel() }
  }

  deinit { task.cancel() }
}

extension Response {
  /// A response of lines of JSON. An error before the first of them is thrown, so that it has a
  /// status of its own; a later one is a last line `{"problem":{…}}`.
  init<Lines: AsyncSequence & Sendable>(
    lines: Lines, of producer: Producer
  ) async throws where Lines.Element == ByteBuffer, Lines.AsyncIterator: SendableMetatype {
    var first = ByteBuffer()
    for try await part in lines {
      first = part
      break
    }
    let start = first
    self.init(
      status: .ok, headers: [.contentType: "application/x-ndjson; charset=utf-8"],
      body: ResponseBody { writer in
        defer { withExtendedLifetime(producer) {} }
        try await writer.write(start)
        do {
          for try await part in lines { try await writer.write(part) }
        } catch let error as Problem {
          error.count()
          try await writer.write(ByteBuffer(string: #"{"problem":\#(error.json)}"# + "\n"))
        }
        try await writer.finish(nil)
      })
  }
}
