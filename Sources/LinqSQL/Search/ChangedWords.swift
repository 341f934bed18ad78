internal import StoreEngine

/// The words of rows whose texts one statement of a server changes, each to texts of its own. They
/// are written in the same transaction, once the statement has returned the rows.
///
/// ```sql
/// UPDATE person SET surname = $1 WHERE age > $2 RETURNING id, name, …
/// UPDATE person AS r SET search_words = …              -- for up to 1,000 rows
/// ```
///
/// A row that has other texts meanwhile, because of a trigger, gets none. Others get theirs later.
final class ChangedWords<Row: Sendable> {
  private let table: Table<Row>
  private let index: SearchIndex
  private let key: AssignedKey<Row>
  private let wasIncomplete: Bool
  private var rows: [(key: Int64, words: GivenWords)] = []
  /// Whether a row has changed whose words are not noted.
  private var hasOthers = false

  /// - Returns: nil if the statement needs no words, or cannot have any.
  init?(of table: Table<Row>, changing columns: [String], on connection: Connection) throws {
    guard connection.engine.keepsWordsInRows, let index = table.searchIndex,
      let key = table.assignedKey, !Set(index.columns).isDisjoint(with: columns),
      connection.isInTransaction,
      try table.givesWords(on: connection)
    else { return nil }
    (self.table, self.index, self.key) = (table, index, key)
    wasIncomplete = connection.mayLeaveIncompleteRows
  }

  /// Notes a row as it is stored.
  func note(_ row: Row) throws {
    guard rows.count < SearchIndex.changedCount, let words = try table.givenWords(of: row) else {
      hasOthers = true
      return
    }
    rows.append((try table.integerKey(row, key), words))
  }

  /// Writes the words of the rows, unless they are very many.
  func write(on connection: Connection) throws {
    guard !hasOthers else { return }
    if !rows.isEmpty {
      do {
        guard try index.write(rows, on: connection) == rows.count else { return }
      } catch DatabaseError.failed(let error) where error.refusesWords {
        connection.tablesWithoutWords.insert(table.name)
        return
      }
    }
    connection.mayLeaveIncompleteRows = wasIncomplete
  }
}

extension SearchIndex {
  /// The number of rows that a change of many gives their words at once.
  static let changedCount = 1_000

  /// Writes the words of rows that have none, where the rows have the texts of the words.
  ///
  /// - Returns: the number of rows that have got their words.
  fileprivate func write(
    _ rows: [(key: Int64, words: GivenWords)], on connection: Connection
  ) throws -> Int {
    let (table, words, key) = (quoted(table), quoted(Self.column), quoted(key))
    let list = rows.map { "{\"key\": \($0.key), \"given\": \($0.words.json)}" }
    let update = StatementText(
      """
      UPDATE \(table) AS r SET \(words) = CAST(w.given #>> '{given,words}' AS tsvector)
      FROM jsonb_array_elements(CAST(? AS jsonb)) AS w (given)
      WHERE r.\(key) = CAST(w.given ->> 'key' AS bigint) AND r.\(words) IS NULL
        AND to_jsonb(r.*) @> (w.given #> '{given,texts}')
      RETURNING swift.has_words(r.\(words), to_jsonb(r.*), CAST(w.given -> 'given' AS text))
      """)
    var count = 0
    try connection.withoutRecording {
      try connection.withStatement(update) { statement in
        try statement.bind(.text("[\(list.joined(separator: ", "))]"), at: 0)
        while try statement.step() { if try statement.integer(0) != 0 { count += 1 } }
        try statement.finish()
      }
    }
    return count
  }
}
