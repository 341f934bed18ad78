import Foundation
import LinqModels
import StoreSQLite
import TestSupport
import Testing

/// The declarations of a small schema with something of everything.
@Suite struct SourceTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Library")

  private func connection() throws -> SQLiteConnection {
    let connection = try SQLiteConnection(path: ":memory:")
    let script = try String(
      contentsOf: Self.folder.appending(path: "library.sql"), encoding: .utf8)
    try connection.execute(script)
    return connection
  }

  @Test("the source is the one that is kept; UPDATE_GENERATED=1 writes it again")
  func source() throws {
    let model = try DatabaseModel(try connection())
    let source = SwiftSource.text(of: model)
    let file = Self.folder.appending(path: "Library.swift.txt")
    if ProcessInfo.processInfo.environment["UPDATE_GENERATED"] != nil {
      try source.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(source == (try String(contentsOf: file, encoding: .utf8)))
    #expect(model.notes == ["notes.bad is left out: no type of Swift reads all of its values"])
  }

  @Test("an empty database has declarations, too: those of the declared types")
  func declaredTypes() throws {
    let connection = try connection()
    try connection.execute(
      """
      DELETE FROM loans; DELETE FROM books; DELETE FROM notes; DELETE FROM readers;
      DELETE FROM library WHERE parent_id IS NOT NULL; DELETE FROM library;
      """)
    let empty = SwiftSource.text(of: try DatabaseModel(connection))
    let declared = SwiftSource.text(
      of: try DatabaseModel(try self.connection(), tables: ["books"]) { _ in false })
    for line in [
      "  var bought: CalendarDate?", "  var added: Date?", "  var isNew: Bool = false",
      "  var price: Double?", "  var shelf: String?",
    ] {
      #expect(empty.contains(line + "\n"))
      #expect(declared.contains(line + "\n"))
    }
  }

  @Test("a table alone has no relations to others; an unknown one is an error")
  func tables() throws {
    let connection = try connection()
    let model = try DatabaseModel(connection, tables: ["loans", "readers"])
    #expect(model.tables.map(\.type) == ["Loan", "Reader"])
    #expect(model.tables.flatMap(\.relations).map(\.property) == ["reader", "loans"])
    #expect {
      try DatabaseModel(connection, tables: ["lones"])
    } throws: {
      "\($0)" == "no table or view lones; there are books, lent, library, loans, notes, readers"
    }
  }

  @Test(
    "names of types and properties",
    arguments: [
      ("orders", "Order", "orders"), ("customer_id", "CustomerID", "customerID"),
      ("InvoiceLine", "InvoiceLine", "invoiceLine"), ("XMLFiles", "XMLFile", "xmlFiles"),
      ("CUSTOMER", "Customer", "customer"), ("people", "Person", "people"),
      ("2020 sales", "_2020SaleRow", "_2020Sales"), ("class", "Class", "class"),
      ("categories", "Category", "categories"), ("addresses", "Address", "addresses"),
      ("status", "Status", "status"), ("news", "News", "news"), ("Date", "DateRow", "date"),
      ("données", "Donnée", "données"), ("日本", "日本Row", "日本"), ("__", "Row", "column"),
      ("user ids", "UserID", "userIDs"), ("table", "TableRow", "tableValue"),
    ])
  func names(_ name: String, _ type: String, _ property: String) {
    #expect(SwiftNames.type(name) == type)
    #expect(SwiftNames.property(name) == property)
  }

  /// A column of a type with values, and how it is declared.
  struct Form: CustomTestStringConvertible, Sendable {
    let type: String
    let values: [String]
    let property: String
    let encoding: String

    init(_ type: String, _ values: [String], _ property: String, _ encoding: String = "") {
      (self.type, self.values, self.property, self.encoding) = (type, values, property, encoding)
    }

    var testDescription: String { "\(type) with \(values)" }
  }

  @Test(
    "the type of a column is one that reads all of its values",
    arguments: [
      Form("INTEGER", ["1", "-5"], "Int?"), Form("INT", ["1.5", "2"], "Double?", "number"),
      Form("INT", ["'n/a'", "2"], "String?", "text"), Form("BOOLEAN", ["0", "1"], "Bool?"),
      Form("BOOLEAN", ["0", "2"], "Int?"), Form("BOOL", ["'t'", "'f'"], "String?", "text"),
      Form("DATETIME", ["1700000000"], "Date?", "secondsSince1970"),
      Form("DATETIME", ["1700000000123"], "Date?", "millisecondsSince1970"),
      Form("DATETIME", ["1700000000123456"], "Date?"),
      Form("DATETIME", ["'2024-02-01 08:30:00'"], "Date?", "timestamp"),
      Form("TEXT", ["'2024-02-01 08:30:00.25'"], "Date?", "timestamp(fractionDigits: 2)"),
      Form("TEXT", ["'2024-02-01T08:30:00Z'"], "Date?", "iso8601"),
      Form("TEXT", ["'2024-02-01T08:30:00Z'", "'2024-02-01'"], "String?"),
      Form("DATE", ["'2024-02-01'", "NULL"], "CalendarDate?"),
      Form("DATE", ["'2024-02-01'", "''"], "String?", "text"),
      Form("DATE", ["20240201"], "CalendarDate?", "yearMonthDay"),
      Form("NUMERIC", ["1", "2"], "Double?", "number"),
      Form("NUMERIC", ["9007199254740993"], "Int?"), Form("REAL", ["1", "2"], "Double?"),
      Form("STRING", ["'007'"], "Int?"), Form("STRING", ["'a'", "7"], "String?", "text"),
      Form("", ["1", "'x'"], "String?", "text"), Form("", ["'x'"], "String?"),
      Form("BLOB", ["x'00'"], "Data?"),
      Form("UUID", ["x'00000000000000000000000000000001'"], "UUID?", "bytes"),
      Form("TEXT", ["'0000000a-0000-0000-0000-000000000001'"], "UUID?", "lowercase"),
      Form("TEXT", ["'0000000A-0000-0000-0000-000000000001'"], "UUID?"),
      Form("JSON", ["'[\"a\"]'", "'[]'"], "[String]?"), Form("TEXT", ["'[1, 2]'"], "[Int]?"),
      Form("TEXT", ["'[]'"], "String?"),
      Form("TEXT COLLATE NOCASE", ["'2024-02-01'"], "CalendarDate?", "collated"),
      Form("TEXT COLLATE NOCASE", ["'[1]'"], "String?", "collated"),
      Form("DATETIME", [], "Date?", "timestamp"), Form("DATE", [], "CalendarDate?"),
      Form("VARCHAR(20)", [], "String?"), Form("DOUBLE", [], "Double?"),
      Form("DECIMAL(5, 2)", [], "Double?", "number"), Form("", [], "String?", "text"),
      Form("BLOB", [], "Data?"), Form("GUID", [], "UUID?"),
    ])
  func form(_ form: Form) throws {
    let connection = try SQLiteConnection(path: ":memory:")
    try connection.run("CREATE TABLE t (id INTEGER PRIMARY KEY, x \(form.type))")
    for value in form.values { try connection.run("INSERT INTO t (x) VALUES (\(value))") }
    let source = SwiftSource.text(of: try DatabaseModel(connection))
    #expect(source.contains("  var x: \(form.property)\n"), "\(source)")
    let encoding = form.encoding.isEmpty ? ")" : ").encoded(as: .\(form.encoding))"
    #expect(source.contains(#".column("x", \.x\#(encoding)"#), "\(source)")
  }
}
