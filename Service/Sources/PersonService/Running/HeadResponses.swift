import Hummingbird
import NIOCore

extension RouterMethods {
  /// Adds a route for GET whose answers have no length that is known before. HEAD does not name
  /// one, either: that of other routes is answered with the length of what there is.
  func getOfUnknownLength(
    _ path: RouterPath,
    use handler: @escaping @Sendable (Request, Context) async throws -> Response
  ) {
    get(path, use: handler)
    head(path, use: handler)
  }
}

/// Leaves out the bodies of responses to HEAD, of problems, too. The headers are those of GET, with
/// the length where it is known: a response whose body is sent in chunks says so.
struct HeadResponses: RouterMiddleware {
  typealias Context = ServiceContext

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let response = try await next(request, context)
    guard request.method == .head else { return response }
    guard response.headers[.transferEncoding] != nil else { return response.createHeadResponse() }
    var headers = response.headers
    headers[.contentLength] = nil
    let body = ResponseBody { writer in try await writer.finish(nil) }
    return Response(status: response.status, headers: headers, body: body)
  }
}

/// Leaves out the end of the chunks of a body that is left out. It is the next to the network,
/// after the bytes are made.
final class LeftOutEnds: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// Whether what is written now is the end of a response to HEAD.
  var isHeadEnd = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let nothing = wrapOutboundOut(.byteBuffer(ByteBuffer()))
    context.write(isHeadEnd ? nothing : data, promise: promise)
  }
}
