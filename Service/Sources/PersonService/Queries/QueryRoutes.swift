import AsyncAlgorithms
import Hummingbird
import People

/// `/api/query`: chains as text.
struct QueryRoutes {
  let store: PersonStore
  let limits: ServiceLimits

  /// The body of a request.
  private struct Body: Decodable {
    /// Where the chain may run.
    enum Path: String, Decodable {
      case auto, sql, memory
    }

    let chain: String
    let path: Path?
    /// Whether the response ends with the plan and the cost.
    let report: Bool?
  }

  func add(to router: some RouterMethods<ServiceContext>) {
    router.post("query", use: run)
    router.post("query/explain", use: explain)
    router.post("query/verify", use: verify)
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
      chain: try parse(body.chain), policy: policy(body.path), limits: limits,
      isReported: body.report == true)
    let lines = AsyncThrowingChannel<ByteBuffer, any Error>()
    let producer = Producer(Task { await run.write(to: lines) })
    // Before the first lines an error has a status of its own.
    var first: ByteBuffer?
    do {
      for try await part in lines {
        first = part
        break
      }
    } catch {
      throw Problem(error, chain: body.chain)
    }
    let start = first ?? ByteBuffer()
    return Response(
      status: .ok, headers: [.contentType: "application/x-ndjson; charset=utf-8"],
      body: ResponseBody { writer in
        defer { withExtendedLifetime(producer) {} }
        try await writer.write(start)
        do {
          for try await part in lines { try await writer.write(part) }
        } catch let error as Problem {
          try await writer.write(ByteBuffer(string: #"{"problem":\#(error.json)}"# + "\n"))
        }
        try await writer.finish(nil)
      })
  }

  /// Returns the plan of a chain, which does not run.
  private func explain(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.json(Body.self, upTo: limits.bodySize)
    let chain = try parse(body.chain)
    let policy = policy(body.path)
    return Response(json: PlanBody(try await onThread { try chain.plan(policy: policy) }))
  }

  /// Runs a chain in SQL and in memory, and compares the results.
  private func verify(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let body = try await request.json(Body.self, upTo: limits.bodySize)
    let chain = try parse(body.chain)
    try await onThread { try chain.verify() }
    return Response(json: ["isSame": true])
  }

  private func parse(_ text: String) throws -> ParsedChain {
    do {
      return try store.textForm.parse(text)
    } catch {
      throw Problem(error, chain: text)
    }
  }

  private func policy(_ path: Body.Path?) -> QueryPolicy {
    switch path {
    case nil, .auto: .allowFallback(maxRows: limits.rowsInMemory)
    case .sql: .requireSQL
    case .memory: .memoryOnly
    }
  }
}

/// The task that runs a chain. It ends when nobody holds it any more: the client may go away before
/// the response is written, or in the middle of it.
private final class Producer: Sendable {
  private let task: Task<Void, Never>

  init(_ task: Task<Void, Never>) { self.task = task }

  deinit { task.cancel() }
}
