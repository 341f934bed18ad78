import Hummingbird
import People

/// `/api/query`: chains as text.
struct QueryRoutes {
  let sources: ChainSources
  /// The sources with the connections of chains.
  let reader: ChainSources
  let chains: Chains
  let limits: ServiceLimits

  /// The body of a request.
  private struct Body: RequestBody {
    static let fields: Set<String> = ["chain", "path", "report"]

    /// Where the chain may run.
    enum Path: String, Decodable {
      case auto, sql, memory
    }

    let chain: String
    let path: Path?
    /// Whether the response ends with the plan and the cost.
    let report: Bool?
  }

  /// The body of a request for names.
  private struct Place: RequestBody {
    static let fields: Set<String> = ["chain", "position"]

    let chain: String
    let position: Int
  }

  private struct Names: Encodable {
    struct Name: Encodable {
      let name: String
      let usage: String?
    }

    let start: Int
    let end: Int
    let names: [Name]
  }

  func add(to roles: RoleRoutes) {
    roles.read.post("query", use: run)
    roles.read.post("query/explain", use: explain)
    roles.read.post("query/verify", use: verify)
    roles.read.post("query/complete", use: complete)
  }

  /// Streams the elements of a chain, a line each:
  ///
  ///     {"columns":["name","age"]}
  ///     {"row":["Ada",36]}
  ///     {"rows":1}
  ///
  /// An error after the first lines is a line `{"problem":{…}}`.
  private func run(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.json(Body.self, upTo: limits.bodySize)
    let run = QueryRun(
      chain: try await reader.chain(body.chain), planned: try await sources.chain(body.chain),
      policy: policy(body.path), limits: limits, isReported: body.report == true,
      record: context.record, failed: reader.failed)
    let place = try chains.place(for: context.client)
    let lines = LineSpool()
    let producer = Producer(
      Task(executorPreference: WorkThreads.lines) { await run.write(to: lines, at: place) },
      for: context.connection)
    return try await Response(lines: lines, of: producer)
  }

  /// Returns the plan of a chain, which does not run. The work ends when the client has gone, when
  /// it takes longer than a chain may run, and when the service stops.
  private func explain(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.json(Body.self, upTo: limits.bodySize)
    let chain = try await sources.chain(body.chain)
    let policy = policy(body.path)
    let plan = try await context.whileConnected { [limits] in
      try await ServiceLimits.untilStop {
        try await limits.withTimeout {
          try await withTaskExecutorPreference(WorkThreads.plans) {
            try Task.checkCancellation()
            return try chain.plan(policy: policy)
          }
        }
      }
    }
    return Response(json: PlanBody(plan))
  }

  /// Runs a chain in SQL and in memory, and compares the results.
  private func verify(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.json(Body.self, upTo: limits.bodySize)
    let chain = try await reader.chain(body.chain)
    // All elements are kept for the comparison.
    let policy = QueryPolicy.allowFallback(maxRows: limits.rows)
    try await chains.run(for: context) {
      do {
        try await chain.verify(policy: policy)
      } catch let difference as QueryDifference {
        throw Problem(
          .internalServerError, "difference", "SQL and memory give different results",
          detail: "\(difference)")
      } catch let error as CancellationError {
        throw error
      } catch {
        throw Problem(error, chain: body.chain)
      }
    }
    return Response(json: ["isSame": true])
  }

  /// Returns the names that can stand at a place of an unfinished chain.
  private func complete(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let place = try await request.json(Place.self, upTo: limits.bodySize)
    let found = try await sources.completions(of: place.chain, at: place.position)
    return Response(
      json: Names(
        start: found.range.lowerBound, end: found.range.upperBound,
        names: found.names.map { .init(name: $0.name, usage: $0.usage) }))
  }

  private func policy(_ path: Body.Path?) -> QueryPolicy {
    switch path {
    case nil, .auto: .allowFallback(maxRows: limits.rowsInMemory)
    case .sql: .requireSQL
    case .memory: .memory(maxRows: limits.rowsInMemory)
    }
  }
}
