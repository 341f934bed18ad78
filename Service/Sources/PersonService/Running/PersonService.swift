import HTTPTypes
public import Hummingbird
import HummingbirdCore
public import Logging
import Metrics
import NIOCore
public import People
import ServiceLifecycle
public import StoreEngine

/// The service: a store behind HTTP, or the tables of another database.
///
/// ```swift
/// let store = try await PersonStore(path: "people.db")
/// try await PersonService(store: store).application().runService()
/// ```
public struct PersonService: Sendable {
  /// What chains can ask, and the same with connections for chains and for the state of health,
  /// which wait for nothing else.
  private let sources: (all: ChainSources, chains: ChainSources, health: ChainSources)
  /// The store with connections for exports; nil without a store.
  private let files: PersonStore?
  private let limits: ServiceLimits
  private let tokens: CurrentTokens
  private let metrics: PrometheusMetrics?
  private let logger: Logger
  private let requestLevel: Logger.Level
  private let connections: Connections
  private let log: ChangeLog
  /// Whether the store has the table of changes, and that of the order of groups.
  private let (hasChanges, hasOrder): (Bool, Bool)
  /// Whether there were tables of other programs at the start.
  private let hasTables: Bool
  /// The chains that run.
  let chains: Chains

  /// Creates a service of a store. Adds to the schema, unless the service only reads: the table
  /// `service_answer` keeps the answers to requests that clients may send twice, the table
  /// `service_change` what was changed, by whom and when, `service_group_order` the order of groups
  /// among themselves; the index `service_person_surname` leads to people by surname.
  ///
  /// - Parameters:
  ///   - store: the store. It is closed when the service has stopped.
  ///   - limits: the limits that keep the service up.
  ///   - tokens: the tokens that clients need; nil if everybody may do everything.
  ///   - metrics: the metrics that `/metrics` shows, if any.
  ///   - logger: the logger of requests that failed.
  ///   - requestLevel: the level at which each request is logged.
  /// - Throws: `DatabaseError`, `MigrationError`.
  public init(
    store: PersonStore, limits: ServiceLimits = ServiceLimits(), tokens: AccessTokens? = nil,
    metrics: PrometheusMetrics? = nil, logger: Logger = Logger(label: "personservice"),
    requestLevel: Logger.Level = .debug
  ) async throws {
    if !limits.isReadOnly { try await ServiceMigrations.apply(to: store) }
    let sources = ChainSources(store, leavingOut: try await ServiceMigrations.tables())
    // Chains of people are parsed without the database from now on.
    let tables = try await onThread { try sources.tables.outline().tables }
    try await self.init(
      sources, hasTables: !tables.isEmpty, limits: limits, tokens: tokens, metrics: metrics,
      logger: logger, requestLevel: requestLevel,
      hasChanges: ServiceMigrations.has("service_change", in: store),
      hasOrder: ServiceMigrations.has(GroupOrder.table, in: store))
  }

  /// Creates a service of the tables of any database, to which it adds nothing. It has no people.
  ///
  /// ```swift
  /// var configuration = DatabaseConfiguration.measured
  /// configuration.access = .read
  /// let pool = try ConnectionPool(path: "chinook.db", configuration: configuration)
  /// try await PersonService(tablesIn: pool).application().runService()
  /// ```
  ///
  /// - Parameters:
  ///   - pool: the connections. It is closed when the service has stopped.
  ///   - limits: the limits that keep the service up.
  ///   - tokens: the tokens that clients need; nil if everybody may do everything.
  ///   - metrics: the metrics that `/metrics` shows, if any.
  ///   - logger: the logger of requests that failed.
  ///   - requestLevel: the level at which each request is logged.
  /// - Throws: `NoTables` if the database has none that can be read, `DatabaseError`.
  public init(
    tablesIn pool: ConnectionPool, limits: ServiceLimits = ServiceLimits(),
    tokens: AccessTokens? = nil, metrics: PrometheusMetrics? = nil,
    logger: Logger = Logger(label: "personservice"), requestLevel: Logger.Level = .debug
  ) async throws {
    let sources = ChainSources(pool)
    _ = try await onThread { try sources.tables.textForm(for: "") }
    try await self.init(
      sources, hasTables: true, limits: limits, tokens: tokens, metrics: metrics, logger: logger,
      requestLevel: requestLevel, hasChanges: false, hasOrder: false)
  }

  private init(
    _ sources: ChainSources, hasTables: Bool, limits: ServiceLimits, tokens: AccessTokens?,
    metrics: PrometheusMetrics?, logger: Logger, requestLevel: Logger.Level, hasChanges: Bool,
    hasOrder: Bool
  ) async throws {
    self.sources = (
      sources, sources.reading(connections: limits.chains), sources.reading(connections: 1)
    )
    files = sources.store?.reading(connections: limits.exports)
    self.hasTables = hasTables
    self.limits = limits
    self.tokens = CurrentTokens(tokens)
    self.metrics = metrics
    self.logger = logger
    self.requestLevel = requestLevel
    (self.hasChanges, self.hasOrder) = (hasChanges, hasOrder)
    chains = Chains(limits: limits)
    connections = Connections(limitOfAddress: limits.connectionsOfAddress)
    log = ChangeLog(limits: limits)
    TemporaryFile.removeAbandoned()
    // The first answer about the health does not wait until the connection is open.
    try await self.sources.health.check()
  }

  /// Returns the application.
  ///
  /// - Parameters:
  ///   - host: the address to listen on.
  ///   - port: the port; 0 for a free one.
  ///   - names: the names by which clients reach the service; nil for any name.
  ///   - onStart: called with the port when the service listens.
  public func application(
    host: String = "127.0.0.1", port: Int = 8080,
    names: Set<String>? = ["localhost", "127.0.0.1", "[::1]"],
    onStart: @escaping @Sendable (_ port: Int) -> Void = { _ in }
  ) -> some ApplicationProtocol {
    let idleTime = TimeAmount(limits.idleTime)
    var application = Application(
      router: router(names: names),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [ConnectionHandler(connections, limits)],
          idleTimeout: idleTime)),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          OpenFiles.connections(upTo: limits.connections), logger: logger)),
      onServerRunning: { channel in onStart(channel.localAddress?.port ?? port) },
      logger: logger)
    application.addServices(DatabaseService(sources: sources.all))
    return application
  }

  /// Replaces the tokens that clients need, from the next request on. Live queries and answers that
  /// are being sent go on.
  ///
  /// - Parameter tokens: the tokens; nil if everybody may do everything.
  public func replaceTokens(with tokens: AccessTokens?) { self.tokens.value = tokens }

  /// Returns the routes.
  func router(names: Set<String>?) -> Router<ServiceContext> {
    let activity = ServiceActivity()
    let authentication = Authentication(
      tokens: tokens, rate: limits.requestsPerSecond.map { RateLimit(perSecond: $0) })
    let router = Router(context: ServiceContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ConnectionMiddleware(connections: connections))
    router.add(middleware: RequestMetrics(activity: activity))
    router.add(middleware: RequestLog(level: requestLevel))
    router.add(middleware: HeadResponses())
    router.add(middleware: TracingMiddleware())
    router.add(middleware: ProxiedRequests(proxies: limits.proxies))
    router.add(middleware: SecurityHeaders())
    router.add(middleware: AwaitedBodies())
    router.add(middleware: ProblemMiddleware())
    router.add(middleware: KnownHost(names: names))
    let paths = KnownPaths()
    router.add(middleware: KnownMethods(paths: paths))
    router.get("health/live") { _, _ in Response(json: ["status": "up"]) }
    router.get("health/ready") { [health = sources.health] _, _ in
      try await health.check()
      return Response(json: ["status": "ready"])
    }
    PageRoutes().add(to: router)
    let known = router.group("").add(middleware: SameOrigin()).add(middleware: authentication)
    let roles = RoleRoutes(
      known, isReadOnly: limits.isReadOnly, oldCookies: authentication.oldCookies)
    if let metrics { MetricsRoutes(metrics: metrics).add(to: roles) }
    let api = known.group("api")
    let apiRoles = RoleRoutes(
      api, isReadOnly: limits.isReadOnly, oldCookies: authentication.oldCookies)
    let live = (queries: places("subscriptions"), streams: places("streams"))
    DescriptionRoutes().add(to: api)
    SessionRoutes(
      authentication: authentication, limits: limits, hasHistory: hasChanges && log.isOn,
      hasPeople: sources.all.store != nil, hasTables: hasTables
    ).add(to: api, apiRoles)
    TableRoutes(sources: sources.all, limits: limits).add(to: apiRoles)
    QueryRoutes(sources: sources.all, reader: sources.chains, chains: chains, limits: limits)
      .add(to: apiRoles)
    LiveRoutes(sources: sources.all, limits: limits, places: live).add(to: apiRoles)
    if let store = sources.all.store, let reader = sources.chains.store, let files {
      addPeople(store, chains: reader, files: files, activity, live, to: apiRoles)
    }
    paths.read(router)
    return router
  }

  /// Adds the routes of a store.
  private func addPeople(
    _ store: PersonStore, chains reader: PersonStore, files: PersonStore,
    _ activity: ServiceActivity, _ live: (queries: Subscriptions, streams: Subscriptions),
    to roles: RoleRoutes
  ) {
    PeopleRoutes(store: store, log: log, limits: limits).add(to: roles)
    BatchRoutes(store: store, log: log, limits: limits).add(to: roles)
    ChangeRoutes(store: store, log: log, hasTable: hasChanges).add(to: roles)
    TrashRoutes(store: store, log: log, limits: limits, hasTable: hasChanges).add(to: roles)
    DuplicateRoutes(store: store, reader: reader, chains: chains, log: log, limits: limits)
      .add(to: roles)
    LetterRoutes(store: store, limits: limits).add(to: roles)
    AttributeRoutes(store: store, limits: limits).add(to: roles)
    GroupRoutes(store: store, log: log, limits: limits, hasOrder: hasOrder).add(to: roles)
    ImportRoutes(store: store, log: log, limits: limits).add(to: roles)
    ImportHistoryRoutes(store: store, log: log).add(to: roles)
    ExportRoutes(store: files, limits: limits).add(to: roles)
    StoreRoutes(store: store, files: files, activity: activity, live: live).add(to: roles)
  }

  /// The places of live queries, or of the streams with their events.
  private func places(_ name: String) -> Subscriptions {
    Subscriptions(
      limit: limits.subscriptions, limitForClient: limits.subscriptionsOfClient,
      label: "personservice_live_\(name)")
  }
}

/// Closes the database after the requests have ended.
private struct DatabaseService: Service {
  let sources: ChainSources

  func run() async throws {
    try? await gracefulShutdown()
    await sources.close()
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
    // Answers have people in them, but for the files of the page, which say something else.
    if response.headers[.cacheControl] == nil {
      response.headers[.cacheControl] = "private, no-store"
    }
    response.headers[.referrerPolicy] = "no-referrer"
    return response
  }
}

extension HTTPField.Name {
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy")!
}
