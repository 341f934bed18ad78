import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import TableMacrosPlugin

/// What `@Table` writes is what one writes by hand.
@Suite("@Table") struct TableTests {
  @Test("a constant with a column for each property, inside of the struct")
  func member() {
    assertMacroExpansion(
      """
      @Table("invoice") struct Invoice: Identifiable {
        /// The key.
        var id: Int64 = 0
        @Column("CustomerId") var customerID: Int64
        var total: Double  // with tax
        var note: String?
      }
      """,
      expandedSource: """
        struct Invoice: Identifiable {
          /// The key.
          var id: Int64 = 0
          var customerID: Int64
          var total: Double  // with tax
          var note: String?

          static let table = Table(
            "invoice", { Invoice(id: $0, customerID: $1, total: $2, note: $3) },
            .primaryKey("id", \\.id),
            .column("CustomerId", \\.customerID),
            .column("total", \\.total),
            .column("note", \\.note))
        }
        """,
      macroSpecs: [
        "Table": MacroSpec(type: TableMacro.self), "Column": MacroSpec(type: ColumnMacro.self),
      ],
      indentationWidth: .spaces(2)
    ) { Issue.record("\($0.message)") }
  }

  @Test(
    "names without an argument",
    arguments: [
      ("Invoice", "invoice"), ("OrderLine", "orderLine"), ("URLVisit", "urlVisit"), ("SKU", "sku"),
      ("invoice", "invoice"), ("X", "x"), ("Über", "über"), ("`Type`", "type"), ("B2B", "b2B"),
      ("_Row", "_Row"),
    ])
  func names(_ row: String, _ table: String) throws {
    try expectTable(
      """
      static let table = Table(
        "\(table)", { \(row)(id: $0) },
        .primaryKey("id", \\.id))
      """, of: "@Table struct \(row) { var id: Int64 }")
  }

  @Test(
    "names of an argument",
    arguments: [#""order""#, #""a\"b""#, ##"#"a"b"#"##, "Names.order", #"prefix + "order""#])
  func arguments(_ name: String) throws {
    try expectTable(
      """
      static let table = Table(
        \(name), { Order(id: $0) },
        .primaryKey("id", \\.id))
      """, of: "@Table(\(name)) struct Order { var id: Int64 }")
  }

  @Test(
    "the access of the struct",
    arguments: [
      ("public struct", "public "), ("package struct", "package "), ("internal struct", ""),
      ("fileprivate struct", ""), ("private struct", ""), ("nonisolated public struct", "public "),
    ])
  func access(_ introducer: String, _ access: String) throws {
    try expectTable(
      """
      \(access)static let table = Table(
        "row", { Row(id: $0) },
        .primaryKey("id", \\.id))
      """, of: "@Table \(introducer) Row { public private(set) var id: Int64 }")
  }

  @Test(
    "the access of an extension around the struct",
    arguments: [
      ("public extension Shop", "struct", "public "),
      ("package extension Shop", "struct", "package "),
      ("public extension Shop", "internal struct", ""), ("extension Shop", "struct", ""),
      ("public enum Shop", "struct", ""),
    ])
  func outerAccess(_ outer: String, _ introducer: String, _ access: String) throws {
    try expectTable(
      """
      \(access)static let table = Table(
        "row", { Row(id: $0) },
        .primaryKey("id", \\.id))
      """,
      of: """
        \(outer) {
          @Table \(introducer) Row { var id: Int64 }
        }
        """)
  }

  @Test("the module before the names, where another type is called Table")
  func qualified() throws {
    let table = """
      static let table = LinqSQL.Table(
        "row", { Row(id: $0) },
        .primaryKey("key", \\.id))
      """
    try expectTable(
      table, of: #"@TableMacros.Table struct Row { @TableMacros.Column("key") var id: Int64 }"#)
    try expectTable(
      table.replacing("row", with: "table").replacing("Row", with: "Table"),
      of: #"@Table struct Table { @Column("key") var id: Int64 }"#)
  }

  @Test("a key of several properties, and roles, names and encodings of columns")
  func columns() throws {
    try expectTable(
      """
      static let table = Table(
        "rate", { Rate(currency: $0, year: $1, value: $2, gross: $3, created: $4, seen: $5, \
      weight: $6, id: $7) },
        .primaryKey("currency", \\.currency),
        .primaryKey("Year", \\.year, isAssigned: false),
        .column("value", \\.value).encoded(as: .scaled(2)),
        .generated("gross", \\.gross),
        .defaulted("created", \\.created).encoded(as: .timestamp(fractionDigits: 3)),
        .defaulted("Seen", \\.seen),
        .generated(Names.weight, \\.weight),
        .column("Id", \\.id))
      """,
      of: """
        @Table struct Rate {
          @PrimaryKey let currency: String
          @PrimaryKey("Year", isAssigned: false) let year: Int
          @Column(nil) @Encoded(as: .scaled(2)) var value: Decimal
          @Generated let gross: Double
          @Encoded(as: .timestamp(fractionDigits: 3))
          @Defaulted var created: Date?
          @Defaulted("Seen") var seen: Date?
          @Generated(Names.weight) var weight: Double
          @Column("Id") var id: Int
        }
        """)
  }

  @Test("another name of the property id leaves it the key")
  func namedKey() throws {
    try expectTable(
      """
      static let table = Table(
        "row", { Row(total: $0, id: $1) },
        .column("total", \\.total),
        .primaryKey("RowId", \\.id).encoded(as: .bytes))
      """,
      of:
        #"@Table struct Row { var total = 0; @Column("RowId") @Encoded(as: .bytes) var id: UUID }"#
    )
  }
}
