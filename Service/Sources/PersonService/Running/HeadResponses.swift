import Hummingbird

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
/// the length where it is known. Otherwise the connection is closed after them.
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
    headers[.connection] = "close"
    let body = ResponseBody { writer in try await writer.finish(nil) }
    return Response(status: response.status, headers: headers, body: body)
  }
}
