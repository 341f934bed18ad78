internal import Dispatch
internal import Foundation
internal import StoreSupport

/// Runs a piece of work until it ends, or until the program is asked to: with Ctrl-C, or with a
/// signal to end. The work is cancelled then, and that is no error.
func untilInterrupted(_ work: @escaping @Sendable () async throws -> Void) throws {
  // Tasks need threads, and would wait forever for one that cannot be started.
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
