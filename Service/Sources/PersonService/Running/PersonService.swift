public import Hummingbird
public import Logging
import Metrics
public import People
import ServiceLifecycle

/// The service: a store behind HTTP.
///
/// ```swift
/// let store = try await PersonStore(path: "people.db")
/// try await PersonService(store: store).application().runService()
/// ```
public struct PersonService: Sendable {
  private let store: PersonStore
  private let limits: ServiceLimits
  private let metrics: PrometheusMetrics?
  private let logger: Logger

  /// Creates a service of a store.
  ///
  /// - Parameters:
  ///   - store: the store. It is closed when the service has stopped.
  ///   - limits: the limits that keep the service up.
  ///   - metrics: the metrics that `/metrics` shows, if any.
  ///   - logger: the logger of requests that failed.
  public init(
    store: PersonStore, limits: ServiceLimits = ServiceLimits(), metrics: PrometheusMetrics? = nil,
    logger: Logger = Logger(label: "personservice")
  ) {
    self.store = store
    self.limits = limits
    self.metrics = metrics
    self.logger = logger
  }

  /// Returns the application.
  ///
  /// - Parameters:
  ///   - host: the address to listen on.
  ///   - port: the port; 0 for a free one.
  ///   - onStart: called with the port when the service listens.
  public func application(
    host: String = "127.0.0.1", port: Int = 8080,
    onStart: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    var application = Application(
      router: router(),
      configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
      onServerRunning: { channel in onStart(channel.localAddress?.port ?? port) },
      logger: logger)
    application.addServices(StoreService(store: store))
    return application
  }

  private func router() -> Router<ServiceContext> {
    let router = Router(context: ServiceContext.self)
    router.add(middleware: RequestMetrics())
    router.add(middleware: TracingMiddleware())
    router.add(middleware: SecurityHeaders())
    router.add(middleware: ProblemMiddleware())
    router.add(middleware: LocalHosts())
    router.get("health/live") { _, _ in Response(json: ["status": "up"]) }
    router.get("health/ready") { [store] _, _ in
      _ = try await store.people.take(1).count()
      return Response(json: ["status": "ready"])
    }
    if let metrics {
      router.get("metrics") { _, _ in
        Response(
          status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: metrics.text)))
      }
    }
    PageRoutes().add(to: router)
    let api = router.group("api")
    PeopleRoutes(store: store, limits: limits).add(to: api)
    LetterRoutes(store: store).add(to: api)
    QueryRoutes(store: store, limits: limits).add(to: api)
    LiveRoutes(
      store: store, limits: limits, subscriptions: Subscriptions(limit: limits.subscriptions)
    ).add(to: api)
    return router
  }
}

/// Closes the store after the requests have ended.
private struct StoreService: Service {
  let store: PersonStore

  func run() async throws {
    try? await gracefulShutdown()
    await store.close()
  }
}

/// Headers of each response that tell browsers to trust nothing else.
private struct SecurityHeaders<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    response.headers[.contentSecurityPolicy] =
      "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
    response.headers[.xContentTypeOptions] = "nosniff"
    return response
  }
}

/// Refuses requests to other names than this machine's: a page of another site could reach the
/// service by a name of its own.
private struct LocalHosts<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let host = request.head.authority {
      let name = host.replacing(#/:\d+$/#, with: "")
      guard ["localhost", "127.0.0.1", "[::1]"].contains(name) else {
        throw Problem(.misdirectedRequest, "host", "The service is not \(name)")
      }
    }
    return try await next(request, context)
  }
}
