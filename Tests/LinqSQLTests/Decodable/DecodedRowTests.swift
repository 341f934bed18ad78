import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import StoreSupport
import Testing

/// A text in an object, which counts the objects with long texts that live.
private struct Held: Codable, Sendable, Hashable, ColumnValue {
  final class Object: Sendable {
    static let living = Locked(0)
    let text: String
    init(_ text: String) {
      self.text = text
      if text.hasPrefix("long") { Self.living.withLock { $0 += 1 } }
    }
    deinit {
      if text.hasPrefix("long") { Self.living.withLock { $0 -= 1 } }
    }
  }

  let object: Object
  var text: String { object.text }

  init(_ text: String) { object = Object(text) }

  init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }

  static func == (left: Held, right: Held) -> Bool { left.text == right.text }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  static var columnType: ValueType { .text }
  static var sampleValues: (Held, Held)? { (Held("a"), Held("b")) }
  static func read(from row: inout RowReader) throws -> Held { Held(try row.text()) }
  func write(to row: inout RowWriter) throws { row.write(text) }
}

/// Eight copies of a value, and a byte before them.
private struct Block<Part: ColumnValue & Codable & Hashable>: Codable, Hashable, ColumnValue {
  var flag = true
  var a, b, c, d, e, f, g, h: Part

  init(_ part: Part) { (a, b, c, d, e, f, g, h) = (part, part, part, part, part, part, part, part) }

  static var columnType: ValueType { Part.columnType }
  static var sampleValues: (Block, Block)? {
    Part.sampleValues.map { (Block($0.0), Block($0.1)) }
  }
  static func read(from row: inout RowReader) throws -> Block { Block(try Part.read(from: &row)) }
  func write(to row: inout RowWriter) throws { try h.write(to: &row) }
}

@Suite("Rows of a struct that is decoded: errors, memory and values that cannot be read")
struct DecodedRowTests {
  private struct Item: Codable, Sendable, Hashable {
    var id: Int64
    var first: Held
    var list: [String]
    var count: Int
    var last: Held?
  }

  private let pool: ConnectionPool
  private let items: Repository<Item>

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE item (
          id INTEGER PRIMARY KEY, first TEXT NOT NULL, list TEXT NOT NULL, count NOT NULL, last);
        """)
    }
    items = Repository(Table(Item.self, "item", key: \.id), in: pool)
  }

  @Test("an error in the middle of a row names the column and releases what was read")
  func errors() throws {
    let text = String(repeating: "long ", count: 10)
    for id in 1...50 {
      try items.insert(
        Item(
          id: Int64(id), first: Held(text), list: [text, text], count: id,
          last: id % 2 == 0 ? nil : Held(text)))
    }
    for (index, (column, value)) in [
      ("count", "'x'"), ("list", "'[1'"), ("last", "5"), ("first", "x'00'"),
    ].enumerated() {
      let id = 10 + index
      try pool.withWriter {
        try $0.execute(
          """
          UPDATE item SET count = 0, list = '[]', last = NULL, first = '\(text)';
          UPDATE item SET \(column) = \(value) WHERE id = \(id);
          """)
      }
      for _ in 1...3 {
        let error = #expect(throws: DatabaseError.self) { try items.toArray() }
        guard case .decoding(let failure) = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(failure.table == "item")
        #expect(failure.column == column)
        #expect(failure.row == .key(RowKey(Int64(id))))
        #expect(throws: DatabaseError.self) { try items.find(Int64(id)) }
      }
      #expect(try items.where { $0.id < Int64(id) }.toArray().count == id - 1)
      // The value is an error only where it is evaluated.
      #expect(throws: DatabaseError.self) {
        try items.policy(.memoryOnly).where { $0.count >= 0 }.toArray()
      }
    }
    #expect(Held.Object.living.withLock { $0 } == 0)
  }

  @Test("an expression that evaluates a value which cannot be read is an error, others are not")
  func unreadable() throws {
    try pool.withWriter {
      try $0.execute(
        """
        INSERT INTO item VALUES (1, 'a', '[]', 1, NULL), (2, 'b', '[]', 'x', NULL),
          (3, 'c', '[]', 3, 'd')
        """)
    }
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      let query = items.policy(policy)
      #expect(throws: DatabaseError.self) { try query.where { $0.count > 0 }.count() }
      #expect(try query.where { $0.id > 1 && $0.first == Held("c") }.count() == 1)
      #expect(try query.where { $0.id != 2 }.select { $0.count }.toArray() == [1, 3])
    }
  }

  @Test("rows of several kilobytes, also where one cannot be read")
  func large() throws {
    struct Large: Codable, Sendable, Hashable {
      var id: Int64
      var numbers: Block<Block<Block<Int>>>
      var texts: Block<Block<String>>
      var last: Block<Int8>?
    }
    #expect(MemoryLayout<Large>.size > 5000)
    try pool.withWriter {
      try $0.execute("CREATE TABLE large (id INTEGER PRIMARY KEY, numbers INT, texts TEXT, last)")
    }
    let larges = Repository(Table(Large.self, "large", key: \.id), in: pool)
    #expect(throws: TableDeclarationError.self) { try larges.count() }
    try pool.withWriter {
      try $0.execute(
        """
        DROP TABLE large;
        CREATE TABLE large (
          id INTEGER PRIMARY KEY, numbers INTEGER NOT NULL, texts TEXT NOT NULL, last)
        """)
    }
    let rows = (1...20).map { id in
      Large(
        id: Int64(id), numbers: Block(Block(Block(id))),
        texts: Block(Block("a text of more than fifteen bytes, \(id)")),
        last: id % 2 == 0 ? nil : Block(7))
    }
    try larges.insert(rows)
    #expect(try larges.toArray() == rows)
    try pool.withWriter { try $0.execute("UPDATE large SET last = 500 WHERE id = 20") }
    #expect(throws: DatabaseError.self) { try larges.toArray() }
  }
}
