import NIOPosix

/// The threads of one kind of work that blocks or takes a while. What takes long holds up only work
/// of its own kind, and leaves Swift's own threads to the requests.
enum WorkThreads {
  /// Files, and bodies that are inflated.
  static let files = NIOThreadPool.singleton
  /// Imports, which wait for each other anyway.
  static let imports = started(2)
  /// Texts of chains, which may be long. One at a time leaves a processor to others.
  static let chains = started(1)
  /// The schema of the tables of other programs, and values that decide types.
  static let tables = started(1)
  /// Plans of chains, in tasks that may be canceled: what blocks in them ends then.
  static let plans = ThreadExecutor(chains)
  /// Lines of results: their rows become JSON.
  static let lines = ThreadExecutor(started(2))
  /// Events of live queries: their rows are compared with those before, and become JSON.
  static let events = ThreadExecutor(started(1))

  private static func started(_ count: Int) -> NIOThreadPool {
    let pool = NIOThreadPool(numberOfThreads: count)
    pool.start()
    return pool
  }
}

/// Runs tasks on threads of their own.
final class ThreadExecutor: TaskExecutor {
  private let threads: NIOThreadPool

  init(_ threads: NIOThreadPool) { self.threads = threads }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    threads.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Runs work that blocks on a thread of its own.
func onThread<Value: Sendable>(
  of threads: NIOThreadPool = WorkThreads.files, _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await threads.runIfActive(body)
}
