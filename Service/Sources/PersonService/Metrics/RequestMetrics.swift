import Hummingbird
import Metrics
import Synchronization

/// Counts requests and times them, by route and status.
final class RequestMetrics: RouterMiddleware {
  typealias Context = ServiceContext

  private struct Labels: Hashable {
    let method: String
    let route: String
    let status: Int
  }

  private let activity: ServiceActivity
  /// The metrics of each route. To ask the factory for them again takes a sixth of a short request.
  private let metrics = Mutex<[Labels: (counter: Counter, timer: Metrics.Timer)]>([:])

  init(activity: ServiceActivity) { self.activity = activity }

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    activity.countRequest()
    let response = try await next(request, context)
    let (counter, timer) = metrics(
      of: Labels(
        method: request.method.rawValue, route: context.endpointPath ?? "none",
        status: response.status.code))
    counter.increment()
    timer.record(duration: ContinuousClock.now - start)
    return response
  }

  private func metrics(of labels: Labels) -> (counter: Counter, timer: Metrics.Timer) {
    metrics.withLock { metrics in
      if let known = metrics[labels] { return known }
      let dimensions = [
        ("method", labels.method), ("route", labels.route), ("status", "\(labels.status)"),
      ]
      let made = (
        Counter(label: "personservice_requests_total", dimensions: dimensions),
        Metrics.Timer(
          label: "personservice_request_seconds", dimensions: Array(dimensions.prefix(2)))
      )
      metrics[labels] = made
      return made
    }
  }
}
