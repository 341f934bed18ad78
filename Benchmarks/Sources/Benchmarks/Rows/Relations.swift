import CReference
import GRDB
import People

/// A customer and its orders: two tables with a relation.
private struct Customer: Sendable {
  var id: Int64
  var name: String

  static let table = Table(
    "customer", Customer.init, .primaryKey("id", \.id), .column("name", \.name))
}

private struct Order: Sendable {
  var id: Int64
  var customerID: Int64
  var total: Double

  static let table = Table(
    "customer_order", Order.init, .primaryKey("id", \.id), .column("customer_id", \.customerID),
    .column("total", \.total))
}

extension QueryExpression<Customer> {
  fileprivate var orders: QueryExpression<[Order]> {
    Order.table.rows.matching(\.customerID, equals: self.id)
  }
}

extension Bench {
  /// Calls a closure with the name of a file with 10,000 customers and ten orders of each.
  fileprivate func withCompany<Result>(_ body: (String) throws -> Result) throws -> Result {
    try withCopy { name in
      let handle = try handle(name)
      defer { sqlite3_close_v2(handle) }
      let schema = """
        BEGIN;
        CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE customer_order (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL,
          total REAL NOT NULL) STRICT;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
          INSERT INTO customer SELECT i, 'customer ' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
          INSERT INTO customer_order SELECT i, 1 + i * 7919 % 10007, i % 97 * 0.5 FROM n;
        CREATE INDEX customer_order_customer ON customer_order (customer_id);
        COMMIT;
        """
      guard sqlite3_exec(handle, schema, nil, nil, nil) == SQLITE_OK else {
        throw BenchError.failed("schema")
      }
      return try body(name)
    }
  }

  fileprivate func withHandle<Result>(
    _ name: String, _ body: (OpaquePointer) throws -> Result
  ) throws -> Result {
    let handle = try handle(name)
    defer { sqlite3_close_v2(handle) }
    return try body(handle)
  }
}

/// Queries of two tables.
let relationWork: [Work] = [
  Work(
    name: "10,000 customers with their 100,000 orders",
    contenders: [
      (
        .ours,
        { bench in
          try bench.withCompany { name in
            let customers = try bench.store(name).repository(of: Customer.table)
            let rows = try bench.time { try customers.select { ($0, $0.orders) }.toArray() }
            return "\(rows.count) \(rows[41].0.name) \(rows[41].1.map(\.id))"
          }
        }
      ),
      (
        .hand,
        { bench in
          try bench.withCompany { name in
            try bench.withHandle(name) { handle in
              let rows = try bench.time {
                var orders: [Int64: [Order]] = [:]
                _ = try handRead(
                  handle, "SELECT customer_id, id, total FROM customer_order ORDER BY id"
                ) { statement -> Never? in
                  let customer = sqlite3_column_int64(statement, 0)
                  orders[customer, default: []].append(
                    Order(
                      id: sqlite3_column_int64(statement, 1), customerID: customer,
                      total: sqlite3_column_double(statement, 2)))
                  return nil
                }
                return try handRead(handle, "SELECT id, name FROM customer ORDER BY id") {
                  statement in
                  let customer = Customer(
                    id: sqlite3_column_int64(statement, 0), name: handText(statement, 1))
                  return (customer, orders[customer.id] ?? [])
                }
              }
              return "\(rows.count) \(rows[41].0.name) \(rows[41].1.map(\.id))"
            }
          }
        }
      ),
    ]),
  ids(
    "customers with an order above a total",
    """
    SELECT id FROM customer WHERE EXISTS (
      SELECT 1 FROM customer_order WHERE customer_id = customer.id AND total > ?) ORDER BY id
    """
  ) { $0.where { $0.orders.any { $0.total > 45.0 } } },
  ids(
    "customers with several orders above a total",
    """
    SELECT id FROM customer WHERE (
      SELECT count(*) FROM customer_order WHERE customer_id = customer.id AND total > ?) > 1
    ORDER BY id
    """
  ) { $0.where { $0.orders.count { $0.total > 45.0 } > 1 } },
]

private func ids(
  _ name: String, _ sql: String,
  _ chain: @escaping @Sendable (Repository<Customer>) -> Query<Customer>
) -> Work {
  Work(
    name: name,
    contenders: [
      (
        .ours,
        { bench in
          try bench.withCompany { name in
            let customers = try bench.store(name).repository(of: Customer.table)
            let ids = try bench.time { try chain(customers).select { $0.id }.toArray() }
            return "\(ids.count) \(ids.reduce(0, +))"
          }
        }
      ),
      (
        .hand,
        { bench in
          try bench.withCompany { name in
            try bench.withHandle(name) { handle in
              let ids = try bench.time {
                try handRead(handle, sql, bind: { sqlite3_bind_double($0, 1, 45) }) {
                  sqlite3_column_int64($0, 0)
                }
              }
              return "\(ids.count) \(ids.reduce(0, +))"
            }
          }
        }
      ),
    ])
}
