import ServiceLifecycle

/// The limits that keep the service up.
public struct ServiceLimits: Sendable {
  /// The size of a request's body in bytes.
  public var bodySize = 1 << 20
  /// The number of rows of a chain's result.
  public var rows = 100_000
  /// The number of rows that may reach memory while a chain runs.
  public var rowsInMemory = 1_000_000
  /// The time that a chain may run.
  public var time = Duration.seconds(30)
  /// The number of chains that run at once, each with a connection and a processor of its own.
  public var chains = 4
  /// The number of chains of one client that run at once: of a token or, without tokens, of an
  /// address of IPv4, or of a network of IPv6 with 64 bits. Half of all leaves turns to others, who
  /// wait for theirs otherwise.
  public var chainsOfClient = 2
  /// The number of chains of one client that run, wait for their turn, or whose results are being
  /// sent. More are refused.
  public var chainsAskedByClient = 12
  /// The number of exports and backups that are made at once.
  public var exports = 2
  /// The size of an imported file in bytes.
  public var importSize = 1 << 30
  /// The number of live queries of all clients.
  public var subscriptions = 2_000
  /// The number of live queries of one client: of a token or, without tokens, of an address.
  public var subscriptionsOfClient = 2_000
  /// The number of requests that a client may send in a second, with bursts of twice as many; nil
  /// for any number.
  public var requestsPerSecond: Double?
  /// The time after which a connection without a request is closed.
  public var idleTime = Duration.seconds(60)
  /// The time after which the connection of a client is closed that reads nothing of its answer.
  public var sendTime = Duration.seconds(30)
  /// The time that the service waits for the body of a request, besides a second for each kilobyte
  /// of it. What it does with the body meanwhile does not count.
  public var bodyTime = Duration.seconds(30)
  /// The number of connections of all clients. Others wait until one is closed.
  public var connections = 8_000
  /// The number of connections of one address, or network of IPv6. More are closed.
  public var connectionsOfAddress = 4_000
  /// The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. The limits of
  /// clients hold for the addresses that they name.
  public var proxies: [AddressRange] = []
  /// Whether the cookies of browsers are `Secure` whatever a proxy says.
  public var hasSecureCookies = false
  /// How long changes are kept, for the history of people, the trash and the audit trail; 0 if they
  /// are not recorded.
  public var changeAge = Duration.seconds(90 * 86_400)
  /// The number of changes that are kept.
  public var changes = 1_000_000
  /// Whether everything that writes is refused.
  public var isReadOnly = false
  /// Whether clients that may write may change rows of tables that are not the store's.
  public var changesTables = false

  /// Creates the default limits.
  public init() {}

  /// Calls `body`, and cancels it when the service stops.
  static func untilStop<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    do {
      return try await cancelWhenGracefulShutdown(body)
    } catch is CancellationError where Task.isShuttingDownGracefully {
      throw Problem.unavailable("stopping", "The service stops", after: 5)
    }
  }

  /// Calls `body`, and cancels it after the time that a chain may run.
  func withTimeout<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: time)
        throw Problem.tooSlow(time)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}
