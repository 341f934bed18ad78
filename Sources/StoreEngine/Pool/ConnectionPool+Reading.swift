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

  /// Returns a pool that reads the same database with connections of its own, and never writes:
  /// work that takes long does not hold up the readers of this pool, nor they it.
  ///
  /// The connections are opened when they are needed, and closed with this pool; so make such a
  /// pool once for each kind of work. A database in memory has a single connection for all.
  /// Observers use those of this pool.
  ///
  /// ```swift
  /// let reports = pool.reading(connections: 2)
  /// try await reports.read { try $0.query("SELECT …") { try $0.integer(0) } }
  /// ```
  ///
  /// - Parameter count: the number of connections that can read at the same time.
  public func reading(connections count: Int) -> ConnectionPool {
    let pool = base ?? self
    return ConnectionPool(readingFor: pool, with: pool.addReaders(count))
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
