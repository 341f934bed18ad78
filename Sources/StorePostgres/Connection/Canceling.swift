#if Postgres
internal import CStorePostgres
internal import StoreSupport

/// Asks a server to stop the running statement of a connection, from any thread.
final class Canceling: Sendable {
  private let cancelHandle: Locked<Handle>

  /// `@unchecked Sendable`: it is accessed only while the lock is held.
  private struct Handle: @unchecked Sendable { var pointer: OpaquePointer? }

  init(_ connection: OpaquePointer) {
    cancelHandle = Locked(Handle(pointer: PQgetCancel(connection)))
  }

  func cancel() {
    cancelHandle.withLock { handle in
      guard let pointer = handle.pointer else { return }
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { message in
        _ = PQcancel(pointer, message.baseAddress, 256)
      }
    }
  }

  func close() {
    cancelHandle.withLock { handle in
      if let pointer = handle.pointer { PQfreeCancel(pointer) }
      handle.pointer = nil
    }
  }
}
#endif
