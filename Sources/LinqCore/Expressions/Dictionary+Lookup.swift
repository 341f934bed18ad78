extension Dictionary where Key: Sendable, Value: Sendable {
  /// The value for a key of the query's element; nil without one.
  ///
  /// ```swift
  /// let fees = [MemberKind.child: 0, .adult: 20]
  /// members.select { ($0.id, fees[$0.kind] ?? 10) }
  /// // SELECT id, coalesce(CASE WHEN kind = ? THEN ? ELSE CASE WHEN kind = ? THEN ? ELSE NULL END
  /// // END, ?) FROM member ORDER BY id
  /// ```
  ///
  /// More than 64 keys, and values that may be nil, are one parameter in JSON, which is read for
  /// each element: join `Query(pairs)` instead where there are many of both. Keys and values that
  /// JSON does not keep exactly, such as a `Double`, are looked up in memory then.
  public subscript(key: QueryExpression<Key>) -> QueryExpression<Value?> {
    // Constants that may be nil inside an optional have no SQL; elements of an array have.
    guard count <= 64, !(Value.self is any NilTestable.Type) else {
      let pairs = Query(map { ($0.key, $0.value) })
      return pairs.matching(\.0, equals: key).select { $0[dynamicMember: \.1] }.first
    }
    return reduce(QueryExpression<Value?>(nil)) { rest, pair in
      .if(key == pair.key, then: QueryExpression<Value?>(pair.value), else: rest)
    }
  }

  /// The value for a key of the query's element, or another one.
  public subscript(
    key: QueryExpression<Key>, default other: @autoclosure () -> Value
  ) -> QueryExpression<Value> { self[key] ?? other() }
}
