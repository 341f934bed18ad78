import Testing

/// Which properties are columns, and which initializer makes a row of them.
@Suite("Properties and initializers") struct PropertyTests {
  @Test("several properties of one declaration, with and without types, and with observers")
  func stored() throws {
    try expectTable(
      """
      static let table = Table(
        "row", { Row(id: $0, a: $1, b: $2, c: $3, d: $4, guessed: $5, observed: $6, \
      secret: $7, clamped: $8) },
        .primaryKey("id", \\.id),
        .column("a", \\.a),
        .column("b", \\.b),
        .column("c", \\.c),
        .column("d", \\.d),
        .column("guessed", \\.guessed),
        .column("observed", \\.observed),
        .column("secret", \\.secret),
        .column("clamped", \\.clamped))
      """,
      of: """
        @Table struct Row {
          let id: Int64
          var a: Int, b: Double = 2
          var c, d: String
          var guessed = false
          var observed: Int { didSet { print(oldValue) } }
          private var secret: Int?
          @Clamped var clamped: Int
        }
        """)
  }

  @Test("computed, static and nested declarations and constants with a value are no columns")
  func others() throws {
    try expectTable(
      """
      static let table = Table(
        "row", { Row(id: $0) },
        .primaryKey("id", \\.id))
      """,
      of: """
        @Table struct Row {
          let id: Int64
          let version = 1
          let (major, minor) = (1, 2)
          var computed: Int { 1 }
          var both: Int {
            get { 1 }
            set { print(newValue) }
          }
          static let shared = 1
          static var other: Int { 2 }
          struct Part { var x: Int; init() { x = 1 } }
          func total() -> Int { 1 }
          #if DEBUG
          static let isDebug = true
          var description: String { "" }
          #endif
        }
        """)
  }

  @Test("names in backticks")
  func backticks() throws {
    try expectTable(
      """
      static let table = Table(
        "row", { Row(id: $0, default: $1, var: $2, plain: $3, `unit price`: $4) },
        .primaryKey("id", \\.`id`),
        .column("default", \\.`default`),
        .column("var", \\.`var`),
        .column("plain", \\.`plain`),
        .column("unit price", \\.`unit price`))
      """,
      of: """
        @Table struct Row {
          var `id`: Int64
          var `default`: Int
          var `var`: Int
          var `plain`: Int
          var `unit price`: Double
        }
        """)
  }

  @Test(
    "properties that the initializer need not set are left out of a call",
    arguments: [
      "@NoColumn var isSelected = false", "@NoColumn var cache: [Int]?", "lazy var count = 1",
      "@NoColumn @Cached var cache: Int",
    ])
  func leftOut(_ property: String) throws {
    try expectTable(
      """
      static let table = Table(
        "row", { Row(id: $0, total: $1) },
        .primaryKey("id", \\.id),
        .column("total", \\.total))
      """, of: "@Table struct Row { var id: Int64; \(property); var total: Int }")
  }

  @Test(
    "an initializer of the struct with the same labels is used",
    arguments: [
      "init(id: Int64, total: Int) {}", "init(id: Int64 = 0, total: Int = 0) {}",
      "public init(id key: Int64, total: some Number) {}; init() {}",
      "init(id: Int64, total: Int, isNew: Bool = false) {}",
      "init(isNew: Bool = false, id: Int64, total: Int) {}",
      "init(id: Int64, isNew: Bool = false, total: Int) {}",
    ])
  func declared(_ initializers: String) throws {
    try expectTable(
      """
      static let table = Table(
        "row", { Row(id: $0, total: $1) },
        .primaryKey("id", \\.id),
        .column("total", \\.total))
      """,
      of:
        "@Table struct Row { var id: Int64; var total: Int; @NoColumn var x: Int; \(initializers) }"
    )
  }
}
