import Hummingbird

/// Finds out who sends a request, and what they may do.
struct Authentication: RouterMiddleware {
  typealias Context = ServiceContext

  let tokens: CurrentTokens
  let rate: RateLimit?
  /// The limit of wrong tokens of one address.
  let guesses = RateLimit(perSecond: 1, burst: 20)
  /// The limit of wrong cookies of one address. A browser that has an old one sends it again and
  /// again, and signs in nevertheless.
  let oldCookies = RateLimit(perSecond: 1, burst: 20)

  static let cookie = "token"

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    if let tokens = tokens.value {
      var entry: AccessTokens.Entry?
      if let header = request.headers[.authorization] {
        entry = try self.entry(of: Self.token(in: header), in: tokens, from: context.network)
      } else if let cookie = request.cookies[Self.cookie] {
        entry = tokens.entry(of: cookie.value)
        context.hasOldCookie = entry == nil
      }
      if let entry {
        (context.role, context.client) = (entry.role, entry.name)
        context.record.user = entry.name
      }
    } else {
      context.role = .admin
    }
    if context.role != nil { try rate?.count(context.client) }
    return try await next(request, context)
  }

  /// Returns what a token stands for.
  ///
  /// - Throws: a problem with status 401 for a wrong token, 429 after many of them.
  func entry(
    of token: some StringProtocol, in tokens: AccessTokens, from network: String
  ) throws -> AccessTokens.Entry {
    if let entry = tokens.entry(of: token) { return entry }
    try guesses.count(network)
    throw Problem.unauthenticated("The token is not known")
  }

  /// The token in a header; empty if it has another form.
  private static func token(in header: String) -> Substring {
    let parts = header.split(separator: " ", maxSplits: 1)
    return parts.count == 2 && parts[0].lowercased() == "bearer" ? parts[1] : ""
  }
}

/// Refuses clients whose role is too low.
struct Requires: RouterMiddleware {
  typealias Context = ServiceContext

  let role: Role
  /// Whether the service only reads, whoever asks.
  let isReadOnly: Bool
  /// The limit of wrong cookies of one address.
  let oldCookies: RateLimit

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard let own = context.role else {
      if context.hasOldCookie { try oldCookies.count(context.network) }
      throw Problem.unauthenticated("A token is needed")
    }
    guard own >= role else {
      throw Problem(
        .forbidden, "forbidden", "The token may not do this",
        detail: "It has the role \(own.rawValue), and this needs \(role.rawValue).")
    }
    if isReadOnly, role == .write {
      throw Problem(.forbidden, "read-only", "The service only reads")
    }
    return try await next(request, context)
  }
}

extension Problem {
  /// The problem of a client that is not known.
  static func unauthenticated(_ detail: String) -> Problem {
    var problem = Problem(.unauthorized, "unauthenticated", "Who are you?", detail: detail)
    problem.headers[.wwwAuthenticate] = "Bearer"
    return problem
  }
}
