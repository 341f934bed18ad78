internal import StoreSupport

/// A server that repeats the commits of a primary one, for reads.
package final class Replica: Sendable {
  /// The connections to the server.
  let readers: ConnectionQueue

  /// The position that readers rely on: a connection to a server that is not there (again) must not
  /// be used.
  private let relied: Locked<LogPosition>

  /// Creates a replica whose connections are opened when they are needed.
  ///
  /// - Parameters:
  ///   - path: the name of the server.
  ///   - configuration: says how many connections there are.
  ///   - opening: opens a connection that has reached a position.
  package init(
    path: String, configuration: DatabaseConfiguration,
    _ opening: @escaping @Sendable (LogPosition) throws -> Connection
  ) {
    let relied = Locked(LogPosition.start)
    self.relied = relied
    let connections = (0..<max(1, configuration.readerCount)).map { _ in
      PooledConnection(path: path, label: "replica") {
        try opening(relied.withLock { $0 })
      }
    }
    readers = ConnectionQueue(
      connections: connections, path: path, timeout: configuration.connectionTimeout,
      waited: configuration.waited)
  }

  /// Notes that readers rely on a position that the server has reached.
  func rely(on position: LogPosition) {
    relied.withLock { $0 = max($0, position) }
  }
}
