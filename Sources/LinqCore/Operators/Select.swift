extension Queryable {
  /// The value of an expression for each element.
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

  /// The result of an arbitrary Swift closure for each element, computed in memory.
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

  /// The value of a property of each element.
  public func select<Value>(_ keyPath: any KeyPath<Element, Value> & Sendable) -> Query<Value> {
    select { $0[dynamicMember: keyPath] }
  }
}

// There is one overload for each number of values, because with a parameter pack the compiler does
// not know the type of the tuple before it type-checks the next closure of the chain. The closure
// that builds the tuple is inlinable, so that it is specialized in the caller, where the layout is
// known. Otherwise the layout would be looked up for each row.
extension Queryable {
  /// Two values for each element, as a tuple.
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

  /// Three values for each element, as a tuple.
  @inlinable public func select<A, B, C>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    )
  ) -> Query<(A, B, C)> {
    tuples(values) { a, b, c in
      ElementReader { (try a(), try b(), try c()) }
    }
  }

  /// Four values for each element, as a tuple.
  @inlinable public func select<A, B, C, D>(
    _ values: (QueryExpression<Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> Query<(A, B, C, D)> {
    tuples(values) { a, b, c, d in
      ElementReader { (try a(), try b(), try c(), try d()) }
    }
  }

  /// Five values for each element, as a tuple.
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

  /// Six values for each element, as a tuple.
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
  /// The query of values that an arbitrary Swift closure computes. `body` is compiled in the
  /// caller.
  @usableFromInline func selected<Value>(
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Value>
  ) -> Query<Value> { then(.select(nil), body) }
}
