import LinqSQL
import StoreSQLite
import Testing

/// Columns whose property does not lie in the struct: they are written through their key paths.
@Suite struct ComputedColumnTests {
  struct Point: Sendable, Equatable {
    private var parts: [Double]
    private var box: Box

    struct Box: Sendable, Equatable { var key: Int64 }

    init(id: Int64, x: Double, y: Double, label: String) {
      parts = [x, y]
      box = Box(key: id)
      self.label = label
    }

    var id: Int64 {
      get { box.key }
      set { box.key = newValue }
    }
    var x: Double { parts[0] }
    var y: Double {
      get { parts[1] }
      set { parts[1] = newValue }
    }
    var label: String { didSet { changes += 1 } }
    var changes = 0
  }

  private let rows: TableAccess<Point>

  init() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      """
      CREATE TABLE point (
        id INTEGER PRIMARY KEY, x REAL NOT NULL, y REAL NOT NULL UNIQUE, label TEXT NOT NULL
      ) STRICT
      """)
    let table = Table(
      "point", Point.init(id:x:y:label:), .primaryKey("id", \.id), .column("x", \.x),
      .column("y", \.y), .column("label", \.label))
    rows = TableAccess(table, on: connection)
  }

  @Test func operations() throws {
    let stored = try rows.insert([
      Point(id: 0, x: 1, y: 2, label: "a"), Point(id: 10, x: 3, y: 4, label: "e\u{301}"),
    ])
    #expect(stored.map(\.id) == [1, 10])
    #expect(stored.map(\.x) == [1, 3])
    #expect(stored[1].label.utf8.elementsEqual("\u{E9}".utf8))
    #expect(try rows.all() == stored)
    var changed = stored[0]
    changed.y = 20
    try rows.update(changed)
    #expect(try rows.find(1)?.y == 20)
    #expect(try rows.save(Point(id: 1, x: 5, y: 6, label: "b")).x == 5)
    #expect(try rows.find(1) == Point(id: 1, x: 5, y: 6, label: "b"))
    #expect(throws: DatabaseError.notANumber(column: "point.x", parameter: 0)) {
      try rows.insert(Point(id: 0, x: .nan, y: 0, label: ""))
    }
    #expect(throws: RowError.duplicate(table: "point", fields: ["y"])) {
      try rows.insert(Point(id: 0, x: 0, y: 4, label: ""))
    }
    #expect(try rows.delete(changed))
    #expect(try rows.count() == 1)
  }

  /// Properties of a class have no offset in what refers to it.
  final class Node: Sendable {
    let id: Int64
    let name: String

    init(id: Int64, name: String) {
      self.id = id
      self.name = name
    }
  }

  struct Holder: Sendable {
    var id: Int64
    var node: Node

    init(id: Int64, name: String) {
      self.id = id
      node = Node(id: id, name: name)
    }
  }

  @Test func propertiesThroughAReference() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute(
      "CREATE TABLE holder (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT")
    let table = Table(
      "holder", Holder.init(id:name:), .primaryKey("id", \.id), .column("name", \.node.name))
    let holders = TableAccess(table, on: connection)
    #expect(try holders.insert(Holder(id: 0, name: "x")).id == 1)
    #expect(try holders.find(1)?.node.name == "x")
  }

  @Test("the order of the columns is that of the initialiser, not that of the struct")
  func otherOrder() throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.execute("CREATE TABLE cell (value TEXT NOT NULL, id INTEGER PRIMARY KEY) STRICT")
    let table = Table(
      "cell", { (value: String, id: Int64) in Cell(id: id, value: value) },
      .column("value", \.value), .primaryKey("id", \.id))
    let cells = TableAccess(table, on: connection)
    #expect(try cells.insert(Cell(value: "v")) == Cell(id: 1, value: "v"))
    #expect(try cells.all() == [Cell(id: 1, value: "v")])
    try connection.execute("INSERT INTO cell VALUES (x'00', 7)", ignoringTypes: "cell")
    let failure = DecodingFailure(
      table: "cell", column: "value", row: .key(7), expected: "TEXT", found: "BLOB")
    #expect(throws: DatabaseError.decoding(failure)) { try cells.find(7) }
  }
}

extension Connection {
  /// Runs SQL after the table has been made anew without types.
  fileprivate func execute(_ sql: String, ignoringTypes table: String) throws {
    try execute(
      "DROP TABLE \(table); CREATE TABLE \(table) (value NOT NULL, id INTEGER PRIMARY KEY); "
        + sql)
  }
}
