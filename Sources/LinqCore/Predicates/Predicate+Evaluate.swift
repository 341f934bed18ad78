public import Foundation

extension Queryable {
  /// The elements for which a predicate of Foundation is true, in their order.
  ///
  /// ```swift
  /// people.where(#Predicate<Person> { $0.id < 40 && $0.email == nil })
  /// // SELECT … FROM person WHERE id < ? AND email IS NULL ORDER BY id
  /// ```
  ///
  /// The predicate says what it says on an array, also where it unwraps a value:
  ///
  /// ```swift
  /// people.where(#Predicate<Person> { $0.email != nil && $0.email!.contains("@") })
  /// // SELECT … FROM person WHERE email IS NOT NULL AND swift_contains(email, ?) ORDER BY id
  /// ```
  ///
  /// Members, comparisons, logic, nil, `?.`, `!` after a test for nil, arithmetic, ranges, lists
  /// and texts are translated to SQL. A predicate with anything else is evaluated in memory. In a
  /// closure write `predicate.evaluate($0)`.
  @_disfavoredOverload
  public func `where`(_ predicate: Predicate<Element>) -> Query<Element> {
    self.where { predicate.evaluate($0) }
  }

  /// The value of an expression of Foundation for each element.
  ///
  /// ```swift
  /// people.select(#Expression<Person, Int> { $0.email == nil ? 0 : $0.email!.count })
  /// // SELECT CASE WHEN email IS NULL THEN ? ELSE swift_count(email) END FROM person ORDER BY id
  /// ```
  ///
  /// In a closure, for a sort or a group, write `expression.evaluate($0)`.
  @_disfavoredOverload
  public func select<Value>(_ expression: Expression<Element, Value>) -> Query<Value> {
    select { expression.evaluate($0) }
  }
}

extension Predicate {
  /// Returns whether the predicate is true for values of a query.
  ///
  /// ```swift
  /// let isAdult = #Predicate<Person> { ($0.age ?? 0) >= 18 }
  ///
  /// people.where { isAdult.evaluate($0) || $0.email != nil }
  /// // SELECT … FROM person WHERE (coalesce(age, ?) >= ? OR email IS NOT NULL) ORDER BY id
  /// ```
  public func evaluate(_ input: repeat QueryExpression<each Input>) -> QueryExpression<Bool> {
    var scope = PredicateScope()
    for (variable, input) in repeat (each variable, each input) { scope.bind(variable, to: input) }
    let arguments = (repeat (each input).expressionValue)
    return scope.expression(of: self.expression) { try evaluate(repeat (each arguments)($0)) }
  }
}

extension Expression {
  /// Returns the value of the expression for values of a query.
  ///
  /// ```swift
  /// let length = #Expression<Person, Int> { $0.surname.count }
  ///
  /// people.sortDescending { length.evaluate($0) }
  /// // SELECT … FROM person ORDER BY swift_count(surname) DESC, id
  /// ```
  public func evaluate(_ input: repeat QueryExpression<each Input>) -> QueryExpression<Output> {
    var scope = PredicateScope()
    for (variable, input) in repeat (each variable, each input) { scope.bind(variable, to: input) }
    let arguments = (repeat (each input).expressionValue)
    return scope.expression(of: self.expression) { try evaluate(repeat (each arguments)($0)) }
  }
}
