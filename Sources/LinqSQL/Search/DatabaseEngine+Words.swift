internal import StoreEngine
internal import StoreSupport

// Before a search on a server, the rows without words get them, so that the statement finds them.
// Where that is not possible, the statement fails, and memory decides.

extension DatabaseEngine {
  /// Writes words that the statement of a plan needs. Where they are very many, the pool goes on
  /// with them in the background. Errors are left to the query.
  func completeWords(for plan: PlannedQuery) {
    for var words in missingWords(of: plan) {
      while let pool = words.pool {
        let next = words
        let done =
          try? words.isAsked
          ? pool.write(retrying: ConnectionPool.attempts, next.adding)
          : pool.withReader(next.asking)
        guard let done else { break }
        words = done
      }
      words.addOthersInBackground()
    }
  }

  /// Writes words that the statement of a plan needs without blocking the calling thread.
  func completeWords(for plan: PlannedQuery) async {
    for var words in missingWords(of: plan) {
      while let pool = words.pool {
        let next = words
        let done =
          try? words.isAsked
          ? await pool.write(retrying: ConnectionPool.attempts) { try next.adding(on: $0) }
          : await pool.withReader { try next.asking(on: $0) }
        guard let done else { break }
        words = done
      }
      words.addOthersInBackground()
    }
  }

  private func missingWords(of plan: PlannedQuery) -> [MissingWords] {
    guard !plan.wordIndexes.isEmpty, case .pool(let pool) = connections,
      pool.configuration.access != .read
    else { return [] }
    return plan.wordIndexes.map { MissingWords(of: $0, for: pool) }
  }
}

/// The words that rows of a table do not have yet, and the next step towards having them. Both
/// kinds of searches take the steps, each in its way of waiting for a connection.
private struct MissingWords: Sendable {
  /// The highest number of slices that a search writes.
  private static let sliceCount = 20

  private enum Step {
    case ask
    case add(after: Int64, sliceCount: Int)
    case addInBackground(after: Int64)
    case none
  }

  private let index: SearchIndex
  /// The connections of the search.
  private let searching: ConnectionPool
  private var step = Step.ask

  init(of index: SearchIndex, for pool: ConnectionPool) {
    self.index = index
    searching = pool
  }

  /// A pool that only reads belongs to one that writes.
  private var writing: ConnectionPool { searching.base ?? searching }

  /// The connections of the next step; nil if the search does not wait for more.
  var pool: ConnectionPool? {
    switch step {
    case .ask: searching
    case .add: writing
    case .addInBackground, .none: nil
    }
  }

  /// Whether it is known that words are missing.
  var isAsked: Bool { if case .ask = step { false } else { true } }

  /// Asks whether a statement on the connection would find rows without words, and also one that
  /// comes after they have got them: a snapshot stays as it is.
  func asking(on connection: Connection) throws -> MissingWords {
    let areMissing = try !connection.isInTransaction && index.hasDueRows(on: connection)
    return with(areMissing ? .add(after: .min, sliceCount: 0) : .none)
  }

  /// Writes a slice.
  func adding(on connection: Connection) throws -> MissingWords {
    guard case .add(let key, let count) = step else { return self }
    guard let last = try index.addWords(after: key, on: connection) else { return with(.none) }
    return with(
      count + 1 < Self.sliceCount
        ? .add(after: last, sliceCount: count + 1) : .addInBackground(after: last))
  }

  /// Starts to write the others, unless the pool does so already. An error, such as that of a pool
  /// that is closed, leaves the rest to the next search.
  func addOthersInBackground() {
    guard case .addInBackground(let key) = step else { return }
    let (index, last) = (index, Locked(key))
    writing.maintainInBackground(index.table) { connection in
      let key = last.withLock(\.self)
      let next = try connection.transaction(retrying: ConnectionPool.attempts) {
        try index.addWords(after: key, on: connection)
      }
      last.withLock { $0 = next ?? .min }
      return next != nil
    }
  }

  private func with(_ step: Step) -> MissingWords {
    var words = self
    words.step = step
    return words
  }
}
