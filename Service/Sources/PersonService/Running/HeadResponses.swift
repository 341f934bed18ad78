import Hummingbird

/// Leaves out the bodies of responses to HEAD, of problems, too. The headers are those of GET, with
/// the length where it is known.
struct HeadResponses: RouterMiddleware {
  typealias Context = ServiceContext

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let response = try await next(request, context)
    return request.method == .head ? response.createHeadResponse() : response
  }
}
