import Foundation
import People
import Testing

/// Follows a live query in a task of its own and keeps what it gives.
///
/// `@unchecked Sendable`: the variables are touched only with `lock` held.
final class Watcher<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [[Element]] = []
  private var ending: Result<Void, any Error>?
  private var task: Task<Void, Never>?

  /// Follows a query.
  ///
  /// - Parameter pause: how long the loop takes for each result.
  init(_ query: LiveQuery<Element>, pause: Duration = .zero) {
    task = Task { [weak self] in
      do {
        for try await result in query {
          guard let self else { return }
          lock.withLock { results.append(result) }
          if pause > .zero { try await Task.sleep(for: pause) }
        }
        self?.end(.success(()))
      } catch {
        self?.end(.failure(error))
      }
    }
  }

  deinit { task?.cancel() }

  private func end(_ ending: Result<Void, any Error>) { lock.withLock { self.ending = ending } }

  var all: [[Element]] { lock.withLock { results } }
  var last: [Element]? { lock.withLock { results.last } }
  var outcome: Result<Void, any Error>? { lock.withLock { ending } }

  func cancel() { task?.cancel() }
}

/// Waits until something is so; records an issue where it is not within minutes. Other tests may
/// keep all threads busy for long.
func wait(
  _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
  until condition: () throws -> Bool
) async throws {
  let start = ContinuousClock.now
  while try !condition() {
    if start.duration(to: .now) > .seconds(300) {
      Issue.record("\(what) did not come to be", sourceLocation: sourceLocation)
      return
    }
    try await Task.sleep(for: .milliseconds(2))
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
