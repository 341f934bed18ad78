public import People

/// A customer of the company.
public struct Customer: Sendable, Hashable {
  public var id: Int64
  public var name: String
  public var city: String?
  public var country: String
  public var creditLimit: Double
  public var isActive: Bool

  public static let table = Table(
    "customer", Customer.init(id:name:city:country:creditLimit:isActive:),
    .primaryKey("id", \.id), .column("name", \.name), .column("city", \.city),
    .column("country", \.country), .column("credit_limit", \.creditLimit),
    .column("is_active", \.isActive))
}

/// An order of a customer, taken by an employee or over the network.
public struct Order: Sendable, Hashable {
  public var id: Int64
  public var customerID: Int64
  public var employeeID: Int64?
  public var day: CalendarDate
  public var shippedDay: CalendarDate?
  public var freight: Double
  public var isPaid: Bool

  public static let table = Table(
    "purchase_order",
    Order.init(id:customerID:employeeID:day:shippedDay:freight:isPaid:),
    .primaryKey("id", \.id), .column("customer_id", \.customerID),
    .column("employee_id", \.employeeID), .column("day", \.day),
    .column("shipped_day", \.shippedDay), .column("freight", \.freight),
    .column("is_paid", \.isPaid))
}

/// A line of an order.
public struct OrderLine: Sendable, Hashable {
  public var id: Int64
  public var orderID: Int64
  public var productID: Int64
  public var quantity: Int
  public var price: Double
  public var discount: Double?

  public static let table = Table(
    "order_line", OrderLine.init(id:orderID:productID:quantity:price:discount:),
    .primaryKey("id", \.id), .column("order_id", \.orderID), .column("product_id", \.productID),
    .column("quantity", \.quantity), .column("price", \.price), .column("discount", \.discount))
}

/// Something that the company sells.
public struct Product: Sendable, Hashable {
  public var id: Int64
  public var name: String
  public var category: Category
  public var price: Double
  public var stock: Int
  public var isDiscontinued: Bool

  /// The kinds of products.
  public enum Category: String, ColumnValue, CaseIterable {
    case beverages, condiments, produce, seafood
  }

  public static let table = Table(
    "product", Product.init(id:name:category:price:stock:isDiscontinued:),
    .primaryKey("id", \.id), .column("name", \.name), .column("category", \.category),
    .column("price", \.price), .column("stock", \.stock),
    .column("is_discontinued", \.isDiscontinued))
}

/// Someone who works for the company.
public struct Employee: Sendable, Hashable {
  public var id: Int64
  public var name: String
  public var title: String?
  public var managerID: Int64?
  public var salary: Int
  public var hiredDay: CalendarDate

  public static let table = Table(
    "employee", Employee.init(id:name:title:managerID:salary:hiredDay:),
    .primaryKey("id", \.id), .column("name", \.name), .column("title", \.title),
    .column("manager_id", \.managerID), .column("salary", \.salary),
    .column("hired_day", \.hiredDay))
}
