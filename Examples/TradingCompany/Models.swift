package import People

/// A customer of the company.
package struct Customer: Sendable, Hashable {
  package var id: Int64
  package var name: String
  package var city: String?
  package var country: String
  package var creditLimit: Double
  package var isActive: Bool

  package static let table = Table(
    "customer", Customer.init(id:name:city:country:creditLimit:isActive:),
    .primaryKey("id", \.id), .column("name", \.name), .column("city", \.city),
    .column("country", \.country), .column("credit_limit", \.creditLimit),
    .column("is_active", \.isActive))
}

/// An order of a customer, taken by an employee or over the network.
package struct Order: Sendable, Hashable {
  package var id: Int64
  package var customerID: Int64
  package var employeeID: Int64?
  package var day: CalendarDate
  package var shippedDay: CalendarDate?
  package var freight: Double
  package var isPaid: Bool

  package static let table = Table(
    "purchase_order",
    Order.init(id:customerID:employeeID:day:shippedDay:freight:isPaid:),
    .primaryKey("id", \.id), .column("customer_id", \.customerID),
    .column("employee_id", \.employeeID), .column("day", \.day),
    .column("shipped_day", \.shippedDay), .column("freight", \.freight),
    .column("is_paid", \.isPaid))
}

/// A line of an order.
package struct OrderLine: Sendable, Hashable {
  package var id: Int64
  package var orderID: Int64
  package var productID: Int64
  package var quantity: Int
  package var price: Double
  package var discount: Double?

  package static let table = Table(
    "order_line", OrderLine.init(id:orderID:productID:quantity:price:discount:),
    .primaryKey("id", \.id), .column("order_id", \.orderID), .column("product_id", \.productID),
    .column("quantity", \.quantity), .column("price", \.price), .column("discount", \.discount))
}

/// Something that the company sells.
package struct Product: Sendable, Hashable {
  package var id: Int64
  package var name: String
  package var category: Category
  package var price: Double
  package var stock: Int
  package var isDiscontinued: Bool

  /// The kinds of products.
  package enum Category: String, ColumnValue, CaseIterable {
    case beverages, condiments, produce, seafood
  }

  package static let table = Table(
    "product", Product.init(id:name:category:price:stock:isDiscontinued:),
    .primaryKey("id", \.id), .column("name", \.name), .column("category", \.category),
    .column("price", \.price), .column("stock", \.stock),
    .column("is_discontinued", \.isDiscontinued))
}

/// Someone who works for the company.
package struct Employee: Sendable, Hashable {
  package var id: Int64
  package var name: String
  package var title: String?
  package var managerID: Int64?
  package var salary: Int
  package var hiredDay: CalendarDate

  package static let table = Table(
    "employee", Employee.init(id:name:title:managerID:salary:hiredDay:),
    .primaryKey("id", \.id), .column("name", \.name), .column("title", \.title),
    .column("manager_id", \.managerID), .column("salary", \.salary),
    .column("hired_day", \.hiredDay))
}

// MARK: - Relations

extension QueryExpression<Customer> {
  /// The orders of the customer.
  package var orders: QueryExpression<[Order]> {
    Order.table.rows.matching(\.customerID, equals: self.id)
  }
}

extension QueryExpression<Order> {
  /// The customer of the order.
  package var customer: Related<Customer> {
    Related(Customer.table.rows.matching(\.id, equals: self.customerID))
  }

  /// The employee who took the order; nil for an order over the network.
  package var employee: Related<Employee> {
    Related(Employee.table.rows.matching(\.id, equals: self.employeeID))
  }

  /// The lines of the order.
  package var lines: QueryExpression<[OrderLine]> {
    OrderLine.table.rows.matching(\.orderID, equals: self.id)
  }

  /// The products of the order's lines, through the table of lines.
  package var products: QueryExpression<[Product]> {
    OrderLine.table.rows.join(Product.table.rows, on: { $0.productID }, equals: { $0.id })
      .matching { $0.0.orderID == self.id }.select { $0.1 }
  }
}

extension QueryExpression<OrderLine> {
  /// The product of the line.
  package var product: Related<Product> {
    Related(Product.table.rows.matching(\.id, equals: self.productID))
  }
}

extension QueryExpression<Employee> {
  /// The manager of the employee.
  package var manager: Related<Employee> {
    Related(Employee.table.rows.matching(\.id, equals: self.managerID))
  }

  /// The employees whose manager this is.
  package var reports: QueryExpression<[Employee]> {
    Employee.table.rows.matching(\.managerID, equals: self.id)
  }
}
