import HTTPTypes
import Hummingbird
import People

/// `/api/live`: the results of chains, and what changes in them, as server-sent events. One chain
/// has a stream of its own, or several share one.
struct LiveRoutes {
  let sources: ChainSources
  let limits: ServiceLimits
  /// The places of live queries, and those of streams.
  let places: (queries: Subscriptions, streams: Subscriptions)
  let streams = LiveStreams()

  /// What a client changes in the queries of a stream.
  private struct Changes: RequestBody {
    static let fields: Set<String> = ["queries"]

    struct Query: RequestBody {
      static let fields: Set<String> = ["chain", "after"]

      let chain: String
      /// The id of the last state that the client knows.
      let after: String?
    }

    /// A query, or null for one that ends.
    struct Change: Decodable {
      let query: Query?

      init(from decoder: any Decoder) throws {
        let isNull = try decoder.singleValueContainer().decodeNil()
        query = isNull ? nil : try CheckedBody<Query>(from: decoder).body
      }
    }

    let queries: [String: Change]
  }

  /// The number of characters of the name of a query.
  private static let longestName = 100

  func add(to roles: RoleRoutes) {
    roles.read.getOfUnknownLength("live", use: follow)
    roles.read.getOfUnknownLength("live/stream", use: share)
    roles.read.patch("live/stream/{stream}", use: change)
  }

  /// Sends the events of one chain.
  private func follow(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(request, known: ["chain", "after"])
    guard let text = parameters["chain"] else {
      throw Problem.parameter("chain", "", "is missing")
    }
    let chain = try await sources.chain(text)
    let place = try places.streams.take(for: context.client)
    let held = try (place, places.queries.take(for: context.client))
    // A browser sends the header only when it connects again by itself.
    let known = request.headers[.lastEventID] ?? parameters["after"]
    return response { [limits, connection = context.connection] writer in
      defer { withExtendedLifetime(held) {} }
      let stream = LiveStream(limits)
      stream.follow(chain, as: "", known: known, place: nil)
      try await stream.write(.single, to: &writer, for: connection)
    }
  }

  /// Sends the events of the queries that the client adds.
  private func share(_ request: Request, _ context: ServiceContext) async throws -> Response {
    _ = try Parameters(request, known: [])
    let held = try places.streams.take(for: context.client)
    return response { [limits, streams, context] writer in
      defer { withExtendedLifetime(held) {} }
      let stream = LiveStream(limits)
      let id = streams.add(stream, of: context.client)
      defer { streams.remove(id) }
      try await stream.write(.shared(id: id), to: &writer, for: context.connection)
    }
  }

  private func response(
    _ write: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void
  ) -> Response {
    Response(
      status: .ok,
      headers: [
        .contentType: "text/event-stream", .cacheControl: "no-store",
        .transferEncoding: "chunked",
      ],
      body: ResponseBody { writer in
        try await write(&writer)
        try await writer.finish(nil)
      })
  }

  /// Adds queries to a stream, and ends others. What is wrong with one of them is an event, and
  /// the others go on.
  private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let changes = try await request.json(
      Changes.self, upTo: limits.bodySize, or: "application/merge-patch+json")
    let stream = try streams.stream(context.parameters.require("stream"), of: context.client)
    if let name = changes.queries.keys.first(where: { $0.count > Self.longestName }) {
      throw Problem.invalid([
        .init(
          field: "queries", value: name, reason: "must have names of at most 100 characters")
      ])
    }
    // Those that end make room for others.
    for (name, change) in changes.queries where change.query == nil { stream.end(name) }
    for (name, change) in changes.queries.sorted(by: { $0.key < $1.key }) {
      guard let query = change.query else { continue }
      do {
        let chain = try await sources.chain(query.chain)
        let place = try places.queries.take(for: context.client)
        stream.follow(chain, as: name, known: query.after, place: place)
      } catch let problem as Problem {
        stream.refuse(query.chain, as: name, problem)
      }
    }
    return Response(status: .noContent)
  }
}

extension HTTPField.Name {
  /// The id of the last event that a client has seen.
  fileprivate static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
