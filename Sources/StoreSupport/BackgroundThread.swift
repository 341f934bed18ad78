#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Dedicated threads for work that blocks.
package enum BackgroundThread {
  /// Starts a thread that runs `body` and then exits.
  ///
  /// `Thread.detachNewThread` does not report when the system cannot start a thread, and code that
  /// waits for the work then waits forever.
  ///
  /// - Throws: ``ThreadError/cannotStart(reason:)``, in which case `body` does not run.
  package static func start(_ body: @escaping @Sendable () -> Void) throws {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(
      &thread, &attributes,
      { context in
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, &attributes,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    #endif
    guard code == 0 else {
      work.release()
      throw ThreadError.cannotStart(reason: String(cString: strerror(code)))
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

/// The reason why work on another thread was not started.
public enum ThreadError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The system cannot start another thread: a limit on processes and threads was reached, or there
  /// is no memory.
  case cannotStart(reason: String)

  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .cannotStart(let reason):
      "no thread can be started: \(reason); raise the limit on processes and threads (ulimit -u)"
    }
  }
}
