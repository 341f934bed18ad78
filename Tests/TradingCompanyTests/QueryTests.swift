import ChainFuzzing
import LinqSQL
import StoreSQLite
import TestModel
import Testing
import TradingCompany

/// Queries as a program writes them: each gives the same in SQL, in memory, and on arrays.
@Suite("Queries of a trading company")
struct QueryTests {
  private let company: Company

  init() throws { company = try Company() }

  @Test("aggregates of a value that is always nil")
  func nilAggregates() throws {
    let nothing = QueryExpression<Int?>(nil)
    let (noReal, noText) = (QueryExpression<Double?>(nil), QueryExpression<String?>(nil))
    try company.expect {
      $0.orders.groupBy { $0.customerID }.select { group in
        (
          group.key, group.sum { _ in nothing }, group.average { _ in nothing },
          group.max { _ in nothing }, group.median { _ in nothing },
          group.percentile(0.25) { _ in noReal }, group.standardDeviation { _ in nothing },
          group.items.joined(separator: ",") { _ in noText }
        )
      }
    }
    try company.expectValue { try $0.orders.sum { _ in noReal } }
    try company.expectValue { try $0.orders.min { _ in noReal } }
    try company.expectValue { try $0.orders.percentile(0.25) { _ in nothing } }
  }

  @Test("filters")
  func filters() throws {
    let (city, number, flag): (String?, Int, Bool) = ("Oslo", 7, true)
    let nothing: String? = nil
    try company.expect { $0.customers.where { $0.city == "Oslo" } }
    try company.expect { $0.customers.where { $0.city == city && $0.isActive } }
    try company.expect { $0.customers.where { city == nil || $0.city == city } }
    try company.expect { $0.customers.where { nothing == nil || $0.country == nothing } }
    try company.expect { $0.customers.where { $0.country == nothing ?? "Peru" } }
    try company.expect { $0.customers.where { $0.id == number } }
    try company.expect { $0.customers.where { $0.id > number && $0.id <= 2 * number } }
    try company.expect { $0.customers.where { flag && $0.isActive } }
    try company.expect { $0.customers.where { !$0.isActive || !flag } }
    try company.expect { $0.customers.where { $0.city != nil && $0.name.hasSuffix("1") } }
    try company.expect { $0.customers.where { ["Norway", "Peru"].contains($0.country) } }
    try company.expect { $0.customers.where { [nil, "Lima"].contains($0.city) } }
    try company.expect { $0.customers.where { !["Norway", "Peru"].contains($0.country) } }
    try company.expect { $0.customers.where { $0.creditLimit >= 500.0 } }
    try company.expect { $0.customers.where { (250.0...750).contains($0.creditLimit) } }
    try company.expect { $0.products.where { 10..<30 ~= $0.stock && !$0.isDiscontinued } }
    try company.expect { $0.products.where { (20...).contains($0.stock) } }
    try company.expect { $0.products.where { $0.category == .seafood } }
    try company.expect { $0.products.where { $0.category != .produce && $0.price < 20.0 } }
    try company.expect { $0.products.where { $0.name.lowercased().contains("a") } }
    try company.expect { $0.products.where { $0.name.prefix(3) == "Tea" } }
    try company.expect { $0.products.where { $0.name == "Tea \($0.id)" } }
    try company.expect { $0.products.where { $0.price * 2.0 > 40.0 } }
    try company.expect { $0.orders.where { $0.shippedDay == nil } }
    try company.expect { $0.orders.where { $0.shippedDay != nil && !$0.isPaid } }
    try company.expect { $0.orders.where { $0.shippedDay == $0.day } }
    try company.expect { $0.orders.where { $0.employeeID == nil } }
    try company.expect { $0.orders.where { $0.day.year == 2021 && $0.day.month > 3 } }
    try company.expect { $0.orders.where { $0.day >= CalendarDate(year: 2021, month: 1, day: 1)! } }
    try company.expect { $0.orders.where { $0.freight > 10.0 }.where { $0.isPaid } }
    try company.expect { $0.employees.where { $0.title.map { $0.hasPrefix("S") } == true } }
    try company.expect { $0.employees.where { ($0.title ?? "none") == "none" } }
    try company.expect { $0.employees.where { $0.salary / 1_000 % 2 == 0 } }
    try company.expect { $0.employees.where { $0.managerID == 2 } }
    try company.expect(isEmpty: true) { $0.employees.where { $0.name == $0.title } }
  }

  @Test("projections")
  func projections() throws {
    try company.expect { $0.customers.select { $0.name } }
    try company.expect { $0.customers.select { ($0.name, $0.city ?? "unknown") } }
    try company.expect { $0.customers.select { "\($0.name), \($0.country)" } }
    try company.expect { $0.products.select { ($0.name, $0.price * 1.25) } }
    try company.expect { $0.products.select { ($0.id, $0.category) } }
    try company.expect { $0.products.select { ($0.name, $0.stock > 20) } }
    try company.expect {
      $0.products.select {
        ($0.name, QueryExpression.if($0.stock == 0, then: "sold out", else: "in stock"))
      }
    }
    try company.expect { $0.orders.select { ($0.id, $0.day.year) } }
    try company.expect { $0.orders.select { ($0.id, $0.shippedDay.map { $0.month }) } }
    try company.expect { $0.orders.select { "order \($0.id) of \($0.day)" } }
    try company.expect {
      $0.lines.select { ($0.orderID, QueryExpression<Double>($0.quantity) * $0.price) }
    }
    try company.expect { $0.lines.select { ($0.id, $0.discount ?? 0.0) } }
    try company.expect { $0.employees.select { ($0.name.uppercased(), $0.name.count) } }
    try company.expect { $0.employees.select { $0.name.prefix(1) }.distinct() }
  }

  @Test("order, pages, distinct")
  func order() throws {
    try company.expect { $0.customers.sort { $0.country }.thenByDescending { $0.creditLimit } }
    try company.expect { $0.customers.sort { $0.city }.take(5) }
    try company.expect { $0.customers.sortDescending { $0.name }.skip(3).take(4) }
    try company.expect { $0.products.sort { $0.stock % 3 }.thenBy { $0.price }.select { $0.name } }
    try company.expect { $0.products.sortDescending { $0.price * 1.5 }.take(3) }
    try company.expect { $0.orders.sort { $0.shippedDay }.select { $0.id } }
    try company.expect { $0.orders.reverse().take(5).select { $0.id } }
    try company.expect { $0.orders.takeLast(3) }
    try company.expect { $0.customers.select { $0.country }.distinct().sort { $0 } }
    try company.expect { $0.customers.distinct { $0.country }.select { $0.name } }
    try company.expect { $0.customers.select { ($0.country, $0.city) }.where { $0.1 != nil } }
    try company.expect {
      $0.lines.where { $0.quantity > 3 }.sort { $0.price }.skip(2).take(9).reverse()
    }
  }

  @Test("groups and reports")
  func groups() throws {
    try company.expect { $0.customers.groupBy { $0.country }.select { ($0.key, $0.count) } }
    try company.expect { $0.customers.countBy { $0.country }.sortDescending { $0.1 }.take(2) }
    try company.expect {
      $0.products.groupBy { $0.category }.select { ($0.key, $0.average { $0.price }) }
    }
    try company.expect {
      $0.lines.groupBy { $0.productID }.select { ($0.key, $0.sum { $0.quantity }) }
        .sortDescending { $0.1 }.take(5)
    }
    try company.expect {
      $0.lines.groupBy { $0.orderID }.where { $0.count > 2 }
        .select { ($0.key, $0.max { $0.price }) }
    }
    try company.expect {
      $0.lines.groupBy { $0.orderID }.sortDescending { $0.count }.take(10)
        .select { ($0.key, $0.count) }
    }
    try company.expect {
      $0.lines.groupBy { $0.productID }
        .select { ($0.key, $0.sum { $0.discount }, $0.count { $0.discount != nil }) }
    }
    try company.expect {
      $0.orders.groupBy { $0.day.year }.select { ($0.key, $0.sum { $0.freight }) }
    }
    try company.expect { $0.orders.groupBy { $0.employeeID }.select { ($0.key, $0.count) } }
    try company.expect {
      $0.orders.groupBy { $0.customerID }.where { $0.sum { $0.freight } > 60.0 }.select { $0.key }
    }
    try company.expect {
      $0.employees.groupBy { $0.title }.select { ($0.key, $0.min { $0.salary }) }
    }
  }

  @Test("joins")
  func joins() throws {
    try company.expect { tables in
      tables.orders.join(tables.customers, on: { $0.customerID }, equals: { $0.id })
        .select { ($0.0.id, $0.1.name) }
    }
    try company.expect { tables in
      tables.orders.join(tables.customers, on: { $0.customerID }, equals: { $0.id })
        .where { $0.1.country == "Peru" && $0.0.freight > 5.0 }.select { $0.0.id }
    }
    try company.expect { tables in
      tables.customers.leftJoin(tables.orders, on: { $0.id }, equals: { $0.customerID })
        .where { $0.1.map { $0.id } == nil }.select { $0.0.name }
    }
    try company.expect { tables in
      tables.lines.join(tables.products, on: { $0.productID }, equals: { $0.id })
        .groupBy { $0.1.category }.select { ($0.key, $0.sum { $0.0.quantity }) }
    }
    try company.expect { tables in
      tables.employees.join(tables.employees, on: { $0.managerID }, equals: { $0.id })
        .select { ($0.0.name, $0.1.name) }
    }
    try company.expect { tables in
      tables.orders.join(tables.lines, on: { $0.id }, equals: { $0.orderID })
        .where { QueryExpression<Double>($0.1.quantity) * $0.1.price > 100.0 }
        .select { $0.0.id }.distinct()
    }
    try company.expect { tables in
      tables.customers.select { $0.name }.concat(tables.employees.select { $0.name })
    }
    try company.expect { tables in
      tables.orders.select { $0.customerID }.intersect(
        tables.customers.where { $0.isActive }.select { $0.id })
    }
    try company.expect { tables in
      tables.customers.select { $0.id }.except(tables.orders.select { $0.customerID })
    }
  }

  @Test("tuples: as keys, compared, with constants, with more than six parts")
  func tuples() throws {
    try company.expect {
      $0.customers.groupBy { ($0.country, $0.city) }.select { ($0.key.0, $0.count) }
    }
    try company.expect {
      $0.orders.groupBy { ($0.customerID, $0.isPaid) }.where { $0.count > 1 }
        .select { ($0.key.0, $0.key.1, $0.sum { $0.freight }) }
    }
    try company.expect {
      $0.orders.countBy { ($0.day.year, $0.day.month) }.sortDescending { $0.1 }.take(3)
    }
    try company.expect { $0.customers.select { ($0.country, $0.isActive) }.distinct() }
    try company.expect { $0.lines.distinct { ($0.productID, $0.quantity) }.select { $0.id } }
    try company.expect { tables in
      tables.orders.join(
        tables.orders, on: { ($0.customerID, $0.isPaid) },
        equals: { ($0.customerID, $0.isPaid) }
      ).where { $0.0.id < $0.1.id }.select { ($0.0.id, $0.1.id) }
    }
    try company.expect { $0.customers.where { ($0.country, $0.isActive) != ("Iceland", true) } }
    try company.expect { $0.products.select { ($0.name, "product", true, $0.price * 2.0) } }
    try company.expect { $0.customers.select { ($0.id, ($0.name, $0.country)) }.sort { $0.0 } }
    try company.expect {
      $0.orders.select {
        ($0.id, $0.customerID, $0.employeeID, $0.day, $0.shippedDay, $0.freight, $0.isPaid, "x")
      }
    }
    for showsAll in [true, false] {
      try company.expect { $0.customers.where { _ in showsAll || true } }
    }
  }

  @Test("single values")
  func values() throws {
    try company.expectValue { try $0.orders.where { !$0.isPaid }.count() }
    try company.expectValue { try $0.orders.sum { $0.freight } }
    try company.expectValue { try $0.lines.sum { $0.quantity } }
    try company.expectValue { try $0.lines.average { $0.discount } }
    try company.expectValue { try $0.products.average { $0.price } }
    try company.expectValue { try $0.products.median { $0.price } }
    try company.expectValue { try $0.lines.standardDeviation { $0.discount } }
    try company.expectValue { try $0.orders.populationStandardDeviation { $0.freight } }
    try company.expectValue { try $0.customers.joined(separator: "; ") { $0.city } }
    try company.expectValue { try $0.products.max { $0.price } }
    try company.expectValue { try $0.products.maxBy { $0.stock } }
    try company.expectValue { try $0.orders.min { $0.shippedDay } }
    try company.expectValue { try $0.customers.any { $0.city == nil } }
    try company.expectValue { try $0.customers.all { $0.creditLimit >= 0.0 } }
    try company.expectValue { try $0.customers.first { $0.country == "Iceland" } }
    try company.expectValue { try $0.employees.single { $0.managerID == nil } }
    try company.expectValue { try $0.employees.sort { $0.hiredDay }.last() }
    try company.expectValue { try $0.products.select { $0.name }.contains("Tea 4") }
    try company.expectValue { try $0.orders.where { $0.day.year == 1999 }.firstOrNil() }
  }
}
