import Hummingbird
import Metrics
import Synchronization

/// The subscriptions that are open, up to a limit.
final class Subscriptions: Sendable {
  private let count = Atomic<Int>(0)
  private let limit: Int
  private let gauge = Gauge(label: "personservice_live_subscriptions")

  init(limit: Int) { self.limit = limit }

  /// Takes a place.
  ///
  /// - Throws: a problem with status 429 if all are taken.
  func take() throws -> Place {
    let taken = count.wrappingAdd(1, ordering: .relaxed).newValue
    guard taken <= limit else {
      count.wrappingSubtract(1, ordering: .relaxed)
      var problem = Problem(
        .tooManyRequests, "too-many-subscriptions", "Too many live queries are open")
      problem.headers[.retryAfter] = "10"
      throw problem
    }
    gauge.record(taken)
    return Place(self)
  }

  fileprivate func leave() {
    gauge.record(count.wrappingSubtract(1, ordering: .relaxed).newValue)
  }

  /// A place that is given back when nobody holds it any more: a response may never be written.
  final class Place: Sendable {
    private let subscriptions: Subscriptions

    fileprivate init(_ subscriptions: Subscriptions) { self.subscriptions = subscriptions }

    deinit { subscriptions.leave() }
  }
}
