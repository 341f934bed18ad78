internal import StoreEngine

extension FileIndex {
  /// Calls a closure with what is wrong with the index: rows whose text is not that of the row, and
  /// rows that the index does not find.
  func check(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws {
    guard try Self.hasModule(connection) else { return }
    let last = try lastKey(on: connection)
    let selected = ([key] + columns).map { "p." + quoted($0) }.joined(separator: ", ")
    let select = StatementText(
      """
      SELECT \(selected), t.\(content) FROM \(quoted(table)) AS p
      LEFT JOIN \(quoted(texts)) AS t ON t.id = p.\(quoted(key))
      WHERE p.\(quoted(key)) <= ? AND p.\(quoted(key)) NOT IN (SELECT id FROM \(quoted(due)))
      ORDER BY p.\(quoted(key))
      """)
    let rowCount = try connection.query("SELECT count(*) FROM \(quoted(texts))") {
      Int(try $0.integer(0))
    }[0]
    let step = max(1, rowCount / Self.sampleSize)
    var sample: [(key: Int64, text: String)] = []
    try connection.withStatement(select) { row in
      try row.bind(last, at: 0)
      var count = 0
      while try row.step() {
        let (key, text) = (try row.integer(0), try text(row))
        let place = columns.count + 1
        if row.isNull(place) {
          report(key, "has no \(content) in the \(title)")
        } else if try row.text(place) != text {
          report(key, "has other \(content) in the \(title)")
        } else if count.isMultiple(of: step) {
          sample.append((key, text))
        }
        count += 1
      }
    }
    let find = StatementText(
      "SELECT 1 FROM \(quoted(name)) WHERE \(quoted(name)) MATCH ? AND rowid = ?")
    for (key, text) in sample {
      for term in terms(text) {
        let isFound = try connection.withStatement(find) { row in
          try row.bind(.text(term), at: 0)
          try row.bind(key, at: 1)
          return try row.step()
        }
        if !isFound { report(key, "is not found by the \(title)") }
      }
    }
  }

  /// The number of rows whose terms a check looks up.
  private static let sampleSize = 1_000

  /// Throws an error of SQLite if the index does not contain the texts of the rows. It writes
  /// nothing, but needs a connection that may.
  func checkContents(on connection: Connection) throws {
    guard try Self.hasModule(connection) else { return }
    try connection.run(
      "INSERT INTO \(quoted(name)) (\(quoted(name)), rank) VALUES ('integrity-check', 1)")
  }
}
