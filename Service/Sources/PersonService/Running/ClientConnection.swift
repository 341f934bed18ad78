import Synchronization

/// The connection of a client, which may close it while the service works for it.
final class ClientConnection: Sendable {
  private struct State {
    var isClosed = false
    var lastNumber = 0
    /// What ends the work for the client.
    var endings: [Int: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Calls `end` when the client closes its side, or at once if it has.
  ///
  /// - Returns: a watch. Nothing is called any more when nobody holds it.
  func whenClosed(_ end: @escaping @Sendable () -> Void) -> Watch {
    let number = state.withLock { state -> Int? in
      guard !state.isClosed else { return nil }
      state.lastNumber += 1
      state.endings[state.lastNumber] = end
      return state.lastNumber
    }
    if number == nil { end() }
    return Watch(connection: self, number: number ?? 0)
  }

  /// Ends the work for the client.
  func close() {
    let endings = state.withLock { state in
      state.isClosed = true
      defer { state.endings = [:] }
      return state.endings.values
    }
    for end in endings { end() }
  }

  private func forget(_ number: Int) {
    state.withLock { $0.endings[number] = nil }
  }

  /// The wish to know when a connection is closed.
  final class Watch: Sendable {
    private let connection: ClientConnection
    private let number: Int

    fileprivate init(connection: ClientConnection, number: Int) {
      (self.connection, self.number) = (connection, number)
    }

    deinit { connection.forget(number) }
  }
}

extension ServiceContext {
  /// Calls `body`, and cancels it when the client closes its connection.
  func whileConnected<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let connection else { return try await body() }
    let task = Task { try await body() }
    let watch = connection.whenClosed { task.cancel() }
    defer { withExtendedLifetime(watch) {} }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
