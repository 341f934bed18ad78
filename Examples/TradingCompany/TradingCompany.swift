package import LinqSQL
internal import People
package import StoreSQLite

/// The five tables of a trading company in one database, and queries of them.
///
/// ```swift
/// let company = try TradingCompany(path: ":memory:")
/// let unpaid = try company.orders.where { !$0.isPaid }.count()
/// ```
package struct TradingCompany: Sendable {
  package let pool: ConnectionPool
  package let customers: Repository<Customer>
  package let orders: Repository<Order>
  package let lines: Repository<OrderLine>
  package let products: Repository<Product>
  package let employees: Repository<Employee>

  /// Opens a database, creates its tables if they are missing, and fills empty ones with sample
  /// data.
  package init(path: String) throws { try self.init(in: ConnectionPool(path: path)) }

  /// Creates the tables in a database if they are missing, and fills empty ones with sample data.
  package init(in pool: ConnectionPool) throws {
    self.pool = pool
    try pool.write { try $0.execute($0.engine == .sqlite ? Self.schema : Self.postgresSchema) }
    customers = Repository(Customer.table, in: pool)
    orders = Repository(Order.table, in: pool)
    lines = Repository(OrderLine.table, in: pool)
    products = Repository(Product.table, in: pool)
    employees = Repository(Employee.table, in: pool)
    if try customers.count() == 0 { try fill(with: SampleData()) }
  }

  private func fill(with data: SampleData) throws {
    try customers.insert(data.customers)
    try employees.insert(data.employees)
    try products.insert(data.products)
    try orders.insert(data.orders)
    try lines.insert(data.lines)
  }

  private static let schema = """
    CREATE TABLE IF NOT EXISTS customer (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, country TEXT NOT NULL,
      credit_limit REAL NOT NULL, is_active INTEGER NOT NULL CHECK (is_active IN (0, 1))) STRICT;
    CREATE TABLE IF NOT EXISTS employee (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, title TEXT,
      manager_id INTEGER REFERENCES employee, salary INTEGER NOT NULL,
      hired_day TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS product (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, category TEXT NOT NULL,
      price REAL NOT NULL, stock INTEGER NOT NULL,
      is_discontinued INTEGER NOT NULL CHECK (is_discontinued IN (0, 1))) STRICT;
    CREATE TABLE IF NOT EXISTS purchase_order (
      id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer,
      employee_id INTEGER REFERENCES employee, day TEXT NOT NULL, shipped_day TEXT,
      freight REAL NOT NULL, is_paid INTEGER NOT NULL CHECK (is_paid IN (0, 1))) STRICT;
    CREATE INDEX IF NOT EXISTS purchase_order_customer ON purchase_order (customer_id);
    CREATE TABLE IF NOT EXISTS order_line (
      id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES purchase_order,
      product_id INTEGER NOT NULL REFERENCES product, quantity INTEGER NOT NULL,
      price REAL NOT NULL, discount REAL) STRICT;
    CREATE INDEX IF NOT EXISTS order_line_order ON order_line (order_id);
    """

  private static let postgresSchema = """
    CREATE TABLE IF NOT EXISTS customer (
      id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL, city text COLLATE "C",
      country text COLLATE "C" NOT NULL,
      credit_limit double precision NOT NULL,
      is_active bigint NOT NULL CHECK (is_active IN (0, 1)));
    CREATE TABLE IF NOT EXISTS employee (
      id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL, title text COLLATE "C",
      manager_id bigint REFERENCES employee, salary bigint NOT NULL,
      hired_day text COLLATE "C" NOT NULL);
    CREATE TABLE IF NOT EXISTS product (
      id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE,
      category text COLLATE "C" NOT NULL,
      price double precision NOT NULL, stock bigint NOT NULL,
      is_discontinued bigint NOT NULL CHECK (is_discontinued IN (0, 1)));
    CREATE TABLE IF NOT EXISTS purchase_order (
      id bigserial PRIMARY KEY, customer_id bigint NOT NULL REFERENCES customer,
      employee_id bigint REFERENCES employee, day text COLLATE "C" NOT NULL,
      shipped_day text COLLATE "C",
      freight double precision NOT NULL, is_paid bigint NOT NULL CHECK (is_paid IN (0, 1)));
    CREATE INDEX IF NOT EXISTS purchase_order_customer ON purchase_order (customer_id);
    CREATE TABLE IF NOT EXISTS order_line (
      id bigserial PRIMARY KEY, order_id bigint NOT NULL REFERENCES purchase_order,
      product_id bigint NOT NULL REFERENCES product, quantity bigint NOT NULL,
      price double precision NOT NULL, discount double precision);
    CREATE INDEX IF NOT EXISTS order_line_order ON order_line (order_id);
    """
}
