internal import Dispatch
package import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The end of one run of work, which its task or the consumer of its results may ask for at any
/// moment: of a canceled task, of a stream whose iterator is gone.
///
/// A run takes place on one thread, and everything that loops, waits or calls an engine on that
/// thread asks the same question: ``isRequested``. So nothing is passed from function to function,
/// and no request can meet a later run on the same connection. Work that no one has given an
/// interruption is that of a blocking call, which ends when the task that it was called in is
/// canceled.
package final class Interruption: Sendable {
  @usableFromInline let flag = Atomic<Bool>(false)

  package init() {}

  /// Asks the run to end. Can be called from any thread, before, while and after it runs.
  package func request() { flag.store(true, ordering: .relaxed) }

  /// Whether this run was asked to end.
  @inlinable package var isWanted: Bool { flag.load(ordering: .relaxed) }

  /// Runs work on the calling thread, unless it was asked to end before.
  package func run<Value>(_ body: () throws -> Value) -> Result<Value, any Error> {
    guard !isWanted else { return .failure(CancellationError()) }
    return Result { try Self.running.during(self, body) }
  }

  /// Runs work that blocks on a thread of the system, while the calling task suspends. Canceling
  /// the task interrupts it.
  package static func runOutsideOfTasks<Value: Sendable>(
    _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let interruption = Interruption()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: interruption.run(body)) }
      }
    } onCancel: {
      interruption.request()
    }
  }

  /// Runs work that does not block in the calling task. Canceling the task interrupts it.
  package static func runInTask<Value: Sendable>(
    _ body: @Sendable () throws -> Value
  ) async throws -> Value {
    let interruption = Interruption()
    return try await withTaskCancellationHandler {
      try interruption.run(body).get()
    } onCancel: {
      interruption.request()
    }
  }

  // The thread.

  /// Whether the work on the calling thread has to end now.
  package static var isRequested: Bool { running.value?.isWanted ?? Task.isCancelled }

  /// Whether the work on the calling thread can be asked to end at all.
  package static var canBeRequested: Bool {
    guard let interruption = running.value else { return withUnsafeCurrentTask { $0 != nil } }
    return interruption !== never
  }

  /// Throws if the work on the calling thread has to end now.
  package static func check() throws {
    if isRequested { throw CancellationError() }
  }

  /// Runs work that must not be interrupted, such as a rollback. A request during the work takes
  /// effect afterwards.
  package static func holdOff<Value>(while body: () throws -> Value) rethrows -> Value {
    try running.during(never, body)
  }

  /// Sleeps, unless the work on the calling thread has to end meanwhile.
  package static func sleep(microseconds: UInt32) throws {
    var left = microseconds
    while left > 0 {
      try check()
      let part = min(left, 10_000)
      usleep(part)
      left -= part
    }
    try check()
  }

  /// The interruption that is never requested.
  fileprivate static let never = Interruption()

  /// The interruption of the run on the calling thread; nil for a blocking call.
  fileprivate static var current: Interruption? { running.value }

  private static let running = ThreadValue<Interruption>()
}

/// The check that a loop in memory makes for each of its elements. It is created on the thread of
/// the run.
package struct InterruptionCheck {
  /// The interruption of the run; nil for a blocking call, which may be in a task.
  @usableFromInline let interruption: Interruption?
  /// The number of calls until the task is asked, which takes longer than the rest.
  @usableFromInline var left = 0

  package init() { interruption = .current }

  /// Throws if the work has to end.
  @inlinable package mutating func callAsFunction() throws {
    if let interruption {
      if interruption.isWanted { throw CancellationError() }
    } else if left > 0 {
      left -= 1
    } else {
      left = 15
      try Task.checkCancellation()
    }
  }

  /// Returns a closure that checks each time, for code that takes one.
  package static func closure() -> () throws -> Void {
    let check = InterruptionCheck()
    guard let interruption = check.interruption else {
      let kept = Kept(check)
      return { try kept.check() }
    }
    return { if interruption.isWanted { throw CancellationError() } }
  }

  private final class Kept {
    @exclusivity(unchecked) var check: InterruptionCheck

    init(_ check: InterruptionCheck) { self.check = check }
  }
}

/// An iterator whose elements are worked on one after the other, with a check before each.
package struct InterruptibleIterator<Base: IteratorProtocol> {
  @usableFromInline var base: Base
  @usableFromInline var check = InterruptionCheck()

  package init(_ base: Base) { self.base = base }

  /// Returns the next element; nil after the last.
  @inlinable package mutating func next() throws -> Base.Element? {
    try check()
    return base.next()
  }
}

extension Sequence {
  /// Returns what a closure makes of each element.
  package func mapUnlessInterrupted<Value>(
    _ transform: (Element) throws -> Value
  ) throws -> [Value] {
    var check = InterruptionCheck()
    return try map { element in
      try check()
      return try transform(element)
    }
  }

  /// Returns the elements in order.
  package func sortedUnlessInterrupted(
    by precedes: (Element, Element) throws -> Bool
  ) throws -> [Element] {
    var check = InterruptionCheck()
    return try sorted { left, right in
      try check()
      return try precedes(left, right)
    }
  }
}
