import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Dictionaries and lists of lists that are stored as JSON, in SQL and in memory, on each engine:
/// S60 and S62.
@Suite struct DictionaryTests: QuerySuite {
  enum Size: String, Codable, CaseIterable, CodingKeyRepresentable, ColumnArrayElement {
    case small, large
  }

  enum Letter: String, Codable, CaseIterable, CustomStringConvertible, ColumnArrayElement {
    case a, b
    var description: String { "letter" }
  }

  struct Maker: Codable, Hashable, JSONColumnValue {
    var name: String
    var marks: [String: Int]
    static let jsonMembers: [JSONMember<Maker>] = [
      .member("name", \.name), .member("marks", \.marks),
    ]
  }

  struct Product: Sendable, Hashable {
    var id: Int64 = 0
    var key: String
    var attributes: [String: String]
    var stock: [Size: Int]
    var weights: [String: Double]
    var years: [Int: Bool]?
    var makers: [String: Maker]
    var notes: [String: String?]
    var scores: [Double]
    var matrix: [[Int]]
    var tags: [String: [String]]
    var large: [String: UInt64]
    var letters: [Letter: Int]
    static let table = Table(
      "product", Product.init, .primaryKey("id", \.id), .column("key", \.key),
      .column("attributes", \.attributes).encoded(as: .jsonb), .column("stock", \.stock),
      .column("weights", \.weights).encoded(as: .jsonb), .column("years", \.years),
      .column("makers", \.makers), .column("notes", \.notes), .column("scores", \.scores),
      .column("matrix", \.matrix).encoded(as: .jsonb),
      .column("tags", \.tags).encoded(as: .jsonb), .column("large", \.large),
      .column("letters", \.letters))
  }

  let repositories: [Repository<Product>]
  private let products: [Product]
  var allRows: [Product] { products }

  static let keys = [
    "color", "it's", "a.b", "$", "", "e\u{301}", "\"\\", "[0]", "0", "Größe", "x\ny", "key",
    "value",
  ]

  init() throws {
    products = (1...30).map { (number: Int) -> Product in
      let key: String = Self.keys[number % Self.keys.count]
      let weights: [Double] = [0.1, -1 / 3, 1e300, 2.5e-308, -0.25, 12, 1e16, 4e15 + 0.5]
      var product = Product(
        id: Int64(number), key: key, attributes: [key: "v\(number % 4)", "code": "\(number)"],
        stock: [.small: number], weights: [key: weights[number % 8], "e": Double(number)],
        makers: [key: Maker(name: "M\(number % 3)", marks: ["a\(number % 2)": number])],
        notes: [key: number % 2 == 0 ? nil : "n\(number)"], scores: [], matrix: [],
        tags: [key: ["t\(number % 3)", "\u{1F600}"]], large: ["a": .max],
        letters: number % 2 == 0 ? [.a: number] : [.a: 1, .b: number])
      if number % 3 != 0 { product.stock[.large] = number * 2 }
      if number % 5 == 0 { product.attributes["color"] = "red" }
      if number % 4 != 0 { product.years = [2000 + number % 3: number % 2 == 0, -7: true] }
      product.scores = (0..<number % 5).map { weights[($0 + number) % 8] }
      product.matrix = (0..<number % 4).map { row in (0..<row).map { $0 * number } }
      return product
    }
    let columns = [
      "stock TEXT NOT NULL", "weights TEXT NOT NULL", "years TEXT", "makers TEXT NOT NULL",
      "notes TEXT NOT NULL", "scores TEXT NOT NULL", "matrix TEXT NOT NULL", "tags TEXT NOT NULL",
      "large TEXT NOT NULL", "letters TEXT NOT NULL",
    ].joined(separator: ", ")
    repositories = try newDatabases(
      sqlite: [
        """
        CREATE TABLE product (
          id INTEGER PRIMARY KEY, key TEXT NOT NULL, attributes TEXT NOT NULL, \(columns))
        """
      ],
      server: [
        """
        CREATE TABLE product (
          id serial PRIMARY KEY, key text COLLATE "C" NOT NULL, attributes jsonb NOT NULL,
          \(columns.replacing("TEXT", with: "text COLLATE \"C\"")
            .replacing(#/(weights|matrix|tags) text COLLATE "C"/#) { "\($0.output.1) jsonb" }))
        """
      ]
    ).map { Repository(Product.table, in: $0) }
    for repository in repositories { try repository.insert(products) }
  }

  @Test func stored() throws {
    for repository in repositories {
      #expect(try repository.all() == products)
      let first = products[0].attributes
      #expect(try repository.where { $0.attributes == first }.toArray() == [products[0]])
    }
  }

  @Test("values for keys, whatever their characters are", arguments: keys)
  func constantKeys(key: String) throws {
    try expect { $0.select { ($0.attributes[key], $0.weights[key]) } }
    try expect {
      $0.where { $0.attributes[key] == "v1" || $0.attributes[key] == nil }.select { $0.id }
    }
    try expect { $0.where { $0.attributes.keys.contains(key) }.select { $0.id } }
    try expect { $0.sort { $0.weights[key] }.select { $0.attributes[key, default: "none"] } }
    try expect { $0.select { $0.notes[key] } }
  }

  @Test func keysOfExpressions() throws {
    try expect { $0.select { $0.attributes[$0.key] } }
    try expect { $0.where { $0.weights[$0.key].map { $0 > 0.1 } ?? false }.select { $0.id } }
    try expect { $0.select { ($0.notes[$0.key], $0.notes[$0.key + "?"]) } }
  }

  @Test func otherKeys() throws {
    try expect { $0.where { ($0.stock[.large] ?? 0) > 20 }.select { $0.stock[.small] } }
    try expect { $0.groupBy { $0.stock[.large] }.select { ($0.key, $0.count) } }
    try expect { $0.select { $0.years.flatMap { $0[2001] } } }
    try expect { $0.select { $0.years.map { $0.keys.min() } } }
    try expect { $0.select { ($0.stock.keys.first, $0.stock.keys.last) } }
  }

  @Test func elements() throws {
    try expect { $0.select { ($0.attributes.count, $0.attributes.isEmpty, $0.stock.values.sum()) } }
    try expect { $0.where { $0.attributes.values.contains("red") }.select { $0.id } }
    try expect {
      $0.where { $0.attributes.any { $0.key == "code" && $0.value.hasPrefix("1") } }.select {
        $0.id
      }
    }
    try expect { $0.select { $0.weights.values.max() } }
    try expect { $0.select { $0.attributes.keys.joined(separator: ", ") } }
    try expect { $0.select { $0.attributes.sortDescending { $0.value }.select { $0.key }.first } }
    try expect { $0.select { ($0.attributes.first, $0.weights.last) } }
    try expect { $0.select { product in product.attributes.count { $0.key > product.key } } }
  }

  @Test("the elements of the dictionaries of all rows")
  func elementsOfAll() throws {
    try expect { $0.selectMany { $0.attributes.keys }.countBy { $0 } }
    try expect { $0.selectMany { $0.weights.values } }
    try expect { $0.selectMany { $0.weights.where { $0.value > 1 }.select { $0.key } } }
    try expect { $0.selectMany { $0.matrix }.where { $0.count > 1 } }
    try expect { $0.selectMany { $0.matrix }.selectMany { $0 }.countBy { $0 % 10 } }
  }

  @Test func members() throws {
    try expect { $0.where { $0.makers["color"].map { $0.name } == "M1" }.select { $0.id } }
    try expect { $0.select { $0.makers["color"].flatMap { $0.marks["a1"] } } }
    try expect {
      $0.where { $0.makers.values.any { $0.marks.keys.contains("a1") } }.select { $0.id }
    }
    try expect { $0.select { $0.tags["a.b"].map { $0.contains("t1") } } }
    try expect { $0.where { $0.tags.values.any { $0.contains("\u{1F600}") } }.select { $0.id } }
  }

  @Test("lists of lists, and of floating-point numbers")
  func lists() throws {
    try expect {
      $0.select { ($0.scores.max(), $0.scores.min(), $0.scores.first, $0.scores.count) }
    }
    try expect { $0.where { $0.scores.contains(0.1) || $0.scores.contains(1e16) }.select { $0.id } }
    try expect { $0.select { $0.scores.sort { $0 }.select { $0 * 2 }.last } }
    try expect { $0.where { $0.scores.any { $0 < 0 } }.select { $0.scores } }
    try expect { $0.select { ($0.matrix.count, $0.matrix.sum { $0.sum() }) } }
    try expect { $0.where { $0.matrix.any { $0.count > 1 } }.select { $0.matrix } }
    for repository in repositories {
      let wanted = products.map { $0.scores.reduce(0, +) }
      #expect(try repository.select { $0.scores.sum() }.toArray() == wanted)
    }
  }

  @Test("dictionaries whose values are no column values in JSON are read in memory")
  func inMemory() throws {
    try expect(inSQL: false) { $0.select { $0.large["a"] } }
    try expect(inSQL: false) { $0.where { $0.large.values.contains(.max) }.select { $0.id } }
    try expect(inSQL: false) { $0.select { $0.attributes.keys } }
  }

  @Test func sql() throws {
    let products = repositories[0]
    #expect(
      try products.where { $0.attributes["color"] == "red" }.select { $0.id }.plan().sql == """
        SELECT id FROM product WHERE json_extract(attributes, '$.color') IS ? ORDER BY id
        """)
    #expect(
      try products.select { $0.attributes[$0.key] }.plan().sql == """
        SELECT (SELECT value FROM temp.json_each(product.attributes) AS t1 WHERE key = product.key \
        ORDER BY t1.key LIMIT 1) FROM product ORDER BY id
        """)
    #expect(
      try products.where { $0.attributes.keys.contains("size") }.select { $0.id }.plan().sql == """
        SELECT id FROM product \
        WHERE ? IN (SELECT key FROM temp.json_each(product.attributes) AS t1) ORDER BY id
        """)
    #expect(
      try products.select { $0.scores.max() }.plan().sql == """
        SELECT (SELECT max(swift_json_real(value)) FROM temp.json_each(swift_json_numbers(\
        product.scores)) AS t1) FROM product ORDER BY id
        """)
  }

  @Test("an index on the value for a key")
  func index() throws {
    let pool = repositories[0].pool
    try pool.write {
      try $0.run("CREATE INDEX colors ON product (json_extract(attributes, '$.color'))")
    }
    let plan = try repositories[0].where { $0.attributes["color"] == "red" }.plan()
    #expect(plan.access.contains { $0.contains("colors") }, "\(plan)")
    #expect(
      try repositories[0].where { $0.attributes["code"] == "red" }.plan().access
        .allSatisfy { !$0.contains("colors") })
  }

  @Test("keys that look alike, and keys whose text in JSON is not their raw value")
  func otherTexts() throws {
    for letter in [Letter.a, .b, .a] {
      try expect { $0.select { $0.letters[letter] } }
    }
    try expect(inSQL: false) { $0.where { $0.letters.keys.contains(.b) }.select { $0.id } }
  }

  @Test(
    "keys that another program has escaped", arguments: ["Größe", "a/b", "it's", "<&>", "color"])
  func escapedKeys(key: String) throws {
    let json = #"""
      {"Gr\u00f6\u00dfe":"v1","a\/b":"v1","it\u0027s":"v1","\u003c\u0026\u003e":"v1"}
      """#
    for repository in repositories {
      try repository.pool.write {
        try $0.run("UPDATE product SET attributes = '\(json)' WHERE id = 3")
      }
      let wanted = try repository.all().map { $0.attributes[key] }
      #expect(try repository.select { $0.attributes[key] }.toArray() == wanted)
      #expect(wanted[2] == (key == "color" ? nil : "v1"))
    }
  }

  @Test("equal values that Swift encodes in different ways")
  func equalValues() throws {
    let texts = ["\u{E9}", "f", "\na\u{301}", "\n\u{E1}", "x\u{323}\u{307}"]
    let others = ["e\u{301}", "f", "\na\u{301}", "\n\u{E1}", "x\u{307}\u{323}"]
    for repository in repositories {
      var ids: [Int64] = []
      for values in [texts, others] {
        var product = products[0]
        product.id = 0
        product.makers = [:]
        for (index, text) in values.enumerated() {
          product.notes[text] = index == 1 ? nil : text
          product.makers[text] = Maker(name: text, marks: [text: index, "z": 0])
        }
        product.tags = ["": values]
        product.weights = ["a": values == texts ? 0 : -0.0]
        product.scores = [values == texts ? -0.0 : 0, 1]
        ids.append(try repository.insert(product).id)
      }
      let found = try #require(try repository.find(ids[0]))
      let equal: [Query<Product>] = [
        repository.where { $0.makers == found.makers },
        repository.where { $0.notes == found.notes },
        repository.where { $0.tags == found.tags }, repository.where { $0.weights == ["a": 0] },
        repository.where { $0.scores == [0, 1] },
        repository.where { $0.makers["\u{E9}"] == found.makers["e\u{301}"] },
      ]
      for query in equal {
        let plan = try query.plan()
        // A server has no function that reads values of the program.
        #expect(plan.isAllSQL || repository.pool.engine == .postgres, "\(plan)")
        #expect(try query.select { $0.id }.toArray() == ids, "\(plan)")
      }
      let added = repository.where { $0.id >= ids[0] }
      #expect(try added.select { $0.makers }.distinct().count() == 1)
      #expect(try added.groupBy { $0.scores }.select { $0.count }.toArray() == [2])
    }
  }

  @Test("JSON that another program has written in another form")
  func otherForms() throws {
    struct Note: Sendable, Hashable {
      var id: Int64 = 0
      var tags: [String]
      var weights: [String: Double]
      var maker: Maker?
      var lists: [[String]]
      static let table = Table(
        "note", Note.init, .primaryKey("id", \.id), .column("tags", \.tags),
        .column("weights", \.weights), .column("maker", \.maker), .column("lists", \.lists))
    }
    for pool in try newDatabases([
      """
      CREATE TABLE note (id INTEGER PRIMARY KEY, tags TEXT NOT NULL, weights TEXT NOT NULL,
        maker TEXT, lists TEXT NOT NULL)
      """
    ]) {
      let notes = Repository(Note.table, in: pool)
      let maker = Maker(name: "\u{E9}", marks: ["a": 1, "b": 2])
      try notes.insert(
        Note(
          tags: ["x", "\u{E9}"], weights: ["a": 1, "b": 0.5], maker: maker, lists: [["p", "q"]]))
      try pool.write {
        try $0.run(
          #"""
          INSERT INTO note VALUES (2, '["x", "e\u0301"]', '{"b": 5e-1, "a": 1.0}',
            '{"marks": {"b": 2, "a": 1}, "name": "\u00e9", "more": [1]}', '[ ["p", "q"] ]'),
            (3, '["x"]', '{}', NULL, '[]')
          """#)
      }
      let queries: [Query<Note>] = [
        notes.where { $0.tags == ["x", "\u{E9}"] },
        notes.where { $0.weights == ["a": 1, "b": 0.5] }, notes.where { $0.maker == maker },
        notes.where { $0.lists.contains(["p", "q"]) }, notes.where { $0.tags != ["x"] },
        notes.where { [["x", "\u{E9}"], ["z"]].contains($0.tags) },
        notes.where { note in notes.where { $0.id == 1 }.select { $0.tags }.contains(note.tags) },
        notes.where { note in notes.matching { $0.id == 2 && $0.maker == note.maker }.any() },
      ]
      for query in queries {
        let plan = try query.plan()
        #expect(try query.select { $0.id }.toArray() == [1, 2], "\(plan)")
        #expect(try query.select { $0.id }.policy(.memoryOnly).toArray() == [1, 2])
        #expect(plan.isAllSQL == (pool.engine == .sqlite), "\(plan)")
      }
    }
  }

  @Test("a value is returned as it is stored")
  func canonicalForm() throws {
    for repository in repositories {
      var product = products[0]
      (product.id, product.scores) = (0, [-0.0])
      let stored = try repository.insert(product)
      #expect(stored.scores[0].sign == .plus)
      product.tags = ["e\u{301}": []]
      let key = try #require(repository.insert(product).tags.keys.first)
      #expect(key.unicodeScalars.count == 1)
      let lists = repository.where { $0.id == 1 }.select { $0.scores }.concat(Query([[-0.0]]))
      #expect(try lists.toArray().last?[0].sign == .minus)
    }
  }

  @Test("lists of rows with lists in JSON")
  func listsOfRows() throws {
    for repository in repositories {
      let keys = products.map(\.key)
      let found = try repository.where { $0.id < 9 }.selectMany { $0.tags.keys }.toArray()
      #expect(found == products.filter { $0.id < 9 }.flatMap { $0.tags.keys.sorted() })
      let rows = repository.selectMany { $0.matrix }.selectMany { list in
        repository.matching(\.id, equals: QueryExpression<Int64>(list.count)).select {
          (list, $0.key)
        }
      }
      let expected = products.flatMap { $0.matrix }.filter { !$0.isEmpty }.map {
        ($0, keys[$0.count - 1])
      }
      #expect(try rows.toArray().map { "\($0)" } == expected.map { "\($0)" })
      let joined = repository.where { $0.id < 4 }.groupJoin(
        repository.query, on: { $0.tags }, equals: { $0.tags })
      #expect(try joined.toArray().map(\.1.count) == [1, 1, 1])
      let plan = try joined.plan()
      #expect(plan.isAllSQL == (repository.pool.engine == .sqlite), "\(plan)")
    }
  }

  @Test("lists and objects inside jsonb, whose texts a server writes in its own way")
  func partsOfServerJSON() throws {
    func expect<Element: Sendable>(_ query: (Query<Product>) -> Query<Element>) throws {
      for repository in repositories {
        try self.expect(
          in: [repository], inSQL: repository.pool.read { $0.engine } == .sqlite, query)
      }
    }
    try expect { $0.where { $0.tags["a.b"] == ["t2", "\u{1F600}"] }.select { $0.id } }
    try expect { $0.where { $0.tags["a.b"] != ["t2", "\u{1F600}"] }.select { $0.id } }
    try expect { $0.where { $0.matrix.contains([0, 3]) }.select { $0.id } }
    try expect { $0.where { $0.matrix.any { $0 == [0] } }.select { $0.id } }
    try expect { $0.groupBy { $0.tags["a.b"] }.select { $0.count } }
    try expect {
      $0.where { [["t2", "\u{1F600}"]].contains($0.tags["a.b"] ?? []) }.select { $0.id }
    }
    try expect { $0.selectMany { $0.matrix }.where { $0 == [0] } }
    try expect { $0.selectMany { $0.matrix }.countBy { $0 } }
    try self.expect { $0.where { $0.tags["a.b"] == nil }.select { $0.tags["$"] } }
    try expect { $0.where { $0.matrix.last.map { $0.contains(3) } == true }.select { $0.id } }
  }

  @Test func mistakes() throws {
    for repository in repositories {
      var product = products[0]
      product.id = 0
      product.attributes = ["a\0b": ""]
      #expect(throws: RowError.self) { try repository.insert(product) }
      try repository.pool.write {
        try $0.run("UPDATE product SET stock = '{\"medium\":1}' WHERE id = 3")
      }
      #expect(throws: DatabaseError.self) { try repository.find(3) }
    }
  }
}

extension DictionaryTests.Letter: CodingKeyRepresentable {
  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var codingKey: any CodingKey { Key(stringValue: "key " + rawValue) }

  init?(codingKey: some CodingKey) {
    self.init(rawValue: String(codingKey.stringValue.dropFirst(4)))
  }
}
