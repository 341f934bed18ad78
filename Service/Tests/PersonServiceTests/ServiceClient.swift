import Hummingbird
import NIOCore
import NIOEmbedded
import ServiceLifecycle

/// Sends requests to the routes of a service, without a connection.
struct ServiceClient: Sendable {
  fileprivate let respond: @Sendable (Request) async throws -> Response

  /// Returns the answer to a request. Its body comes in parts, as from a connection.
  func execute(
    uri: String, method: HTTPRequest.Method, headers: HTTPFields = [:], body: ByteBuffer? = nil
  ) async throws -> Answer {
    var headers = headers
    if let body { headers[.contentLength] = String(body.readableBytes) }
    let parts = AsyncStream<ByteBuffer> { parts in
      var rest = body ?? ByteBuffer()
      while let part = rest.readSlice(length: min(32_768, rest.readableBytes)),
        part.readableBytes > 0
      {
        parts.yield(part)
      }
      parts.finish()
    }
    let response = try await respond(
      Request(
        head: HTTPRequest(
          method: method, scheme: "http", authority: "localhost", path: uri,
          headerFields: headers),
        body: RequestBody(asyncSequence: parts)))
    let written = WrittenBody()
    try await response.body.write(written)
    return Answer(
      status: response.status, headers: response.headers, body: await written.bytes.value)
  }
}

/// Keeps what is written.
private struct WrittenBody: ResponseBodyWriter {
  actor Bytes {
    private(set) var value = ByteBuffer()

    func append(_ buffer: ByteBuffer) { value.writeImmutableBuffer(buffer) }
  }

  let bytes = Bytes()

  func write(_ buffer: ByteBuffer) async { await bytes.append(buffer) }

  func finish(_ trailingHeaders: HTTPFields?) {}
}

extension ApplicationProtocol where Responder: Sendable {
  /// Calls `body` with a client of the routes, while the services of the application run.
  func withClient<Value>(
    _ body: @Sendable (ServiceClient) async throws -> Value
  ) async throws -> Value {
    let responder = try await responder
    let client = ServiceClient { [logger] request in
      var logger = logger
      logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
      let source = ApplicationRequestContextSource(
        channel: NIOAsyncTestingChannel(), logger: logger)
      return try await responder.respond(to: request, context: Context(source: source))
    }
    return try await whileRunning(services) { try await body(client) }
  }
}

/// Calls `body` while services run, and ends them after it.
func whileRunning<Value>(
  _ services: [any Service], _ body: () async throws -> Value
) async throws -> Value {
  let (started, start) = AsyncStream.makeStream(of: Void.self)
  let group = ServiceGroup(
    services: services + [StartedService(start: start)], logger: silent)
  return try await withThrowingTaskGroup(of: Void.self) { tasks in
    tasks.addTask { try await group.run() }
    for await _ in started { break }
    do {
      let value = try await body()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      return value
    } catch {
      await group.triggerGracefulShutdown()
      throw error
    }
  }
}

/// Tells when the services before it have been started.
private struct StartedService: Service {
  let start: AsyncStream<Void>.Continuation

  func run() async throws {
    start.finish()
    try? await gracefulShutdown()
  }
}
