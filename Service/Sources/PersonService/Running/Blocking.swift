import NIOPosix

/// Runs work that blocks on a thread of its own.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await NIOThreadPool.singleton.runIfActive(body)
}
