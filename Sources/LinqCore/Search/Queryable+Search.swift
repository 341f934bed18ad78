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
  /// A search looks in other texts, too, if it is given them. They count as fields that are no
  /// names:
  ///
  /// ```swift
  /// people.search("jose berlin", also: { $0.attributes["city"] }, { $0.attributes["employer"] })
  /// // … WHERE swift_search_2_3(?, surname, name, email, json_extract(attributes, '$.city'),
  /// // json_extract(attributes, '$.employer')) IS NOT NULL ORDER BY …
  /// ```
  ///
  /// It is a `where` and a `sort`: other operators before and after it do what they always do.
  /// The article Finding People says which words a field has.
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - more: other texts. An index finds candidates only of searches without them.
  /// - Complexity: O(n) for n elements in memory.
  public func search<each More: SearchableText>(
    _ text: String, also more: repeat (QueryExpression<Element>) -> QueryExpression<each More>
  ) -> Query<Element> {
    search(QueryExpression<String>(text), also: repeat each more)
  }

  /// The elements that are found by a text, which may be a parameter of a prepared query.
  public func search<each More: SearchableText>(
    _ text: QueryExpression<String>,
    also more: repeat (QueryExpression<Element>) -> QueryExpression<each More>
  ) -> Query<Element> {
    let element = QueryExpression<Element>.element(isBuiltAhead: true)
    var texts: [QueryExpression<String?>] = []
    for text in repeat each more { texts.append(text(element).optionalText) }
    return search(text, of: element, also: texts)
  }

  /// The elements that are found by a text.
  ///
  /// - Parameters:
  ///   - element: the element that the other texts belong to.
  ///   - more: other texts of the element in which the search looks.
  ///   - locale: the language in whose order equally good elements are; nil for that of the
  ///     scalars.
  package func search(
    _ text: QueryExpression<String>, of element: QueryExpression<Element>,
    also more: [QueryExpression<String?>], locale: String? = nil
  ) -> Query<Element> {
    let fields = Element.searchFields
    let rank = fields.rank(of: element, in: text, also: more)
    var found = self.where { _ in rank != nil }.sort { _ in rank }
    for name in fields.names(of: element) {
      if let locale {
        let name = name.map { $0.localized(locale) }
        found = found.thenBy { _ in name }
      } else {
        found = found.thenBy { _ in name }
      }
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
  /// people.where { $0.isFound(by: "jose berlin", also: $0.attributes["city"]) }
  /// // … WHERE swift_search_2_2(?, surname, name, email, json_extract(attributes, '$.city'))
  /// // IS NOT NULL ORDER BY id
  /// ```
  public func isFound<each More: SearchableText>(
    by text: String, also more: repeat QueryExpression<each More>
  ) -> QueryExpression<Bool> {
    isFound(by: QueryExpression<String>(text), also: repeat each more)
  }

  /// Whether the element is found by a text, which may be a parameter of a prepared query.
  public func isFound<each More: SearchableText>(
    by text: QueryExpression<String>, also more: repeat QueryExpression<each More>
  ) -> QueryExpression<Bool> {
    var texts: [QueryExpression<String?>] = []
    for text in repeat each more { texts.append(text.optionalText) }
    return isFound(by: text, also: texts)
  }

  /// Whether the element is found by a text.
  ///
  /// - Parameter more: other texts of the element in which the search looks.
  package func isFound(
    by text: QueryExpression<String>, also more: [QueryExpression<String?>]
  ) -> QueryExpression<Bool> {
    Value.searchFields.rank(of: self, in: text, also: more) != nil
  }
}

extension Searchable {
  /// Whether the value is found by a text as people type it. Other texts in which the search looks
  /// count as fields that are no names.
  public func isFound(by text: String, also more: String?...) -> Bool {
    isFound(by: text, also: more)
  }

  /// Whether the value is found by a text.
  package func isFound(by text: String, also more: [String?]) -> Bool {
    SearchText.reading(text).rank(in: Self.searchFields.words(of: self, also: more)) != nil
  }
}
