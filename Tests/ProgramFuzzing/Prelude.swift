/// The beginning of each program: tables of own structs that are not `Equatable`, captured values
/// of many types, and the operators of arrays that the standard library does not have.
enum Prelude {
  static let source = #"""
    import Foundation
    import LinqCore
    import LinqSQL
    import StoreSQLite

    enum Kind: String, Sendable, CaseIterable, ColumnValue { case a, b, c }

    struct Customer: Sendable {
      var id: Int64
      var name: String
      var city: String?
      var age: Int
      var isKnown: Bool
      var kind: Kind
      var score: Double
      var parentID: Int64?

      static let table = Table(
        "customer", Customer.init, .primaryKey("id", \.id), .column("name", \.name),
        .column("city", \.city), .column("age", \.age), .column("is_known", \.isKnown),
        .column("kind", \.kind), .column("score", \.score), .column("parent_id", \.parentID))
    }

    struct Order: Sendable {
      var id: Int64
      var customerID: Int64
      var total: Int
      var note: String?
      var isPaid: Bool
      var kind: Kind

      static let table = Table(
        "purchase", Order.init, .primaryKey("id", \.id), .column("customer_id", \.customerID),
        .column("total", \.total), .column("note", \.note), .column("is_paid", \.isPaid),
        .column("kind", \.kind))
    }

    struct Flag: Sendable {
      var id: Int64
      var n: Int
      var label: String
      var ownerID: Int64?

      static let table = Table(
        "flag", Flag.init, .primaryKey("id", \.id), .column("n", \.n), .column("label", \.label),
        .column("owner_id", \.ownerID))
    }

    // MARK: - Captured values

    let anInt = 3, aBigInt = 70_000, aByte = UInt8(2), anInt64 = Int64(2), aReal = 1.5
    let maybeInt: Int? = 4, noInt: Int? = nil, maybeInt64: Int64? = 2, noInt64: Int64? = nil
    let aText = "Oslo", maybeText: String? = "Oslo", noText: String? = nil
    let aPart = "Oslo".prefix(2)
    let isOn = true, isOff = false, maybeFlag: Bool? = true, noFlag: Bool? = nil
    let texts = ["Oslo", "Rom", "note"], noTexts: [String] = [], numbers = [1, 3, 5]
    let ids: Set<Int64> = [1, 2, 4], noIDs: Set<Int64> = []
    let aKind = Kind.b, maybeKind: Kind? = .a, noKind: Kind? = nil

    // MARK: - Tables

    struct Library: Sendable {
      let customers: Query<Customer>
      let orders: Query<Order>
      let flags: Query<Flag>
    }

    struct Plain: Sendable {
      let customers: [Customer]
      let orders: [Order]
      let flags: [Flag]
    }

    let rows = Plain(
      customers: [
        Customer(id: 1, name: "Oslo", city: nil, age: 3, isKnown: true, kind: .a, score: 1.5,
          parentID: nil),
        Customer(id: 2, name: "Rom", city: "Oslo", age: 7, isKnown: false, kind: .b, score: -2,
          parentID: 1),
        Customer(id: 3, name: "", city: "", age: 3, isKnown: true, kind: .b, score: 0,
          parentID: 1),
        Customer(id: 4, name: "Éva", city: "Rom", age: 0, isKnown: false, kind: .c, score: 1e9,
          parentID: 9),
        Customer(id: 5, name: "oslo", city: "Oslo", age: -4, isKnown: true, kind: .a, score: 1.5,
          parentID: nil),
        Customer(id: 6, name: "Oslo", city: "O", age: 7, isKnown: true, kind: .a, score: 0.25,
          parentID: 2),
      ],
      orders: [
        Order(id: 1, customerID: 2, total: 3, note: nil, isPaid: true, kind: .a),
        Order(id: 2, customerID: 2, total: 12, note: "Oslo", isPaid: false, kind: .b),
        Order(id: 3, customerID: 1, total: 0, note: "", isPaid: false, kind: .a),
        Order(id: 4, customerID: 9, total: 7, note: "note", isPaid: true, kind: .c),
        Order(id: 5, customerID: 6, total: 7, note: nil, isPaid: true, kind: .b),
      ],
      flags: [
        Flag(id: 1, n: 1, label: "Oslo", ownerID: nil), Flag(id: 2, n: 3, label: "x", ownerID: 1),
        Flag(id: 3, n: 3, label: "Rom", ownerID: 2), Flag(id: 4, n: 7, label: "Oslo", ownerID: 2),
      ])

    // MARK: - Operators of arrays

    func key(_ parts: AnyHashable...) -> [AnyHashable] { parts }

    struct Pair<A: Hashable, B: Hashable>: Hashable {
      let a: A
      let b: B

      init(_ a: A, _ b: B) { (self.a, self.b) = (a, b) }
    }

    /// An order in which nil comes first.
    func precedes<Key: Comparable>(_ left: Key?, _ right: Key?) -> Bool {
      switch (left, right) {
      case (nil, nil), (_, nil): false
      case (nil, _): true
      case (let left?, let right?): left < right
      }
    }

    struct PlainGroup<Key: Hashable, Item> {
      let key: Key
      var items: [Item]
    }

    extension Array {
      func plainSort<Key: Comparable>(_ key: (Element) -> Key?) -> [Element] {
        enumerated().sorted { left, right in
          let (first, second) = (key(left.element), key(right.element))
          if precedes(first, second) { return true }
          return !precedes(second, first) && left.offset < right.offset
        }.map(\.element)
      }

      func plainSortDescending<Key: Comparable>(_ key: (Element) -> Key?) -> [Element] {
        enumerated().sorted { left, right in
          let (first, second) = (key(left.element), key(right.element))
          if precedes(second, first) { return true }
          return !precedes(first, second) && left.offset < right.offset
        }.map(\.element)
      }

      func appending(_ other: [Element]) -> [Element] { self + other }

      func plainReverse() -> [Element] { reversed() }

      func plainTake(_ count: Int) -> [Element] { Array(prefix(count)) }
      func plainSkip(_ count: Int) -> [Element] { Array(dropFirst(count)) }
      func plainTakeLast(_ count: Int) -> [Element] { Array(suffix(count)) }
      func plainTakeWhile(_ test: (Element) -> Bool) -> [Element] { Array(prefix(while: test)) }
      func plainSkipWhile(_ test: (Element) -> Bool) -> [Element] { Array(drop(while: test)) }

      func plainDistinct(_ key: (Element) -> [AnyHashable]) -> [Element] {
        var seen: Set<[AnyHashable]> = []
        return filter { seen.insert(key($0)).inserted }
      }

      func plainIntersect(
        _ other: [Element], _ key: (Element) -> [AnyHashable]
      ) -> [Element] {
        let wanted = Set(other.map(key))
        return filter { wanted.contains(key($0)) }.plainDistinct(key)
      }

      func plainExcept(_ other: [Element], _ key: (Element) -> [AnyHashable]) -> [Element] {
        let unwanted = Set(other.map(key))
        return filter { !unwanted.contains(key($0)) }.plainDistinct(key)
      }

      func plainGroups<Key: Hashable>(_ key: (Element) -> Key) -> [PlainGroup<Key, Element>] {
        var groups: [PlainGroup<Key, Element>] = []
        for element in self {
          let key = key(element)
          if let place = groups.firstIndex(where: { $0.key == key }) {
            groups[place].items.append(element)
          } else {
            groups.append(PlainGroup(key: key, items: [element]))
          }
        }
        return groups
      }

      func plainJoin<Inner>(
        _ inner: [Inner], _ outerKey: (Element) -> [AnyHashable],
        _ innerKey: (Inner) -> [AnyHashable]
      ) -> [(Element, Inner)] {
        flatMap { outer in
          inner.filter { innerKey($0) == outerKey(outer) }.map { (outer, $0) }
        }
      }

      func plainLeftJoin<Inner>(
        _ inner: [Inner], _ outerKey: (Element) -> [AnyHashable],
        _ innerKey: (Inner) -> [AnyHashable]
      ) -> [(Element, Inner?)] {
        flatMap { outer -> [(Element, Inner?)] in
          let found = inner.filter { innerKey($0) == outerKey(outer) }
          return found.isEmpty ? [(outer, nil)] : found.map { (outer, $0) }
        }
      }

      func plainRightJoin<Inner>(
        _ inner: [Inner], _ outerKey: (Element) -> [AnyHashable],
        _ innerKey: (Inner) -> [AnyHashable]
      ) -> [(Element?, Inner)] {
        inner.plainLeftJoin(self, innerKey, outerKey).map { ($1, $0) }
      }

      func plainFullJoin<Inner>(
        _ inner: [Inner], _ outerKey: (Element) -> [AnyHashable],
        _ innerKey: (Inner) -> [AnyHashable]
      ) -> [(Element?, Inner?)] {
        let keys = Set(map(outerKey))
        return plainLeftJoin(inner, outerKey, innerKey).map { (Optional($0), $1) }
          + inner.filter { !keys.contains(innerKey($0)) }.map { (nil, Optional($0)) }
      }
    }

    // MARK: - Running

    func described<Element>(_ elements: [Element]) -> [String] { elements.map { text($0) } }

    /// Returns the text of a value, the same whether its type is optional or not: the compiler may
    /// infer another one for plain Swift.
    func text(_ value: Any) -> String {
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
      case .tuple: return "(\(mirror.children.map { text($0.value) }.joined(separator: ", ")))"
      default: return String(reflecting: value)
      }
    }

    func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

    typealias Case = (
      number: Int, library: (Library) throws -> [String], plain: (Plain) throws -> [String]
    )

    /// Runs the cases whose numbers are not among the program's arguments.
    func run(_ cases: [Case]) throws {
      let skipped = Set(CommandLine.arguments.dropFirst().compactMap(Int.init))
      let pool = try ConnectionPool(path: ":memory:")
      try pool.write { connection in
        try connection.execute(
          """
          CREATE TABLE customer (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, age INTEGER NOT NULL,
            is_known INTEGER NOT NULL, kind TEXT NOT NULL, score REAL NOT NULL, parent_id INTEGER
          ) STRICT;
          CREATE TABLE purchase (
            id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, total INTEGER NOT NULL,
            note TEXT, is_paid INTEGER NOT NULL, kind TEXT NOT NULL
          ) STRICT;
          CREATE TABLE flag (
            id INTEGER PRIMARY KEY, n INTEGER NOT NULL, label TEXT NOT NULL, owner_id INTEGER
          ) STRICT;
          """)
      }
      let customers = Repository(Customer.table, in: pool)
      let orders = Repository(Order.table, in: pool)
      let flags = Repository(Flag.table, in: pool)
      func unassigned<Row>(_ rows: [Row], _ id: WritableKeyPath<Row, Int64>) -> [Row] {
        rows.map {
          var row = $0
          row[keyPath: id] = 0
          return row
        }
      }
      try customers.insert(unassigned(rows.customers, \.id))
      try orders.insert(unassigned(rows.orders, \.id))
      try flags.insert(unassigned(rows.flags, \.id))
      let paths = [
        (
          "in SQL",
          Library(customers: customers.query, orders: orders.query, flags: flags.query)
        ),
        (
          "in memory",
          Library(
            customers: customers.query.policy(.memoryOnly),
            orders: orders.query.policy(.memoryOnly), flags: flags.query.policy(.memoryOnly))
        ),
        (
          "on an array",
          Library(
            customers: Query(rows.customers), orders: Query(rows.orders), flags: Query(rows.flags))
        ),
      ]
      for (number, library, plain) in cases where !skipped.contains(number) {
        say("case \(number) plain Swift")
        let expected = try plain(rows)
        for (path, tables) in paths {
          say("case \(number) \(path)")
          do {
            let found = try library(tables)
            if found != expected {
              say("different \(number) \(path)\u{1}\(expected)\u{1}\(found)")
            }
          } catch ExpressionError.expressionAsValue {
            say("rejected \(number) \(ExpressionError.expressionAsValue)")
            break
          } catch {
            say("different \(number) \(path)\u{1}\(expected)\u{1}\(error)")
          }
        }
      }
      say("done")
    }
    """#
}
