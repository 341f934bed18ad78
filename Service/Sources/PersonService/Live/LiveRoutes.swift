import HTTPTypes
import Hummingbird
import People

/// `/api/live?chain=…`: the result of a chain, and what changes in it, as server-sent events.
struct LiveRoutes {
  let store: PersonStore
  let limits: ServiceLimits
  let subscriptions: Subscriptions

  func add(to roles: RoleRoutes) {
    roles.read.get("live", use: live)
  }

  private func live(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(request, known: ["chain", "after"])
    guard let text = parameters["chain"] else {
      throw Problem.parameter("chain", "", "is missing")
    }
    let chain = try await store.chain(text)
    let place = try subscriptions.take(for: context.client)
    let policy = QueryPolicy.allowFallback(maxRows: limits.rowsInMemory)
    // A browser sends the header only when it connects again by itself.
    let connection = context.connection
    let (limits, known) = (limits, request.headers[.lastEventID] ?? parameters["after"])
    return Response(
      status: .ok,
      headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody { writer in
        let events = LiveEvents(
          chain, policy: policy, limit: limits.rows, known: known, connection: connection)
        defer { withExtendedLifetime(place) {} }
        try await events.write(to: &writer)
        try await writer.finish(nil)
      })
  }
}

extension HTTPField.Name {
  /// The id of the last event that a client has seen.
  fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
