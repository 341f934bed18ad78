extension Queryable {
  /// The elements of an array of each element, concatenated.
  ///
  /// ```swift
  /// customers.selectMany { $0.orders }
  /// // SELECT b.id, b.customer_id, … FROM customer AS a JOIN purchase_order AS b
  /// // ON a.id = b.customer_id ORDER BY a.id, b.id
  /// ```
  ///
  /// It is SQL where the array's elements are found by values that are equal to ones of the
  /// element, as those of relations are. A limit is one of each array:
  ///
  /// ```swift
  /// customers.selectMany { $0.orders.sortDescending { $0.total }.take(3) }
  /// // … JOIN (SELECT … row_number() OVER (PARTITION BY customer_id ORDER BY total DESC, id)
  /// // …) AS b ON a.id = b.key0 ORDER BY a.id, b.total DESC, b.id
  /// ```
  ///
  /// The items of groups are such arrays, too:
  ///
  /// ```swift
  /// people.groupBy { $0.surname }.selectMany { $0.items.sortDescending { $0.id }.take(2) }
  /// // … FROM (SELECT … row_number() OVER (PARTITION BY surname ORDER BY id DESC) …) AS b
  /// // CROSS JOIN (SELECT surname, min(id) … GROUP BY surname) AS a
  /// // ON a.surname IS b.key0 ORDER BY a.c1_1, b.id DESC
  /// ```
  ///
  /// It is SQL, too, where the array is a list that is stored as JSON:
  ///
  /// ```swift
  /// letters.selectMany { $0.topics }.where { $0 != .work }
  /// // SELECT b.value FROM letter AS a CROSS JOIN temp.json_each(a.topics) AS b ON 1
  /// // WHERE b.value <> ? ORDER BY a.id, b.key
  /// letters.selectMany { letter in letter.topics.reverse().select { (letter.id, $0) } }
  /// // SELECT a.id, b.value FROM letter AS a CROSS JOIN temp.json_each(a.topics) AS b ON 1
  /// // ORDER BY a.id, b.key DESC
  /// ```
  ///
  /// `where`, `select`, sorts and `reverse` of a list are SQL. A limit or `distinct` of a list runs
  /// in memory.
  public func selectMany<Value: Sendable>(
    _ values: (QueryExpression<Element>) -> QueryExpression<[Value]>
  ) -> Query<Value> {
    let expression = QueryExpression(of: values)
    return flattened(.selectMany(expression.expressionNode), expression.function())
  }

  /// The elements of the sequences that a closure returns for each element, concatenated.
  ///
  /// ```swift
  /// people.selectMany { $0.fullName.split(separator: " ") }
  /// ```
  @_disfavoredOverload
  public func selectMany<Values: Sequence & Sendable>(
    _ values: @escaping @Sendable (Element) throws -> Values
  ) -> Query<Values.Element> {
    flattened(.selectMany(nil), values)
  }

  private func flattened<Values: Sequence>(
    _ next: QueryOperator, _ values: @escaping @Sendable (Element) throws -> Values
  ) -> Query<Values.Element> {
    query.then(next) { next in flattening(next) { Array(try values($0)) } }
  }
}
