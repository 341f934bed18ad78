extension Queryable where Element: Sendable {
  /// The elements of the query as an array inside an expression of another query.
  ///
  /// ```swift
  /// people.where { $0.age == people.elements.max { $0.age } }
  /// // SELECT … FROM person WHERE age IS (SELECT max(age) FROM person AS t1) ORDER BY id
  ///
  /// people.select { person in
  ///   (person.name, invoices.elements.count { $0.personID == person.id })
  /// }
  /// // SELECT name, (SELECT count(*) FROM invoice WHERE person_id = person.id)
  /// // FROM person ORDER BY id
  /// ```
  ///
  /// In memory, the query is read once for each run of the query around it, and so are values of
  /// its elements that depend on nothing else.
  public var elements: QueryExpression<[Element]> {
    let node = query.node
    return Subquery(node, kept: { _ in SubqueryRun.kept }) { _ in
      try SubqueryRun.elements(of: node)
    }.elements
  }

  /// The elements for which an expression is true, as an array inside an expression of another
  /// query.
  ///
  /// ```swift
  /// people.where { person in invoices.matching { $0.personID == person.id }.any() }
  /// // SELECT … FROM person
  /// // WHERE EXISTS (SELECT 1 FROM invoice WHERE person_id = person.id) ORDER BY id
  /// ```
  ///
  /// The expression may use the parameters of the closures around it.
  public func matching(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) -> QueryExpression<[Element]> { elements.where(predicate) }

  /// The elements with a property that equals a value, as an array inside an expression of another
  /// query. In memory, they are found by their key.
  ///
  /// ```swift
  /// people.select { ($0.name, invoices.matching(\.personID, equals: $0.id).count) }
  /// ```
  public func matching<Key: Hashable & Sendable>(
    _ property: any KeyPath<Element, Key> & Sendable, equals value: QueryExpression<Key>
  ) -> QueryExpression<[Element]> {
    related({ $0[dynamicMember: property] }, value) { $0 == $1 }
  }

  /// The elements with an optional property that equals a value that is never nil.
  public func matching<Key: Hashable & Sendable>(
    _ property: any KeyPath<Element, Key?> & Sendable, equals value: QueryExpression<Key>
  ) -> QueryExpression<[Element]> {
    related({ $0[dynamicMember: property] }, value.wrapped()) { $0 == $1 }
  }

  /// The elements with a property that equals an optional value; none for nil.
  public func matching<Key: Hashable & Sendable>(
    _ property: any KeyPath<Element, Key> & Sendable, equals value: QueryExpression<Key?>
  ) -> QueryExpression<[Element]> {
    related({ $0[dynamicMember: property].wrapped() }, value) { $0 == $1 }
  }

  private func related<Key: Hashable & Sendable>(
    _ property: (QueryExpression<Element>) -> QueryExpression<Key>, _ value: QueryExpression<Key>,
    _ isEqual: (QueryExpression<Key>, QueryExpression<Key>) -> QueryExpression<Bool>
  ) -> QueryExpression<[Element]> {
    elements.subquery.filtered {
      isEqual(property($0), value)
    } match: {
      KeyMatch(property($0), equals: value)
    }.elements
  }
}

extension Queryable where Element: Hashable & Sendable {
  /// Returns whether the elements contain a value of an expression of another query.
  ///
  /// ```swift
  /// let debtors = invoices.where { $0.total > 100 }.select { $0.personID }
  /// people.where { debtors.contains($0.id) }
  /// // SELECT … FROM person
  /// // WHERE id IN (SELECT person_id FROM invoice WHERE total > ?) ORDER BY id
  /// ```
  public func contains(_ element: QueryExpression<Element>) -> QueryExpression<Bool> {
    elements.contains(element)
  }

  /// Returns whether the optional elements contain a value of an expression of another query that
  /// is never nil.
  public func contains<Wrapped>(
    _ element: QueryExpression<Wrapped>
  ) -> QueryExpression<Bool> where Element == Wrapped? { elements.contains(element) }
}
