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
  /// The article Finding People says which words a field has.
  ///
  /// - Complexity: O(n) for n elements in memory.
  public func search(_ text: String) -> Query<Element> {
    search(QueryExpression<String>(text))
  }

  /// The elements that are found by a text, which may be a parameter of a prepared query.
  public func search(_ text: QueryExpression<String>) -> Query<Element> {
    let fields = Element.searchFields
    var found = self.where { $0.isFound(by: text) }.sort { fields.rank(of: $0, in: text) }
    for place in fields.names(of: .element()).indices {
      found = found.thenBy { fields.names(of: $0)[place] }
    }
    return found
  }
}

extension QueryExpression where Value: Searchable {
  /// Whether the element is found by a text, as by `search`: a condition, for
  /// queries with an order of their own.
  ///
  /// ```swift
  /// people.where { $0.isFound(by: "jose mull") || $0.id == 7 }
  /// // … WHERE swift_search_2_1(?, surname, name, email) IS NOT NULL OR id = ? ORDER BY id
  /// ```
  public func isFound(by text: String) -> QueryExpression<Bool> {
    isFound(by: QueryExpression<String>(text))
  }

  /// Whether the element is found by a text, which may be a parameter of a prepared query.
  public func isFound(by text: QueryExpression<String>) -> QueryExpression<Bool> {
    Value.searchFields.rank(of: self, in: text) != nil
  }
}

extension Searchable {
  /// Whether the value is found by a text as people type it.
  public func isFound(by text: String) -> Bool {
    SearchText.reading(text).rank(in: Self.searchFields.words(of: self)) != nil
  }
}
