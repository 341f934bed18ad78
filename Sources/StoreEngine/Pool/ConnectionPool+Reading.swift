internal import StoreSupport

extension ConnectionPool {
  /// Returns a position in the log of the server after all commits that have returned, for
  /// ``ReadPreference/replica(after:)``. A database without such a log is always at
  /// ``LogPosition/start``.
  public func logPosition() async throws -> LogPosition {
    if let base { return try await base.logPosition() }
    return try await withReader { try $0.logPosition() ?? .start }
  }

  /// Returns a position after all commits that have returned, on the calling thread.
  public func logPosition() throws -> LogPosition {
    if let base { return try base.logPosition() }
    return try withReader { try $0.logPosition() ?? .start }
  }

  /// Returns a pool that reads on one of the preferred servers, and never writes.
  ///
  /// A replica that shall have reached a position is waited for, as long as
  /// ``DatabaseConfiguration/busyTimeout``. If none reaches it, or none can be connected to, the
  /// pool reads on the primary server, as it does for a database without replicas. Observers always
  /// follow the primary server.
  public func reading(_ preference: ReadPreference) async throws -> ConnectionPool {
    let position = preference.position
    var search = search(preference)
    while let (replica, pause) = search.next() {
      try await Task.sleep(for: pause)
      do {
        if try await replica.readers.run(reading: true, { try $0.hasReached(position) }) {
          return pool(reading: replica, from: position)
        }
        search.isBehind()
      } catch is DatabaseError {}
    }
    return ConnectionPool(readingFor: self, with: nil)
  }

  /// Returns a pool that reads on one of the preferred servers, on the calling thread.
  public func reading(_ preference: ReadPreference) throws -> ConnectionPool {
    let position = preference.position
    var search = search(preference)
    while let (replica, pause) = search.next() {
      try Interruption.sleep(microseconds: UInt32(pause / .microseconds(1)))
      do {
        let reader = try replica.readers.takeBlocking()
        defer { replica.readers.give(reader) }
        if try reader.run(reading: true, { try $0.hasReached(position) }) {
          return pool(reading: replica, from: position)
        }
        search.isBehind()
      } catch is DatabaseError {}
    }
    return ConnectionPool(readingFor: self, with: nil)
  }

  private func search(_ preference: ReadPreference) -> ReplicaSearch {
    let replicas = preference.usesReplica ? replicas : []
    let first = replicas.isEmpty ? 0 : nextReplica(of: replicas.count)
    return ReplicaSearch(
      Array(replicas[first...] + replicas[..<first]), timeout: configuration.busyTimeout)
  }

  private func pool(reading replica: Replica, from position: LogPosition) -> ConnectionPool {
    replica.rely(on: position)
    return ConnectionPool(readingFor: self, with: replica.readers)
  }
}
