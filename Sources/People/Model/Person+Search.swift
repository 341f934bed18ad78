public import LinqCore

extension Person: Searchable {
  /// A search looks in the surname, the name and the e-mail address.
  public static let searchFields = SearchFields(names: \Person.surname, \.name, others: \.email)

  /// Whether the person is found by a text as people type it, which may be in some attributes.
  public func isFound(by text: String, attributes: [String]) -> Bool {
    isFound(by: text, also: attributes.map { self.attributes[$0] })
  }
}

extension Queryable<Person> {
  /// The people who are found by a text as people type it, which may be in some attributes.
  ///
  /// ```swift
  /// people.search("jose berlin", attributes: ["city", "employer"]).take(20)
  /// // … WHERE swift_search_2_3(?, surname, name, email, json_extract(attributes, '$.city'),
  /// // json_extract(attributes, '$.employer')) IS NOT NULL ORDER BY …
  /// ```
  ///
  /// - Parameters:
  ///   - text: the words.
  ///   - attributes: the names of attributes in which words may begin, too.
  ///   - locale: the language in whose order equally good people are, such as `sv`; nil for the
  ///     order of the scalars.
  /// - Complexity: O(n) for n people with attributes: the index knows none. With a locale, all
  ///   people who are found are read.
  public func search(
    _ text: String, attributes: [String], locale: String? = nil
  ) -> Query<Person> {
    let person = QueryExpression<Person>.element(isBuiltAhead: true)
    return search(
      QueryExpression<String>(text), of: person, also: attributes.map { person.attributes[$0] },
      locale: locale)
  }
}

extension QueryExpression<Person> {
  /// Whether the person is found by a text as people type it, which may be in some attributes.
  ///
  /// ```swift
  /// people.where { $0.isFound(by: "jose berlin", attributes: ["city"]) }.sort { $0.age }
  /// ```
  public func isFound(by text: String, attributes: [String]) -> QueryExpression<Bool> {
    isFound(by: QueryExpression<String>(text), also: attributes.map { self.attributes[$0] })
  }
}
