import Testing

/// Each misuse has a message at its place.
@Suite("Mistakes") struct MistakeTests {
  @Test(
    "declarations that are no structs",
    arguments: [
      "class Row", "final class Row", "actor Row", "enum Row", "extension Row", "protocol Row",
    ])
  func declarations(_ introducer: String) throws {
    try expectMistakes(["1:1 '@Table' is for a struct"], in: "@Table \(introducer) { }")
  }

  @Test(
    "generic structs and types around them",
    arguments: [
      ("@Table struct Row<Key> { var id: Key }", "1:18"),
      ("struct Box<Key> { enum Inner { @Table struct Row { var id: Int64 } } }", "1:32"),
    ])
  func generic(_ source: String, _ place: String) throws {
    let message =
      "a generic struct, or one inside of a generic type, has no static table: declare a table for "
      + "each of its types by hand"
    try expectMistakes(["\(place) \(message)"], in: source)
  }

  @Test(
    "no key",
    arguments: [
      "", "var total: Double", "@Generated var id: Int64 = 0", "@NoColumn var id: Int64 = 0",
      "@Defaulted var id: Int64?", "static let id = 1", "var id: Int { 1 }",
    ])
  func noKey(_ property: String) throws {
    try expectMistakes(
      [
        "1:15 'Row' has no key: name a property 'id', or write '@PrimaryKey' before those of the "
          + "key"
      ],
      in: "@Table struct Row { \(property) }")
  }

  @Test("attributes that exclude each other")
  func exclusion() throws {
    try expectMistakes(
      [
        "2:31 '@Generated' and '@Column' exclude each other",
        "3:15 '@Defaulted' and '@PrimaryKey' exclude each other",
        "4:13 '@Encoded' and '@NoColumn' exclude each other",
        "5:24 '@Encoded' stands before the property twice",
        "6:16 '@Column' stands before the property twice",
      ],
      in: """
        @Table struct Row {
          var id: Int64; @Column("a") @Generated var a: Int
          @PrimaryKey @Defaulted var b: Int?
          @NoColumn @Encoded(as: .text) var c: String?
          @Encoded(as: .bytes) @Encoded(as: .uuid) var d: UUID
          @Column("e") @Column("f") var e: Int
        }
        """,
      remedied: """
        @Table struct Row {
          var id: Int64; @Column("a") var a: Int
          @PrimaryKey var b: Int?
          @NoColumn var c: String?
          @Encoded(as: .bytes) var d: UUID
          @Column("e") var e: Int
        }
        """)
  }

  @Test("one attribute for several properties")
  func several() throws {
    try expectMistakes(
      ["1:36 '@Column' is for one property: give each a 'var' of its own"],
      in: #"@Table struct Row { var id: Int64; @Column("x") var a: Int, b: Int }"#)
  }

  @Test("constants with a value")
  func constants() throws {
    try expectMistakes(
      ["1:25 'id' is a constant with a value, so that a row cannot have another one"],
      in: "@Table struct Row { let id: Int64 = 0 }",
      remedied: "@Table struct Row { var id: Int64 = 0 }")
    try expectMistakes(
      ["1:36 'x' is a constant with a value, so that a row cannot have another one"],
      in: #"@Table struct Row { let id: Int64; @Column("y") let x = 1 }"#,
      remedied: #"@Table struct Row { let id: Int64; @Column("y") var x = 1 }"#)
  }

  @Test("properties without a value that are no columns")
  func noValue() throws {
    try expectMistakes(
      [
        "3:17 'x' is no column, and needs an initial value",
        "4:17 'y' is no column, and needs an initial value",
      ],
      in: """
        @Table struct Row {
          var id: Int64
          @NoColumn var x: Int
          @NoColumn let y: Int?
        }
        """,
      remedied: """
        @Table struct Row {
          var id: Int64
          @NoColumn var x: Int = <#value#>
          @NoColumn let y: Int? = <#value#>
        }
        """)
  }

  @Test(
    "initializers that make no row",
    arguments: [
      "init() {}", "init(total: Int, id: Int64) {}", "init(_ id: Int64, total: Int) {}",
      "init?(id: Int64, total: Int) {}", "init(id: Int64, total: Int) throws {}",
      "init(id: Int64, total: Int) async {}", "init(id: Int64, total: Int, isNew: Bool) {}",
      "init(id: Int64) {}", "init(from decoder: any Decoder) throws {}",
    ])
  func noInitializer(_ initializer: String) throws {
    try expectMistakes(
      [
        "1:15 'Row' needs 'init(id:total:)' for its rows: add it, or move the other "
          + "initializers to an extension"
      ],
      in: "@Table struct Row { var id: Int64; var total: Int; \(initializer) }")
  }

  @Test("columns of one name")
  func sameName() throws {
    try expectMistakes(
      ["1:54 another column has the name \"id\""],
      in: #"@Table struct Row { var id: Int64; @Column("id") var x: Int }"#)
  }

  @Test("properties of tuples, and inside of #if")
  func shapes() throws {
    try expectMistakes(
      [
        "3:7 write a column as a property of its own, not as a part of a tuple",
        "5:7 '@Table' cannot tell which properties and attributes inside of '#if' are compiled",
      ],
      in: """
        @Table struct Row {
          var id: Int64
          var (a, b) = (1, 2)
          #if DEBUG
          var c: Int
          #endif
        }
        """)
  }

  @Test("attributes inside of #if")
  func conditionalAttributes() throws {
    try expectMistakes(
      ["4:5 '@Table' cannot tell which properties and attributes inside of '#if' are compiled"],
      in: """
        @Table struct Row {
          var id: Int64
          #if DEBUG
            @Column("n")
            @Other
          #endif
          var number: Int
        }
        """)
  }

  @Test(
    "attributes that no @Table reads",
    arguments: [
      (13, #"struct Row { @Column("x") var id: Int64 }"#),
      (13, #"struct Row { @Column("x") func total() {} }"#),
      (16, #"extension Row { @Column("x") var computed: Int { 1 } }"#),
      (35, #"@Table struct Row { var id: Int64; @Column("x") var computed: Int { 1 } }"#),
      (35, #"@Table struct Row { var id: Int64; @Column("x") static var x = 1 }"#),
      (35, #"@Table struct Row { var id: Int64; @Column("x") lazy var x = 1 }"#),
      (35, #"@Table struct Row { var id: Int64; @Column("x") func total() {} }"#),
      (35, #"@Table struct Row { var id: Int64; @Column("x") struct Part {} }"#),
      (49, #"@Table struct Row { var id: Int64; struct Part { @Column("x") var x: Int } }"#),
      (26, #"@Other.Table struct Row { @Column("x") var id: Int64 }"#),
      (0, #"@Column("x") let global = 1"#),
    ])
  func misplaced(_ column: Int, _ source: String) throws {
    try expectMistakes(
      ["1:\(column + 1) '@Column' is for a stored property of a struct with '@Table'"], in: source)
  }
}
