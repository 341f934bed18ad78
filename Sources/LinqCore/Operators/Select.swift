extension Queryable {
  /// The value of an expression for each element.
  ///
  /// ```swift
  /// people.select { $0.name }                   // SELECT name FROM person ORDER BY id
  /// ```
  public func select<Value>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) -> Query<Value> { selecting(QueryExpression(of: value)) }

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
  ) -> Query<Tuple> { selecting(QueryExpression { tuple($0).tuple }) }
}

// The types of the parts are known from the initializer.
extension Queryable {
  /// A value for each element that an initializer makes of two others.
  ///
  /// ```swift
  /// struct Household { var surname: String; var age: Int? }
  ///
  /// people.where { $0.email != nil }.select(Household.init) { ($0.surname, $0.age) }
  /// // SELECT surname, age FROM person WHERE email IS NOT NULL ORDER BY id
  /// ```
  ///
  /// The statement reads the values of the closure, and the initializer, or another function of
  /// these values, gets those of each row, as the initializer of a table does: it is no operator in
  /// memory. What follows is one, because SQL does not know the properties of the struct: filter
  /// and sort before it, or declare a `QueryInitializer`, whose properties SQL knows.
  @inlinable public func select<A, B, Value>(
    _ initializer: @escaping @Sendable (A, B) throws -> Value,
    _ values: (QueryExpression<Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> Query<Value> { select(values).built { try initializer($0.0, $0.1) } }

  /// A value for each element that an initializer makes of another one.
  @inlinable public func select<A, Value>(
    _ initializer: @escaping @Sendable (A) throws -> Value,
    _ value: (QueryExpression<Element>) -> QueryExpression<A>
  ) -> Query<Value> { select(value).built(initializer) }

  /// A value for each element that an initializer makes of more than six others.
  @_disfavoredOverload
  public func select<each Part, Value>(
    _ initializer: @escaping @Sendable (repeat each Part) throws -> Value,
    _ values: (QueryExpression<Element>) -> (repeat QueryExpression<each Part>)
  ) -> Query<Value> {
    tuples(values) { (part: repeat @escaping PartReader<each Part>) in
      ElementReader { (repeat try (each part)()) }
    }
    .built { (parts: (repeat each Part)) in try initializer(repeat each parts) }
  }
}

extension Query {
  /// The query of what an initializer makes of each element. `body` is compiled in the caller.
  @inlinable func built<Value>(
    _ body: @escaping @Sendable (Element) throws -> Value
  ) -> Query<Value> { building { next in { try next().map(body) } } }

  @usableFromInline func building<Value>(
    _ body: @escaping @Sendable (@escaping Pull<Element>) throws -> Pull<Value>
  ) -> Query<Value> { then(.build, body) }
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
