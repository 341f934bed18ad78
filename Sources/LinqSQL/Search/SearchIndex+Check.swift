internal import LinqCore
package import StoreEngine

extension SearchIndex {
  /// Calls a closure with what is wrong with the index: rows whose words are not those of the row,
  /// and words that the index does not find.
  package func check(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws {
    guard !connection.engine.keepsWordsInRows else { return try checkRows(on: connection, report) }
    guard try Self.hasModule(connection) else { return }
    let last = try lastKey(on: connection)
    let selected = ([key] + columns).map { "p." + quoted($0) }.joined(separator: ", ")
    let select = StatementText(
      """
      SELECT \(selected), t.words FROM \(quoted(table)) AS p
      LEFT JOIN \(quoted(texts)) AS t ON t.id = p.\(quoted(key))
      WHERE p.\(quoted(key)) <= ? AND p.\(quoted(key)) NOT IN (SELECT id FROM \(quoted(due)))
      ORDER BY p.\(quoted(key))
      """)
    let rowCount = try connection.query("SELECT count(*) FROM \(quoted(texts))") {
      Int(try $0.integer(0))
    }[0]
    let step = max(1, rowCount / Self.sampleSize)
    var sample: [(key: Int64, words: String)] = []
    try connection.withStatement(select) { row in
      try row.bind(last, at: 0)
      var count = 0
      while try row.step() {
        let (key, words) = (try row.integer(0), try words(of: row).text)
        let place = fields.count + 1
        if row.isNull(place) {
          report(key, "has no words in the search index")
        } else if try row.text(place) != words {
          report(key, "has other words in the search index")
        } else if count.isMultiple(of: step) {
          sample.append((key, words))
        }
        count += 1
      }
    }
    let find = StatementText(
      "SELECT 1 FROM \(quoted(index)) WHERE \(quoted(index)) MATCH ? AND rowid = ?")
    for (key, words) in sample {
      for word in Set(words.split(separator: " ")) {
        let isFound = try connection.withStatement(find) { row in
          try row.bind(.text("\"\(word)\""), at: 0)
          try row.bind(key, at: 1)
          return try row.step()
        }
        if !isFound { report(key, "is not found by the search index") }
      }
    }
  }

  /// The number of rows whose words a check looks up.
  private static let sampleSize = 1_000

  /// Throws an error of SQLite if the index does not contain the words of the rows. It writes
  /// nothing, but needs a connection that may. A server looks after its own indexes.
  package func checkContents(on connection: Connection) throws {
    guard try !connection.engine.keepsWordsInRows && Self.hasModule(connection) else { return }
    try connection.run(
      "INSERT INTO \(quoted(index)) (\(quoted(index)), rank) VALUES ('integrity-check', 1)")
  }
}
