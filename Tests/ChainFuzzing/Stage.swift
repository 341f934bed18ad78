import LinqSQL
import LinqText
import TestModel
import TestSupport

/// Two stores with the same rows, one of them with indexes, and the rows themselves. The second is
/// a file, so that several connections can read it.
final class Stage: Sendable {
  /// What helps SQLite in the second store.
  enum Indexing: CaseIterable {
    case none, indexed, analyzed
  }

  let corpus: Corpus
  let plain: TextForm
  let indexed: TextForm
  let stores: [TestStore]
  /// The first store, whose tables are declared when the program runs.
  let dynamic: TextForm
  /// The same rows on a server, if there is one.
  let server: TextForm?

  private static let indexes = [
    "CREATE INDEX i1 ON person (name)", "CREATE INDEX i2 ON person (surname)",
    "CREATE INDEX i3 ON person (age)", "CREATE INDEX i4 ON person (birth_date)",
    "CREATE INDEX i5 ON person (surname, age, name)", "CREATE INDEX i6 ON person (email, age)",
  ]

  /// Stores with the rows of a corpus, which get their keys here; random indexes in the second.
  convenience init(
    _ corpus: Corpus, _ random: inout RandomSource, server: TestStore? = nil
  ) throws {
    var statements: [String] = []
    for statement in Self.indexes + corpus.schema.indexes + ["ANALYZE"] where random.chance(40) {
      statements.append(statement)
    }
    try self.init(corpus, statements, server)
  }

  /// Stores with the rows of a corpus; all indexes in the second, or none.
  convenience init(
    _ corpus: Corpus, _ indexing: Indexing, server: TestStore? = nil
  ) throws {
    let statements = indexing == .none ? [] : Self.indexes + corpus.schema.indexes
    try self.init(corpus, indexing == .analyzed ? statements + ["ANALYZE"] : statements, server)
  }

  private init(_ corpus: Corpus, _ indexing: [String], _ server: TestStore?) throws {
    var corpus = corpus
    let schema = corpus.schema
    let folder = TemporaryFolder()
    var forms: [TextForm] = []
    var stores: [TestStore] = []
    for statements in [[], indexing] {
      var configuration = DatabaseConfiguration()
      configuration.durability = .normal
      // The file stays as long as a query of it.
      configuration.didWait = { _ in withExtendedLifetime(folder) {} }
      let store = try TestStore(
        path: stores.isEmpty ? ":memory:" : folder.file(), configuration: configuration)
      try store.pool.write { connection in
        for statement in schema.statements(onServer: false) { try connection.execute(statement) }
      }
      let isIndexed = !stores.isEmpty
      if isIndexed { try store.createTextIndexes() }
      // Rows that have keys already keep them. The indexes do not know the last ones.
      let half = corpus.people.count / 2
      let first = try store.people.insert(Array(corpus.people.prefix(half)))
      if isIndexed { try store.updateTextIndexes() }
      corpus.people = try first + store.people.insert(Array(corpus.people.dropFirst(half)))
      try store.repository(of: schema.storage).insert(corpus.purchases)
      // As they are stored: SQLite keeps -0.0 as 0.0.
      corpus.purchases = try store.repository(of: schema.declaration).all()
      guard schema.isInOrder(corpus.readableRows(.purchase)) else { throw Disorder(schema: schema) }
      try store.pool.write { connection in
        for statement in corpus.faultStatements + statements { try connection.execute(statement) }
      }
      forms.append(store.chains(corpus, of: isIndexed ? Person.indexedTable : Person.table))
      stores.append(store)
    }
    if let server {
      try server.pool.write { connection in
        for statement in Schema.removal + schema.statements(onServer: true) {
          try connection.execute(statement)
        }
        try connection.execute("TRUNCATE person RESTART IDENTITY")
        for name in ["i1", "i2", "i3", "i4", "i5", "i6"] {
          try connection.execute("DROP INDEX IF EXISTS \(name)")
        }
        for statement in indexing { try connection.execute(statement) }
      }
      try server.people.insert(corpus.people)
      try server.repository(of: schema.storage).insert(corpus.purchases)
      guard try server.repository(of: schema.declaration).all() == corpus.purchases else {
        throw Disorder(schema: schema)
      }
    }
    self.server = server?.chains(corpus, of: Person.narrowedTable)
    self.corpus = corpus
    self.stores = stores
    plain = forms[0]
    dynamic = stores[0].dynamicChains(corpus)
    indexed = forms[1]
  }

  /// Ends the use of the stores.
  func close() { for store in stores { store.close() } }
}

/// The rows of a table do not come in the order of its key.
struct Disorder: Error {
  let schema: Schema
}

extension Person {
  /// The table with an index of substrings, which a server keeps itself.
  fileprivate static let narrowedTable = table.substrings(of: \.name, \.surname, \.email)

  /// The table with the indexes of its texts.
  fileprivate static let indexedTable = narrowedTable.searchable()
}

extension TestStore {
  fileprivate func createTextIndexes() throws {
    try pool.write { connection in
      for sql in [
        Person.indexedTable.searchIndex?.creation(), Person.indexedTable.substringIndex?.creation(),
      ] { try connection.execute(sql ?? "") }
    }
  }

  fileprivate func updateTextIndexes() throws {
    try pool.write { connection in
      try Person.indexedTable.searchIndex?.update(on: connection)
      try Person.indexedTable.substringIndex?.update(on: connection)
    }
  }

  /// The text form with the purchases beside the people, and arrays of the same rows.
  ///
  /// - Parameter table: the declaration of the people.
  func chains(_ corpus: Corpus, of table: Table<Person>) -> TextForm {
    let declaration = corpus.schema.declaration
    return TextForm(sources: [
      Person.source("people", repository(of: table).query),
      purchases("purchases", repository(of: declaration).query),
      purchases("knownPurchases", Query(corpus.arrayPurchases)),
      Person.source("knownPeople", Query(corpus.people)),
    ])
  }

  private func purchases(_ name: String, _ query: Query<Purchase>) -> TextSource {
    TextSource(
      name, query, typeName: "Purchase",
      members: [
        TextMember("id", \.id), TextMember("buyer", \.buyer), TextMember("price", \.price),
        TextMember("pieces", \.pieces), TextMember("isPaid", \.isPaid),
        TextMember("day", \.day), TextMember("discount", \.discount),
        TextMember("ordered", \.ordered), TextMember("cost", \.cost), TextMember("token", \.token),
        TextMember("tags", \.tags), TextMember("scores", \.scores), TextMember("marks", \.marks),
        TextMember("notes", \.notes),
      ])
  }
}
