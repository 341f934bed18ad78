import Foundation
import StoreSQLite
import Synchronization
import TestModel
import Testing

@Suite("What programs add: functions, computed properties, tables")
struct ExtensionTests {
  @Test("a QueryFunction is called on values and runs in SQL on expressions")
  func functions() throws {
    let isPrime = QueryFunction("is_prime") { (number: Int) in
      number > 1 && (2..<max(2, min(number, 100))).allSatisfy { number % $0 != 0 || $0 == number }
    }
    let initials = QueryFunction("initials") { (name: String, surname: String) in
      name.prefix(1) + surname.prefix(1)
    }
    #expect(try isPrime(7) && !isPrime(8))
    try expectSame(
      sql: """
        SELECT … FROM person WHERE is_prime(age) ORDER BY id
        """
    ) { $0.where { isPrime($0.age) } }
    try expectSame(sql: "SELECT initials(name, surname), age FROM person ORDER BY id") {
      $0.select { (initials($0.name, $0.surname), $0.age) }
    }
    try expectSame(sql: "SELECT initials(name, ?) FROM person ORDER BY id") {
      $0.select { initials($0.name, "Byron") }
    }
  }

  @Test("functions of all kinds of values, in SQL, and of others, in memory")
  func functionValues() throws {
    let kinds = QueryFunction("kinds") { (name: String, email: String?, born: CalendarDate?) in
      "\(name.count)\(email?.count ?? -1)\(born.map { $0.year } ?? 0)"
    }
    try expectSame(sql: "SELECT kinds(name, email, birth_date) FROM person ORDER BY id") {
      $0.select { kinds($0.name, $0.email, $0.birthDate) }
    }
    let half = QueryFunction("half") { (age: Int) in age % 2 == 0 ? Double(age) / 2 : nil }
    try expectSame(sql: "SELECT … FROM person WHERE half(age) IS NULL ORDER BY id") {
      $0.where { half($0.age) == nil }
    }
    let next = QueryFunction("next_day") { (day: CalendarDate?) in day }
    try expectSame(sql: "SELECT next_day(birth_date) FROM person ORDER BY id") {
      $0.select { next($0.birthDate) }
    }
    let initial = QueryFunction("initial") { (name: String) in name.first ?? "?" }
    try expectSame(sql: "SELECT … FROM person WHERE initial(name) = ? ORDER BY id") {
      $0.where { initial($0.name) == "B" }
    }
    let byte = QueryFunction("byte") { (count: Int16, share: Float) in
      UInt8(truncatingIfNeeded: count) &+ UInt8(share)
    }
    try expectSame(sql: "SELECT byte(swift_int16(swift_count(name)), ?) FROM person ORDER BY id") {
      $0.select { byte(QueryExpression<Int16>($0.name.count), QueryExpression<Float>(0.75)) }
    }
    let rounded = QueryFunction("rounded") { (age: Decade) in Decade(years: age.years / 10 * 10) }
    #expect(try rounded(Decade(years: 36)).years == 30)
    let letters = QueryFunction("letters") { (name: String) in name.map { String($0) } }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.select { letters($0.name) }
    }
  }

  /// A type that becomes a function's value through another one.
  private struct Decade: FunctionValue, Equatable {
    let years: Int

    static func read(from arguments: FunctionArgumentReader, at index: Int) throws -> Decade {
      Decade(years: try Int.read(from: arguments, at: index))
    }

    var functionResult: FunctionResult { years.functionResult }
  }

  private struct Refused: Error, Equatable {}

  @Test("S31 what a function or a closure throws comes out unchanged")
  func errors() throws {
    let refuse = QueryFunction("refuse") { (age: Int) -> Bool in
      if age == 45 { throw Refused() } else { true }
    }
    try expectSameError(Refused(), sql: "SELECT … FROM person WHERE refuse(age) ORDER BY id") {
      $0.where { refuse($0.age) }
    }
    try expectSameError(Refused(), isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.where { person in
        if person.age == 45 { throw Refused() }
        return true
      }
    }
  }

  @Test("a computed property with a translation is used like a column")
  func computed() throws {
    try expectSame(
      sql: """
        SELECT CASE WHEN surname = ? THEN name ELSE name || ? || surname END FROM person WHERE \
        CASE WHEN surname = ? THEN name ELSE name || ? || surname END >= ? AND CASE WHEN \
        surname = ? THEN name ELSE name || ? || surname END < ? AND swift_has_prefix(CASE WHEN \
        surname = ? THEN name ELSE name || ? || surname END, ?) ORDER BY id
        """
    ) { $0.where { $0.fullName.hasPrefix("b") }.select { $0.fullName } }
    try expectSame(
      sql: """
        SELECT swift_count(CASE WHEN surname = ? THEN name ELSE name || ? || surname END) FROM \
        person ORDER BY CASE WHEN surname = ? THEN name ELSE name || ? || surname END, id
        """
    ) { $0.sort { $0.fullName }.select { $0.fullName.count } }
  }

  private struct Address: Codable, Hashable, JSONColumnValue {
    var street: String
    var town: String
  }

  private enum Status: String, ColumnValue { case open, paid }

  private struct Invoice: Sendable, Hashable {
    var id: Int64
    var person: Int64
    var total: Double
    var status: Status?
    var address: Address
    var due: Date
    var isSent: Bool
    var number: UUID
    static let table = Table(
      "invoice", Invoice.init, .primaryKey("id", \.id), .column("person", \.person),
      .column("total", \.total), .column("status", \.status), .column("address", \.address),
      .column("due", \.due), .column("is_sent", \.isSent), .column("number", \.number))
  }

  @Test("a service's own table has every operator and joins with people")
  func ownTable() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    try store.pool.write {
      try $0.execute(
        """
        CREATE TABLE invoice (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, total REAL NOT NULL,
        status TEXT, address TEXT NOT NULL, due INTEGER NOT NULL, is_sent INTEGER NOT NULL,
        number TEXT NOT NULL) STRICT
        """)
    }
    let repository = Repository(Invoice.table, in: store.pool)
    let now = Date(timeIntervalSince1970: 1_800_000_000.123456789)
    let states: [Status?] = [nil, .paid, .open]
    var invoices: [Invoice] = []
    for number in 1...20 {
      let address = Address(street: "é \(number)", town: "X")
      invoices.append(
        Invoice(
          id: 0, person: Int64(number % 7 * 5 + 1), total: Double(number) * 1.1,
          status: states[number % 3], address: address,
          due: now.addingTimeInterval(Double(number)), isSent: number % 4 == 0, number: UUID()))
    }
    invoices = try repository.insert(invoices)
    #expect(try repository.toArray() == invoices)
    let later = now.addingTimeInterval(5)
    func text<Element: Sendable>(_ query: Query<Element>) throws -> String {
      try query.toArray().reduce("") { $0 + "\n\($1)" }
    }
    func chains(_ query: Query<Invoice>) throws -> [String] {
      var results: [String] = []
      results.append(try text(query.where { $0.status == .open || $0.isSent }))
      results.append(try text(query.where { $0.status == nil }.sortDescending { $0.total }))
      results.append(try text(query.where { $0.due <= later }))
      results.append(try text(query.where { $0.address == invoices[3].address }))
      results.append(try text(query.where { [invoices[1].number].contains($0.number) }))
      results.append(
        try text(query.groupBy { $0.status }.select { ($0.key, $0.sum { $0.total }) }))
      results.append(try text(query.sort { $0.due }.select { ($0.due, $0.number) }.takeLast(4)))
      return results
    }
    let sql = try chains(repository.query.policy(.requireSQL))
    #expect(try sql == chains(Query(invoices)))
    #expect(try sql == chains(repository.query.policy(.memoryOnly)))
    #expect(sql.allSatisfy { !$0.isEmpty })
    let joined = store.people.leftJoin(repository, on: { $0.id }, equals: { $0.person })
    let inMemory = Query(people).leftJoin(Query(invoices), on: { $0.id }, equals: { $0.person })
    let totals = joined.select { ($0.0.name, $0.1.map { $0.total }) }.policy(.requireSQL)
    let expected = try text(inMemory.select { ($0.0.name, $0.1.map { $0.total }) })
    #expect(try text(totals) == expected)
    #expect(try text(joined) == text(inMemory))
  }
}

@Suite("Raw values and identifiers in SQL")
struct RawValueTests {
  enum Kind: String, ColumnValue, CaseIterable { case saving, salary, other = "o" }
  enum Level: Int, ColumnValue, CaseIterable { case low = -1, high = 100 }
  /// It has raw values, and its columns hold something else.
  enum Odd: Int, ColumnValue, CaseIterable {
    case one, two
    static var columnType: ValueType { .text }
    static func read(from row: inout RowReader) throws -> Odd {
      try String.read(from: &row) == "1" ? .one : .two
    }
    func write(to row: inout RowWriter) throws { try "\(rawValue + 1)".write(to: &row) }
  }

  struct Account: Sendable, Hashable {
    var id: Int64 = 0
    var kind: Kind
    var level: Level?
    var odd: Odd
    var number: UUID
    static let table = Table(
      "account", Account.init, .primaryKey("id", \.id), .column("kind", \.kind),
      .column("level", \.level), .column("odd", \.odd), .column("number", \.number))
  }

  @Test("S17 the raw value of an enumeration is what its column holds")
  func rawValues() throws {
    let store = try TestStore(path: ":memory:")
    try store.pool.write {
      try $0.execute(
        """
        CREATE TABLE account (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, level INTEGER,
        odd TEXT NOT NULL, number TEXT NOT NULL) STRICT
        """)
    }
    let repository = Repository(Account.table, in: store.pool)
    let levels: [Level?] = [nil, .low, .high]
    let accounts = try repository.insert(
      (0..<12).map { index in
        Account(
          kind: Kind.allCases[index % 3], level: levels[index % 3], odd: Odd.allCases[index % 2],
          number: UUID())
      })
    func expect<Element: Sendable>(
      _ sql: String?, _ chain: (Query<Account>) -> Query<Element>,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let query = chain(repository.query)
      let plan = try query.plan()
      #expect((plan.isAllSQL ? plan.sql : nil) == sql, sourceLocation: sourceLocation)
      let expected = try chain(Query(accounts)).toArray().map { "\($0)" }
      #expect(try query.toArray().map { "\($0)" } == expected, sourceLocation: sourceLocation)
      #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    }
    try expect(
      """
      SELECT id FROM account WHERE kind >= ? AND kind < ? AND swift_has_prefix(kind, ?) ORDER BY id
      """
    ) {
      $0.where { $0.kind.rawValue.hasPrefix("sa") }.select { $0.id }
    }
    try expect("SELECT kind, level FROM account ORDER BY id") {
      $0.select { ($0.kind.rawValue, $0.level.map { $0.rawValue }) }
    }
    try expect("SELECT id FROM account ORDER BY kind, id") {
      $0.sort { $0.kind.rawValue }.select { $0.id }
    }
    try expect("SELECT number FROM account ORDER BY id") { $0.select { $0.number.uuidString } }
    try expect(nil) { $0.select { $0.odd.rawValue } }
  }
}

@Suite("Changes through queries")
struct ChangeTests {
  @Test("delete: a filter, a limited query, an opaque filter")
  func delete() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    #expect(try store.people.where { $0.age == 17 }.delete() == people.count { $0.age == 17 })
    var left = people.filter { $0.age != 17 }
    #expect(try store.people.toArray() == left)
    #expect(try store.people.sortDescending { $0.id }.take(3).delete() == 3)
    left.removeLast(3)
    #expect(try store.people.toArray() == left)
    let removed = try store.people.where { $0.name.utf16.underestimatedCount > 3 }.delete()
    #expect(removed == left.count { $0.name.utf16.count > 3 } && removed > 0)
    left.removeAll { $0.name.utf16.count > 3 }
    #expect(try store.people.toArray() == left)
  }

  @Test("update: from old values, all or nothing, validated")
  func update() throws {
    let (store, people) = try makeStore(
      of: hostilePeople.map { person in
        var person = person
        person.age = min(person.age, 100)
        return person
      })
    let count = try store.people.where { $0.age >= 25 }.update {
      $0.set(\.age, to: $0.age + 1)
      $0.set(\.surname, to: $0.name + "-" + $0.surname)
    }
    let expected = people.map { person in
      guard person.age >= 25 else { return person }
      var person = person
      person.surname = person.name + "-" + person.surname
      person.age += 1
      return person
    }
    #expect(count == people.count { $0.age >= 25 })
    #expect(try store.people.toArray() == expected)
    #expect(throws: RowError.self) { try store.people.update { $0.set(\.age, to: $0.age - 26) } }
    #expect(throws: RowError.self) {
      try store.people.where { $0.age > 40 }.update { $0.set(\.email, to: "not an address") }
    }
    #expect(throws: QueryChangeError.self) {
      try store.people.update { $0.set(\.fullName, to: "x") }
    }
    #expect(try store.people.toArray() == expected)
    #expect(
      try store.people.where { opaquelyTrue($0) }.take(2).update { $0.set(\.age, to: 1) } == 2)
    #expect(try store.people.where { $0.age == 1 }.count() == 2)
  }

  @Test("update: a row that is refused is named by its field, however the rows are found")
  func refusedUpdates() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    func expectRefusal(_ rows: Query<Person>) {
      #expect {
        try rows.update { $0.set(\.age, to: 0 - 1 - $0.age % 2) }
      } throws: { error in
        guard case RowError.invalid("person", let problems) = error else { return false }
        return problems.problems.map(\.field) == ["age"]
      }
    }
    expectRefusal(store.people.query)
    expectRefusal(store.people.sort { $0.name }.take(2))
    expectRefusal(store.people.where { opaquelyTrue($0) })
    #expect(try store.people.toArray() == people)
  }

  @Test("update: the last of two values for a property counts, and a page of rows can be changed")
  func updateTwice() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    #expect(throws: RowError.self) {
      try store.people.update {
        $0.set(\.age, to: 1)
        $0.set(\.age, to: -1)
      }
    }
    #expect(try store.people.toArray() == people)
    for page in 0..<3 {
      let count = try store.people.sort { $0.name }.skip(page * 20).take(20).update {
        $0.set(\.age, to: -1)
        $0.set(\.age, to: page)
      }
      #expect(count == 20)
    }
    #expect(try store.people.sort { $0.name }.toArray().map(\.age) == (0..<60).map { $0 / 20 })
    #expect(try store.people.skip(50).delete() == 10)
    #expect(try store.people.count() == 50)
  }

  @Test("update: columns that are computed of others are validated as they will be")
  func updateGenerated() throws {
    struct Order: Sendable {
      var id: Int64
      var number: Int
      var total: Int

      static let table = Table(
        "orders", Order.init, .primaryKey("id", \.id), .column("number", \.number),
        .generated("total", \.total)
      ).validated { order in
        guard order.total < 100 else {
          throw RowValidationError([
            .init(field: "total", value: "\(order.total)", reason: "must be below 100")
          ])
        }
      }
    }
    let (store, _) = try makeStore(of: [])
    try store.pool.write {
      try $0.execute(
        """
        CREATE TABLE orders (id INTEGER PRIMARY KEY, number INTEGER NOT NULL,
          total INTEGER NOT NULL AS (number * 10)) STRICT;
        INSERT INTO orders (number) VALUES (1), (2);
        """)
    }
    let orders = Repository(Order.table, in: store.pool)
    #expect(throws: RowError.self) { try orders.update { $0.set(\.number, to: $0.number * 6) } }
    #expect(try orders.update { $0.set(\.number, to: $0.number * 4) } == 2)
    #expect(try orders.toArray().map(\.total) == [40, 80])
  }

  @Test("update: what is validated is what is stored, also of a function that changes its mind")
  func updateByFunction() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let calls = Calls()
    let address = QueryFunction("changing_address") { (id: Int64) in
      calls.next() <= people.count ? "new\(id)@example.org" : "no address"
    }
    #expect(try store.people.update { $0.set(\.email, to: address($0.id)) } == people.count)
    #expect(try store.people.toArray().map(\.email) == people.map { "new\($0.id)@example.org" })
    #expect(throws: RowError.self) {
      try store.people.update { $0.set(\.email, to: address($0.id)) }
    }
    #expect(try store.people.toArray().map(\.email) == people.map { "new\($0.id)@example.org" })
  }

  private final class Calls: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
  }
}

@Suite("Reports and verification")
struct ReportTests {
  @Test("a report counts what crossed into memory")
  func report() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let report = try store.people.where { opaquelyTrue($0) }.sort { $0.surname }.take(4).report()
    #expect(report.rowsCrossed == 4 && report.elementCount == 4)
    let count = people.count
    let counted = try store.people.where { $0.age < 30 }.report()
    #expect(counted.rowsScanned == count)
    #expect(counted.elementCount == people.count { $0.age < 30 })
    #expect(counted.parameters == ["30"])
  }

  private struct Item: Sendable {
    var id: Int64
    var name: String
    var shout: String { name.uppercased() + "!" }
    static let table = Table(
      "item", Item.init(id:name:), .primaryKey("id", \.id), .column("name", \.name)
    ).computed(\.shout) { $0.name.uppercased() }
  }

  private struct Label: Sendable, CustomStringConvertible {
    var text: String
    var description: String { "a label" }
    static let of = QueryInitializer(Label.init(text:), \.text)
  }

  @Test("verify finds a translation that lies")
  func verify() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    try store.people.where { $0.fullName.hasPrefix("b") }.sort { $0.age }.verify()
    try store.pool.write {
      try $0.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    }
    let items = Repository(Item.table, in: store.pool)
    try items.insert([Item(id: 0, name: "a"), Item(id: 0, name: "b")])
    #expect(throws: QueryDifference(index: 0, planned: "\"A\"", inMemory: "\"A!\"")) {
      try items.select { $0.shout }.verify()
    }
    #expect(throws: ExpressionError.divisionByZero) {
      try store.people.select { 7 / $0.age }.verify()
    }
  }

  @Test("S44 verify takes 0.0 and -0.0 for the same, and looks behind descriptions")
  func verifiedParts() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    let zero = -0.0
    let real = store.people.select { $0.email.map { $0.count.double } ?? zero }
    try real.verify()
    try store.people.where { $0.email == nil }.select { ($0.id, zero) }.verify()
    try store.pool.write {
      try $0.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    }
    let items = Repository(Item.table, in: store.pool)
    try items.insert(Item(id: 0, name: "a"))
    #expect(throws: QueryDifference(index: 0, planned: "a label", inMemory: "a label")) {
      try items.select { Label.of($0.shout) }.verify()
    }
  }
}

@Suite("What a program is told of its queries")
struct NoticeTests {
  @Test("a fallback and a missing index, once for each shape")
  func notices() throws {
    let (store, _) = try makeStore(of: hostilePeople)
    let messages = Recorder()
    let people = Repository(Person.table, in: store.pool) { message, _ in messages.add(message) }
    for age in 0..<3 {
      // A shape that no other test has.
      let chain = people.where { $0.age == age && $0.id != -77 }.where { opaquelyTrue($0) }
      _ = try chain.reverse().toArray()
      _ = try people.where { $0.id == Int64(age) && $0.id != -77 }.toArray()
      _ = try people.policy(.memoryOnly).where { $0.age == age }.toArray()
    }
    #expect(
      messages.all == [
        "where runs in memory: a closure that is not an expression",
        """
        in SQL: ?? or map { … } for !, ?. and if let; .if(…, then: …, else: …) for ? :, if and \
        switch; or !, ?., if and ? : as they are, in a #Predicate or #Expression; .double, .int, \
        .decimal and "\\(…)" for Double(…), Int(…), Decimal(…) and String(…)
        in SQL: matching { … } for a query inside the closure; $0.0, $0.1 for the labels of a \
        tuple; a QueryFunction for a function of Swift; QueryExpression<Value?>(…) for a value \
        beside one that may be nil; and the file imports LinqSQL or People
        """,
        "person is read as a whole; CREATE INDEX person_age ON person (age) would lead to the rows",
      ])
    let advice = try people.where { (20..<30).contains($0.age) }.plan().advice
    #expect(advice.count == 1)
    try store.pool.write { try $0.execute("CREATE INDEX person_age ON person (age)") }
    #expect(try people.where { (20..<30).contains($0.age) }.plan().advice.isEmpty)
  }
}

@Suite("Queries inside a transaction")
struct TransactionQueryTests {
  @Test("see what it has written, and change it")
  func inside() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let inserted = try store.write { transaction in
      let ada = try transaction.people.insert(Person(name: "Ada", surname: "L", age: 36))
      #expect(try transaction.people.where { $0.name == "Ada" }.single() == ada)
      #expect(try transaction.people.where { opaquelyTrue($0) }.count() == people.count + 1)
      let pairs = transaction.people.join(
        transaction.people.where { $0.age == 36 }, on: { $0.id }, equals: { $0.id })
      #expect(try pairs.plan().isAllSQL && pairs.count() == 1)
      #expect(
        try transaction.people.where { $0.name == "Ada" }.update { $0.set(\.age, to: 37) } == 1)
      #expect(try transaction.people.where { $0.age == 17 }.delete() > 0)
      return try transaction.people.where { $0.name == "Ada" }.first()
    }
    #expect(inserted.age == 37)
    #expect(throws: RowError.self) {
      try store.write { transaction in
        try transaction.people.delete()
        try transaction.people.insert(Person(name: "", surname: "", age: 1, email: "none"))
      }
    }
    #expect(try store.people.where { $0.name == "Ada" }.toArray() == [inserted])
    #expect(try store.read { try $0.people.where { $0.name == "Ada" }.count() } == 1)
  }
}
