internal import StoreSupport

/// The state of the work that belongs to changed rows and that no caller waits for, such as moving
/// them into an index.
enum Maintenance {
  /// There is none.
  case none
  /// It runs.
  case running
  /// It runs, and rows have changed meanwhile.
  case wanted
}

extension ConnectionPool {
  /// Does all of the work that belongs to changed rows.
  package func maintain() async throws {
    while try await maintainOnce() {}
  }

  /// Does all of the work that belongs to changed rows, on the calling thread.
  package func maintain() throws {
    guard configuration.maintain != nil else { return }
    while try withWriter(maintain) {}
  }

  /// Starts the work that belongs to changed rows. It uses a writer for a short time, again and
  /// again, until nothing is left, an error ends it, or the pool is closed.
  package func maintainInBackground() {
    guard configuration.maintain != nil else { return }
    let starts = maintenance.withLock { state in
      defer { state = if case .none = state { .running } else { .wanted } }
      return if case .none = state { true } else { false }
    }
    guard starts else { return }
    Task.detached(priority: .utility) { [weak self] in
      // The work does not keep the pool, which is closed with its last user.
      while let pool = self {
        let isUnfinished = (try? await pool.maintainOnce()) ?? false
        guard isUnfinished || pool.isWantedAgain() else { return }
      }
    }
  }

  /// Whether the work runs in the background.
  package var isMaintaining: Bool {
    maintenance.withLock { if case .none = $0 { false } else { true } }
  }

  /// Starts the work if a connection has changed many rows since it was last started.
  func maintainIfChanged(by connection: Connection) {
    guard configuration.maintain != nil, connection.isUsable else { return }
    let count = connection.totalChangedRowCount
    guard count - connection.maintainedRowCount >= DatabaseConfiguration.maintainedRowCount else {
      return
    }
    connection.maintainedRowCount = count
    maintainInBackground()
  }

  private func maintainOnce() async throws -> Bool {
    guard configuration.maintain != nil else { return false }
    return try await withWriter { [self] in try maintain($0) }
  }

  /// Does a part of the work, whose own changes do not start it again.
  private func maintain(_ connection: Connection) throws -> Bool {
    defer { connection.maintainedRowCount = connection.totalChangedRowCount }
    return try configuration.maintain?(connection) ?? false
  }

  /// Returns whether rows have changed since the work began; otherwise it ends.
  private func isWantedAgain() -> Bool {
    maintenance.withLock { state in
      guard case .wanted = state else {
        state = .none
        return false
      }
      state = .running
      return true
    }
  }
}
