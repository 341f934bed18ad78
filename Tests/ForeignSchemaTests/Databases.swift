import ChainFuzzing
import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Creates a database in memory, and one on a server if there is one, with the tables of a schema
/// that is written for SQLite.
func newDatabases(_ schema: [String]) throws -> [ConnectionPool] {
  try newDatabases(sqlite: schema, server: schema.map(onServer))
}

/// Creates a database in memory, and one on a server if there is one, each with its own tables.
func newDatabases(sqlite: [String], server: [String]) throws -> [ConnectionPool] {
  let pools =
    [try ConnectionPool(path: ":memory:")] + (try newServerStore().map { [$0.pool] } ?? [])
  for pool in pools {
    try pool.write { connection in
      for statement in connection.engine == .sqlite ? sqlite : server {
        try connection.run(statement)
      }
    }
  }
  return pools
}

/// Expects that a query gives the same elements of an array, of each database, and in memory.
///
/// - Parameter inSQL: whether the databases run the whole query in SQL.
func expectSame<Row: Sendable, Element: Sendable>(
  of rows: [Row], in repositories: [Repository<Row>], inSQL: Bool, _ location: SourceLocation,
  _ query: (Query<Row>) -> Query<Element>
) throws {
  let expected = try query(Query(rows)).toArray().map { "\($0)" }
  #expect(!expected.isEmpty, sourceLocation: location)
  for repository in repositories {
    let query = query(repository.query)
    let plan = try query.plan()
    #expect(plan.isAllSQL == inSQL, "\(plan)", sourceLocation: location)
    #expect(try query.toArray().map { "\($0)" } == expected, sourceLocation: location)
    let inMemory = try query.policy(.memoryOnly).toArray().map { "\($0)" }
    #expect(inMemory == expected, sourceLocation: location)
  }
}

/// A suite whose queries give the same elements of an array, of each database, and in memory.
protocol QuerySuite {
  associatedtype Row: Sendable

  /// The rows of each database.
  var allRows: [Row] { get throws }
  var repositories: [Repository<Row>] { get }
}

extension QuerySuite {
  /// Expects that a query gives the same elements of an array, of each database, and in memory.
  ///
  /// - Parameters:
  ///   - repositories: the databases, if not all of them.
  ///   - inSQL: whether the databases run the whole query in SQL.
  func expect<Element: Sendable>(
    in repositories: [Repository<Row>]? = nil, inSQL: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation, _ query: (Query<Row>) -> Query<Element>
  ) throws {
    try expectSame(
      of: allRows, in: repositories ?? self.repositories, inSQL: inSQL, sourceLocation, query)
  }
}

private func onServer(_ sql: String) -> String {
  sql.replacingOccurrences(of: " WITHOUT ROWID", with: "")
    .replacingOccurrences(of: "TEXT", with: "text COLLATE \"C\"")
    .replacingOccurrences(of: "INTEGER PRIMARY KEY", with: "serial PRIMARY KEY")
    .replacingOccurrences(of: "INTEGER", with: "bigint")
    .replacingOccurrences(of: "REAL", with: "double precision")
    .replacingOccurrences(of: "BLOB", with: "bytea")
}
