import Hummingbird
import Metrics

/// Counts requests and times them, by route and status.
struct RequestMetrics<Context: RequestContext>: RouterMiddleware {
  let activity: ServiceActivity

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    activity.countRequest()
    let response = try await next(request, context)
    let labels = [
      ("method", request.method.rawValue), ("route", context.endpointPath ?? "none"),
      ("status", "\(response.status.code)"),
    ]
    Counter(label: "personservice_requests_total", dimensions: labels).increment()
    Metrics.Timer(label: "personservice_request_seconds", dimensions: Array(labels.prefix(2)))
      .record(duration: ContinuousClock.now - start)
    return response
  }
}
