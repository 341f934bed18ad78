internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// The words of a row that one statement of a server writes, with the texts that they are of.
///
/// ```sql
/// INSERT INTO person (name, …, id, search_words) VALUES ($1, …, swift.given_words($8))
/// RETURNING CASE WHEN xmax = 0 THEN
///   CASE WHEN swift.has_words(search_words, to_jsonb(person.*), $8) IS NOT NULL THEN id END END
/// UPDATE person SET name = $1, … WHERE id = $7 AND swift.know_words($8)
/// RETURNING swift.has_words(search_words, to_jsonb(person.*), $8)
/// ```
///
/// **Words of other texts are impossible.** An insert whose row is stored with other texts, because
/// of a trigger, fails, and runs again without words. After a change of texts the index's own
/// trigger, which is the last, writes the words if the row has these texts now, and otherwise none.
/// So it does not matter what the schema was when somebody last looked at it.
struct GivenWords: Sendable {
  /// The words and the texts as the functions of the server read them.
  let json: String

  /// - Parameter texts: the texts of the fields as they are stored; nil for NULL.
  /// - Returns: nil if a server stores no such texts, or not so many words.
  init?(_ index: SearchIndex, texts: [String?]) {
    guard let words = index.storedWords(of: texts) else { return nil }
    let fields = zip(index.columns, texts).map { column, text in
      "\(Self.string(column)): \(text.map(Self.string) ?? "null")"
    }
    // The words have no character that JSON escapes.
    json = """
      {"table": \(Self.string(index.table)), "texts": {\(fields.joined(separator: ", "))}, \
      "words": "\(words)"}
      """
  }

  private static func string(_ text: String) -> String {
    var json = ""
    json.appendJSON(text)
    return json
  }
}

extension SearchIndex {
  /// Returns the words of texts as a server reads them; nil if they are too many, or if it does not
  /// store such texts.
  func storedWords(of texts: [String?]) -> String? {
    guard texts.allSatisfy({ $0?.utf8.contains(0) != true }) else { return nil }
    let words = SearchWords(
      names: texts.prefix(nameCount).compactMap(\.self),
      others: texts.dropFirst(nameCount).compactMap(\.self))
    return words.bytes.count <= Self.highestSize ? words.text : nil
  }
}

extension Table {
  /// Returns whether statements that write one row write its words, too: there is a column for
  /// them, its texts are stored as they are, and neither triggers of others, as far as they are
  /// known, nor the server have been in the way.
  func givesWords(on connection: Connection) throws -> Bool {
    guard connection.engine.keepsWordsInRows, let searchIndex else { return false }
    try check(on: connection)
    guard let stored = connection.facts.comparedTable(named: name), !stored.isIndirect,
      !stored.hasTriggers, !connection.tablesWithoutWords.contains(name),
      stored.column(named: SearchIndex.column) != nil,
      // Not each value of this type is one that the functions can read.
      !stored.columns.contains(where: { $0.type == "json" })
    else { return false }
    return storesPlainTexts(of: searchIndex)
  }

  /// Whether the texts of an index are stored as the rows have them.
  func storesPlainTexts(of index: SearchIndex) -> Bool {
    index.columns.allSatisfy { name in
      column(name).map { $0.isWritten && ($0.encoding ?? .collated) == .collated } ?? false
    }
  }

  /// Returns the words of a row; nil if they are not known before it is stored.
  ///
  /// - Parameter missing: the columns that get the default values of the database.
  func givenWords(of row: Row, without missing: Set<String> = []) throws -> GivenWords? {
    guard let searchIndex, missing.isDisjoint(with: searchIndex.columns) else { return nil }
    // The values are those that the statement writes.
    let texts: [String?] = try searchIndex.columns.map { column in
      var writer = RowWriter()
      try write(row, allWriters.filter { $0.column == column }, &writer)
      return writer.values.first?.text
    }
    return GivenWords(searchIndex, texts: texts)
  }

  /// Runs a statement that writes a row with its words. If the server refuses them, it runs again
  /// without, and so do the next ones on the connection.
  func givingWords<Result>(
    of row: Row, without missing: Set<String> = [], on connection: Connection,
    _ body: (GivenWords?) throws -> Result
  ) throws -> Result {
    guard try givesWords(on: connection), let words = try givenWords(of: row, without: missing)
    else { return try body(nil) }
    do {
      return try body(words)
    } catch DatabaseError.failed(let error) where error.refusesWords {
      connection.tablesWithoutWords.insert(name)
      return try body(nil)
    }
  }

  /// Returns whether writing some columns leaves no row without words, as far as triggers are
  /// known.
  ///
  /// - Parameter columns: the columns; nil for all of them.
  func keepsWords(writing columns: [String]?, on connection: Connection) -> Bool {
    guard connection.engine.keepsWordsInRows else { return true }
    guard !connection.hasTriggers(name) else { return false }
    guard let searchIndex else { return true }
    return columns.map { Set(searchIndex.columns).isDisjoint(with: $0) } ?? false
  }
}

extension EngineError {
  /// Whether a statement with words fails, and not one without: they are those of other texts, or
  /// the column or the functions are gone.
  var refusesWords: Bool { ["SW000", "42703", "42883", "3F000"].contains(state) }
}

extension RowWriter {
  /// Writes the words of a row to the last parameter, if there are any.
  mutating func write(_ words: GivenWords?) throws {
    if let words { try write(.text(words.json)) }
  }
}

extension Statement {
  /// Notes whether a row that was written with words has none.
  ///
  /// - Parameter column: the column that says so.
  func noteWords(_ column: Int, _ words: GivenWords?, on connection: Connection) throws {
    guard words != nil, try integer(column) == 0 else { return }
    connection.mayLeaveIncompleteRows = true
  }
}

extension Value {
  /// The text; nil for another value.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
