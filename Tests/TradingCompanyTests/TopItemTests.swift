import LinqSQL
import TestModel
import Testing
import TradingCompany

/// The first items of groups and of related rows.
@Suite("Top items of a trading company")
struct TopItemTests {
  private let company: Company

  init() throws { company = try Company() }

  @Test("items of groups")
  func groups() throws {
    try company.expect {
      $0.products.groupBy { $0.category }
        .select { ($0.key, $0.items.sortDescending { $0.price }.take(3).select { $0.name }) }
    }
    try company.expect {
      $0.orders.groupBy { $0.customerID }
        .select { ($0.key, $0.items.sort { $0.day }.first, $0.count) }
    }
    try company.expect {
      $0.orders.where { $0.isPaid }.groupBy { $0.employeeID }
        .select { ($0.key, $0.items.sortDescending { $0.freight }.select { $0.id }.first) }
    }
    try company.expect {
      $0.orders.groupBy { $0.customerID }.select {
        (
          $0.key, $0.items.first.map { $0.day },
          $0.items.sort { $0.freight }.last.map { abs($0.freight) },
          $0.items.last.map { $0.employeeID ?? 0 }
        )
      }
    }
    try company.expect {
      $0.orders.groupBy { $0.customerID }.select {
        (
          $0.key, $0.items.first.flatMap { $0.employeeID },
          $0.items.sort { $0.freight }.last.flatMap { $0.shippedDay.map { $0.year } }
        )
      }
    }
    try company.expect {
      $0.customers.groupBy { $0.country }.select { group in
        (group.key, group.items.first.map { "\($0.name) in \(group.key)" })
      }
    }
    try company.expect(inSQL: false) {
      $0.customers.groupBy { $0.country }.select { group in
        (group.key, group.items.first.map { "\($0.name) of \(group.count)" })
      }
    }
    try company.expect(inSQL: false) {
      $0.customers.groupBy { $0.country }.select { group in
        group.items.first.map { first in group.items.last.map { $0.name == first.name } ?? false }
      }
    }
    try company.expect {
      $0.employees.groupBy { $0.title }.where { $0.count > 1 }
        .select { ($0.key, $0.items.sort { $0.salary }.last, $0.average { $0.salary }) }
    }
    try company.expect {
      $0.orders.groupBy { ($0.day.year, $0.day.month) }.sortDescending { $0.count }.take(4)
        .select { ($0.key.0, $0.key.1, $0.items.where { !$0.isPaid }.select { $0.id }) }
    }
    try company.expect { tables in
      tables.lines.join(tables.products, on: { $0.productID }, equals: { $0.id })
        .groupBy { $0.1.category }
        .select { ($0.key, $0.items.sortDescending { $0.0.quantity }.take(2)) }
    }
    try company.expect {
      $0.customers.groupBy { $0.country }
        .select { ($0.key, $0.items.distinct { $0.city }.count, $0.items.skip(1).take(1)) }
    }
    try company.expect {
      $0.customers.groupBy { $0.city }.select { ($0.items.select { $0.name }, $0.key) }
        .skip(1).take(2)
    }
    try company.expect {
      $0.products.groupBy { $0.category }
        .select { group in (group.key, group.items.where { $0.stock == 0 }) }
    }
  }

  @Test("items of groups, one group after the other")
  func flattenedItems() throws {
    try company.expect {
      $0.products.groupBy { $0.category }
        .selectMany { $0.items.sortDescending { $0.price }.thenBy { $0.id }.take(3) }
    }
    try company.expect { $0.orders.groupBy { $0.employeeID }.selectMany { $0.items } }
    try company.expect {
      $0.orders.groupBy { $0.employeeID }.where { $0.count > 2 }.sortDescending { $0.count }.take(3)
        .selectMany { $0.items.sort { $0.day }.skip(1).take(2) }.select { $0.id }
    }
    try company.expect {
      $0.orders.groupBy { ($0.day.year, $0.employeeID) }
        .selectMany { group in
          group.items.where { !$0.isPaid }.take(2).select { (group.key.0, group.key.1, $0.id) }
        }
        .where { $0.2 > 5 }
    }
    try company.expect {
      $0.orders.groupBy { $0.shippedDay }.selectMany {
        $0.items.select { $0.employeeID }.distinct()
      }
    }
    try company.expect { tables in
      tables.lines.join(tables.products, on: { $0.productID }, equals: { $0.id })
        .groupBy { $0.1.category }
        .selectMany { $0.items.sortDescending { $0.0.quantity }.take(2) }.take(5)
    }
    try company.expect {
      $0.customers.groupBy { $0.country }.where { $0.count > 1 }
        .selectMany { $0.items.reverse().take(1) }
    }
  }

  @Test("distinct values of groups whose expressions can fail are those of each group")
  func failingDistinctItems() throws {
    try company.expect(inSQL: false) {
      $0.orders.groupBy { $0.employeeID }.selectMany {
        $0.items.select { ($0.id + 1) % 3 }.distinct()
      }
    }
    try company.expect(inSQL: false) {
      $0.orders.groupBy { ($0.id + 1) % 5 }.selectMany { $0.items.select { $0.isPaid }.distinct() }
    }
    try company.expect(inSQL: false) {
      $0.orders.where { $0.id + 1 > 0 }.groupBy { $0.employeeID }
        .select { ($0.key, $0.items.select { $0.isPaid }.distinct()) }
    }
    try company.expect(inSQL: false) {
      $0.orders.groupBy { $0.employeeID }
        .select { ($0.key, $0.items.select { $0.id }.distinct().where { $0 + 1 > 5 }) }
    }
  }

  @Test("distinct texts of groups, one after the other")
  func distinctTexts() throws {
    try company.expect {
      $0.customers.groupBy { $0.country }
        .select { ($0.key, $0.items.select { $0.city ?? "" }.distinct().joined(separator: ", ")) }
    }
    try company.expect {
      $0.customers.groupBy { $0.country }.select { group in
        (
          group.items.map { $0.city ?? "" }.distinct().sort { $0 }.joined(separator: ", "),
          group.items.where { $0.name < "M" }.map { $0.city ?? "" }.distinct().sortDescending { $0 }
            .joined(separator: "/")
        )
      }
    }
    try company.expect {
      $0.customers.groupBy { $0.country }.select { group in
        group.items.map { $0.city ?? "" }.distinct().where { $0 > "F" }.sort { $0.count }.joined()
      }
    }
    try company.expect(inSQL: false) {
      $0.customers.groupBy { $0.country }.select {
        $0.items.map { $0.city ?? "" }.distinct().map { $0.prefix(1) }.joined(separator: ", ")
      }
    }
    try company.expect(inSQL: false) {
      $0.customers.groupBy { $0.country }
        .select { $0.items.map { $0.city ?? "" }.distinct().reverse().joined(separator: ", ") }
    }
    try company.expect(inSQL: false) {
      $0.customers.groupBy { $0.country }
        .select { $0.items.map { $0.city ?? "" }.distinct().joined { $0.prefix(1) } }
    }
  }

  @Test("values of the first item in other expressions")
  func valuesOfFirst() throws {
    try company.expect {
      $0.orders.groupBy { $0.customerID }
        .where { ($0.items.sort { $0.day }.first.map { $0.freight } ?? 0) > 12 }
        .select { $0.key }
    }
    try company.expect {
      $0.orders.groupBy { $0.customerID }.select {
        (
          $0.key, $0.items.where { $0.isPaid }.last.map { $0.day.year } ?? 0,
          $0.items.sortDescending { $0.freight }.first.flatMap { $0.employeeID } ?? -1,
          $0.items.last.map { $0.isPaid } ?? false, $0.count
        )
      }
    }
    try company.expect {
      $0.employees.groupBy { $0.managerID }
        .sort { $0.items.sort { $0.hiredDay }.first.map { $0.name } }
        .select { ($0.key, $0.items.first.flatMap { $0.title } ?? "-") }
    }
    try company.expect {
      $0.products.groupBy { $0.category }
        .where { $0.items.select { $0.price }.first != 18 && $0.items.last.map { $0.stock } != nil }
        .select { "\($0.key.rawValue): \($0.items.last.map { $0.name } ?? "none")" }
    }
    try company.expect {
      $0.orders.groupBy { $0.employeeID }
        .select { ($0.items.where { $0.freight > 20 }.first.map { "\($0.day)" } ?? "none", $0.key) }
    }
    // nil of the item, and no item.
    try company.expect(inSQL: false) {
      $0.employees.groupBy { $0.managerID }
        .select { ($0.key, $0.items.first.map { $0.title } ?? "none") }
    }
    try company.expect(inSQL: false) {
      $0.orders.groupBy { $0.customerID }
        .where { ($0.items.first.map { 1 / ($0.freight - 3) } ?? 0) < 100 }.select { $0.key }
    }
    let plan = try company.stored.orders.groupBy { $0.customerID }
      .where { ($0.items.sort { $0.day }.first.map { $0.freight } ?? 0) > 12 }
      .select { $0.key }.plan()
    #expect(
      plan.sql == """
        SELECT customer_id FROM purchase_order GROUP BY customer_id HAVING \
        coalesce(CAST(swift_first_value(freight, 1, 'ASC', day, 'ASC', id) AS REAL), ?) > ? \
        ORDER BY min(id)
        """)
  }

  @Test("one list of all related rows, with values of the elements")
  func flat() throws {
    try company.expectStored {
      $0.customers.selectMany { customer in
        customer.orders.select { (customer.name, $0.day) }
      }
    }
    try company.expectStored {
      $0.customers.where { $0.isActive }.selectMany { customer in
        customer.orders.where { $0.isPaid }.select { ($0, customer, $0.freight) }
      }.where { $0.2 > 10.0 }.sort { $0.1.name }
    }
    try company.expectStored {
      $0.orders.selectMany { order in
        order.lines.select { (order.day, $0.quantity, $0.product.name) }
      }.groupBy { $0.0 }.select { ($0.key, $0.sum { $0.1 }) }
    }
    try company.expectStored {
      $0.employees.take(6).selectMany { manager in
        manager.reports.select { ($0.name, manager.name, manager.title) }
      }
    }
    // A value of the element two levels around is read in memory.
    try company.expect(inSQL: false) { tables in
      tables.customers.select { customer in
        (
          customer.name,
          tables.orders.matching { $0.customerID == customer.id }.select { order in
            (
              order.day,
              tables.lines.matching { $0.orderID == order.id }.select {
                (customer.name, $0.quantity)
              }
            )
          }
        )
      }
    }
    let plan = try company.stored.customers.selectMany { customer in
      customer.orders.select { (customer.name, $0.day) }
    }.plan()
    #expect(
      plan.sql == """
        SELECT a.name, b.day FROM customer AS a JOIN purchase_order AS b ON a.id = b.customer_id \
        ORDER BY a.id, b.id
        """)
  }

  @Test("related rows")
  func related() throws {
    try company.expectStored {
      $0.customers.select { ($0.name, $0.orders.sortDescending { $0.day }.take(2)) }
    }
    try company.expectStored {
      $0.orders.take(9).select { order in
        (order.id, order.lines.select { ($0.quantity, $0.product.name) })
      }
    }
    try company.expectStored {
      $0.customers.select { ($0, $0.orders.where { $0.isPaid }.select { ($0, $0.lines) }) }
    }
    try company.expectStored {
      $0.employees.select {
        ($0.name, $0.reports.select { ($0.name, $0.title, $0.salary, $0.hiredDay) })
      }
    }
    try company.expectStored {
      $0.employees.select {
        (
          $0.name, $0.reports.select { ($0.id, $0.name, $0.title, $0.salary, $0.hiredDay) },
          $0.reports.select { ($0.id, $0.name, $0.title, $0.salary, $0.hiredDay, $0.managerID) }
        )
      }
    }
    try company.expectStored {
      $0.customers.where { $0.isActive }
        .select { ($0.id, $0.orders.sort { $0.freight }.select { $0.freight }.first) }
    }
    try company.expectStored {
      $0.orders.sortDescending { $0.freight }.take(5)
        .select { ($0.id, $0.lines.sortDescending { $0.quantity }.take(1).select { $0.id }) }
    }
    try company.expectStored {
      $0.employees.select { ($0.name, $0.reports.max { $0.salary }, $0.manager.name) }
    }
  }
}
