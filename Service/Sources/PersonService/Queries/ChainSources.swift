import LinqModels
import LinqText
import People
import StoreEngine

/// What chains can ask: the people and groups of a store, and the tables of a database.
struct ChainSources: Sendable {
  /// The store; nil for a database of another program.
  let store: PersonStore?
  let pool: ConnectionPool
  let tables: DatabaseTables

  /// The number of bytes of a text that is read at once. A longer one may take a while.
  private static let shortText = 2_048

  init(_ store: PersonStore, leavingOut names: Set<String>) {
    self.init(store, store.pool, Self.tables(in: store.pool, leavingOut: names))
  }

  /// - Parameter pool: the connections to a database of another program.
  init(_ pool: ConnectionPool) {
    self.init(nil, pool, Self.tables(in: pool))
  }

  /// The schema and values that decide types are read by a connection of their own: a chain is
  /// parsed also while all others are in use.
  private static func tables(
    in pool: ConnectionPool, leavingOut names: Set<String> = []
  ) -> DatabaseTables {
    DatabaseTables(in: pool.reading(connections: 1), leavingOut: names).reading(in: pool)
  }

  private init(_ store: PersonStore?, _ pool: ConnectionPool, _ tables: DatabaseTables) {
    (self.store, self.pool, self.tables) = (store, pool, tables)
  }

  /// Returns the same sources with some connections of their own, which only read.
  func reading(connections count: Int) -> ChainSources {
    let reader = store?.reading(connections: count)
    let pool = reader?.pool ?? pool.reading(connections: count)
    return ChainSources(reader, pool, tables.reading(in: pool))
  }

  /// Throws unless the database answers.
  func check() async throws {
    if let store {
      _ = try await store.people.take(1).count()
    } else {
      try await pool.read { _ = try $0.query("SELECT 1") { try $0.integer(0) } }
    }
  }

  func close() async {
    if let store { await store.close() } else { await pool.closeAndWait() }
  }

  /// Parses a chain.
  ///
  /// - Throws: a problem that names the place of a mistake.
  func chain(_ text: String) async throws -> ParsedChain {
    do {
      return try await parsed(text)
    } catch let error as ChainError {
      // The table or the column may be new.
      let isOld = try await onThread(of: WorkThreads.tables) { try tables.refresh() }
      guard isOld, let chain = try? await parsed(text) else { throw Problem(error, chain: text) }
      return chain
    }
  }

  private func parsed(_ text: String) async throws -> ParsedChain {
    try await reading(text) { try $0().parse(text) }
  }

  /// Parses a chain that changes rows of a table; nil if it only reads.
  ///
  /// - Throws: a problem that names the place of a mistake.
  func change(_ text: String) async throws -> ParsedChange<DynamicRow>? {
    try await reading(text) { form in
      do {
        return try form().parseChange(text, of: DynamicRow.self)
      } catch let error as ChainError {
        throw Problem(error, chain: text)
      }
    }
  }

  /// Returns the names that can stand at a place of an unfinished chain.
  func completions(of text: String, at position: Int) async throws -> Completions {
    try await reading(text) { try $0().completions(of: text, at: position) }
  }

  /// Notes that a chain has failed. The schema may have changed, or the types of values.
  func failed(_ error: any Error) {
    switch error {
    case is TableDeclarationError, DatabaseError.decoding, DatabaseError.failed: tables.forget()
    default: break
    }
  }

  /// Calls a closure with what makes the text form for a chain; on a thread that may block if the
  /// text is long, or if values are read.
  private func reading<Value: Sendable>(
    _ text: String, _ body: @escaping @Sendable (() throws -> TextForm) throws -> Value
  ) async throws -> Value {
    let form: @Sendable () throws -> TextForm = {
      let sources = (store?.textForm.sources ?? []) + (try tables.sources(for: text))
      guard !sources.isEmpty else {
        throw Problem(.unprocessableContent, "no-tables", "The database has no tables to ask")
      }
      return TextForm(sources: sources)
    }
    let isKnown = tables.isKnown(for: text)
    guard !isKnown || text.utf8.count > Self.shortText else { return try body(form) }
    return try await onThread(of: isKnown ? WorkThreads.chains : WorkThreads.tables) {
      try body(form)
    }
  }
}
