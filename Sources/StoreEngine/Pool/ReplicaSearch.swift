/// The search for a replica that has reached a position. Replicas are asked in turn, again and
/// again while one of them only lags.
struct ReplicaSearch {
  private let replicas: [Replica]
  private var round: ArraySlice<Replica> = []
  private var isWorthwhile = true
  private var pause: Duration?
  private let deadline: ContinuousClock.Instant

  init(_ replicas: [Replica], timeout: Duration) {
    self.replicas = replicas
    deadline = .now + timeout
  }

  /// Returns the replica to ask next, and how long to wait before; nil at the end of the search.
  mutating func next() -> (replica: Replica, pause: Duration)? {
    if let replica = round.popFirst() { return (replica, .zero) }
    guard isWorthwhile, .now < deadline else { return nil }
    isWorthwhile = false
    round = replicas[...]
    let wait = pause ?? .zero
    pause = pause.map { min($0 * 2, .milliseconds(50)) } ?? .milliseconds(1)
    return round.popFirst().map { ($0, wait) }
  }

  /// Notes that the last replica lags, so that it is worthwhile to ask again.
  mutating func isBehind() { isWorthwhile = true }
}
