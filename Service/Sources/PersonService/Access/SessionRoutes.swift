import Hummingbird

/// `/api/session`: who the client is, and the token of a browser, which a cookie holds.
struct SessionRoutes {
  let authentication: Authentication
  let limits: ServiceLimits
  /// Whether changes are recorded, so that people who are deleted can be restored.
  let hasHistory: Bool
  /// Whether the database is a store of people, and whether it has tables of other programs.
  let (hasPeople, hasTables): (Bool, Bool)

  private struct Token: RequestBody {
    static let fields: Set<String> = ["token"]

    let token: String
  }

  private struct Session: Encodable {
    let role: Role
    /// Whether no tokens are needed.
    let isOpen: Bool
    let isReadOnly: Bool
    /// Whether changes are recorded.
    let hasHistory: Bool
    /// Whether the database is a store of people.
    let hasPeople: Bool
    /// Whether there are tables of other programs.
    let hasTables: Bool
    /// Whether the client may change their rows.
    let changesTables: Bool
  }

  func add(to router: RouterGroup<ServiceContext>, _ roles: RoleRoutes) {
    roles.read.get("session") { [self] _, context in
      let role = context.role ?? .read
      return Response(
        json: Session(
          role: role, isOpen: authentication.tokens.value == nil,
          isReadOnly: limits.isReadOnly, hasHistory: hasHistory, hasPeople: hasPeople,
          hasTables: hasTables,
          changesTables: limits.changesTables && !limits.isReadOnly && role >= .write))
    }
    router.post("session") { [authentication, limits] request, context in
      let body = try await request.json(Token.self, upTo: limits.bodySize)
      let tokens = authentication.tokens.value
      if let tokens {
        _ = try authentication.entry(of: body.token, in: tokens, from: context.network)
      }
      // A token that is not known never gets here, so it is a valid text of a cookie.
      let isSecure = limits.hasSecureCookies || context.isSecure
      return Self.response(
        tokens == nil ? "" : body.token, maxAge: 30 * 24 * 3600, isSecure: isSecure)
    }
    router.delete("session") { [limits] _, context in
      Self.response("", maxAge: 0, isSecure: limits.hasSecureCookies || context.isSecure)
    }
  }

  private static func response(_ token: String, maxAge: Int, isSecure: Bool) -> Response {
    var response = Response(status: .noContent)
    response.setCookie(
      Cookie(
        name: Authentication.cookie, value: token, maxAge: maxAge, path: "/", secure: isSecure,
        httpOnly: true, sameSite: .strict))
    return response
  }
}
