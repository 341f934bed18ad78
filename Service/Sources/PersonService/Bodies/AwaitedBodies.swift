import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Answers `Expect: 100-continue`: the client is told to send the body when something reads it, and
/// gets the answer at once if nothing does, as of a request that is refused.
struct AwaitedBodies: RouterMiddleware {
  typealias Context = ServiceContext

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard let expected = request.headers[.expect] else { return try await next(request, context) }
    guard expected.lowercased() == "100-continue" else {
      return try Problem(
        .expectationFailed, "expect", "The service meets no expectation but 100-continue"
      ).response(from: request, context: context)
    }
    let body = AwaitedBody(body: request.body, channel: context.channel)
    var request = request
    request.body = Hummingbird.RequestBody(asyncSequence: body)
    var response = try await next(request, context)
    // The body may be on its way, or never come.
    if !body.isWanted { response.headers[.connection] = "close" }
    return response
  }
}

/// A body that the client sends when it is told to.
private struct AwaitedBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let body: Hummingbird.RequestBody
  let asking: Asking

  init(body: Hummingbird.RequestBody, channel: any Channel) {
    (self.body, asking) = (body, Asking(channel))
  }

  var isWanted: Bool { asking.isDone }

  func makeAsyncIterator() -> Iterator {
    Iterator(parts: body.makeAsyncIterator(), asking: asking)
  }

  struct Iterator: AsyncIteratorProtocol {
    var parts: Hummingbird.RequestBody.AsyncIterator
    let asking: Asking

    mutating func next() async throws -> ByteBuffer? {
      try await asking.ask()
      return try await parts.next()
    }
  }

  final class Asking: Sendable {
    private let channel: any Channel
    private let done = Atomic(false)

    init(_ channel: any Channel) { self.channel = channel }

    var isDone: Bool { done.load(ordering: .relaxed) }

    func ask() async throws {
      guard !done.exchange(true, ordering: .relaxed) else { return }
      try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
    }
  }
}
