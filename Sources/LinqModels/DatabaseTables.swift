public import LinqText
public import StoreEngine
internal import Synchronization

/// The tables and views of any database, which chains as text ask. They are declared when the
/// program runs, with the types and relations that `personstore generate` finds.
///
/// ```swift
/// let pool = try ConnectionPool(path: "chinook.db", configuration: configuration)
/// let tables = DatabaseTables(in: pool)
/// let chain = "Invoice.where { $0.Total > 20 }.count()"
/// try tables.textForm(for: chain).parse(chain).run()
/// // SELECT count(*) FROM Invoice WHERE Total > ?
/// ```
///
/// The schema is read once, at the first use; ``refresh()`` finds out whether it has changed. Where
/// the schema of a SQLite file leaves the type of a column open, all values of the table decide,
/// which are read when a chain names it for the first time. A value that came later and does not
/// fit is an error of the chain that reads it, and ``forget()`` lets the values decide anew.
///
/// All functions block the calling thread while they read.
public final class DatabaseTables: Sendable {
  private let pool: ConnectionPool
  private let models: ModelCache
  private let declared = Mutex<(number: Int, database: DynamicDatabase)?>(nil)

  /// - Parameters:
  ///   - pool: the connections of the chains.
  ///   - names: the tables that are left out, by their names in the schema.
  public convenience init(in pool: ConnectionPool, leavingOut names: Set<String> = []) {
    self.init(in: pool, ModelCache(pool, leavingOut: names))
  }

  private init(in pool: ConnectionPool, _ models: ModelCache) {
    (self.pool, self.models) = (pool, models)
  }

  /// Returns the same tables for chains with other connections to the database. What is known of
  /// them is shared.
  public func reading(in pool: ConnectionPool) -> DatabaseTables {
    DatabaseTables(in: pool, models)
  }

  /// Returns the text form of all tables. The types of those that the chain names are those of
  /// their values.
  ///
  /// - Throws: ``NoTables``, `DatabaseError`.
  public func textForm(for chain: String) throws -> TextForm {
    let sources = try sources(for: chain)
    guard !sources.isEmpty else { throw NoTables(notes: try outline().notes) }
    return TextForm(sources: sources)
  }

  /// Returns the sources of all tables, for a text form that has others, too.
  ///
  /// - Throws: `DatabaseError`.
  public func sources(for chain: String) throws -> [TextSource] { try database(for: chain).sources }

  /// Returns whether all is known that the chain needs, so that nothing is read for its sources.
  public func isKnown(for chain: String) -> Bool { models.known(for: chain) != nil }

  /// Returns all tables of the schema as it is now, and the tables that are left out, with the
  /// reasons. Reads no values: the types of columns that are not known yet are those that the
  /// schema tells.
  ///
  /// - Throws: `DatabaseError`.
  public func outline() throws -> (tables: [DatabaseTable], notes: [String]) {
    _ = try refresh()
    return (try database(for: "").tables, try models.model(for: "").model.notes)
  }

  /// Returns a table with the types that its values have; nil if there is none of the name.
  ///
  /// - Parameter name: the name of its source.
  /// - Throws: `DatabaseError`.
  public func table(_ name: String) throws -> DatabaseTable? {
    try database(for: name).tables.first { $0.name == name }
  }

  /// Reads the schema, and returns whether it has changed. Then the next use finds all types anew.
  ///
  /// - Throws: `DatabaseError`.
  public func refresh() throws -> Bool { try models.refresh() }

  /// Forgets what is known of the schema and the values, so that the next use reads them.
  public func forget() { models.forget() }

  private func database(for chain: String) throws -> DynamicDatabase {
    let (number, model) = try models.model(for: chain)
    return declared.withLock { declared in
      if let declared, declared.number >= number { return declared.database }
      let made = DynamicDatabase(model, in: pool)
      declared = (number, made)
      return made
    }
  }
}

/// No table of a database can be read.
public struct NoTables: Error, CustomStringConvertible {
  /// The tables that are left out, with the reasons.
  public let notes: [String]

  /// The problem, with the tables that are left out.
  public var description: String {
    (["the database has no tables that can be read"] + notes).joined(separator: "; ")
  }
}

/// The models of the tables of a database, with the types of the values that were read so far.
private final class ModelCache: Sendable {
  private struct Known: Sendable {
    /// Which one of all models it is. Each knows the values that those before know.
    let number: Int
    let schema: SchemaDefinitions
    let model: DatabaseModel
    /// The tables whose values the model knows.
    let read: Set<String>
  }

  private let pool: ConnectionPool
  private let leftOut: Set<String>
  private let known = Mutex<Known?>(nil)
  /// The number of the last model. Held while one is made.
  private let last = Mutex(0)

  init(_ pool: ConnectionPool, leavingOut names: Set<String>) {
    self.pool = pool
    leftOut = names
  }

  func forget() { last.withLock { _ in known.withLock { $0 = nil } } }

  func refresh() throws -> Bool {
    guard let before = known.withLock({ $0 }) else { return false }
    let tables = try pool.read { try SchemaDefinitions($0, leavingOut: leftOut).tables }
    guard tables != before.schema.tables else { return false }
    forget()
    return true
  }

  /// Returns a model that knows the values of the tables that a chain may read, and its number;
  /// nil if values have to be read for it.
  func known(for chain: String) -> (number: Int, model: DatabaseModel)? {
    guard let known = known.withLock({ $0 }),
      known.model.tables(in: chain).isSubset(of: known.read)
    else { return nil }
    return (known.number, known.model)
  }

  /// Returns a model that knows the values of the tables that a chain may read, and its number.
  func model(for chain: String) throws -> (number: Int, model: DatabaseModel) {
    if let found = known(for: chain) { return found }
    return try last.withLock { last in
      if let found = known(for: chain) { return found }
      let before = known.withLock { $0 }
      let made = try pool.read { connection in
        let schema = try before?.schema ?? SchemaDefinitions(connection, leavingOut: leftOut)
        let start =
          try before?.model ?? DatabaseModel(schema, on: connection, readingValues: { _ in false })
        let (model, read) = try start.reading(
          for: chain, besides: before?.read ?? [], schema, on: connection)
        return Known(number: last + 1, schema: schema, model: model, read: read)
      }
      last += 1
      known.withLock { $0 = made }
      return (made.number, made.model)
    }
  }
}
