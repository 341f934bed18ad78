import ChainFuzzing
import TestModel
import TestSupport
import Testing

/// A row with the types that a table of people lacks: small integers, enumerations, flags.
private struct Shop: Sendable, Hashable {
  var id: Int64 = 0
  var name: String
  var kind: Kind
  var formerKind: Kind?
  var isOpen: Bool
  var isListed: Bool?
  var size: Int32
  var level: Int8?
  var count: UInt16

  enum Kind: String, ColumnValue, CaseIterable { case retail, trade }

  static let table = Table(
    "shop", Shop.init(id:name:kind:formerKind:isOpen:isListed:size:level:count:),
    .primaryKey("id", \.id), .column("name", \.name), .column("kind", \.kind),
    .column("former_kind", \.formerKind), .column("is_open", \.isOpen),
    .column("is_listed", \.isListed), .column("size", \.size), .column("level", \.level),
    .column("count", \.count))
}

@Suite("Columns of small integers, enumerations and flags")
struct ShopTests {
  private let shops: Repository<Shop>
  private let rows: [Shop]

  /// The same shops on a server, if there is one.
  private static let served = Result { try newServerStore().map { try fill($0).shops } }

  init() throws {
    (shops, rows) = try Self.fill(TestStore(path: ":memory:"))
  }

  private static func fill(_ store: TestStore) throws -> (shops: Repository<Shop>, rows: [Shop]) {
    let sqlite = """
      CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, \
      former_kind TEXT, is_open INTEGER NOT NULL, is_listed INTEGER, size INTEGER NOT NULL, \
      level INTEGER, count INTEGER NOT NULL) STRICT
      """
    let postgres = """
      CREATE TABLE shop (id bigserial PRIMARY KEY, name text COLLATE "C" NOT NULL, \
      kind text COLLATE "C" NOT NULL, former_kind text COLLATE "C", is_open bigint NOT NULL, \
      is_listed bigint, size bigint NOT NULL, level bigint, count bigint NOT NULL)
      """
    try store.pool.write { try $0.run($0.engine == .sqlite ? sqlite : postgres) }
    let shops = Repository(Shop.table, in: store.pool)
    let rows = try shops.insert([
      Shop(
        name: "a", kind: .retail, formerKind: nil, isOpen: true, isListed: nil, size: 3, level: 2,
        count: 0),
      Shop(
        name: "b", kind: .trade, formerKind: .trade, isOpen: false, isListed: true,
        size: 1_500_000_000, level: nil, count: .max),
      Shop(
        name: "c", kind: .trade, formerKind: .retail, isOpen: true, isListed: false,
        size: -1_500_000_000, level: .min, count: 7),
      Shop(
        name: "d", kind: .trade, formerKind: .retail, isOpen: true, isListed: false,
        size: 1_500_000_000, level: .max, count: 7),
    ])
    return (shops, rows)
  }

  /// Runs a chain in SQL, in memory and on an array, and compares the results or the errors.
  private func expectSame<Element: Sendable>(
    _ sql: String? = nil, isAllSQL: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Query<Shop>) -> Query<Element>
  ) throws {
    let query = chain(shops.query)
    let plan = try query.plan()
    #expect(plan.isAllSQL == isAllSQL, "\(plan)", sourceLocation: sourceLocation)
    if let sql {
      let found = plan.sql?.replacing(
        "id, name, kind, former_kind, is_open, is_listed, size, level, count", with: "…")
      #expect(found == sql, sourceLocation: sourceLocation)
    }
    let expected = outcome { try chain(Query(rows)).toArray() }
    #expect(outcome { try query.toArray() } == expected, sourceLocation: sourceLocation)
    #expect(
      outcome { try query.policy(.memoryOnly).toArray() } == expected,
      sourceLocation: sourceLocation)
    if let served = try Self.served.get() {
      #expect(
        outcome { try chain(served.query).toArray() } == expected, sourceLocation: sourceLocation)
    }
  }

  @Test("S46 enumerations and flags against optionals of the program")
  func optionals() throws {
    for kind in [Shop.Kind.trade, nil] {
      try expectSame { $0.where { $0.kind == kind } }
      try expectSame { $0.where { kind != $0.kind } }
      try expectSame { $0.where { $0.formerKind == kind } }
      try expectSame { $0.where { kind == nil || $0.kind == kind } }
    }
    for flag in [true, false, nil] {
      try expectSame { $0.where { $0.isOpen == flag } }
      try expectSame { $0.where { flag != $0.isOpen } }
      try expectSame { $0.where { $0.isListed == flag } }
      try expectSame { $0.where { (flag == nil || $0.isOpen == flag) && $0.size > 0 } }
    }
    let trade: Shop.Kind? = .trade
    try expectSame("SELECT … FROM shop WHERE kind = ? ORDER BY id") {
      $0.where { $0.kind == trade }
    }
    try expectSame("SELECT … FROM shop WHERE is_open = (former_kind IS NOT NULL) ORDER BY id") {
      $0.where { $0.isOpen == ($0.formerKind != nil) }
    }
    try expectSame { $0.where { $0.kind == $0.formerKind || $0.isOpen == $0.isListed } }
  }

  @Test("S11 arithmetic of integers with less than 64 bits: what does not fit is an error")
  func arithmetic() throws {
    try expectSame("SELECT name, swift_int32(size - ?) FROM shop ORDER BY id") {
      $0.select { ($0.name, $0.size - 3) }
    }
    try expectSame { $0.select { $0.size * 2 } }
    try expectSame { $0.select { -$0.size } }
    // A step that does not fit fails, even if the next one would bring it back.
    try expectSame { $0.select { $0.size + $0.size - $0.size } }
    try expectSame { $0.select { $0.level.map { -$0 } } }
    try expectSame { $0.select { $0.level.map { abs($0) } ?? 0 } }
    try expectSame { $0.where { $0.level != .min }.select { $0.level.map { abs($0) } ?? 0 } }
    try expectSame { $0.select { $0.level.map { $0 / 3 } } }
    try expectSame { $0.select { $0.size / $0.size } }
    try expectSame { $0.select { ($0.level ?? 0) / QueryExpression(-1) } }
    try expectSame(isAllSQL: false) { $0.select { ($0.level ?? 0) % QueryExpression(-1) } }
    try expectSame("SELECT name FROM shop WHERE size % ? = ? ORDER BY id") {
      $0.where { $0.size % 2 == 1 }.select { $0.name }
    }
    try expectSame { $0.select { $0.count + 1 } }
    try expectSame { $0.select { $0.count - 1 } }
    try expectSame { $0.where { $0.count > 0 && $0.count < 9 }.select { $0.count * 3 - 1 } }
  }

  @Test("S43 sums and averages of integers with less than 64 bits")
  func sums() throws {
    try expectSame(
      """
      SELECT kind, swift_int32(swift_sum(size)), swift_average(size) FROM shop GROUP BY kind \
      ORDER BY min(id)
      """
    ) { $0.groupBy { $0.kind }.select { ($0.key, $0.sum { $0.size }, $0.average { $0.size }) } }
    try expectSame { $0.groupBy { $0.kind }.select { ($0.sum { $0.count }, $0.key) } }
    try expectSame { $0.groupBy { $0.kind }.select { ($0.sum { $0.level }, $0.key) } }
    #expect(try shops.sum { $0.size } == 1_500_000_003)
    #expect(try shops.sum { $0.level } == Query(rows).sum { $0.level })
    #expect(try shops.average { $0.level } == Query(rows).average { $0.level })
    #expect(throws: ExpressionError.arithmeticOverflow) { try shops.sum { $0.count } }
    #expect(throws: ExpressionError.arithmeticOverflow) { try Query(rows).sum { $0.count } }
    #expect(try shops.average { $0.count } == Query(rows).average { $0.count })
  }

  @Test("S64 S65 statistics of integers with less than 64 bits")
  func statistics() throws {
    try expectSame(
      """
      SELECT kind, swift_median(size), swift_stddev_samp(level), swift_stddev_pop(count) FROM shop \
      GROUP BY kind ORDER BY min(id)
      """
    ) {
      $0.groupBy { $0.kind }.select {
        (
          $0.key, $0.median { $0.size }, $0.standardDeviation { $0.level },
          $0.populationStandardDeviation { $0.count }
        )
      }
    }
    #expect(try shops.median { $0.count } == Query(rows).median { $0.count })
  }
}
