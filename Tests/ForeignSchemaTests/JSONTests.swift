import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Members of values that are stored as JSON, in SQL and in memory, on each engine: S60.
@Suite struct JSONTests: QuerySuite {
  struct Address: Codable, Hashable, JSONColumnValue {
    enum Kind: String, Codable, ColumnValue, CaseIterable { case home, office }
    struct Place: Codable, Hashable, JSONColumnValue {
      var floor: Int
      var name: String?
      var odd: Int?
      static let jsonMembers: [JSONMember<Place>] = [
        .member("floor", \.floor), .member("its name", \.name), .member("a\"b", \.odd),
      ]
      enum CodingKeys: String, CodingKey { case floor, name = "its name", odd = "a\"b" }
    }
    var city: String
    var zip: Int?
    var isChecked = false
    var kind = Kind.home
    var place: Place?
    var weight = 0.5
    var height: Double?
    var share: Float = 0.1
    var token = UUID()
    static let jsonMembers: [JSONMember<Address>] = [
      .member("city", \.city), .member("zip", \.zip), .member("isChecked", \.isChecked),
      .member("kind", \.kind), .member("place", \.place), .member("weight", \.weight),
      .member("token", \.token), .member("height", \.height), .member("share", \.share),
    ]
  }

  struct Customer: Sendable, Hashable {
    var id: Int64 = 0
    var address: Address
    var second: Address?
    var share: Float
    static let table = Table(
      "json_customer", Customer.init, .primaryKey("id", \.id), .column("address", \.address),
      .column("second", \.second), .column("share", \.share))
  }

  let repositories: [Repository<Customer>]
  private let customers: [Customer]
  var allRows: [Customer] {
    get throws { try repositories[0].all() }
  }

  init() throws {
    let cities = ["Oslo", "Århus", "e\u{301}\"\\/ \u{1F600}", "", "oslo"]
    customers = (1...20).map { number in
      var address = Address(city: cities[number % 5], zip: number % 3 == 0 ? nil : number * 7)
      address.isChecked = number % 2 == 0
      address.weight = [0.1, -1 / 3, 1e300, 2.5e-308, -0.0, 12, 1e16][number % 7]
      address.height = number % 3 == 0 ? nil : Double(number) / 7
      address.kind = number % 4 == 0 ? .office : .home
      address.place =
        number % 5 == 0
        ? nil : .init(floor: number - 10, name: number % 7 == 0 ? nil : "n'\(number)")
      return Customer(
        id: Int64(number), address: address,
        second: number % 3 == 1 ? nil : Address(city: "City \(number)"),
        share: Float(number) / 7)
    }
    repositories = try newDatabases([
      """
      CREATE TABLE json_customer (
        id INTEGER PRIMARY KEY, address TEXT NOT NULL, second TEXT, share REAL NOT NULL)
      """
    ]).map { Repository(Customer.table, in: $0) }
    for repository in repositories { try repository.insert(customers) }
  }

  @Test func members() throws {
    try expect { $0.where { $0.address.city == "Oslo" }.select { $0.id } }
    try expect { $0.where { $0.address.city == "\u{E9}\"\\/ \u{1F600}" }.select { $0.id } }
    try expect { $0.sort { $0.address.city }.thenBy { $0.address.zip }.select { $0.id } }
    try expect { $0.select { ($0.address.city, $0.address.zip, $0.address.isChecked) } }
    try expect { $0.where { $0.address.zip == nil || $0.address.zip == 14 }.select { $0.id } }
    try expect { $0.where { $0.address.isChecked }.select { $0.address.kind } }
    try expect { $0.where { !$0.address.isChecked && $0.address.kind == .home }.select { $0.id } }
    try expect { $0.where { $0.address.city.hasPrefix("Å") }.select { $0.address.city.count } }
    try expect { $0.groupBy { $0.address.city }.select { ($0.key, $0.sum { $0.address.zip }) } }
    try expect { $0.distinct { $0.address.city }.select { $0.address.city } }
    let token = try #require(customers.first?.address.token)
    try expect { $0.where { $0.address.token == token }.select { $0.id } }
    #expect(
      try repositories[0].where { $0.address.city == "Oslo" }.select { $0.id }.plan().sql
        == """
        SELECT id FROM json_customer WHERE json_extract(address, '$.city') = ? ORDER BY id
        """)
  }

  @Test("an update sets members, and leaves the others and the rest of the row")
  func settingMembers() throws {
    var expected = customers
    for index in expected.indices where expected[index].address.city == "Oslo" {
      expected[index].address.zip = expected[index].address.zip.map { $0 + 1 } ?? 1
      expected[index].address.kind = .office
      expected[index].address.weight = Double(index)
      expected[index].share = 0.5
    }
    for repository in repositories {
      let chosen = repository.where { $0.address.city == "Oslo" }
      let count = try chosen.update {
        $0.set(\.address.zip, to: ($0.address.zip ?? 0) + 1)
        $0.set(\.address.kind, to: .home)
        $0.set(\.share, to: 0.5)
        $0.set(\.address.weight) { Double($0.id - 1) }
        $0.set(\.address.kind, to: .office)
      }
      #expect(count == 4)
      #expect(try repository.all() == expected)
      #expect(throws: QueryError.self) {
        try chosen.policy(.requireSQL).update { $0.set(\.address.zip, to: 3) }
      }
      // The whole value first, then one of its properties.
      try chosen.update {
        $0.set(\.address, to: Address(city: "Bergen"))
        $0.set(\.address.zip, to: 5003)
      }
      let moved = repository.where { $0.address.city == "Bergen" }.select { $0.address.zip }
      #expect(try moved.toArray() == [5003, 5003, 5003, 5003])
      let error = #expect(throws: QueryChangeError.self) {
        try repository.update { $0.set(\.address.city.count, to: 3) }
      }
      #expect("\(error, default: "")".contains("nor stored in one"))
    }
  }

  @Test func floatingPointNumbers() throws {
    try expect { $0.select { ($0.address.weight, $0.address.height) } }
    try expect { $0.where { $0.address.weight > 0.1 }.select { $0.id } }
    try expect { $0.where { $0.address.weight == 0.1 || $0.address.height == nil } }
    try expect { $0.sort { $0.address.height }.thenBy { $0.address.weight }.select { $0.id } }
    try expect { $0.groupBy { $0.address.weight }.select { ($0.key, $0.count) } }
    try expect { $0.select { $0.second.flatMap { $0.height } } }
    for repository in repositories {
      let expected = customers.compactMap(\.address.height).reduce(0, +)
      #expect(try repository.sum { $0.address.height } == expected)
    }
  }

  @Test func membersOfMembers() throws {
    try expect { $0.select { $0.address.place.map { $0.floor } } }
    try expect { $0.where { $0.address.place.flatMap { $0.name } == "n'3" }.select { $0.id } }
    try expect { $0.where { $0.address.place == nil }.select { $0.id } }
    try expect { $0.select { ($0.second.map { $0.city }, $0.second.flatMap { $0.zip }) } }
    try expect {
      $0.where { ($0.address.place.map { $0.floor } ?? 0) < -3 }.select { $0.address.place }
    }
  }

  @Test("members whose JSON is no column value, and those that are not declared, run in memory")
  func inMemory() throws {
    try expect(inSQL: false) { $0.select { $0.address.share } }
    try expect(inSQL: false) { $0.select { $0.address.place.flatMap { $0.odd } } }
  }

  @Test("a NUL, which SQLite's functions for JSON would take for the end, is refused")
  func nul() throws {
    for repository in repositories {
      #expect(throws: RowError.self) {
        try repository.insert(Customer(address: Address(city: "a\0b"), share: 0))
      }
    }
  }

  @Test("numbers of 32 bits with fractions")
  func floats() throws {
    try expect { $0.where { $0.share > 1.5 }.sortDescending { $0.share }.select { $0.share } }
    try expect { $0.where { $0.share == Float(3) / 7 }.select { $0.id } }
    try expect { $0.where { $0.share.double * 2 > 0.5 }.select { ($0.share, $0.share.double) } }
    try expect { $0.select { $0.share.double }.windows().select { $0.soFar.sum { $0 } } }
    try expect { $0.groupBy { $0.address.kind }.select { ($0.key, $0.max { $0.share }) } }
    try repositories[0].pool.write {
      try $0.run("UPDATE json_customer SET share = 0.1 WHERE id = 1")
    }
    #expect(throws: DatabaseError.self) { try repositories[0].find(1) }
    for share in [Float.nan, -.nan] {
      #expect(throws: DatabaseError.self) {
        try repositories[0].insert(Customer(address: Address(city: ""), share: share))
      }
    }
    for share in [Float.infinity, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1] {
      let stored = try repositories[0].insert(Customer(address: Address(city: ""), share: share))
      #expect(try repositories[0].find(stored.id)?.share == share)
    }
  }
}
