import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// What is known about a request when it is answered.
final class RequestRecord: Sendable {
  private struct State {
    var user: String?
    var rows: Int?
    var id: String?
  }

  private let state = Mutex(State())

  /// The name of the client's token; nil without one.
  var user: String? {
    get { state.withLock { $0.user } }
    set { state.withLock { $0.user = newValue } }
  }

  /// The id of a request to which the log gives none.
  var id: String {
    state.withLock { state in
      let id = state.id ?? String(UInt64.random(in: 0...UInt64.max), radix: 16)
      state.id = id
      return id
    }
  }

  /// The number of rows of the answer; nil for one that has none.
  var rows: Int? {
    get { state.withLock { $0.rows } }
    set { state.withLock { $0.rows = newValue } }
  }
}

/// Logs each request when its answer has been sent: who sent it, the route, the status, the time
/// and the rows. The address is not logged beyond the route, because what people search for is
/// private. The answer has the id of the entry.
struct RequestLog: RouterMiddleware {
  typealias Context = ServiceContext

  /// The level of the entries.
  let level: Logger.Level

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    var response: Response
    guard context.logger.logLevel <= level else {
      response = try await next(request, context)
      response.headers[.requestID] = context.requestID
      return response
    }
    let start = ContinuousClock.now
    do {
      response = try await next(request, context)
    } catch {
      log(request, context, status: nil, since: start)
      throw error
    }
    response.headers[.requestID] = context.requestID
    let status = response.status.code
    guard response.body.contentLength == nil else {
      log(request, context, status: status, since: start)
      return response
    }
    let body = response.body
    response.body = ResponseBody { writer in
      // Also if the client goes away before the end.
      defer { log(request, context, status: status, since: start) }
      try await body.write(writer)
    }
    return response
  }

  private func log(
    _ request: Request, _ context: ServiceContext, status: Int?,
    since start: ContinuousClock.Instant
  ) {
    let time = (ContinuousClock.now - start) / .seconds(1)
    var metadata: Logger.Metadata = [
      "method": .string(request.method.rawValue),
      "route": .string(context.endpointPath ?? "none"), "address": .string(context.address),
      "seconds": .stringConvertible((time * 1e6).rounded() / 1e6),
    ]
    metadata["status"] = status.map { .stringConvertible($0) }
    metadata["user"] = context.record.user.map { .string($0) }
    metadata["rows"] = context.record.rows.map { .stringConvertible($0) }
    context.logger.log(level: level, "request", metadata: metadata)
  }
}

extension ServiceContext {
  /// The id of the request: that of its log entries, if they have one.
  var requestID: String { logger[metadataKey: "hb.request.id"].map { "\($0)" } ?? record.id }
}

extension HTTPField.Name {
  fileprivate static let requestID = HTTPField.Name("X-Request-ID")!
}
