extension Queryable {
  /// Another value instead of each element.
  ///
  /// ```swift
  /// people.select { $0.name }                   // SELECT name FROM person ORDER BY id
  /// ```
  public func select<Value>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) -> Query<Value> {
    let expression = value(.element())
    let function: @Sendable (Element) throws -> Value = expression.function()
    return query.then(.select([expression.expressionNode])) { next in { try next().map(function) } }
  }

  /// What a closure makes of each element: any Swift, run in memory.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }.select { PersonCard($0) }      // where in SQL, select in memory
  /// ```
  @_disfavoredOverload
  @inlinable public func select<Value>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Value> {
    query.selected { next in { try next().map(value) } }
  }

  /// A property of each element.
  public func select<Value>(_ keyPath: any KeyPath<Element, Value> & Sendable) -> Query<Value> {
    select { $0[dynamicMember: keyPath] }
  }
}

// One overload for each number of values: from a parameter pack the compiler does not know the type
// of the tuple before it looks at the next closure of the chain. What makes the tuple is compiled
// in the caller, who knows its layout: elsewhere that would be looked up for each row.
extension Queryable {
  /// A pair instead of each element.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.age) }         // SELECT name, age FROM person ORDER BY id
  /// ```
  @inlinable public func select<A, B>(
    _ values: (QueryExpression<Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> Query<(A, B)> {
    tuples(values) { a, b in
      ElementReader { (try a(), try b()) }
    }
  }

  /// Three values instead of each element.
  @inlinable public func select<A, B, C>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    )
  ) -> Query<(A, B, C)> {
    tuples(values) { a, b, c in
      ElementReader { (try a(), try b(), try c()) }
    }
  }

  /// Four values instead of each element.
  @inlinable public func select<A, B, C, D>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> Query<(A, B, C, D)> {
    tuples(values) { a, b, c, d in
      ElementReader { (try a(), try b(), try c(), try d()) }
    }
  }

  /// Five values instead of each element.
  @inlinable public func select<A, B, C, D, E>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> Query<(A, B, C, D, E)> {
    tuples(values) { a, b, c, d, e in
      ElementReader { (try a(), try b(), try c(), try d(), try e()) }
    }
  }

  /// Six values instead of each element.
  @inlinable public func select<A, B, C, D, E, F>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> Query<(A, B, C, D, E, F)> {
    tuples(values) { a, b, c, d, e, f in
      ElementReader { (try a(), try b(), try c(), try d(), try e(), try f()) }
    }
  }
}

extension Query {
  /// The query of values that any Swift makes, in a body that is compiled in the caller.
  @usableFromInline func selected<Value>(
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Value>
  ) -> Query<Value> { then(.select(nil), body) }
}
