import ChainFuzzing
import LinqSQL
import TestModel
import Testing
import TradingCompany

@Suite("Updates with values of other tables")
struct UpdateTests {
  private let companies: [TradingCompany]

  init() throws {
    companies =
      [try TradingCompany(path: ":memory:")]
      + (try newServerStore().map { [try TradingCompany(in: $0.pool)] } ?? [])
  }

  /// Updates the customers of each company, and expects what a closure makes of the customers that
  /// are changed.
  ///
  /// - Parameters:
  ///   - query: the rows to change.
  ///   - changes: the new values.
  ///   - expected: changes a row that belongs to the query, of which it gets all orders and lines;
  ///     returns false for other rows.
  private func expect(
    _ query: (Query<Customer>) -> Query<Customer>,
    _ changes: (inout RowUpdate<Customer>) -> Void,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ expected: (inout Customer, [Order], [OrderLine]) -> Bool
  ) throws {
    for company in companies {
      let orders = Dictionary(grouping: try company.orders.toArray(), by: \.customerID)
      let lines = Dictionary(grouping: try company.lines.toArray(), by: \.orderID)
      var rows = try company.customers.toArray()
      let old = rows
      var count = 0
      for index in rows.indices {
        let own = orders[rows[index].id] ?? []
        if expected(&rows[index], own, own.flatMap { lines[$0.id] ?? [] }) { count += 1 }
      }
      #expect(rows != old, sourceLocation: sourceLocation)
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        let changed = try query(company.customers.query).policy(policy).update(changes)
        #expect(changed == count, sourceLocation: sourceLocation)
        #expect(try company.customers.toArray() == rows, sourceLocation: sourceLocation)
        for row in old { try company.customers.update(row) }
      }
    }
  }

  @Test("constants in the condition and in subqueries of the new values")
  func constants() throws {
    try expect({ $0.where { $0.creditLimit > 500 } }) {
      $0.set(\.creditLimit, to: QueryExpression<Double>($0.orders.count { $0.freight > 20 }))
    } _: { customer, orders, _ in
      guard customer.creditLimit > 500 else { return false }
      customer.creditLimit = Double(orders.count { $0.freight > 20 })
      return true
    }
    try expect({ $0.where { $0.country == "Norway" } }) {
      $0.set(\.isActive, to: !$0.orders.any { $0.freight > 12 && !$0.isPaid })
    } _: { customer, orders, _ in
      guard customer.country == "Norway" else { return false }
      customer.isActive = !orders.contains { $0.freight > 12 && !$0.isPaid }
      return true
    }
    try expect({ $0.where { $0.orders.any { $0.freight > 22 } } }) {
      $0.set(\.creditLimit, to: $0.orders.where { $0.freight > 10 }.sum { $0.freight } + 3)
    } _: { customer, orders, _ in
      guard orders.contains(where: { $0.freight > 22 }) else { return false }
      customer.creditLimit = orders.filter { $0.freight > 10 }.reduce(0) { $0 + $1.freight } + 3
      return true
    }
  }

  @Test("constants in several subqueries, and in several new values")
  func several() throws {
    try expect({ $0 }) {
      $0.set(
        \.creditLimit,
        to: QueryExpression<Double>(
          $0.orders.count { $0.freight > 10 } * 100 + $0.orders.count { $0.freight > 20 }))
    } _: { customer, orders, _ in
      customer.creditLimit = Double(
        orders.count { $0.freight > 10 } * 100 + orders.count { $0.freight > 20 })
      return true
    }
    try expect({ $0.sort { $0.name }.take(100) }) {
      $0.set(\.city, to: $0.orders.sort { $0.day }.joined(separator: "&") { "\($0.id)" })
      $0.set(\.country, to: $0.orders.sort { $0.day }.joined(separator: "-") { "\($0.id)" })
      $0.set(\.isActive, to: $0.orders.sum { $0.lines.count { $0.quantity > 3 } } > 5)
    } _: { customer, orders, lines in
      let sorted = orders.sorted { ($0.day, $0.id) < ($1.day, $1.id) }.map { "\($0.id)" }
      customer.city = sorted.joined(separator: "&")
      customer.country = sorted.joined(separator: "-")
      customer.isActive = lines.count { $0.quantity > 3 } > 5
      return true
    }
  }
}
