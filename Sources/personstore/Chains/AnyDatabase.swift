internal import LinqModels
internal import LinqText
internal import People
internal import StoreSQLite

#if Postgres
internal import StorePostgres
#endif

/// A database of another program, whose tables are declared when the program runs.
struct AnyDatabase {
  let database: Database
  /// Files that the chain reads, too.
  let files: FileTables?

  /// Calls a closure with the text form of all tables. Of the tables that a chain does not name, no
  /// values are read.
  func ask(_ chain: ChainText, _ body: (TextForm) throws -> Void) throws {
    let (pool, model) = try open(chain)
    defer { pool.close() }
    let sources = DynamicDatabase(model, in: pool).sources
    guard let files else { return try body(TextForm(sources: sources)) }
    let names = sources.map(\.name) + model.tables.map(\.name)
    try files.ask(besides: (pool, names)) { try body(TextForm(sources: $0 + sources)) }
  }

  /// Returns a pool, which the caller closes, and the models of all tables.
  private func open(_ chain: ChainText) throws -> (pool: ConnectionPool, model: DatabaseModel) {
    let pool = try database.pool(.read)
    do {
      let model = try pool.read { try DatabaseModel($0, readingValuesFor: chain.text) }
      for note in model.notes where model.isAbout(chain.text, note) {
        Terminal.say("personstore: \(note)")
      }
      guard !model.tables.isEmpty || files != nil else {
        Terminal.say("personstore: \(database.name) has no tables that can be read")
        throw Outcome.failed
      }
      return (pool, model)
    } catch {
      pool.close()
      throw error
    }
  }

  /// Returns a chain, and a pool that the caller closes.
  func parse(_ chain: ChainText) throws -> (chain: ParsedChain, pool: ConnectionPool) {
    let (pool, model) = try open(chain)
    do {
      return (try DynamicDatabase(model, in: pool).textForm.parse(chain), pool)
    } catch {
      pool.close()
      throw error
    }
  }
}

extension ChainText {
  /// Whether the chain begins with the name of a source.
  var namesSource: Bool { text.prefixMatch(of: /\s*\w+\s*\./) != nil }
}

extension DatabaseModel {
  /// Returns whether a note is about a table that a chain names.
  fileprivate func isAbout(_ chain: String, _ note: String) -> Bool {
    let name = note.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    return !name.isEmpty && chain.contains(name)
  }
}
