import LinqSQL
import TestModel
import Testing
import TradingCompany

/// Arrays of related rows that go on after a limit, without equal rows, or after a `groupJoin`.
@Suite("Levels of related rows of a trading company")
struct NestedLevelTests {
  private let company: Company

  init() throws { company = try Company() }

  @Test("a limit for each element, and levels below it")
  func limits() throws {
    try company.expectStored {
      $0.customers.select { customer in
        (
          customer.name,
          customer.orders.take(2).select { order in
            (order.day, order.lines.select { $0.quantity })
          }
        )
      }
    }
    try company.expectStored {
      $0.customers.where { $0.isActive }.select { customer in
        (
          customer.name,
          customer.orders.sortDescending { $0.freight }.skip(1).take(3).select { order in
            (order.id, order.employee.name, order.lines.count)
          }
        )
      }
    }
    try company.expectStored {
      $0.customers.take(9).select { customer in
        (
          customer.id,
          customer.orders.where { $0.isPaid }.sort { $0.day }.take(3).select { order in
            (
              order.id,
              order.lines.sortDescending { $0.quantity }.take(2).select { line in
                (line.id, line.product.name)
              }
            )
          }
        )
      }
    }
    try company.expectStored {
      $0.employees.select { manager in
        (
          manager.name,
          manager.reports.take(2).select { employee in
            (employee.name, employee.reports.take(1).select { ($0.name, $0.reports.count) })
          }
        )
      }
    }
    try company.expectStored {
      $0.customers.select { customer in
        (
          customer.name,
          customer.orders.take(3).where { $0.lines.count > 1 }.select { ($0.id, $0.lines) }
        )
      }
    }
    try company.expectStored {
      $0.customers.select { customer in
        (
          customer.name,
          customer.orders.take(4).sort { $0.lines.count }.take(2).select { ($0.id, $0.lines) }
        )
      }
    }
    let plan = try company.stored.customers.select { customer in
      (customer.name, customer.orders.take(2).select { ($0.id, $0.lines.count) })
    }.plan()
    #expect(
      plan.nestedSQL == [
        """
        SELECT key0, id, (SELECT count(*) FROM order_line WHERE order_id = t1.id) FROM (SELECT id, \
        customer_id, employee_id, day, shipped_day, freight, is_paid, customer_id AS key0 FROM \
        (SELECT id, customer_id, employee_id, day, shipped_day, freight, is_paid, row_number() \
        OVER (PARTITION BY customer_id ORDER BY id) AS c1_7 FROM purchase_order) AS t1 WHERE \
        c1_7 <= 2) AS t1 ORDER BY t1.id
        """
      ])
  }

  @Test("arrays without equal rows, and of groups")
  func distinct() throws {
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders.select { $0.isPaid }.distinct()) }
    }
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders.distinct { $0.employeeID }.select { $0.id }) }
    }
    try company.expectStored {
      $0.customers.select {
        ($0.name, $0.orders.distinct { $0.employeeID }.select { ($0.id, $0.lines) })
      }
    }
    try company.expectStored {
      $0.customers.take(5).select {
        ($0.name, $0.orders.select { $0.employeeID }.distinct().sort { $0 ?? 0 })
      }
    }
    let plan = try company.stored.customers.select {
      ($0.name, $0.orders.select { $0.isPaid }.distinct())
    }.plan()
    #expect(
      plan.nestedSQL == [
        """
        SELECT customer_id, is_paid FROM purchase_order GROUP BY is_paid, customer_id \
        ORDER BY min(id)
        """
      ])
  }

  @Test("values of the arrays of groupJoin")
  func groupJoin() throws {
    try company.expect { tables in
      tables.customers.groupJoin(tables.orders, on: { $0.id }, equals: { $0.customerID })
        .select { ($0.0.name, $0.1.count, $0.1.sum { $0.freight }) }
    }
    try company.expect { tables in
      tables.employees.groupJoin(tables.employees, on: { $0.id }, equals: { $0.managerID })
        .where { $0.1.count > 1 }.select { ($0.0.name, $0.1.max { $0.salary }) }
    }
    try company.expect { tables in
      tables.employees.groupJoin(
        tables.employees.where { $0.salary > 3000 }, on: { $0.managerID }, equals: { $0.managerID }
      ).select { ($0.0.name, $0.1.select { $0.name }, $0.1.any { $0.title == nil }) }
    }
    try company.expect { tables in
      tables.customers.groupJoin(tables.orders, on: { $0.id }, equals: { $0.customerID })
        .sortDescending { $0.1.count }.take(4)
        .select { ($0.0, $0.1.sort { $0.day }.take(2)) }
    }
    let plan = try company.stored.customers.groupJoin(
      company.stored.orders, on: { $0.id }, equals: { $0.customerID }
    ).where { $0.1.count > 2 }.select { ($0.0.name, $0.1.count) }.plan()
    #expect(
      plan.sql == """
        SELECT name, (SELECT count(*) FROM purchase_order WHERE customer_id = customer.id) FROM \
        customer WHERE (SELECT count(*) FROM purchase_order WHERE customer_id = customer.id) > ? \
        ORDER BY id
        """)
  }

  @Test("values of the element in its arrays")
  func elementValues() throws {
    try company.expectStored {
      $0.customers.select { customer in
        (customer.name, customer.orders.select { ($0.day, customer.name) })
      }
    }
    try company.expectStored {
      $0.customers.where { $0.isActive }.sort { $0.name }.skip(1).take(7).select { customer in
        customer.orders.sortDescending { $0.freight }.take(2).select { (customer.city, $0.id) }
      }
    }
    // Equal values of several elements, and arrays of equal rows.
    try company.expectStored {
      $0.orders.select { order in
        (order.id, order.lines.select { (order.isPaid, $0.quantity) })
      }
    }
    try company.expectStored {
      $0.lines.take(30).select { line in
        (line.id, line.product.name, line.product.relatedRow)
      }
    }
    try company.expectStored {
      $0.employees.select { employee in
        (
          employee.reports.select { ($0.name, employee.name, $0.reports.count) }, employee.title,
          employee.reports.select { report in
            (employee.salary, report.reports.select { ($0.name, report.name) })
          }
        )
      }
    }
    try company.expectStored {
      $0.customers.groupBy { $0.country }.sort { $0.key }.select { group in
        (group.key, group.items.count)
      }
    }
    try company.expectStored {
      $0.customers.select { customer in
        (customer.id, customer.orders.select { (customer.city, $0.id) })
      }.selectMany { $0.1 }
    }
    try company.expectStored {
      $0.customers.select { customer in
        (customer.id, customer.orders.select { (customer.city, $0.id) })
      }.where { $0.0 > 3 }.sortDescending { $0.0 }.take(4)
    }
    let filtered = company.stored.customers.select { customer in
      (customer.id, customer.orders.select { (customer.city, $0.id) })
    }.where { $0.1.count > 2 }
    #expect(try !filtered.plan().isAllSQL)
    #expect(try "\(filtered.toArray())" == "\(filtered.policy(.memoryOnly).toArray())")
    let plan = try company.stored.customers.where { $0.isActive }.select { customer in
      customer.orders.select { ($0.day, customer.name) }
    }.plan()
    #expect(
      plan.nestedSQL == [
        """
        SELECT a.id, a.name, b.day, a.name FROM (SELECT id, name, 1 AS c1_2 FROM customer WHERE \
        is_active GROUP BY id, name) AS a JOIN purchase_order AS b ON a.id = b.customer_id ORDER \
        BY b.id
        """
      ])
  }

  @Test("one list of arrays with limits, or without equal elements")
  func flat() throws {
    try company.expectStored { $0.customers.selectMany { $0.orders.sort { $0.day }.take(2) } }
    try company.expectStored {
      $0.customers.where { $0.isActive }.selectMany {
        $0.orders.sortDescending { $0.freight }.skip(1).take(3).select { ($0.id, $0.freight) }
      }
    }
    try company.expectStored {
      $0.customers.selectMany { $0.orders.select { $0.employeeID }.distinct() }
    }
    try company.expectStored {
      $0.customers.selectMany { $0.orders.take(3).where { $0.isPaid }.take(2) }
        .where { $0.freight > 5 }.sort { $0.freight }.select { ($0.id, $0.lines.count) }
    }
    try company.expectStored {
      $0.customers.take(5).selectMany { $0.orders.take(2).sort { $0.freight } }.groupBy {
        $0.isPaid
      }
      .select { ($0.key, $0.count) }
    }
    try company.expectStored {
      $0.customers.selectMany { customer in
        customer.orders.sort { $0.day }.take(2).select { (customer.name, $0.day, customer.id) }
      }
    }
    let plan = try company.stored.customers.selectMany { $0.orders.sort { $0.day }.take(2) }.plan()
    #expect(
      plan.sql == """
        SELECT b.id, b.customer_id, b.employee_id, b.day, b.shipped_day, b.freight, b.is_paid FROM \
        customer AS a JOIN (SELECT id, customer_id, employee_id, day, shipped_day, freight, \
        is_paid, key0, 1 AS c3_8 FROM (SELECT id, customer_id, employee_id, day, shipped_day, \
        freight, is_paid, customer_id AS key0 FROM (SELECT id, customer_id, employee_id, day, \
        shipped_day, freight, is_paid, row_number() OVER (PARTITION BY customer_id ORDER BY day, \
        id) AS c1_7 FROM purchase_order) AS t1 WHERE c1_7 <= 2) AS t1) AS b ON a.id = b.key0 \
        ORDER BY a.id, b.day, b.id
        """)
  }

  @Test("arrays of the row that a relation to one gives")
  func behindRelation() throws {
    try company.expectStored { $0.orders.select { ($0.id, $0.customer.orders.map { $0.count }) } }
    try company.expectStored {
      $0.orders.where { $0.employee.reports.map { $0.isEmpty } ?? true }.select { $0.id }
    }
    try company.expectStored {
      $0.orders.select {
        ($0.id, $0.employee.reports.map { $0.where { $0.salary > 3000 }.sum { $0.salary } })
      }
    }
    try company.expectStored {
      $0.lines.sort { $0.product.name }.take(9).select {
        ($0.id, $0.product.name.map { $0.count }, $0.product.relatedRow)
      }
    }
    try company.expectStored {
      $0.employees.select {
        ($0.name, $0.manager.reports.flatMap { $0.sort { $0.name }.first.map { $0.name } })
      }
    }
    let plan = try company.stored.orders
      .where { $0.employee.reports.map { $0.count > 2 } == true }.plan()
    #expect(
      plan.sql == """
        SELECT id, customer_id, employee_id, day, shipped_day, freight, is_paid FROM \
        purchase_order WHERE (SELECT 1 FROM employee WHERE id = purchase_order.employee_id) \
        IS NOT NULL AND (SELECT count(*) FROM (SELECT manager_id FROM employee LIMIT -1) AS \
        employee WHERE manager_id IS (SELECT id FROM employee AS t2 WHERE id = \
        purchase_order.employee_id)) > ? ORDER BY id
        """)
  }
}
