import LinqSQL
import TestModel
import Testing
import TradingCompany

/// Joins without keys, on conditions of any kind, and the elements of arrays: S59.
@Suite struct JoinTests {
  private let company: Company

  init() throws { company = try Company() }

  /// The statement of a query, without the columns of its result.
  private func statement<Element: Sendable>(_ query: Query<Element>) throws -> String {
    let sql = try #require(try query.plan().sql)
    return try #require(sql.firstRange(of: "FROM").map { String(sql[$0.lowerBound...]) })
  }

  @Test("all pairs, and those that a condition keeps")
  func crossJoins() throws {
    try company.expect { tables in
      tables.employees.crossJoin(tables.products).select { ($0.0.name, $0.1.name) }
    }
    try company.expect { tables in
      tables.employees.take(2).crossJoin(tables.employees.skip(1)).select { ($0.0.id, $0.1.id) }
    }
    try company.expect { tables in
      tables.products.join(
        tables.products, where: { $0.price < $1.price && $0.category == $1.category }
      )
      .select { ($0.0.name, $0.1.name, $0.1.price - $0.0.price) }
    }
    try company.expect { tables in
      tables.employees.join(tables.employees, where: { $0.salary > $1.salary })
        .where { $0.1.managerID != nil }.sort { $0.1.name }.take(9).select {
          ($0.0.name, $0.1.name)
        }
    }
    try company.expect(isEmpty: true) { tables in
      tables.customers.crossJoin(tables.orders.where { $0.id < Int64(0) })
    }
    try company.expectValue { tables in
      try tables.orders.join(tables.orders, where: { $0.day == $1.day && $0.id < $1.id }).count()
    }
    let stored = company.stored
    #expect(
      try statement(
        stored.employees.join(
          stored.products, where: { QueryExpression<Double>($0.salary) < $1.price }
        )
        .select { $0.1.id })
          == """
          FROM employee AS a JOIN product AS b ON 1 \
          WHERE CAST(a.salary AS REAL) < b.price ORDER BY a.id, b.id
          """)
  }

  @Test("the elements of arrays of related rows")
  func arrays() throws {
    try company.expectStored { $0.customers.selectMany { $0.orders } }
    try company.expectStored {
      $0.customers.where { $0.country != "Norway" }.sort { $0.name }.selectMany { $0.orders }
        .where { $0.isPaid }.select { ($0.id, $0.day) }
    }
    try company.expectStored {
      $0.customers.selectMany { $0.orders.where { $0.freight > 20 }.sortDescending { $0.day } }
        .select { $0.id }
    }
    try company.expectStored { $0.customers.selectMany { $0.orders.select { $0.freight } } }
    try company.expectStored {
      $0.customers.take(5).selectMany { $0.orders }.selectMany { $0.lines }.select { $0.price }
    }
    try company.expectStored { $0.orders.selectMany { $0.products }.select { $0.name }.distinct() }
    try company.expect { tables in
      tables.customers.groupJoin(tables.orders, on: { $0.id }, equals: { $0.customerID })
        .selectMany { $0.1 }.select { $0.id }
    }
    try company.expect { tables in
      tables.employees.where { $0.title != nil }.selectMany { employee in
        tables.employees.matching { $0.managerID == employee.managerID }
      }.select { $0.name }
    }
    let customers = company.stored.customers
    #expect(
      try customers.selectMany { $0.orders }.sum { $0.freight }
        == customers.policy(.memoryOnly).selectMany { $0.orders }.sum { $0.freight })
    let stored = company.stored
    #expect(
      try statement(stored.customers.selectMany { $0.orders }.select { $0.id })
        == """
        FROM customer AS a JOIN purchase_order AS b ON a.id = b.customer_id ORDER BY a.id, b.id
        """)
  }

  @Test("a join as the second side of a join")
  func joinsOfJoins() throws {
    try company.expect { tables in
      tables.employees.join(
        tables.customers.join(tables.orders, on: { $0.id }, equals: { $0.customerID }),
        on: { $0.id }, equals: { $0.1.employeeID ?? Int64(0) }
      ).select { ($0.0.name, $0.1.0.name, $0.1.1.id) }
    }
    try company.expect { tables in
      tables.orders.join(
        tables.customers.join(tables.orders, on: { $0.id }, equals: { $0.customerID }),
        on: { $0.id }, equals: { $0.1.id }
      ).select { ($0.0.id, $0.1.0.name, $0.1.1.id) }
    }
  }

  @Test("arrays that no equal value finds run in memory, those with limits in SQL")
  func inMemory() throws {
    let limited = company.stored.customers.selectMany { $0.orders.take(2) }
    #expect(try limited.plan().isAllSQL)
    let counts = try company.stored.customers.select { $0.orders.count }.toArray()
    #expect(try limited.count() == counts.reduce(0) { $0 + Swift.min($1, 2) })
    try company.expect(inSQL: false) { tables in
      tables.employees.selectMany { employee in
        tables.employees.matching { $0.salary < employee.salary }
      }.select { $0.name }
    }
    try company.expect(inSQL: false) { tables in
      tables.customers.selectMany { [$0.name, $0.country] }
    }
  }
}
