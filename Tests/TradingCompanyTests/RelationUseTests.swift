import LinqSQL
import StoreSQLite
import TestModel
import TestSupport
import Testing
import TradingCompany

/// Relations outside of plain reads: updates, prepared queries, live queries, advice, mistakes.
@Suite("Uses of relations", .timeLimit(.minutes(hangLimit)))
struct RelationUseTests {
  private let company: TradingCompany

  init() throws { company = try TradingCompany(path: ":memory:") }

  @Test("update and delete")
  func changes() throws {
    let idle = try company.customers.where { $0.orders.isEmpty }.select { $0.id }.toArray()
    #expect(try company.customers.where { $0.orders.isEmpty }.delete() == idle.count)
    let orders = try company.customers.select { ($0.id, $0.orders.count) }.toArray()
    let changed = try company.customers.where { $0.orders.any { !$0.isPaid } }.update {
      $0.set(\.creditLimit, to: QueryExpression<Double>($0.orders.count) * 10)
    }
    #expect(changed > 0)
    let limits = try company.customers.where { $0.orders.any { !$0.isPaid } }.toArray()
    #expect(limits.count == changed)
    #expect(
      limits.allSatisfy { customer in
        orders.contains { $0.0 == customer.id && Double($0.1) * 10 == customer.creditLimit }
      })
    // Memory decides, and the same rows are found.
    let count = try company.orders.where { $0.lines.sum { $0.quantity * 2 } > 20 }.count()
    let found = try company.orders.policy(.memoryOnly)
      .where { $0.lines.sum { $0.quantity * 2 } > 20 }.update { $0.set(\.freight, to: -1) }
    #expect(count == found && count > 0)
    #expect(try company.orders.where { $0.freight == -1 }.count() == count)
  }

  @Test("a new value that depends on other rows of its table is computed from the old ones")
  func dependentUpdate() throws {
    let error = #expect(throws: QueryError.self) {
      try company.employees.policy(.requireSQL).update {
        $0.set(\.salary, to: $0.reports.sum { $0.salary })
      }
    }
    #expect("\(try #require(error))".contains("its new value depends on other rows of employee"))
    let sums = try company.employees.select { ($0.id, $0.reports.sum { $0.salary }) }.toArray()
    let count = try company.employees.query.update {
      $0.set(\.salary, to: $0.reports.sum { $0.salary })
    }
    #expect(count == sums.count)
    let salaries = try company.employees.select { ($0.id, $0.salary) }.toArray()
    #expect(salaries.map { "\($0)" } == sums.map { "\($0)" })
  }

  @Test("prepared queries with parameters inside subqueries")
  func prepared() throws {
    let all = company.customers.policy(.requireSQL)
    let busy = try all.prepare { (customers, freight: QueryExpression<Double>, count) in
      customers.where { $0.orders.count { $0.freight > freight } >= count }
        .select { ($0.name, $0.orders.where { $0.freight > freight }) }
    }
    for (freight, count) in [(0.0, 1), (15.0, 2), (24.0, 1)] {
      let expected = company.customers
        .where { $0.orders.count { $0.freight > freight } >= count }
        .select { ($0.name, $0.orders.where { $0.freight > freight }) }.policy(.memoryOnly)
      let found = try busy(freight, count)
      #expect(try "\(found)" == "\(expected.toArray())")
    }
    #expect(busy.plan.nestedSQL.count == 1)
  }

  @Test("queries that differ only in constants share a plan")
  func constants() throws {
    func counts(_ freight: Double, _ name: String) throws -> [String] {
      let query = company.customers.where { customer in
        customer.name != name
          && company.orders.matching { $0.customerID == customer.id }
            .any { $0.freight > freight }
      }.select { ($0.name, $0.orders.where { $0.freight > freight }.take(2)) }
      let found = try query.toArray().map { "\($0)" }
      #expect(try query.policy(.memoryOnly).toArray().map { "\($0)" } == found)
      return found
    }
    let few = try counts(20, "x")
    #expect(try counts(1, "x").count > few.count)
    #expect(try counts(20, "x") == few)
  }

  @Test("changes of related tables reach live queries")
  func live() async throws {
    let unpaid = company.customers.where { $0.orders.any { !$0.isPaid } }.select { $0.id }
    var changes = unpaid.live().makeAsyncIterator()
    let before = try #require(try await changes.next())
    try await company.orders.where { !$0.isPaid && $0.customerID == before[0] }
      .update { $0.set(\.isPaid, to: true) }
    #expect(try await changes.next() == Array(before.dropFirst()))
    var counts = company.orders.where { $0.id == 1 }.select { ($0.id, $0.lines.count) }
      .select { $0.1 }.live().makeAsyncIterator()
    let count = try #require(try await counts.next()?.first)
    var line = SampleData().lines[0]
    (line.id, line.orderID) = (0, 1)
    try await company.lines.insert(line)
    #expect(try await counts.next() == [count + 1])
  }

  @Test("an index that a subquery lacks is advised")
  func advice() throws {
    func advice(_ query: Query<some Any>) throws -> [String] { try query.plan().advice }
    // A foreign key that may be NULL, inside `NOT EXISTS`.
    let byManager = "CREATE INDEX employee_manager_id ON employee (manager_id)"
    #expect(
      try advice(company.employees.where { !$0.reports.any() }).contains { $0.contains(byManager) })
    #expect(try advice(company.customers.where { $0.orders.any() }) == [])
    let advised = "CREATE INDEX order_line_product_id ON order_line (product_id)"
    let query = company.products.where { product in
      company.lines.matching { $0.productID == product.id }.any()
    }
    #expect(try advice(query).contains { $0.contains(advised) })
    try company.pool.write { try $0.execute(advised) }
    #expect(try advice(query) == [])
  }

  @Test("one statement for each level, whatever the number of rows", arguments: [1, 100, 10_000])
  func statements(count: Int) throws {
    let trace = Collected<String>()
    var configuration = DatabaseConfiguration()
    configuration.trace = { trace.append($0) }
    let pool = try ConnectionPool(path: ":memory:", configuration: configuration)
    let company = try TradingCompany(in: pool)
    try company.lines.query.delete()
    try company.orders.query.delete()
    let sample = SampleData()
    try company.orders.insert(
      (1...count).map { (number: Int) -> Order in
        var order = sample.orders[0]
        order.id = Int64(number)
        order.customerID = Int64(number % 20 + 1)
        return order
      })
    try company.lines.insert(
      (1...count).map { (number: Int) -> OrderLine in
        var line = sample.lines[0]
        line.id = 0
        line.orderID = Int64(number)
        return line
      })
    let query = company.customers.select {
      ($0.name, $0.orders.select { QueryExpression($0.id, $0.lines, $0.products) })
    }
    _ = try query.take(1).toArray()
    trace.removeAll()
    let found = try query.toArray()
    #expect(trace.all.filter { $0.hasPrefix("SELECT") }.count == 4)
    #expect(found.reduce(0) { $0 + $1.1.reduce(0) { $0 + $1.1.count } } == count)
    #expect(found.reduce(0) { $0 + $1.1.reduce(0) { $0 + $1.2.count } } == count)
  }

  @Test("a parameter outside of its closure")
  func escapedParameter() throws {
    var escaped: QueryExpression<Order>?
    _ = company.customers.where { customer in
      company.orders.matching {
        escaped = $0
        return $0.customerID == customer.id
      }.any()
    }
    let order = try #require(escaped)
    let error = ExpressionError.parameterOfAnotherClosure
    #expect(throws: error) { try company.customers.where { $0.id == order.id }.toArray() }
    // The parameter of a query inside of a closure, which is not that of a subquery.
    #expect(throws: error) {
      try company.customers.where { customer in
        company.customers.where { $0.id == customer.id }.select { $0.id }.contains(customer.id)
      }.toArray()
    }
  }

  /// The elements of both closures are equal, so that only the number of the closure tells. The
  /// query would take the element of the inner closure for that of the outer one.
  @Test("a parameter of another closure alone") func onlyAnotherParameter() throws {
    let customers = company.customers.query
    typealias Row = QueryExpression<Customer>
    let inner: [@Sendable (Row) -> QueryExpression<Bool>] = [
      { customer in customers.where { _ in customer.id == 1 }.elements.any() },
      { customer in customers.select { _ in customer.id }.contains(customer.id) },
      { customer in customers.select { _ in (customer.id, customer.name) }.elements.any() },
      { customer in customers.sort { _ in customer.name }.take(1).elements.any() },
      { customer in customers.sort { $0.name }.thenBy { _ in customer.id }.elements.any() },
      { customer in customers.groupBy { _ in customer.id }.elements.any() },
      { customer in customers.groupBy { _ in (customer.id, customer.name) }.elements.any() },
      { customer in customers.distinct { _ in customer.name }.elements.any() },
      { customer in customers.takeWhile { _ in customer.id < 3 }.elements.any() },
      { customer in customers.skipWhile { _ in customer.id < 3 }.elements.any() },
      { customer in
        customers.join(customers, on: { _ in customer.id }, equals: { $0.id }).elements.any()
      },
      { customer in
        customers.join(customers, on: { $0.id }, equals: { _ in customer.id }).elements.any()
      },
      { customer in customers.union(customers) { _ in customer.id }.elements.any() },
      { customer in customers.windows { _ in customer.id }.elements.any() },
      { customer in customers.selectMany { _ in customer.orders }.elements.any() },
      { customer in customers.chunked { _, _ in customer.id == 1 }.elements.any() },
    ]
    for (index, condition) in inner.enumerated() {
      for policy in [QueryPolicy.automatic, .memoryOnly] {
        #expect(throws: ExpressionError.parameterOfAnotherClosure, "\(index)") {
          try company.customers.policy(policy).where { condition($0) }.toArray()
        }
      }
    }
    var kept: Row?
    _ = customers.where {
      kept = $0
      return $0.id == 1
    }
    let other = try #require(kept)
    #expect(throws: ExpressionError.parameterOfAnotherClosure) {
      try customers.max { _ in other.id }
    }
    #expect(throws: ExpressionError.parameterOfAnotherClosure) {
      try company.customers.where { $0.id == 1 }.update { $0.set(\.name, to: other.name) }
    }
  }
}
