extension Queryable {
  /// The value of an expression for each element.
  ///
  /// ```swift
  /// people.select { $0.name }                   // SELECT name FROM person ORDER BY id
  /// ```
  public func select<Value>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) -> Query<Value> { selecting(value(.element())) }

  /// The result of an arbitrary Swift closure for each element, computed in memory.
  ///
  /// ```swift
  /// people.where { $0.age < 40 }.select { PersonCard($0) }      // where in SQL, select in memory
  /// ```
  @_disfavoredOverload
  @inlinable public func select<Value>(
    _ value: (@Sendable (Element) throws -> Value)?
  ) -> Query<Value> {
    // The optional makes the compiler prefer the closure of an expression where it has a choice.
    guard let value else { preconditionFailure("select without a closure") }
    return query.selected { next in { try next().map(value) } }
  }

  /// The value of a property of each element.
  public func select<Value>(_ keyPath: any KeyPath<Element, Value> & Sendable) -> Query<Value> {
    select { $0[dynamicMember: keyPath] }
  }
}

// There is one overload for each number of values up to six, the others in `TupleArities.swift`.
// With a parameter pack or a result builder the compiler does not know the type of the tuple while
// it type-checks the next closure of the chain, and takes some of them for closures that run in
// memory.
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
}

extension Queryable {
  /// A tuple for each element that has more than six parts, tuples as parts, or constants as parts.
  ///
  /// ```swift
  /// people.select { ($0.id, ($0.name, $0.surname), true) }
  /// // SELECT id, name, surname, ? FROM person ORDER BY id
  /// ```
  ///
  /// The closure runs once, when the query is built. With a `return` statement it is an arbitrary
  /// Swift closure, which runs in memory.
  @_disfavoredOverload
  public func select<Tuple>(
    @SelectBuilder _ tuple: (QueryExpression<Element>) -> Selection<Tuple>
  ) -> Query<Tuple> { selecting(tuple(.element()).tuple) }
}

extension Queryable {
  private func selecting<Value>(_ value: QueryExpression<Value>) -> Query<Value> {
    let function: @Sendable (Element) throws -> Value = value.function()
    return query.then(.select([value.expressionNode])) { next in { try next().map(function) } }
  }
}

extension Query {
  /// The query of values that an arbitrary Swift closure computes. `body` is compiled in the
  /// caller.
  @usableFromInline func selected<Value>(
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Value>
  ) -> Query<Value> { then(.select(nil), body) }
}
