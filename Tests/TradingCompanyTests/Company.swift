import ChainFuzzing
import LinqSQL
import StoreSQLite
import TestModel
import TestSupport
import Testing
import TradingCompany

/// The tables of a company, in a database or as arrays.
struct Tables {
  let customers: Query<Customer>
  let orders: Query<Order>
  let lines: Query<OrderLine>
  let products: Query<Product>
  let employees: Query<Employee>

  init(_ company: TradingCompany) {
    customers = company.customers.query
    orders = company.orders.query
    lines = company.lines.query
    products = company.products.query
    employees = company.employees.query
  }

  init(_ data: SampleData) {
    customers = Query(data.customers)
    orders = Query(data.orders)
    lines = Query(data.lines)
    products = Query(data.products)
    employees = Query(data.employees)
  }
}

/// The tables of a company in a database, on a server if there is one, and as arrays. Queries must
/// give the same on all of them.
struct Company {
  let stored: Tables
  private let arrays: Tables

  /// The same tables on a server, if there is one.
  private static let served = Result {
    try newServerStore().map { Tables(try TradingCompany(in: $0.pool)) }
  }

  init() throws {
    stored = Tables(try TradingCompany(path: ":memory:"))
    arrays = Tables(SampleData())
  }

  /// Runs a query in the database and on arrays, and expects the same elements of both.
  func expect<Element: Sendable>(
    inSQL: Bool = true, isEmpty: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ query: (Tables) -> Query<Element>
  ) throws {
    let (inDatabase, onArrays) = (query(stored), query(arrays))
    let plan = try inDatabase.plan()
    #expect(plan.isAllSQL == inSQL, "\(plan)", sourceLocation: sourceLocation)
    let expected = try onArrays.toArray().map { "\($0)" }
    #expect(expected.isEmpty == isEmpty, "no element", sourceLocation: sourceLocation)
    let onServer = try Self.served.get().map(query)
    for run in [inDatabase, inDatabase.policy(.memoryOnly)] + (onServer.map { [$0] } ?? []) {
      #expect(try run.toArray().map { "\($0)" } == expected, sourceLocation: sourceLocation)
    }
  }

  /// Runs a terminal in the database and on arrays, and expects the same value of both.
  func expectValue<Value: Equatable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ terminal: (Tables) throws -> Value
  ) throws {
    let (found, expected) = (try terminal(stored), try terminal(arrays))
    #expect(found == expected, sourceLocation: sourceLocation)
    if let served = try Self.served.get() {
      #expect(try terminal(served) == expected, sourceLocation: sourceLocation)
    }
  }

  /// Runs a query in the database and on arrays, and expects the same error of both.
  func expectError<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ query: (Tables) -> Query<Element>
  ) throws {
    let expected = outcome { try query(arrays).toArray() }
    #expect(expected.hasPrefix("error: "), sourceLocation: sourceLocation)
    let onServer = try Self.served.get().map(query)
    for run in [query(stored), query(stored).policy(.memoryOnly)] + (onServer.map { [$0] } ?? []) {
      #expect(outcome { try run.toArray() } == expected, sourceLocation: sourceLocation)
    }
  }

  /// Runs a query with relations in the database, and expects what memory gives, reading each table
  /// once.
  func expectStored<Element: Sendable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ query: (Tables) -> Query<Element>
  ) throws {
    let inDatabase = query(stored)
    let plan = try inDatabase.plan()
    #expect(plan.isAllSQL, "\(plan)", sourceLocation: sourceLocation)
    let inMemory = inDatabase.policy(.memoryOnly)
    let expected = try inMemory.toArray().map { "\($0)" }
    #expect(!expected.isEmpty, "no element", sourceLocation: sourceLocation)
    let onServer = try Self.served.get().map(query)
    for run in [inDatabase] + (onServer.map { [$0] } ?? []) {
      #expect(try run.toArray().map { "\($0)" } == expected, sourceLocation: sourceLocation)
    }
    let counts = try inMemory.report().nestedStatements.values
    #expect(counts.allSatisfy { $0 == 1 }, sourceLocation: sourceLocation)
  }
}
