internal import Dispatch
internal import Foundation
internal import StoreSupport

/// Runs work until it ends, or until the program receives SIGINT (Ctrl-C) or SIGTERM. The work is
/// then canceled, which is not an error.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) throws {
  // Tasks need threads, and would wait forever if none can be started.
  try BackgroundThread.start {}
  let done = DispatchSemaphore(value: 0)
  let failure = Locked<(any Error)?>(nil)
  let task = Task {
    do {
      try await work()
    } catch is CancellationError {
    } catch {
      failure.withLock { $0 = error }
    }
    done.signal()
  }
  let sources = [SIGINT, SIGTERM].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { task.cancel() }
    source.resume()
    return source
  }
  done.wait()
  for source in sources { source.cancel() }
  if let error = failure.withLock({ $0 }) { throw error }
}
