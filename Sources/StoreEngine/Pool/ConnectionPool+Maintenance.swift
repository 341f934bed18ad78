internal import StoreSupport

/// The state of work that no caller waits for, such as moving changed rows into an index.
enum Maintenance {
  /// It runs.
  case running
  /// It runs, and is wanted again: rows have changed meanwhile.
  case wanted
}

extension ConnectionPool {
  /// The number of changed rows after which the work that belongs to them begins.
  private static let maintainedRowCount = 200

  /// Adds work that belongs to changed rows, or replaces it.
  ///
  /// - Parameters:
  ///   - name: what is kept, such as an index.
  ///   - work: called with a writer, outside of a transaction, after commits that changed many
  ///     rows. It does a part of the work, and returns whether more is left.
  package func keep(_ name: String, by work: @escaping @Sendable (Connection) throws -> Bool) {
    maintainers.withLock { $0[name] = work }
  }

  private var isMaintained: Bool { maintainers.withLock { !$0.isEmpty } }

  /// Does all of the work that belongs to changed rows.
  package func maintain() async throws {
    while try await maintainOnce() {}
  }

  /// Does all of the work that belongs to changed rows, on the calling thread.
  package func maintain() throws {
    guard isMaintained else { return }
    while try withWriter(maintain) {}
  }

  /// Starts the work that belongs to changed rows.
  package func maintainInBackground() {
    guard isMaintained else { return }
    maintainInBackground(Self.changedRows) { [weak self] connection in
      try self?.maintain(connection) ?? false
    }
  }

  /// Starts work that no caller waits for, or notes that it is wanted again if it runs. It uses a
  /// writer for a short time, again and again, until nothing is left, an error ends it, or the pool
  /// is closed.
  ///
  /// - Parameters:
  ///   - name: the name of the work, by which it is known whether it runs.
  ///   - work: does a part of the work, outside of a transaction, and returns whether more is left.
  package func maintainInBackground(
    _ name: String, _ work: @escaping @Sendable (Connection) throws -> Bool
  ) {
    let starts = maintenance.withLock { states in
      let isRunning = states[name] != nil
      states[name] = isRunning ? .wanted : .running
      return !isRunning
    }
    guard starts else { return }
    Task.detached(priority: .utility) { [weak self] in
      // The work does not keep the pool, which is closed with its last user.
      while let pool = self {
        let isUnfinished = (try? await pool.withWriter(work)) ?? false
        guard isUnfinished || pool.isWantedAgain(name) else { return }
      }
    }
  }

  /// The name of the work that belongs to changed rows.
  private static var changedRows: String { "" }

  /// Whether work runs in the background.
  package var isMaintaining: Bool { maintenance.withLock { !$0.isEmpty } }

  /// Starts the work if a connection has changed many rows since it was last started.
  func maintainIfChanged(by connection: Connection) {
    guard connection.isUsable else { return }
    let count = connection.totalChangedRowCount
    guard count - connection.maintainedRowCount >= Self.maintainedRowCount, isMaintained else {
      return
    }
    connection.maintainedRowCount = count
    maintainInBackground()
  }

  private func maintainOnce() async throws -> Bool {
    guard isMaintained else { return false }
    return try await withWriter { [self] in try maintain($0) }
  }

  /// Does a part of the work, whose own changes do not start it again.
  private func maintain(_ connection: Connection) throws -> Bool {
    defer { connection.maintainedRowCount = connection.totalChangedRowCount }
    let all = maintainers.withLock { Array($0.values) }
    return try all.reduce(false) { isUnfinished, work in try work(connection) || isUnfinished }
  }

  /// Returns whether the work is wanted again since it began; otherwise it ends.
  private func isWantedAgain(_ name: String) -> Bool {
    maintenance.withLock { states in
      states[name] = states[name] == .wanted ? .running : nil
      return states[name] != nil
    }
  }
}
