import Foundation
import Hummingbird
import NIOCore
import People
import ServiceLifecycle
import Synchronization

/// The events of one subscription.
///
/// A client that reads slowly gets fewer events, each with all that has changed since the one
/// before: states that nobody waits for are not kept.
struct LiveEvents: Sendable {
  private let chain: ParsedChain
  private let policy: QueryPolicy
  private let limit: Int
  private let known: String?
  private let connection: ClientConnection?

  /// - Parameters:
  ///   - limit: the number of elements above which the subscription ends.
  ///   - known: the id of the last event that the client has seen.
  ///   - connection: the connection of the client.
  init(
    _ chain: ParsedChain, policy: QueryPolicy, limit: Int, known: String?,
    connection: ClientConnection?
  ) {
    self.chain = chain
    self.policy = policy
    self.limit = limit
    self.known = known
    self.connection = connection
  }

  /// Writes events until the client goes away, the chain fails or the service stops.
  func write(to writer: inout any ResponseBodyWriter) async throws {
    let latest = Mutex<[ResultValue]?>(nil)
    let (signals, signal) = AsyncThrowingStream<Void, any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let (chain, policy, limit) = (chain, policy, limit)
    let states = Task(executorPreference: WorkThreads.events) {
      do {
        for try await state in chain.states(policy: policy, limit: limit) {
          latest.withLock { $0 = state }
          signal.yield()
        }
        signal.finish()
      } catch {
        signal.finish(throwing: error)
      }
    }
    // The client closes its connection, or is found to be out of reach when something is written.
    let watch = connection?.whenClosed { signal.finish(throwing: CancellationError()) }
    let heartbeats = Task {
      while true {
        try await Task.sleep(for: .seconds(15))
        signal.yield()
      }
    }
    defer {
      withExtendedLifetime(watch) {}
      states.cancel()
      heartbeats.cancel()
    }
    var last: [ResultValue]?
    do {
      for try await _ in signals.cancelOnGracefulShutdown() {
        let state = latest.withLock { state in
          defer { state = nil }
          return state
        }
        let text = await event(for: state, after: last)
        if let state { last = state }
        try await writer.write(ByteBuffer(string: text))
      }
      try await writer.write(ByteBuffer(string: "event: end\ndata: {}\n\n"))
    } catch let error as CancellationError {
      throw error
    } catch let error as IOError {
      throw error
    } catch {
      let problem = Problem(error, chain: chain.text).json
      try await writer.write(ByteBuffer(string: "event: problem\ndata: \(problem)\n\n"))
    }
  }

  /// Returns the text of an event: the whole result, or what has changed in it; a comment if there
  /// is no new state.
  private func event(for state: [ResultValue]?, after last: [ResultValue]?) async -> String {
    guard let state else { return ":\n\n" }
    return await withTaskExecutorPreference(WorkThreads.events) { event(for: state, after: last) }
  }

  private func event(for state: [ResultValue], after last: [ResultValue]?) -> String {
    let id = Self.id(of: state)
    guard let last else {
      // A client that comes back and has missed nothing is told so.
      guard id != known else { return "id: \(id)\nevent: same\ndata: {}\n\n" }
      let rows = state.map(\.json).joined(separator: ",")
      return "id: \(id)\nevent: result\ndata: "
        + #"{"columns":\#(JSONText.of(chain.columns)),"rows":[\#(rows)]}"# + "\n\n"
    }
    let changes = state.difference(from: last).inferringMoves().map { change in
      switch change {
      case .remove(let place, let value, let target):
        #"{"remove":\#(place),"row":\#(value.json)\#(target.map { #","to":\#($0)"# } ?? "")}"#
      case .insert(let place, let value, let origin):
        #"{"insert":\#(place),"row":\#(value.json)\#(origin.map { #","from":\#($0)"# } ?? "")}"#
      }
    }
    return "id: \(id)\nevent: changes\ndata: [\(changes.joined(separator: ","))]\n\n"
  }

  /// The id of a state: equal states have equal ids, in each process.
  private static func id(of state: [ResultValue]) -> String {
    var hash = StableHash()
    for value in state { hash.add(value.json) }
    return hash.text
  }
}
