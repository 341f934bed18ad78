import ChainFuzzing
import LinqSQL
import People
import StoreSQLite
import Testing
import TradingCompany

/// The tables of a company, in a database or as arrays.
private struct Tables {
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

/// Queries as a program writes them: each gives the same in SQL, in memory, and on arrays.
@Suite("Queries of a trading company")
struct QueryTests {
  private let stored: Tables
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
  private func expect<Element: Sendable>(
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
  private func expectValue<Value: Equatable>(
    sourceLocation: SourceLocation = #_sourceLocation, _ terminal: (Tables) throws -> Value
  ) throws {
    let (found, expected) = (try terminal(stored), try terminal(arrays))
    #expect(found == expected, sourceLocation: sourceLocation)
    if let served = try Self.served.get() {
      #expect(try terminal(served) == expected, sourceLocation: sourceLocation)
    }
  }

  @Test("filters")
  func filters() throws {
    let (city, number, flag): (String?, Int, Bool) = ("Oslo", 7, true)
    let nothing: String? = nil
    try expect { $0.customers.where { $0.city == "Oslo" } }
    try expect { $0.customers.where { $0.city == city && $0.isActive } }
    try expect { $0.customers.where { city == nil || $0.city == city } }
    try expect { $0.customers.where { nothing == nil || $0.country == nothing } }
    try expect { $0.customers.where { $0.country == nothing ?? "Peru" } }
    try expect { $0.customers.where { $0.id == number } }
    try expect { $0.customers.where { $0.id > number && $0.id <= 2 * number } }
    try expect { $0.customers.where { flag && $0.isActive } }
    try expect { $0.customers.where { !$0.isActive || !flag } }
    try expect { $0.customers.where { $0.city != nil && $0.name.hasSuffix("1") } }
    try expect { $0.customers.where { ["Norway", "Peru"].contains($0.country) } }
    try expect { $0.customers.where { [nil, "Lima"].contains($0.city) } }
    try expect { $0.customers.where { !["Norway", "Peru"].contains($0.country) } }
    try expect { $0.customers.where { $0.creditLimit >= 500.0 } }
    try expect { $0.customers.where { (250.0...750).contains($0.creditLimit) } }
    try expect { $0.products.where { 10..<30 ~= $0.stock && !$0.isDiscontinued } }
    try expect { $0.products.where { (20...).contains($0.stock) } }
    try expect { $0.products.where { $0.category == .seafood } }
    try expect { $0.products.where { $0.category != .produce && $0.price < 20.0 } }
    try expect { $0.products.where { $0.name.lowercased().contains("a") } }
    try expect { $0.products.where { $0.name.prefix(3) == "Tea" } }
    try expect { $0.products.where { $0.name == "Tea \($0.id)" } }
    try expect { $0.products.where { $0.price * 2.0 > 40.0 } }
    try expect { $0.orders.where { $0.shippedDay == nil } }
    try expect { $0.orders.where { $0.shippedDay != nil && !$0.isPaid } }
    try expect { $0.orders.where { $0.shippedDay == $0.day } }
    try expect { $0.orders.where { $0.employeeID == nil } }
    try expect { $0.orders.where { $0.day.year == 2021 && $0.day.month > 3 } }
    try expect { $0.orders.where { $0.day >= CalendarDate(year: 2021, month: 1, day: 1)! } }
    try expect { $0.orders.where { $0.freight > 10.0 }.where { $0.isPaid } }
    try expect { $0.employees.where { $0.title.map { $0.hasPrefix("S") } == true } }
    try expect { $0.employees.where { ($0.title ?? "none") == "none" } }
    try expect { $0.employees.where { $0.salary / 1_000 % 2 == 0 } }
    try expect { $0.employees.where { $0.managerID == 2 } }
    try expect(isEmpty: true) { $0.employees.where { $0.name == $0.title } }
  }

  @Test("projections")
  func projections() throws {
    try expect { $0.customers.select { $0.name } }
    try expect { $0.customers.select { ($0.name, $0.city ?? "unknown") } }
    try expect { $0.customers.select { "\($0.name), \($0.country)" } }
    try expect { $0.products.select { ($0.name, $0.price * 1.25) } }
    try expect { $0.products.select { ($0.id, $0.category) } }
    try expect { $0.products.select { ($0.name, $0.stock > 20) } }
    try expect {
      $0.products.select {
        ($0.name, QueryExpression.if($0.stock == 0, then: "sold out", else: "in stock"))
      }
    }
    try expect { $0.orders.select { ($0.id, $0.day.year) } }
    try expect { $0.orders.select { ($0.id, $0.shippedDay.map { $0.month }) } }
    try expect { $0.orders.select { "order \($0.id) of \($0.day)" } }
    try expect { $0.lines.select { ($0.orderID, QueryExpression<Double>($0.quantity) * $0.price) } }
    try expect { $0.lines.select { ($0.id, $0.discount ?? 0.0) } }
    try expect { $0.employees.select { ($0.name.uppercased(), $0.name.count) } }
    try expect { $0.employees.select { $0.name.prefix(1) }.distinct() }
  }

  @Test("order, pages, distinct")
  func order() throws {
    try expect { $0.customers.sort { $0.country }.thenByDescending { $0.creditLimit } }
    try expect { $0.customers.sort { $0.city }.take(5) }
    try expect { $0.customers.sortDescending { $0.name }.skip(3).take(4) }
    try expect { $0.products.sort { $0.stock % 3 }.thenBy { $0.price }.select { $0.name } }
    try expect { $0.products.sortDescending { $0.price * 1.5 }.take(3) }
    try expect { $0.orders.sort { $0.shippedDay }.select { $0.id } }
    try expect { $0.orders.reverse().take(5).select { $0.id } }
    try expect { $0.orders.takeLast(3) }
    try expect { $0.customers.select { $0.country }.distinct().sort { $0 } }
    try expect { $0.customers.distinct { $0.country }.select { $0.name } }
    try expect { $0.customers.select { ($0.country, $0.city) }.where { $0.1 != nil } }
    try expect { $0.lines.where { $0.quantity > 3 }.sort { $0.price }.skip(2).take(9).reverse() }
  }

  @Test("groups and reports")
  func groups() throws {
    try expect { $0.customers.groupBy { $0.country }.select { ($0.key, $0.count) } }
    try expect { $0.customers.countBy { $0.country }.sortDescending { $0.1 }.take(2) }
    try expect {
      $0.products.groupBy { $0.category }.select { ($0.key, $0.average { $0.price }) }
    }
    try expect {
      $0.lines.groupBy { $0.productID }.select { ($0.key, $0.sum { $0.quantity }) }
        .sortDescending { $0.1 }.take(5)
    }
    try expect {
      $0.lines.groupBy { $0.orderID }.where { $0.count > 2 }
        .select { ($0.key, $0.max { $0.price }) }
    }
    try expect {
      $0.lines.groupBy { $0.orderID }.sortDescending { $0.count }.take(10)
        .select { ($0.key, $0.count) }
    }
    try expect {
      $0.lines.groupBy { $0.productID }
        .select { ($0.key, $0.sum { $0.discount }, $0.count { $0.discount != nil }) }
    }
    try expect { $0.orders.groupBy { $0.day.year }.select { ($0.key, $0.sum { $0.freight }) } }
    try expect { $0.orders.groupBy { $0.employeeID }.select { ($0.key, $0.count) } }
    try expect {
      $0.orders.groupBy { $0.customerID }.where { $0.sum { $0.freight } > 60.0 }.select { $0.key }
    }
    try expect { $0.employees.groupBy { $0.title }.select { ($0.key, $0.min { $0.salary }) } }
  }

  @Test("joins")
  func joins() throws {
    try expect { tables in
      tables.orders.join(tables.customers, on: { $0.customerID }, equals: { $0.id })
        .select { ($0.0.id, $0.1.name) }
    }
    try expect { tables in
      tables.orders.join(tables.customers, on: { $0.customerID }, equals: { $0.id })
        .where { $0.1.country == "Peru" && $0.0.freight > 5.0 }.select { $0.0.id }
    }
    try expect { tables in
      tables.customers.leftJoin(tables.orders, on: { $0.id }, equals: { $0.customerID })
        .where { $0.1.map { $0.id } == nil }.select { $0.0.name }
    }
    try expect { tables in
      tables.lines.join(tables.products, on: { $0.productID }, equals: { $0.id })
        .groupBy { $0.1.category }.select { ($0.key, $0.sum { $0.0.quantity }) }
    }
    try expect { tables in
      tables.employees.join(tables.employees, on: { $0.managerID }, equals: { $0.id })
        .select { ($0.0.name, $0.1.name) }
    }
    try expect { tables in
      tables.orders.join(tables.lines, on: { $0.id }, equals: { $0.orderID })
        .where { QueryExpression<Double>($0.1.quantity) * $0.1.price > 100.0 }
        .select { $0.0.id }.distinct()
    }
    try expect { tables in
      tables.customers.select { $0.name }.concat(tables.employees.select { $0.name })
    }
    try expect { tables in
      tables.orders.select { $0.customerID }.intersect(
        tables.customers.where { $0.isActive }.select { $0.id })
    }
    try expect { tables in
      tables.customers.select { $0.id }.except(tables.orders.select { $0.customerID })
    }
  }

  @Test("tuples: as keys, compared, with constants, with more than six parts")
  func tuples() throws {
    try expect { $0.customers.groupBy { ($0.country, $0.city) }.select { ($0.key.0, $0.count) } }
    try expect {
      $0.orders.groupBy { ($0.customerID, $0.isPaid) }.where { $0.count > 1 }
        .select { ($0.key.0, $0.key.1, $0.sum { $0.freight }) }
    }
    try expect { $0.orders.countBy { ($0.day.year, $0.day.month) }.sortDescending { $0.1 }.take(3) }
    try expect { $0.customers.select { ($0.country, $0.isActive) }.distinct() }
    try expect { $0.lines.distinct { ($0.productID, $0.quantity) }.select { $0.id } }
    try expect { tables in
      tables.orders.join(
        tables.orders, on: { ($0.customerID, $0.isPaid) },
        equals: { ($0.customerID, $0.isPaid) }
      ).where { $0.0.id < $0.1.id }.select { ($0.0.id, $0.1.id) }
    }
    try expect { $0.customers.where { ($0.country, $0.isActive) != ("Iceland", true) } }
    try expect { $0.products.select { ($0.name, "product", true, $0.price * 2.0) } }
    try expect { $0.customers.select { ($0.id, ($0.name, $0.country)) }.sort { $0.0 } }
    try expect {
      $0.orders.select {
        ($0.id, $0.customerID, $0.employeeID, $0.day, $0.shippedDay, $0.freight, $0.isPaid, "x")
      }
    }
    for showsAll in [true, false] {
      try expect { $0.customers.where { _ in showsAll || true } }
    }
  }

  @Test("single values")
  func values() throws {
    try expectValue { try $0.orders.where { !$0.isPaid }.count() }
    try expectValue { try $0.orders.sum { $0.freight } }
    try expectValue { try $0.lines.sum { $0.quantity } }
    try expectValue { try $0.lines.average { $0.discount } }
    try expectValue { try $0.products.average { $0.price } }
    try expectValue { try $0.products.max { $0.price } }
    try expectValue { try $0.products.maxBy { $0.stock } }
    try expectValue { try $0.orders.min { $0.shippedDay } }
    try expectValue { try $0.customers.any { $0.city == nil } }
    try expectValue { try $0.customers.all { $0.creditLimit >= 0.0 } }
    try expectValue { try $0.customers.first { $0.country == "Iceland" } }
    try expectValue { try $0.employees.single { $0.managerID == nil } }
    try expectValue { try $0.employees.sort { $0.hiredDay }.last() }
    try expectValue { try $0.products.select { $0.name }.contains("Tea 4") }
    try expectValue { try $0.orders.where { $0.day.year == 1999 }.firstOrNil() }
  }
}
