import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import TestModel
import TestSupport
import Testing

@Suite("Rules for properties")
struct PropertyRuleTests {
  private struct Parcel: Sendable, Hashable {
    var id: Int64 = 0
    var weight: Int?
    var label: String
    var price: Decimal = 0
    var tags: [String] = []
  }

  private static let plain = Table(
    "parcel", Parcel.init, .primaryKey("id", \.id), .column("weight", \.weight),
    .column("label", \.label), .column("price", \.price).encoded(as: .scaled(2)),
    .column("tags", \.tags))

  private static let table = plain.validated(\.weight) { weight in
    weight.map { $0 > 0 } ?? true ? nil : "must be positive"
  }
  .validated(\.label) { $0.isEmpty ? "must not be empty" : nil }
  .validated(\.price) { $0 < 0 ? "must not be negative" : nil }

  private let texts = Collected<String>()
  private let pool: ConnectionPool
  private let parcels: Repository<Parcel>

  init() throws {
    var configuration = DatabaseConfiguration()
    configuration.trace = { [texts] in texts.append($0) }
    pool = try ConnectionPool(path: ":memory:", configuration: configuration)
    // The second row was stored by another program.
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE parcel (id INTEGER PRIMARY KEY, weight INTEGER, label TEXT NOT NULL,
          price INTEGER NOT NULL, tags TEXT NOT NULL) STRICT;
        INSERT INTO parcel VALUES (1, 5, 'a', 150, '[]'), (2, 7, '', -100, '[]'),
          (3, NULL, 'c', 0, '[]');
        """)
    }
    parcels = Repository(Self.table, in: pool)
  }

  /// Returns the statements of an update, which changes a number of rows.
  private func statements(changing count: Int, _ update: () throws -> Int) throws -> [String] {
    texts.removeAll()
    let changed = try update()
    #expect(changed == count)
    return texts.all.filter { $0.hasPrefix("UPDATE") || $0.hasPrefix("SELECT id") }
  }

  private func weights() throws -> [Int?] { try parcels.select { $0.weight }.toArray() }

  private func expectInvalid(
    _ field: String, _ value: String, _ reason: String,
    in rows: Repository<Parcel>? = nil, policy: QueryPolicy = .automatic,
    where condition: Int64 = 0,
    _ changes: @Sendable (inout RowUpdate<Parcel>) -> Void
  ) throws {
    let before = try parcels.toArray()
    let problem = RowValidationError.Problem(field: field, value: value, reason: reason)
    #expect(throws: RowError.invalid(table: "parcel", RowValidationError([problem]))) {
      try (rows ?? parcels).where { $0.id > condition }.policy(policy).update(changes)
    }
    #expect(try parcels.toArray() == before)
  }

  @Test("an update validates what it sets, in its one statement")
  func computed() throws {
    let computed = try statements(changing: 3) {
      try parcels.update { $0.set(\.weight, to: $0.weight.map { $0 + 1 }) }
    }
    #expect(computed.count == 1)
    #expect(computed.first?.hasPrefix("UPDATE parcel SET weight = valid_weight(CASE WHEN") == true)
    #expect(try weights() == [6, 8, nil])
    // The rule of another property does not matter.
    let given = try statements(changing: 3) { try parcels.update { $0.set(\.weight, to: 9) } }
    #expect(given.count == 1)
    #expect(given.first?.contains("valid_") == false)
    #expect(try parcels.where { $0.id == 2 }.update { $0.set(\.weight, to: nil) } == 1)
    #expect(try weights() == [9, nil, 9])
    #expect(try parcels.where { $0.id == 1 }.update { $0.set(\.price, to: $0.price * 2) } == 1)
    #expect(try parcels.find(1)?.price == 3)
  }

  @Test(
    "nothing is changed by an update with a value that is refused",
    arguments: [
      QueryPolicy.automatic, .memoryOnly,
    ])
  func refused(policy: QueryPolicy) throws {
    try expectInvalid("weight", "0", "must be positive", policy: policy) {
      $0.set(\.weight, to: $0.weight.map { $0 - 7 }.map { .if($0 < 0, then: 1, else: $0) })
    }
    try expectInvalid("weight", "-3", "must be positive", policy: policy) {
      $0.set(\.weight, to: -3)
    }
    try expectInvalid("label", "", "must not be empty", policy: policy) {
      $0.set(\.label, to: "\($0.label.dropFirst(1))")
    }
    try expectInvalid("price", "-2", "must not be negative", policy: policy, where: 1) {
      $0.set(\.price, to: $0.price - 1)
    }
    // No row is to be changed.
    #expect(
      try parcels.where { $0.id > 9 }.policy(policy).update { $0.set(\.weight, to: -3) } == 0)
  }

  @Test("nothing is left of it in a transaction, either")
  func transaction() throws {
    try pool.withWriter { connection in
      let access = TableAccess(Self.table, on: connection)
      try connection.transaction {
        #expect(throws: RowError.self) {
          try access.update { $0.set(\.weight, to: $0.weight.map { $0 - 6 }) }
        }
      }
    }
    #expect(try weights() == [5, 7, nil])
  }

  @Test("rows that are inserted or saved must be valid as a whole, and tell all problems")
  func rows() throws {
    let problems: [RowValidationError.Problem] = [
      .init(field: "weight", value: "0", reason: "must be positive"),
      .init(field: "label", value: "", reason: "must not be empty"),
    ]
    #expect(throws: RowError.invalid(table: "parcel", RowValidationError(problems))) {
      try parcels.insert(Parcel(weight: 0, label: ""))
    }
    var stored = try #require(try parcels.find(2))
    stored.weight = 1
    #expect(throws: RowError.self) { try parcels.save(stored) }
    #expect(throws: RowError.self) {
      try parcels.insert([Parcel(weight: 1, label: "d"), Parcel(weight: -1, label: "e")])
    }
    #expect(try parcels.count() == 3)
  }

  @Test("a validation of rows beside rules sees the rows")
  func whole() throws {
    let both = Repository(
      Self.table.validated { parcel in
        guard parcel.label == "a" || parcel.weight != 6 else {
          throw RowValidationError([.init(field: "weight", value: "6", reason: "is for a")])
        }
      }, in: pool)
    let made = try statements(changing: 1) {
      try both.where { $0.id == 1 }.update { $0.set(\.weight, to: $0.weight.map { $0 + 1 }) }
    }
    #expect(made.count == 2)
    try expectInvalid("weight", "6", "is for a", in: both, where: 2) { $0.set(\.weight, to: 6) }
    // The second row has an empty label and a negative price.
    #expect(throws: RowError.self) { try both.update { $0.set(\.weight, to: 3) } }
    #expect(try weights() == [6, 7, nil])
  }

  @Test("a property may have several rules")
  func several() throws {
    let two = Repository(
      Self.table.validated(\.weight) { ($0 ?? 0).isMultiple(of: 2) ? "must be odd" : nil }, in: pool
    )
    #expect(
      try two.where { $0.id == 1 }.update { $0.set(\.weight, to: $0.weight.map { $0 + 2 }) } == 1)
    try expectInvalid("weight", "8", "must be odd", in: two, where: 1) {
      $0.set(\.weight, to: $0.weight.map { $0 + 1 })
    }
    #expect(throws: RowError.self) {
      try two.where { $0.id == 1 }.update { $0.set(\.weight, to: $0.weight.map { $0 - 10 }) }
    }
    #expect(throws: RowError.self) { try two.update { $0.set(\.weight, to: 4) } }
    #expect(try weights() == [7, 7, nil])
  }

  @Test("a rule for a property without a column is an error of the declaration")
  func declaration() throws {
    let rows = Repository(Self.plain.validated(\.label.count) { (_: Int) in nil }, in: pool)
    #expect(throws: TableDeclarationError.self) { try rows.toArray() }
  }
}
