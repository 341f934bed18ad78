import LinqSQL
import TestModel
import Testing
import TradingCompany

/// Subqueries: conditions and values of other tables.
@Suite("Subqueries of a trading company")
struct SubqueryTests {
  private let company: Company

  init() throws { company = try Company() }

  @Test("conditions on other tables")
  func conditions() throws {
    try company.expect { tables in
      tables.customers.where { customer in
        tables.orders.matching { $0.customerID == customer.id }.any()
      }
    }
    try company.expect { tables in
      tables.customers.where { customer in
        !tables.orders.matching { $0.customerID == customer.id }.any { !$0.isPaid }
      }
    }
    try company.expect { tables in
      tables.customers.where { customer in
        tables.orders.matching { $0.customerID == customer.id }.all { $0.freight > 2.0 }
      }
    }
    try company.expect { tables in
      tables.customers.where { customer in
        tables.orders.matching { $0.customerID == customer.id }.count > 2 && customer.isActive
      }
    }
    try company.expect { tables in
      tables.customers.where { customer in
        tables.orders.matching { $0.customerID == customer.id }.sum { $0.freight } > 40.0
      }
    }
    try company.expect { tables in
      tables.orders.where { order in
        tables.lines.matching { $0.orderID == order.id }.any { line in
          tables.products.matching { $0.id == line.productID }.any { $0.category == .seafood }
        }
      }
    }
    try company.expect { tables in
      let large = tables.orders.where { $0.freight > 20.0 }.select { $0.customerID }
      return tables.customers.where { large.contains($0.id) }
    }
    try company.expect { tables in
      let large = tables.orders.where { $0.freight > 20.0 }.select { $0.customerID }
      return tables.customers.where { !large.contains($0.id) }
    }
    try company.expect { tables in
      tables.employees.where { tables.orders.elements.select { $0.employeeID }.contains($0.id) }
    }
    try company.expect { tables in
      tables.employees.where {
        !tables.employees.select { $0.managerID }.distinct().contains($0.id)
      }
    }
    try company.expect { tables in
      tables.products.where { $0.price == tables.products.elements.max { $0.price } }
    }
    try company.expect { tables in
      tables.products.where { $0.price > (tables.products.elements.average { $0.price } ?? 0.0) }
    }
    // Of the same table.
    try company.expect { tables in
      tables.employees.where { employee in
        tables.employees.matching { $0.managerID == employee.id }.any()
      }
    }
    try company.expect { tables in
      tables.employees.where { employee in
        tables.employees.matching { $0.title == employee.title }
          .all { $0.salary <= employee.salary }
      }
    }
    try company.expect { tables in
      tables.employees.where { employee in
        tables.employees.matching { $0.managerID == employee.id }.any { report in
          tables.employees.matching { $0.managerID == report.id }.all {
            $0.salary != employee.salary
          }
        }
      }
    }
  }

  @Test("values of other tables")
  func values() throws {
    try company.expect { tables in
      tables.customers.select { customer in
        (customer.name, tables.orders.matching { $0.customerID == customer.id }.count)
      }
    }
    try company.expect { tables in
      tables.customers.select { customer in
        let orders = tables.orders.matching { $0.customerID == customer.id }
        return (
          customer.id, orders.count, orders.sum { $0.freight }, orders.max { $0.day },
          orders.average { $0.freight }, orders.min { $0.shippedDay }
        )
      }
    }
    try company.expect { tables in
      tables.customers.select { customer in
        let orders = tables.orders.matching { $0.customerID == customer.id }
        return (
          customer.id, orders.median { $0.freight }, orders.standardDeviation { $0.freight },
          orders.populationStandardDeviation { $0.freight }
        )
      }
    }
    try company.expect { tables in
      tables.employees.select { boss in
        let names = tables.employees.matching(\.managerID, equals: boss.id).sort { $0.name }
        return (boss.name, names.joined(separator: ", ") { $0.name })
      }
    }
    try company.expect { tables in
      tables.customers.select { customer in
        let orders = tables.orders.matching { $0.customerID == customer.id }
        return (customer.name, orders.sort { $0.freight }.select { $0.day }.first)
      }
    }
    try company.expect { tables in
      tables.customers.select { customer in
        let orders = tables.orders.matching { $0.customerID == customer.id }
        return (customer.name, orders.last.map { $0.freight })
      }
    }
    try company.expect { tables in
      tables.orders.select { order in
        (order.id, tables.customers.matching { $0.id == order.customerID }.first.map { $0.name })
      }
    }
    try company.expect { tables in
      tables.orders.select { order in
        (
          order.id,
          tables.lines.matching { $0.orderID == order.id }
            .sum { QueryExpression<Double>($0.quantity) * $0.price }
        )
      }
    }
    try company.expect { tables in
      tables.orders.sortDescending { order in
        tables.lines.matching { $0.orderID == order.id }.count
      }.take(5).select { $0.id }
    }
    try company.expect { tables in
      tables.orders.groupBy { order in
        tables.lines.matching { $0.orderID == order.id }.count
      }.select { ($0.key, $0.count) }
    }
    try company.expect { tables in
      tables.products.where { product in
        tables.lines.matching { $0.productID == product.id }.sortDescending { $0.quantity }.take(3)
          .sum { $0.quantity } > 10
      }
    }
    try company.expect { tables in
      tables.products.select { product in
        tables.lines.matching { $0.productID == product.id }.distinct { $0.quantity }.count
      }
    }
  }

  @Test("behind other operators")
  func behind() throws {
    try company.expect { tables in
      tables.customers.sort { $0.name }.take(5).where { customer in
        tables.orders.matching { $0.customerID == customer.id }.any()
      }
    }
    try company.expect { tables in
      tables.customers.select { ($0.id * 1, $0.country) }.where { pair in
        tables.orders.matching { $0.customerID == pair.0 }.any()
      }
    }
    try company.expect { tables in
      tables.orders.join(tables.customers, on: { $0.customerID }, equals: { $0.id })
        .where { pair in
          tables.lines.matching { $0.orderID == pair.0.id }.count > 2 && pair.1.isActive
        }.select { ($0.0.id, $0.1.name) }
    }
    try company.expect { tables in
      tables.orders.select { $0.customerID }.distinct().select { id in
        (id, tables.orders.matching { $0.customerID == id }.count)
      }
    }
    try company.expect { tables in
      tables.orders.countBy { $0.customerID }.where { pair in
        tables.customers.matching { $0.id == pair.0 }.any { $0.isActive }
      }
    }
    try company.expect { tables in
      let pairs = tables.orders.join(
        tables.lines, on: { $0.id }, equals: { $0.orderID })
      return tables.customers.where { customer in
        pairs.matching { $0.0.customerID == customer.id }.any { $0.1.quantity > 8 }
      }
    }
    try company.expect { tables in
      tables.customers.concat(tables.customers).where { customer in
        tables.orders.take(20).matching { $0.customerID == customer.id }.any()
      }.select { $0.name }
    }
  }

  @Test("expressions that fail")
  func failing() throws {
    try company.expect { tables in
      tables.employees.where { employee in
        tables.employees.matching { $0.managerID == employee.id }
          .any { $0.salary * 2 > employee.salary }
      }
    }
    try company.expect { tables in
      tables.employees.select { employee in
        tables.employees.matching { $0.managerID == employee.id }.sum { $0.salary * 12 }
      }
    }
    try company.expectError { tables in
      tables.employees.where { employee in
        tables.employees.matching { $0.salary * Int.max > employee.salary }.any()
      }
    }
  }

  @Test("relations")
  func relations() throws {
    try company.expectStored { $0.customers.where { $0.orders.any { $0.freight > 20.0 } } }
    try company.expectStored { $0.customers.where { $0.orders.isEmpty }.select { $0.name } }
    try company.expectStored { $0.customers.select { ($0.name, $0.orders.count) } }
    try company.expectStored { $0.orders.where { $0.customer.city == "Oslo" } }
    try company.expectStored { $0.orders.where { $0.customer.city == nil }.select { $0.id } }
    try company.expectStored { $0.orders.select { ($0.id, $0.customer.name, $0.employee.title) } }
    try company.expectStored {
      $0.orders.where { $0.employee == nil || $0.employee != nil }.select { $0.id }
    }
    try company.expectStored {
      $0.orders.where { $0.lines.any { $0.product.category == .seafood } }.select { $0.id }
    }
    try company.expectStored { $0.lines.sort { $0.product.name }.take(5).select { $0.id } }
    try company.expectStored {
      $0.orders.groupBy { $0.customer.country }.select { ($0.key, $0.count) }
    }
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders.sum { $0.lines.count }) }
    }
    try company.expectStored { $0.employees.where { ($0.manager.salary ?? 0) > 30_000 } }
    try company.expectStored { $0.employees.where { $0.manager.manager == nil }.select { $0.name } }
    try company.expectStored { $0.employees.select { ($0.name, $0.reports.max { $0.salary }) } }
    try company.expectStored {
      $0.employees.where { $0.reports.any { $0.reports.any() } }.select { $0.name }
    }
    try company.expectStored { $0.orders.where { $0.products.any { $0.category == .produce } } }
    try company.expectStored {
      $0.orders.select { ($0.id, $0.products.select { $0.category }.distinct().count) }
    }
    try company.expectStored {
      $0.orders.select { ($0.id, Related($0.products.sortDescending { $0.price }).name) }
    }
    try company.expectStored {
      $0.orders.select { ($0.id, $0.customer.relatedRow.flatMap { $0.orders.max { $0.day } }) }
    }
    try company.expectStored {
      $0.orders.select { ($0.id, $0.customer.relatedRow) }.where { $0.1 != nil }
    }
  }

  @Test("arrays of related rows, one statement for each")
  func arrays() throws {
    try company.expectStored { $0.customers.select { ($0.name, $0.orders) } }
    try company.expectStored { $0.customers.select { $0.orders } }
    try company.expectStored { $0.customers.where { $0.isActive }.select { ($0, $0.orders) } }
    try company.expectStored {
      $0.customers.sort { $0.name }.take(5).select { ($0.name, $0.orders.where { $0.isPaid }) }
    }
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders.sortDescending { $0.freight }.take(2)) }
    }
    try company.expectStored {
      $0.customers.where { $0.isActive }
        .select { ($0.name, $0.orders.sort { $0.day }.skip(1).take(2).select { $0.id }) }
    }
    try company.expectStored {
      $0.orders.select { ($0.id, $0.lines.select { $0.quantity }, $0.products) }
    }
    // Several levels.
    try company.expectStored {
      $0.customers.select { customer in
        QueryExpression(
          customer.name, customer.orders.select { QueryExpression($0.id, $0.lines) })
      }
    }
    try company.expectStored {
      $0.employees.select { ($0.name, $0.reports.select { QueryExpression($0.name, $0.reports) }) }
    }
    // Operators behind them.
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders) }.where { $0.1.count > 1 }.sort { $0.0 }.take(4)
    }
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders) }.select { ($0.1.sum { $0.freight }, $0.1) }
    }
    try company.expectStored { $0.orders.where { $0.employeeID == nil }.select { ($0, $0.lines) } }
    // nil matches nil.
    try company.expectStored { tables in
      tables.employees.select { employee in
        (
          employee.name,
          tables.employees.matching { $0.managerID == employee.managerID }.select { $0.name }
        )
      }
    }
    try company.expect { tables in
      tables.employees.where { $0.managerID == nil }
        .groupJoin(tables.employees, on: { $0.managerID }, equals: { $0.managerID })
    }
    try company.expect { tables in
      tables.customers.groupJoin(tables.orders, on: { $0.id }, equals: { $0.customerID })
    }
    try company.expect { tables in
      tables.customers.take(3)
        .groupJoin(tables.orders.take(20), on: { $0.id }, equals: { $0.customerID })
        .select { ($0.0.name, $0.1) }
    }
    try company.expect { tables in
      tables.customers.groupJoin(
        tables.orders, on: { ($0.id, $0.isActive) }, equals: { ($0.customerID, $0.isPaid) })
    }
    let plan = try company.stored.customers.select { ($0, $0.orders.take(2)) }.plan()
    #expect(
      plan.sql
        == "SELECT id, name, city, country, credit_limit, is_active FROM customer ORDER BY id")
    #expect(plan.nestedSQL.count == 1)
  }

  @Test("other tables beside groups")
  func groups() throws {
    try company.expect { tables in
      tables.orders.groupBy { $0.customerID }.select { group in
        (
          group.key, group.count,
          tables.customers.matching { $0.id == group.key }.select { $0.name }.first
        )
      }
    }
    try company.expect { tables in
      tables.orders.groupBy { $0.customerID }.where { group in
        tables.customers.matching { $0.id == group.key }.any { $0.country == "Norway" }
      }.select { ($0.key, $0.sum { $0.freight }) }
    }
    try company.expect { tables in
      tables.orders.groupBy { $0.day.year }.sortDescending { group in
        tables.employees.matching { $0.hiredDay.year < group.key }.count
      }.take(2).select { ($0.key, $0.max { $0.freight }) }
    }
    try company.expect { tables in
      tables.customers.groupBy { ($0.country, $0.city) }.select { group in
        (
          group.key.0, tables.customers.matching { $0.country == group.key.0 }.count,
          group.items.count { $0.isActive }
        )
      }
    }
    try company.expect { tables in
      tables.lines.join(tables.products, on: { $0.productID }, equals: { $0.id })
        .groupBy { $0.1.category }.select { group in
          (group.key, tables.products.matching { $0.category == group.key }.average { $0.price })
        }
    }
    try company.expect { tables in
      tables.lines.groupBy { $0.price }.select { group in
        (
          tables.products.select { $0.price }.contains(group.key),
          tables.products.matching { $0.price == group.key }.count, group.key
        )
      }
    }
    // Subqueries of each item.
    try company.expect(inSQL: false) { tables in
      tables.orders.groupBy { $0.customerID }.select { group in
        (group.key, group.sum { order in tables.lines.matching { $0.orderID == order.id }.count })
      }
    }
    try company.expect(inSQL: false) { tables in
      tables.employees.groupBy { $0.title }.select { group in
        (
          group.key,
          group.count { employee in tables.employees.matching { $0.managerID == employee.id }.any()
          }
        )
      }
    }
    // Groups of another query, with a value of the element around them.
    try company.expect { tables in
      tables.orders.select { order in
        (
          order.id,
          tables.orders.groupBy { $0.customerID }.matching {
            $0.key == order.customerID && $0.sum { $0.freight } > 40.0
          }.any()
        )
      }
    }
    // The value of a group inside the other query, and its items, are read in memory.
    try company.expect(inSQL: false) { tables in
      tables.orders.groupBy { $0.customerID }.select { group in
        (group.key, tables.employees.matching { $0.id == group.key }.any { _ in group.count > 3 })
      }
    }
    try company.expect(inSQL: false) { tables in
      tables.orders.groupBy { $0.customerID }.select { group in
        (group.items, tables.customers.matching { $0.id == group.key }.select { $0.name }.first)
      }
    }
    let plan = try company.stored.orders.groupBy { $0.customerID }.select {
      ($0.count, Customer.table.rows.matching(\.id, equals: $0.key).select { $0.name }.first)
    }.plan()
    #expect(
      plan.sql == """
        SELECT count(*), (SELECT name FROM customer WHERE id = purchase_order.customer_id) \
        FROM purchase_order GROUP BY customer_id ORDER BY min(id)
        """)
  }

  @Test("keys of joins that look at other tables")
  func keysOfJoins() throws {
    try company.expect(isEmpty: false) { tables in
      tables.customers.join(
        tables.orders.take(60).where { !$0.isPaid }, on: { $0.id },
        equals: { order in
          QueryExpression<Int64>(tables.lines.matching { $0.orderID == order.id }.count)
        })
    }
    try company.expect { tables in
      tables.employees.leftJoin(
        tables.employees.sort { $0.name }.take(5), on: { $0.name },
        equals: { employee in
          tables.employees.matching { $0.id == employee.managerID }.select { $0.name }.first ?? ""
        })
    }
    try company.expect { tables in
      tables.products.groupJoin(
        tables.orders.groupBy { $0.customerID }.select { ($0.key, $0.count) }, on: { $0.id },
        equals: { pair in
          QueryExpression<Int64>(tables.products.matching { $0.stock > pair.1 }.count)
        })
    }
  }

  @Test("subqueries of operators in memory")
  func inMemory() throws {
    @Sendable func isOdd(_ number: Int64) -> Bool { number % 2 == 1 }
    try company.expect(inSQL: false) { tables in
      tables.customers.where { isOdd($0.id) }.select { ($0.id, $0.name) }.where { customer in
        tables.orders.matching { $0.customerID == customer.0 }.any()
      }.index()
    }
    try company.expect(inSQL: false) { tables in
      tables.customers.where { isOdd($0.id) }.take(7).sort { $0.name.capitalized }
        .thenBy { customer in
          tables.orders.matching { $0.customerID != customer.id }.max { $0.day }
        }.distinct { $0.country }
    }
    try company.expect { tables in
      tables.customers.chunk(3).select { $0.count }.select { size in
        tables.orders.matching { $0.id < Int64(3) }.count + size
      }
    }
  }

  @Test("rows without a database")
  func rowsWithoutDatabase() throws {
    let error = QueryError.rowsWithoutDatabase(table: "purchase_order")
    #expect(throws: error) { try Order.table.rows.toArray() }
    let customers = Query(SampleData().customers)
    #expect(throws: error) { try customers.where { $0.orders.any() }.toArray() }
  }
}
