import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Chains over tables with keys of other types: in SQL and in memory, on each engine.
@Suite struct ChainTests {
  private let libraries: [Library]

  init() throws {
    libraries = try Library.all()
    for library in libraries { try library.fill() }
  }

  /// Expects the elements of a query, in SQL alone and in memory alone.
  private func expect<Element: Sendable>(
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation,
    _ query: (Library) -> Query<Element>
  ) throws {
    for library in libraries {
      for policy in [QueryPolicy.requireSQL, .memoryOnly] {
        let found = try query(library).policy(policy).toArray().map { "\($0)" }
        #expect(found == expected, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func joinsAndRelations() throws {
    try expect(["(\"Faust\", 1)", "(\"Sult\", 2)", "(\"Edda\", 0)"]) {
      $0.books.query.select { ($0.title, $0.copies.count) }
    }
    try expect(["Sult"]) {
      $0.books.query.where { $0.origin.name == "Norway" }.select { $0.title }
    }
    try expect(["(\"Faust\", [1])", "(\"Sult\", [0, 2])", "(\"Edda\", [])"]) {
      $0.books.query.select { ($0.title, $0.copies.select { $0.number }) }
    }
    try expect(["Optional(\"B2\")"]) {
      $0.loans.query.where { $0.copy.shelf != nil }.select { $0.copy.shelf }
    }
    try expect(["(\"Ada\", 1)", "(\"Bo\", 2)"]) { library in
      library.readers.query.sort { $0.name }.select { reader in
        (reader.name, library.loans.matching(\.reader, equals: reader.id).count)
      }
    }
    try expect(["(\"Faust\", \"Germany\")", "(\"Sult\", \"Norway\")"]) { library in
      library.books.query
        .join(library.countries.query, on: { $0.country }, equals: { $0.code })
        .select { ($0.0.title, $0.1.name) }
    }
  }

  @Test func groupsDistinctAndOrder() throws {
    try expect(["(\"a\", 1)", "(\"b\", 2)"]) {
      $0.copies.query.groupBy { $0.isbn }.select { ($0.key, $0.count) }
    }
    try expect(["b", "a"]) { $0.copies.query.reverse().select { $0.isbn }.distinct() }
    try expect(["c", "b"]) { $0.books.query.reverse().take(2).select { $0.isbn } }
    try expect(["b"]) { $0.books.query.skip(1).take(1).select { $0.isbn } }
  }

  @Test("what depends on the order of the elements, where the key is a text")
  func orderedAggregates() throws {
    try expect([
      "(false, 24.9, Optional(12.45), \"Faust, Sult\")", "(true, 0.0, Optional(0.0), \"Edda\")",
    ]) {
      $0.books.query.groupBy { $0.country == nil }.select {
        (
          $0.key, $0.sum { $0.price }, $0.average { $0.price },
          $0.joined(separator: ", ") { $0.title }
        )
      }
    }
    try expect(["(Optional(5.0), \"102\")"]) { library in
      library.countries.query.take(1).select { _ in
        (
          library.books.elements.median { $0.price },
          library.copies.elements.joined { "\($0.number)" }
        )
      }
    }
    for library in libraries {
      #expect(try library.books.sum { $0.price } == 24.9)
      #expect(try library.books.reverse().joined { $0.title } == "EddaSultFaust")
    }
  }

  @Test func views() throws {
    try expect(["(\"b\", 0, \"Bo\")", "(\"b\", 2, \"Ada\")"]) {
      $0.open.query.select { ($0.isbn, $0.number, $0.name) }
    }
    for library in libraries {
      #expect(throws: (any Error).self) {
        try library.open.insert(OpenLoan(isbn: "a", number: 1, name: "x"))
      }
    }
  }

  @Test func rowsOfQueriesAreChangedAndDeleted() throws {
    for library in libraries {
      #expect(try library.copies.where { $0.number < 2 }.update { $0.set(\.shelf, to: "low") } == 2)
      #expect(
        try library.copies.sortDescending { $0.number }.take(1).update {
          $0.set(\.shelf, to: "top")
        } == 1)
      // Memory decides which rows these are.
      let opaque = library.copies.where { copy in copy.isbn.hasSuffix("b") && copy.number == 0 }
      #expect(try opaque.update { $0.set(\.shelf, to: "zero") } == 1)
      #expect(
        try library.copies.select { $0.shelf }.toArray() == ["low", "zero", "top"])
      #expect(try library.loans.sort { $0.number }.skip(1).delete() == 2)
      #expect(try library.loans.query.toArray().map(\.number) == [0])
      #expect(
        try library.countries.where { $0.code == "de" }.update { $0.set(\.name, to: "D") } == 1)
    }
  }

  @Test func manyRowsThatMemoryDecides() throws {
    for library in libraries {
      try library.countries.insert((0..<1000).map { Country(code: "x\($0)", name: "\($0)") })
      let count = try library.countries.query.policy(.memoryOnly).where { $0.code > "w" }.delete()
      #expect(count == 1000)
      #expect(try library.countries.count() == 2)
    }
  }

  @Test func liveQueriesFollow() async throws {
    for library in libraries {
      try await library.pool.write {
        if $0.engine != .sqlite { _ = try $0.query("SELECT swift.observe('country')") { _ in } }
      }
      var changes = library.countries.query.where { $0.code > "e" }.live().makeAsyncIterator()
      #expect(try await changes.next()?.map(\.code) == ["no"])
      try await library.countries.insert(Country(code: "se", name: "Sverige"))
      #expect(try await changes.next()?.map(\.code) == ["no", "se"])
      try await library.countries.delete("se")
      #expect(try await changes.next()?.map(\.code) == ["no"])
    }
  }

  @Test func declarationsAreChecked() throws {
    struct Half: Sendable {
      var isbn: String
      var shelf: String?
      static let table = Table(
        "book_copy", Half.init, .primaryKey("isbn", \.isbn), .column("shelf", \.shelf))
    }
    struct Computed: Sendable {
      var isbn: String
      var price: Double
      static let table = Table(
        "book", Computed.init, .primaryKey("isbn", \.isbn), .column("price", \.price))
    }
    for library in libraries {
      let half = #expect(throws: TableDeclarationError.self) {
        try Repository(Half.table, in: library.pool).all()
      }
      #expect(half?.problems == [.keyNotUnique(column: "isbn")])
      let computed = #expect(throws: TableDeclarationError.self) {
        try Repository(Computed.table, in: library.pool).all()
      }
      #expect(computed?.problems == [.generated(column: "price")])
    }
  }
}
