import Foundation
import LinqCore
import LinqSQL
import StoreSQLite
import Testing

/// The structs whose `init(from:)` does not tell the columns.
@Suite("A struct that is decoded in a way of its own is no declaration")
struct UndecodableTests {
  private let pool: ConnectionPool

  init() throws {
    pool = try ConnectionPool(path: ":memory:")
    try pool.withWriter {
      try $0.execute(
        """
        CREATE TABLE item (id INTEGER PRIMARY KEY, a INTEGER NOT NULL, b INTEGER NOT NULL) STRICT;
        INSERT INTO item VALUES (1, 2, 3);
        """)
    }
  }

  /// Expects that a declaration is an error however it is used, before anything is read.
  private func expect<Row: Sendable>(
    _ table: Table<Row>, _ reason: String, location: SourceLocation = #_sourceLocation
  ) {
    let rows = Repository(table, in: pool)
    let uses: [() throws -> Void] = [
      { _ = try rows.count() }, { _ = try rows.toArray() }, { _ = try rows.all() },
      { _ = try rows.delete() }, { _ = try rows.policy(.memoryOnly).toArray() },
    ]
    for use in uses {
      let error = #expect(throws: TableDeclarationError.self, sourceLocation: location) {
        try use()
      }
      #expect(error?.problems == [.decodable(reason)], sourceLocation: location)
      #expect(
        error?.description == "item: \(reason); declare its columns with an initializer",
        sourceLocation: location)
    }
  }

  @Test("a property that is not decoded, also where there is room for it between others")
  func hidden() {
    struct Default: Decodable, Sendable {
      var id: Int64
      var a: Int = 5
      var b: Int
      private enum CodingKeys: CodingKey { case id, b }
    }
    expect(Table(Default.self, "item", key: \.id), "init(from:) does not decode a")
    struct Gap: Decodable, Sendable {
      var a: Bool
      var b: Bool = true
      let c = Int8(7)
      var id: Int64
      private enum CodingKeys: CodingKey { case id, a }
    }
    expect(Table(Gap.self, "item", key: \.id), "init(from:) does not decode b, c")
    struct Object: Decodable, Sendable {
      final class Cache: Sendable {}
      var id: Int64
      let cache = Cache()
      private enum CodingKeys: CodingKey { case id }
    }
    expect(Table(Object.self, "item", key: \.id), "init(from:) does not decode cache")
  }

  @Test("values that are computed")
  func computed() {
    struct Sum: Decodable, Sendable {
      var id: Int64
      var a: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decode(Int.self, forKey: .a) + 1
      }
    }
    expect(Table(Sum.self, "item", key: \.id), "init(from:) does not store a as it is decoded")
    struct Lower: Decodable, Sendable {
      var id: Int64
      var a: String
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decode(String.self, forKey: .a).trimmingCharacters(in: .whitespaces)
      }
    }
    expect(
      Table(Lower.self, "item", key: \.id), "init(from:) does not store \" a \" for a unchanged")
    struct Limited: Decodable, Sendable {
      var id: Int64
      var a: Int
      var b: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try max(0, values.decode(Int.self, forKey: .a))
        b = try values.decode(Int.self, forKey: .b)
      }
    }
    expect(
      Table(Limited.self, "item", key: \.id),
      "init(from:) does not store -9223372036854775808 for a unchanged")
    struct Ordered: Decodable, Sendable {
      var id: Int64
      var a: Int
      var b: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        let (a, b) = try (
          values.decode(Int.self, forKey: .a), values.decode(Int.self, forKey: .b)
        )
        (self.a, self.b) = (min(a, b), max(a, b))
      }
    }
    expect(Table(Ordered.self, "item", key: \.id), "init(from:) does not store b as it is decoded")
    struct Twice: Decodable, Sendable {
      var id: Int64
      var a: Int
      var b: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decode(Int.self, forKey: .a)
        b = a
      }
    }
    expect(Table(Twice.self, "item", key: \.id), "init(from:) does not store a as it is decoded")
  }

  @Test("values that are checked, also where an error is caught")
  func checked() {
    struct Positive: Decodable, Sendable {
      var id: Int64
      var a: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decode(Int.self, forKey: .a)
        if a < 1 { throw Negative() }
      }
      struct Negative: Error {}
    }
    expect(Table(Positive.self, "item", key: \.id), "init(from:) refuses 0 for a: Negative()")
    struct Refusing: Decodable, Sendable {
      var id: Int64
      var a: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        if id == 1 { throw Positive.Negative() }
        a = try values.decode(Int.self, forKey: .a)
      }
    }
    expect(
      Table(Refusing.self, "item", key: \.id),
      "init(from:) refuses samples of the properties: Negative()")
    struct Lenient: Decodable, Sendable {
      var id: Int64
      var a: UndecodableTests.Part?
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try? values.decode(UndecodableTests.Part.self, forKey: .a)
      }
    }
    expect(
      Table(Lenient.self, "item", key: \.id),
      "property a is of type Part, which is no ColumnValue")
  }

  @Test("values that are replaced where there are none")
  func replaced() {
    struct Missing: Decodable, Sendable {
      var id: Int64
      var a: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decodeIfPresent(Int.self, forKey: .a) ?? 0
      }
    }
    expect(
      Table(Missing.self, "item", key: \.id),
      "init(from:) decodes a as Optional<Int>, but the property is of type Int")
    struct Present: Decodable, Sendable {
      var id: Int64
      var a: String?
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decode(String.self, forKey: .a)
      }
    }
    expect(
      Table(Present.self, "item", key: \.id),
      "init(from:) decodes a as String, but the property is of type Optional<String>")
    struct Looked: Decodable, Sendable {
      var id: Int64
      var a: String?
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a =
          try values.decodeNil(forKey: .a) ? nil : values.decode(String.self, forKey: .a)
      }
    }
    expect(Table(Looked.self, "item", key: \.id), "init(from:) looks whether a is nil")
    struct Changing: Decodable, Sendable {
      var id: Int64
      var a: Int
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = id == 1 ? try values.decode(Int.self, forKey: .a) : 1
      }
    }
    expect(Table(Changing.self, "item", key: \.id), "init(from:) does not always decode a")
  }

  @Test("types that are no columns")
  func types() {
    struct Nested: Codable, Sendable {
      var id: Int64
      var a: UndecodableTests.Part
    }
    expect(
      Table(Nested.self, "item", key: \.id), "property a is of type Part, which is no ColumnValue")
    struct Unknown: Codable, Sendable {
      enum Mood: String, Codable, ColumnValue { case good, bad }
      var id: Int64
      var a: Mood
    }
    expect(
      Table(Unknown.self, "item", key: \.id), "property a: its type Mood has no sampleValues")
    final class Object: Decodable, Sendable { let id: Int64 }
    expect(Table(Object.self, "item", key: \.id), "Object is a class")
    struct Empty: Codable, Sendable { var id: Int64 { 1 } }
    expect(Table(Empty.self, "item", key: \.id), "Empty decodes no properties")
    enum Choice: Codable, Sendable {
      case one(Int64)
      var id: Int64 { 1 }
    }
    let error = #expect(throws: TableDeclarationError.self) {
      try Repository(Table(Choice.self, "item", key: \.id), in: pool).count()
    }
    #expect(error?.problems.count == 1)
    struct Reflected: Codable, Sendable, CustomReflectable {
      var id: Int64
      var customMirror: Mirror { Mirror(self, children: ["id": id]) }
    }
    expect(
      Table(Reflected.self, "item", key: \.id),
      "Reflected has a customMirror, which hides its properties")
  }

  @Test("other forms than properties by their names")
  func forms() {
    struct List: Decodable, Sendable {
      var id: Int64
      init(from decoder: any Decoder) throws {
        var values = try decoder.unkeyedContainer()
        id = try values.decode(Int64.self)
      }
    }
    expect(
      Table(List.self, "item", key: \.id),
      "init(from:) decodes a list, not properties by their names")
    struct Single: Decodable, Sendable {
      var id: Int64
      init(from decoder: any Decoder) throws {
        id = try decoder.singleValueContainer().decode(Int64.self)
      }
    }
    expect(
      Table(Single.self, "item", key: \.id),
      "init(from:) decodes one value, not properties by their names")
    struct Super: Decodable, Sendable {
      var id: Int64
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try Int64(from: values.superDecoder())
      }
    }
    expect(Table(Super.self, "item", key: \.id), "init(from:) uses superDecoder")
    struct Inner: Decodable, Sendable {
      var id: Int64
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.nestedContainer(keyedBy: Keys.self, forKey: .a)
          .decode(Int64.self, forKey: .id)
      }
    }
    expect(Table(Inner.self, "item", key: \.id), "init(from:) decodes a as a container")
    struct Same: Decodable, Sendable {
      var id: Int64
      var a: Int64
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        id = try values.decode(Int64.self, forKey: .id)
        a = try values.decode(Int64.self, forKey: .id)
      }
    }
    expect(Table(Same.self, "item", key: \.id), "init(from:) decodes id twice")
  }

  @Test("declared columns and keys of what is no property, and two columns of one")
  func columns() throws {
    struct Item: Codable, Sendable {
      struct Half: Codable, Hashable, JSONColumnValue { var x: Int }
      var id: Int64
      var a: Int
      var b: Int
      var sum: Int { a + b }
    }
    expect(
      Table(Item.self, "item", key: \.id, .column("sum", \.sum)),
      "the property of column sum is no stored property")
    let two = Table(Item.self, "item", key: \.id, .column("a", \.a), .column("c", \.a))
    let twice = #expect(throws: TableDeclarationError.self) {
      try Repository(two, in: pool).count()
    }
    #expect(twice?.problems == [.duplicateProperty(column: "c", sameAs: "a")])
    let computed = #expect(throws: TableDeclarationError.self) {
      try Repository(Table(Item.self, "item", key: \.sum), in: pool).count()
    }
    #expect(computed?.description.contains("is no stored property") == true)
  }

  private enum Keys: CodingKey { case id, a, b }

  struct Part: Codable, Sendable, Hashable { var x: Int }
}
