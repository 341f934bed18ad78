import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// S32: what a read returns is of one state, also if the program writes between its elements.
@Suite("Writes between the elements of a read")
struct OpenReadTests {
  private typealias Item = Cell<Int>

  private static let count = 300

  private func withItems(_ body: (TableAccess<Item>) throws -> Void) throws {
    let folder = TemporaryFolder()
    for path in [":memory:", folder.file()] {
      let pool = try ConnectionPool(path: path)
      try pool.write { connection in
        try connection.execute(
          """
          CREATE TABLE cell (id INTEGER PRIMARY KEY, value INTEGER NOT NULL) STRICT;
          CREATE INDEX cell_value ON cell (value)
          """)
        let items = TableAccess(Item.table, on: connection)
        try items.insert((1...Self.count).map { Item(value: $0) })
        try body(items)
      }
    }
  }

  @Test("rows that are inserted do not come") func inserts() throws {
    try withItems { items in
      var seen: [Int] = []
      try items.query.blocking.forEach { item in
        seen.append(item.value)
        try items.insert(Item(value: item.value + 1000))
      }
      #expect(seen == Array(1...Self.count))
      #expect(try items.query.count() == 2 * Self.count)
    }
  }

  @Test("all rows of a table, read one at a time, are those of the beginning") func table() throws {
    try withItems { items in
      var seen: [Int] = []
      try items.forEach { item in
        seen.append(item.value)
        try items.insert(Item(value: item.value + 1000))
        if item.value == 2 { try items.where { $0.value == 4 }.delete() }
      }
      #expect(seen == Array(1...Self.count))
      #expect(try items.query.count() == 2 * Self.count - 1)
      seen = []
      try items.forEach(while: { seen.count < 3 }) { item in
        seen.append(item.value)
        try items.query.update { $0.set(\.value, to: 0) }
      }
      #expect(seen == [1, 2, 3])
    }
  }

  @Test("rows that move in the index that is read come once") func moves() throws {
    try withItems { items in
      var seen: [Int] = []
      try items.where { $0.value >= 50 }.sort { $0.value }.blocking.forEach { item in
        seen.append(item.value)
        try items.where { $0.id == item.id }.update { $0.set(\.value, to: $0.value + 100) }
      }
      #expect(seen == Array(50...Self.count))
    }
  }

  @Test("rows that are deleted come, and those of a statement by hand too") func deletes() throws {
    try withItems { items in
      var seen: [Int] = []
      try items.where { (item: Item) in item.value % 2 == 0 }.blocking.forEach { item in
        seen.append(item.value)
        try items.connection.execute("DELETE FROM cell WHERE id > \(item.id)")
      }
      #expect(seen == Array(stride(from: 2, through: Self.count, by: 2)))
    }
  }

  @Test("two reads, one inside the other") func nested() throws {
    try withItems { items in
      var count = 0
      try items.where { $0.value <= 10 }.blocking.forEach { outer in
        try items.where { $0.value <= 10 }.blocking.forEach { inner in
          count += 1
          if outer.value == 5, inner.value == 5 { try items.query.delete() }
        }
      }
      // The rows are gone for the reads that begin later.
      #expect(count == 50)
    }
  }

  @Test("the error of an element is thrown where it is reached") func errors() throws {
    try withItems { items in
      var seen: [Int] = []
      #expect(throws: ExpressionError.divisionByZero) {
        try items.sort { $0.id }.select { 1000 / ($0.value - 20) }.blocking.forEach { value in
          seen.append(value)
          try items.insert(Item(value: 1))
        }
      }
      #expect(seen.count == 19)
    }
  }
}
