import Hummingbird
import NIOCore
import Synchronization

/// The connections of clients, up to a limit for each address.
final class Connections: Sendable {
  private struct State {
    var open: [ObjectIdentifier: ClientConnection] = [:]
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())
  private let limitOfAddress: Int

  init(limitOfAddress: Int) { self.limitOfAddress = limitOfAddress }

  /// Returns the connection of a channel; nil if the channel is no connection.
  func connection(of channel: ObjectIdentifier) -> ClientConnection? {
    state.withLock { $0.open[channel] }
  }

  /// Takes a new connection; nil if its address has too many.
  func open(_ channel: ObjectIdentifier, of address: String) -> ClientConnection? {
    state.withLock { state in
      guard state.counts[address, default: 0] < limitOfAddress else { return nil }
      state.counts[address, default: 0] += 1
      let connection = ClientConnection()
      state.open[channel] = connection
      return connection
    }
  }

  /// Forgets a connection that is closed, and ends the work for its client.
  func close(_ channel: ObjectIdentifier, of address: String) {
    let closed = state.withLock { state -> ClientConnection? in
      guard let closed = state.open.removeValue(forKey: channel) else { return nil }
      state.counts.decrement(address)
      return closed
    }
    closed?.close()
  }
}

/// Tells each request on which connection it came.
struct ConnectionMiddleware: RouterMiddleware {
  typealias Context = ServiceContext

  let connections: Connections

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.connection = connections.connection(of: ObjectIdentifier(context.channel))
    return try await next(request, context)
  }
}
