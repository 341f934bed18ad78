import Foundation
import People
import TestSupport
import Testing

/// Posted by each watcher for each result and at its end.
let events = Events()

/// Observes a live query in a task of its own and keeps what it gives.
///
/// `@unchecked Sendable`: the variables are touched only with `lock` held.
final class Watcher<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [[Element]] = []
  private var ending: Result<Void, any Error>?
  private var task: Task<Void, Never>?

  /// Observes a query.
  ///
  /// - Parameter mayGoOn: what the loop waits for after its first result.
  init(_ query: LiveQuery<Element>, pausingUntil mayGoOn: Signal? = nil) {
    task = Task { [weak self] in
      do {
        for try await result in query {
          guard let self else { return }
          lock.withLock { results.append(result) }
          events.post()
          try await mayGoOn?.wait()
        }
        self?.end(.success(()))
      } catch {
        self?.end(.failure(error))
      }
    }
  }

  deinit { task?.cancel() }

  private func end(_ ending: Result<Void, any Error>) {
    lock.withLock { self.ending = ending }
    events.post()
  }

  var all: [[Element]] { lock.withLock { results } }
  var last: [Element]? { lock.withLock { results.last } }
  var outcome: Result<Void, any Error>? { lock.withLock { ending } }

  func cancel() { task?.cancel() }
}

/// Waits until something is so, which it becomes with an event; records an issue where the test's
/// time is over before.
func wait(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
  until condition: () throws -> Bool
) async throws {
  do {
    try await events.wait(until: condition)
  } catch is CancellationError {
    Issue.record("\(what) did not come to be", sourceLocation: sourceLocation)
  }
}

/// The statements that a store has run.
final class Statements: @unchecked Sendable {
  private let lock = NSLock()
  private var texts: [String] = []

  func add(_ sql: String) { lock.withLock { texts.append(sql) } }

  /// The reads of people since the last time.
  func takeReads() -> [String] {
    lock.withLock {
      defer { texts = [] }
      return texts.filter {
        $0.hasPrefix("SELECT") && $0.contains("FROM person") && !$0.contains("retired_key")
      }
    }
  }
}
