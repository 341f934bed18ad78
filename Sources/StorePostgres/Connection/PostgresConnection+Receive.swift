#if Postgres
internal import CStorePostgres
internal import Foundation
internal import StoreSupport

/// What is sent to the server and received from it, all of it by these functions: while a
/// connection waits for the server, its run may be asked to end.
extension PostgresConnection {
  /// Returns the next result of what was sent; nil after the last.
  func receive() -> OpaquePointer? {
    awaitResult()
    return PQgetResult(handle)
  }

  /// Runs statements without parameters, and returns their last result.
  func send(_ sql: String) -> OpaquePointer? { lastResult { PQsendQuery(handle, sql) } }

  /// Prepares a statement, and returns the result.
  func send(_ name: String, _ text: String, types: [Oid]) -> OpaquePointer? {
    lastResult { PQsendPrepare(handle, name, text, Int32(types.count), types) }
  }

  /// Makes sure that a request to stop the last statement does not stop the next one.
  func settle() {
    // Without the socket, the next statement fails with the loss of the connection.
    if !canceling.settle() { giveUp() }
  }

  /// Returns whether there is a result, or the end, before a time.
  func hasResult(before deadline: ContinuousClock.Instant) -> Bool {
    while PQisBusy(handle) == 1 {
      guard ContinuousClock.now < deadline, waitForInput(milliseconds: 1) else { return false }
    }
    return true
  }

  private func lastResult(_ send: () -> Int32) -> OpaquePointer? {
    while let result = receive() { PQclear(result) }
    settle()
    guard send() == 1 else { return nil }
    var last: OpaquePointer?
    while let result = receive() {
      if let last { PQclear(last) }
      last = result
      // The data of a copy comes before further results.
      if PQresultStatus(result) == PGRES_COPY_IN || PQstatus(handle) == CONNECTION_BAD { break }
    }
    return last
  }

  private func awaitResult() {
    // If the run cannot be asked to end, libpq waits for the server itself.
    guard isUnwanted || Interruption.canBeRequested else { return }
    while PQisBusy(handle) == 1 {
      if isUnwanted || Interruption.isRequested, !canceling.cancel(on: handle) { return giveUp() }
      guard waitForInput(milliseconds: 5) else { return }
    }
  }

  /// Returns false if the connection is lost, which the next call of the library reports.
  private func waitForInput(milliseconds: Int32) -> Bool {
    var socket = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
    return poll(&socket, 1, milliseconds) == 0 || PQconsumeInput(handle) == 1
  }

  /// Loses the connection to a server that does not react. The handle stays valid for those that
  /// still use it, and libpq finds the end of the socket.
  private func giveUp() { shutdown(PQsocket(handle), Int32(SHUT_RDWR)) }
}
#endif
