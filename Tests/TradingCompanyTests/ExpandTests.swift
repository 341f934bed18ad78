import LinqSQL
import Testing
import TradingCompany

extension Employee: Identifiable {}

@Suite("expand: above and below an employee")
struct ExpandTests {
  private let company: Company

  init() throws { company = try Company() }

  @Test("relations in both directions")
  func relations() throws {
    try company.expectStored {
      $0.employees.where { $0.managerID == nil }.expand { $0.reports }
        .select { ($0.0.name, $0.1) }
    }
    try company.expectStored {
      $0.employees.where { $0.id > 3 }.expand { $0.manager }.select { ($0.0.name, $0.1) }
    }
    try company.expect { tables in
      tables.employees.where { $0.id > 3 }.expand { employee in
        tables.employees.matching { QueryExpression<Int64?>($0.id) == employee.managerID }
      }.select { ($0.0.name, $0.1) }
    }
    let below = company.stored.employees.where { $0.managerID == nil }.expand { $0.reports }
    let sql = try #require(try below.select { ($0.0.name, $0.1) }.plan().sql)
    #expect(
      sql == """
        SELECT b.name, a.depth FROM (WITH RECURSIVE swift_reached_1(depth, keys, seen) AS (\
        SELECT 0, group_concat(DISTINCT key), '' FROM (SELECT id AS key FROM employee \
        WHERE manager_id IS NULL) UNION ALL SELECT depth + 1, (SELECT group_concat(child) FROM (\
        SELECT e.child FROM temp.json_each('[' || swift_reached_1.keys || ']') AS f JOIN (\
        SELECT a.id AS parent, b.id AS child FROM employee AS a JOIN employee AS b \
        ON a.id = b.manager_id) AS e ON e.parent = f.value EXCEPT SELECT value \
        FROM temp.json_each('[' || swift_reached_1.seen || swift_reached_1.keys || ']'))), \
        seen || keys || ',' FROM swift_reached_1 WHERE keys IS NOT NULL) SELECT f.value AS key, \
        depth FROM swift_reached_1, temp.json_each('[' || swift_reached_1.keys || ']') AS f) AS a \
        JOIN employee AS b ON a.key = b.id ORDER BY a.depth, b.id
        """)
  }

  @Test("a key of the same type that is not the key of the table")
  func otherKey() throws {
    try company.expect(inSQL: false) { tables in
      tables.orders.where { $0.id < 9 }.expand(by: \.customerID) { order in
        tables.orders.matching { $0.customerID == order.customerID }
      }.select { ($0.0.customerID, $0.1) }
    }
    let customers = try company.stored.orders.expand(by: \.customerID) { order in
      company.stored.orders.matching { $0.id == order.id }
    }.select { $0.0.customerID }.toArray()
    #expect(Set(customers).count == customers.count)
  }
}
