internal import StoreEngine
internal import StoreSupport

// Before a search on a server, the rows without words get them, so that the statement finds them.
// Where that is not possible, the statement fails, and memory decides.

extension DatabaseEngine {
  /// Writes words that the statement of a plan needs. Where they are very many, a thread of its own
  /// goes on with them. Errors are left to the query.
  func completeWords(for plan: PlannedQuery) {
    for words in incompleteWords(of: plan) {
      guard (try? words.pool.withReader(words.areMissing)) == true else { continue }
      var last: Int64? = .min
      for _ in 0..<Self.sliceCount {
        guard let key = last else { break }
        guard let slice = try? words.add(after: key) else { return }
        last = slice.last
      }
      if let key = last { words.addInBackground(after: key) }
    }
  }

  /// Writes words that the statement of a plan needs without blocking the calling thread.
  func completeWords(for plan: PlannedQuery) async {
    for words in incompleteWords(of: plan) {
      guard (try? await words.pool.withReader(words.areMissing)) == true else { continue }
      var last: Int64? = .min
      for _ in 0..<Self.sliceCount {
        guard let key = last else { break }
        guard let slice = try? await words.add(after: key) else { return }
        last = slice.last
      }
      if let key = last { words.addInBackground(after: key) }
    }
  }

  /// The highest number of slices that a search writes.
  private static let sliceCount = 20

  private func incompleteWords(of plan: PlannedQuery) -> [MissingWords] {
    guard !plan.wordIndexes.isEmpty, case .pool(let pool) = connections,
      pool.configuration.access != .read
    else { return [] }
    return plan.wordIndexes.map { MissingWords(index: $0, pool: pool) }
  }
}

/// The words that rows of a table do not have yet.
private struct MissingWords: Sendable {
  /// The key of the last row of a slice; nil if no rows come after it.
  struct Slice: Sendable { let last: Int64? }

  let index: SearchIndex
  /// The connections of the search.
  let pool: ConnectionPool

  /// A pool that only reads belongs to one that writes.
  private var writing: ConnectionPool { pool.base ?? pool }

  /// Returns whether a statement on the connection would find rows without words, and also one that
  /// comes after they have got them: a snapshot stays as it is.
  func areMissing(on connection: Connection) throws -> Bool {
    try !connection.isInTransaction && index.hasDueRows(on: connection)
  }

  func add(after key: Int64) throws -> Slice {
    try writing.write(retrying: ConnectionPool.attempts) { connection in
      Slice(last: try index.addWords(after: key, on: connection))
    }
  }

  func add(after key: Int64) async throws -> Slice {
    try await writing.write(retrying: ConnectionPool.attempts) { connection in
      Slice(last: try index.addWords(after: key, on: connection))
    }
  }

  /// Writes the others, unless a thread does so already.
  func addInBackground(after key: Int64) {
    let work = Work(pool: ObjectIdentifier(writing), table: index.table)
    guard Self.running.withLock({ $0.insert(work).inserted }) else { return }
    let end: @Sendable () -> Void = { Self.running.withLock { _ = $0.remove(work) } }
    do {
      try BackgroundThread.start {
        var last: Int64? = key
        // An error, such as that of a pool that is closed, leaves the rest to the next search.
        while let key = last { last = (try? add(after: key))?.last }
        end()
      }
    } catch {
      end()
    }
  }

  private struct Work: Hashable {
    let pool: ObjectIdentifier
    let table: String
  }

  private static let running = Locked<Set<Work>>([])
}
