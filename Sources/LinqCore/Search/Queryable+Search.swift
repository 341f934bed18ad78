extension Queryable where Element: Searchable {
  /// The elements that are found by a text as people type it: each word of the text begins a word
  /// of one of the fields, without regard to case, accents, width and the order of the words.
  ///
  /// The best come first: whole words of a name, then whole words of other fields, then beginnings
  /// of words of a name, then others; equally good ones by their names.
  ///
  /// ```swift
  /// people.search("jose mull").take(20)     // José Müller
  /// // SELECT … FROM person WHERE swift_search_2_1(?, surname, name, email) IS NOT NULL
  /// // ORDER BY swift_search_2_1(?, surname, name, email), surname, name, id LIMIT ?
  /// ```
  ///
  /// It is a `where` and a `sort`: other operators before and after it do what they always do.
  /// <doc:Finding> says which words a field has.
  ///
  /// - Complexity: O(n) for n elements in memory.
  public func search(_ text: String) -> Query<Element> {
    search(QueryExpression<String>(text))
  }

  /// The elements that are found by a text, which may be a parameter of a prepared query.
  public func search(_ text: QueryExpression<String>) -> Query<Element> {
    let fields = Element.searchFields
    var found = self.where { fields.rank(of: $0, in: text) != nil }
      .sort { fields.rank(of: $0, in: text) }
    for place in fields.names(of: .element()).indices {
      found = found.thenBy { fields.names(of: $0)[place] }
    }
    return found
  }
}
