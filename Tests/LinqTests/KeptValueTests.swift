import LinqCore
import Synchronization
import Testing

/// Subqueries in memory: what is the same for all elements around them is computed once, and
/// elements are found by their key.
@Suite("Kept values of subqueries")
struct KeptValueTests {
  private struct Sale: Hashable, Sendable {
    var id: Int
    var customer: Int?
    var price: Double
    var region: String
  }

  private struct Customer: Hashable, Sendable {
    var id: Int
    var name: String
    var best: Double
  }

  private static let sales: [Sale] = [
    Sale(id: 1, customer: 2, price: 1, region: "caf\u{E9}"),
    Sale(id: 2, customer: nil, price: .nan, region: "north"),
    Sale(id: 3, customer: 1, price: 0, region: "cafe\u{301}"),
    Sale(id: 4, customer: 2, price: -0.0, region: "north"),
    Sale(id: 5, customer: nil, price: 4.5, region: ""),
    Sale(id: 6, customer: 9, price: .infinity, region: "north"),
  ]
  private static let customers: [Customer] = [
    Customer(id: 1, name: "north", best: 0), Customer(id: 2, name: "cafe\u{301}", best: .nan),
    Customer(id: 3, name: "", best: -0.0), Customer(id: 4, name: "south", best: 4.5),
  ]
  private let sales = Query(Self.sales)
  private let customers = Query(Self.customers)

  /// A function that counts its calls.
  private final class Counted: Sendable {
    private let calls = Atomic<Int>(0)

    var count: Int { calls.load(ordering: .relaxed) }

    var function: QueryFunction<Double, Double> {
      QueryFunction("counted") { (value: Double) in
        self.calls.wrappingAdd(1, ordering: .relaxed)
        return value
      }
    }
  }

  @Test("an aggregate that depends on nothing around it is computed once")
  func aggregates() throws {
    let calls = Counted()
    let counted = calls.function
    let highest = try sales.where { [sales] sale in
      sale.price == sales.elements.max { counted($0.price) }
    }.toArray()
    #expect(highest.map(\.id) == [6])
    #expect(calls.count == Self.sales.count)
    let first = try customers.select { [sales] customer in
      (customer.id, sales.elements.where { counted($0.price) > 1 }.sort { $0.price }.first)
    }.toArray()
    #expect(first.map(\.1?.id) == [5, 5, 5, 5])
    #expect(calls.count == 2 * Self.sales.count)
    // Another run computes it again.
    _ = try sales.where { [sales] in $0.price == sales.elements.max { counted($0.price) } }.count()
    #expect(calls.count == 3 * Self.sales.count)
  }

  @Test("a value of a partition is computed once for it, and not for others")
  func partitions() throws {
    let calls = Counted()
    let counted = calls.function
    let totals = try sales.where { $0.price < 100 }.windows(within: { $0.region }).select {
      ($0.element.id, $0.partition.sum { counted($0.price) }, $0.partition.count)
    }.toArray()
    #expect(totals.map(\.0) == [1, 3, 4, 5])
    #expect(totals.map(\.1) == [1, 1, 0, 4.5])
    #expect(totals.map(\.2) == [2, 2, 1, 1])
    #expect(calls.count == 4)
    // What looks at the element of the window differs.
    let lower = try sales.windows().select { window in
      window.partition.count { $0.price < window.element.price }
    }.toArray()
    #expect(
      lower == Self.sales.map { sale in Self.sales.count { $0.price < sale.price } })
  }

  @Test("a value of each element is computed once for the frames of a partition")
  func frames() throws {
    let calls = Counted()
    let counted = calls.function
    let all = Self.sales.filter { $0.price < 100 }
    let sums = try sales.where { $0.price < 100 }.windows().select {
      ($0.soFar.sum { counted($0.price) }, $0.last(2).max { counted($0.price) })
    }.toArray()
    #expect(calls.count == 2 * all.count)
    #expect(sums.map(\.0) == all.indices.map { all[...$0].map(\.price).reduce(0, +) })
    #expect(sums.map(\.1) == all.indices.map { all[max(0, $0 - 1)...$0].map(\.price).max() })
    // What looks at the element of the window differs.
    let factors = try sales.where { $0.price < 100 }.windows().select { window in
      window.rest.sum { $0.price * window.element.price }
    }.toArray()
    #expect(
      factors
        == all.indices.map { index in
          all[index...].map { $0.price * all[index].price }.reduce(0, +)
        })
  }

  @Test("an error of an element is that of the first frame with it")
  func errors() throws {
    let sums = Query([1, 2, 3, 0, 5]).windows().select { $0.soFar.sum { 6 / $0 } }
    var found: [Int] = []
    #expect(throws: ExpressionError.self) {
      try sums.forEach { found.append($0) }
    }
    #expect(found == [6, 9, 11])
    #expect(try sums.take(3).toArray() == [6, 9, 11])
  }

  @Test("windows that outlive an expression have their values for the next one")
  func windowsThatStay() throws {
    let windows = Query(try sales.windows().toArray())
    for limit in 0..<50 {
      let counts = try windows.select { $0.partition.count { $0.id > limit } }.toArray()
      #expect(counts == Self.sales.map { _ in Self.sales.count { $0.id > limit } })
    }
  }

  @Test("elements are found by a key that equals a property of the element around them")
  func keys() throws {
    let calls = Counted()
    let counted = calls.function
    func expect(
      _ found: Query<[Int]>, sourceLocation: SourceLocation = #_sourceLocation,
      _ isMatch: (Customer, Sale) -> Bool
    ) throws {
      let expected = Self.customers.map { customer in
        Self.sales.filter { isMatch(customer, $0) }.map(\.id)
      }
      #expect(try found.toArray() == expected, sourceLocation: sourceLocation)
    }
    let sales = sales
    try expect(
      customers.select { c in sales.matching { $0.customer == c.id }.select { $0.id } }
    ) { $1.customer == $0.id }
    try expect(
      customers.select { c in sales.matching { c.id == $0.customer }.select { $0.id } }
    ) { $1.customer == $0.id }
    try expect(
      customers.select { c in sales.matching { $0.region == c.name }.select { $0.id } }
    ) { $1.region == $0.name }
    try expect(
      customers.select { c in sales.matching { $0.price == c.best }.select { $0.id } }
    ) { $1.price == $0.best }
    try expect(
      customers.select { c in
        sales.matching { $0.customer == c.id && counted($0.price) > 0 && $0.id < 9 }
          .select { $0.id }
      }
    ) { $1.customer == $0.id && $1.price > 0 }
    // Only for the elements with the key.
    #expect(calls.count == 3)
    try expect(
      customers.select { c in
        sales.matching { $0.region == "north" && $0.customer == c.id }.select { $0.id }
      }
    ) { $1.region == "north" && $1.customer == $0.id }
    try expect(
      customers.select { c in
        sales.matching { $0.customer == c.id || $0.region == c.name }.select { $0.id }
      }
    ) { $1.customer == $0.id || $1.region == $0.name }
    try expect(
      customers.select { c in
        sales.matching(\.customer, equals: c.id + 1).where { $0.price >= 0 }.select { $0.id }
      }
    ) { $1.customer == $0.id + 1 && $1.price >= 0 }
  }

  @Test("nil is found for nil, and elements of a join by theirs")
  func optionals() throws {
    let (sales, all) = (sales, Self.sales)
    let same = try sales.select { s in
      sales.matching { $0.customer == s.customer }.select { $0.id }
    }.toArray()
    #expect(same == all.map { s in all.filter { $0.customer == s.customer }.map(\.id) })
    let pairs = try sales.join(customers, on: { $0.customer }, equals: { $0.id }).select { pair in
      sales.elements.count { $0.customer == pair.1.id && $0.id != pair.0.id }
    }.toArray()
    #expect(pairs == [1, 0, 1])
    let nested = try customers.select { [customers] c in
      sales.matching { $0.customer == c.id }.count { sale in
        customers.matching { $0.best == sale.price }.any { $0.id != c.id }
      }
    }.toArray()
    #expect(nested == [1, 1, 0, 0])
  }

  @Test("S54 what stops at an element does not meet the error of a later one")
  func failures() throws {
    let sales = Query([2, 1, 0, 3])
    func run<Value: Sendable>(
      _ value: @escaping @Sendable () -> QueryExpression<Value>
    ) -> [Value]? {
      try? Query([1, 2]).select { _ in value() }.toArray()
    }
    let failing = sales.select { 2 / $0 }
    #expect(run { failing.elements.any() } == [true, true])
    #expect(run { failing.elements.first } == [1, 1])
    #expect(run { failing.contains(QueryExpression(2)) } == [true, true])
    #expect(run { failing.contains(QueryExpression(5)) } == nil)
    #expect(run { failing.elements.count } == nil)
    #expect(run { failing.matching { $0 == 2 }.any() } == [true, true])
    let found = Query([1, 2, 5]).select { number in failing.matching { $0 == number }.any() }
    var kept: [Bool] = []
    #expect(throws: ExpressionError.self) { try found.forEach { kept.append($0) } }
    #expect(kept == [true, true])
    #expect(throws: ExpressionError.self) {
      try Query([2]).select { number in failing.matching { $0 == number }.count }.toArray()
    }
  }

  @Test("a value is looked up among elements that are the same")
  func membership() throws {
    let (sales, all) = (sales, Self.sales)
    let buyers = sales.where { $0.price >= 0 }.select { $0.customer }
    let isBuyer = try sales.select { buyers.contains($0.customer) }.toArray()
    let expected = all.filter { $0.price >= 0 }.map(\.customer)
    #expect(isBuyer == all.map { expected.contains($0.customer) })
    let prices = sales.select { $0.price }
    let isPrice = try customers.select { prices.contains($0.best) }.toArray()
    #expect(isPrice == Self.customers.map { customer in all.map(\.price).contains(customer.best) })
    let isLater = try sales.select { s in
      sales.elements.where { $0.id > s.id }.select { $0.region }.contains(s.region)
    }.toArray()
    #expect(
      isLater == all.map { s in all.filter { $0.id > s.id }.map(\.region).contains(s.region) })
  }
}
