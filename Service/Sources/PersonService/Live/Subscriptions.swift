import Hummingbird
import Metrics
import Synchronization

/// The live queries that are open, or the streams with their events, up to a limit for all clients
/// and one for each of them.
final class Subscriptions: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let limit: Int
  private let limitForClient: Int
  private let gauge: Gauge

  /// - Parameter label: the name of the metric with their number.
  init(limit: Int, limitForClient: Int, label: String) {
    self.limit = limit
    self.limitForClient = limitForClient
    gauge = Gauge(label: label)
  }

  /// The number of those that are open.
  var taken: Int { counts.withLock { $0.values.reduce(0, +) } }

  /// Takes a place for a client.
  ///
  /// - Throws: a problem with status 429 if all are taken.
  func take(for client: String) throws -> Place {
    let taken = counts.withLock { counts -> Int? in
      let taken = counts.values.reduce(0, +)
      guard taken < limit, counts[client, default: 0] < limitForClient else { return nil }
      counts[client, default: 0] += 1
      return taken + 1
    }
    guard let taken else {
      var problem = Problem(
        .tooManyRequests, "too-many-subscriptions", "Too many live queries are open")
      problem.headers[.retryAfter] = "10"
      throw problem
    }
    gauge.record(taken)
    return Place(self, client)
  }

  private func leave(_ client: String) {
    let taken = counts.withLock { counts in
      counts.decrement(client)
      return counts.values.reduce(0, +)
    }
    gauge.record(taken)
  }

  /// A place that is given back when nobody holds it any more: a response may never be written.
  final class Place: Sendable {
    private let subscriptions: Subscriptions
    private let client: String

    fileprivate init(_ subscriptions: Subscriptions, _ client: String) {
      self.subscriptions = subscriptions
      self.client = client
    }

    deinit { subscriptions.leave(client) }
  }
}
