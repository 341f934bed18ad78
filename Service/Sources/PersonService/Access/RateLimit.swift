import Foundation
import Synchronization

/// A number of requests that each client may send in a second, with room for a burst of twice as
/// many.
final class RateLimit: Sendable {
  private struct Bucket {
    var left: Double
    var filled: ContinuousClock.Instant
  }

  private let perSecond: Double
  private let burst: Double
  private let buckets = Mutex<[String: Bucket]>([:])

  init(perSecond: Double, burst: Double? = nil) {
    self.perSecond = perSecond
    self.burst = burst ?? max(1, 2 * perSecond)
  }

  /// Counts a request of a client.
  ///
  /// - Throws: a problem with status 429 if there were too many.
  func count(_ client: String) throws {
    let now = ContinuousClock.now
    let isWithin = buckets.withLock { buckets in
      // A full bucket is as good as none.
      if buckets.count > 10_000 {
        buckets = buckets.filter { left(in: $0.value, at: now) < burst }
      }
      var bucket = buckets[client] ?? Bucket(left: burst, filled: now)
      bucket = Bucket(left: left(in: bucket, at: now), filled: now)
      defer { buckets[client] = bucket }
      guard bucket.left >= 1 else { return false }
      bucket.left -= 1
      return true
    }
    guard !isWithin else { return }
    var problem = Problem(.tooManyRequests, "too-many-requests", "Too many requests; wait a moment")
    problem.headers[.retryAfter] = "\(Int(max(1, (1 / perSecond).rounded(.up))))"
    throw problem
  }

  private func left(in bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
    min(burst, bucket.left + (now - bucket.filled) / .seconds(1) * perSecond)
  }
}
