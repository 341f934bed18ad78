import Logging
import People

/// Two stores with the same rows, one of them with indexes, and the rows themselves.
final class Stage {
  let corpus: Corpus
  let plain: TextForm
  let indexed: TextForm
  private let stores: [PersonStore]

  private static let indexes = [
    "CREATE INDEX i1 ON person (name)", "CREATE INDEX i2 ON person (surname)",
    "CREATE INDEX i3 ON person (age)", "CREATE INDEX i4 ON person (birth_date)",
    "CREATE INDEX i5 ON person (surname, age, name)", "CREATE INDEX i6 ON person (email, age)",
    "CREATE INDEX i7 ON purchase (buyer)", "CREATE INDEX i8 ON purchase (price, pieces)",
    "CREATE INDEX i9 ON purchase (day)", "ANALYZE",
  ]

  /// Stores with the rows of a corpus, which get their keys here.
  init(_ corpus: Corpus, _ random: inout RandomSource) throws {
    var corpus = corpus
    var forms: [TextForm] = []
    var stores: [PersonStore] = []
    for isIndexed in [false, true] {
      let store = try PersonStore(
        path: ":memory:", logger: Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() })
      try store.pool.write { connection in
        try connection.execute(Purchase.schema)
        guard isIndexed else { return }
        for index in Self.indexes where random.chance(40) { try connection.execute(index) }
      }
      let purchases = Repository(Purchase.table, in: store.pool)
      // Rows that have keys already keep them.
      corpus.people = try store.people.insert(corpus.people)
      try purchases.insert(corpus.purchases)
      // As they are stored: SQLite keeps -0.0 as 0.0.
      corpus.purchases = try purchases.all()
      forms.append(
        TextForm(
          sources: store.textForm.sources + [
            TextSource(
              "purchases", purchases.query, typeName: "Purchase",
              members: [
                TextMember("id", \.id), TextMember("buyer", \.buyer), TextMember("price", \.price),
                TextMember("pieces", \.pieces), TextMember("isPaid", \.isPaid),
                TextMember("day", \.day), TextMember("discount", \.discount),
              ])
          ]))
      stores.append(store)
    }
    self.corpus = corpus
    self.stores = stores
    plain = forms[0]
    indexed = forms[1]
  }

  /// Ends the use of the stores.
  func close() { for store in stores { store.close() } }
}
