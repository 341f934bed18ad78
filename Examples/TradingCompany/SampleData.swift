internal import People

/// Rows for the tables of a trading company, the same each time.
package struct SampleData: Sendable {
  package let customers: [Customer]
  package let employees: [Employee]
  package let products: [Product]
  package let orders: [Order]
  package let lines: [OrderLine]

  package init() {
    let cities: [String?] = ["Oslo", "Lima", nil, "Bergen", "Reykjavík", "Quito"]
    let countries = ["Norway", "Peru", "Peru", "Norway", "Iceland", "Ecuador"]
    customers = (1...24).map { (number: Int) -> Customer in
      let place = number % 6
      return Customer(
        id: Int64(number), name: "Customer \(number)", city: cities[place],
        country: countries[place], creditLimit: Double(number % 5) * 250,
        isActive: number % 7 != 0)
    }
    employees = (1...9).map { (number: Int) -> Employee in
      let name = ["Ann", "Bo", "Cy", "Di", "Ed"][number % 5]
      let title = number == 1 ? "Head" : number % 4 == 0 ? nil : "Sales"
      return Employee(
        id: Int64(number), name: "\(name) \(number)", title: title,
        managerID: number == 1 ? nil : Int64(1 + number / 4), salary: 30_000 + number * 1_500,
        hiredDay: Self.day(2_000 + number))
    }
    products = (1...15).map { (number: Int) -> Product in
      let kind = number % 4
      return Product(
        id: Int64(number), name: "\(["Tea", "Salt", "Kale", "Cod"][kind]) \(number)",
        category: Product.Category.allCases[kind], price: Double(number) * 2.5,
        stock: number * 13 % 40, isDiscontinued: number % 6 == 0)
    }
    orders = (1...80).map { (number: Int) -> Order in
      let day = 7_000 + number * 3
      let customer = 1 + number * 7 % 22
      return Order(
        id: Int64(number), customerID: Int64(customer),
        employeeID: number % 5 == 0 ? nil : Int64(1 + number % 9), day: Self.day(day),
        shippedDay: number % 6 == 0 ? nil : Self.day(day + number % 9),
        freight: Double(number * 31 % 97) / 4, isPaid: number % 3 != 0)
    }
    lines = (1...200).map { (number: Int) -> OrderLine in
      let product = 1 + number * 5 % 14
      return OrderLine(
        id: Int64(number), orderID: Int64(1 + number * 11 % 78), productID: Int64(product),
        quantity: 1 + number % 12, price: Double(product) * 2.5,
        discount: number % 4 == 0 ? 0.1 : nil)
    }
  }

  /// A day of a calendar of twelve months with 28 days each, which begins in 2000.
  private static func day(_ number: Int) -> CalendarDate {
    let (year, month) = (2000 + number / 336, 1 + number / 28 % 12)
    guard let day = CalendarDate(year: year, month: month, day: 1 + number % 28) else {
      preconditionFailure("every month has 28 days")
    }
    return day
  }
}
