// Unavailable overloads for mistakes that are easily made. Without them the compiler has no message
// for these mistakes, or a misleading one.

extension QueryExpression {
  /// Unavailable: the member of an optional is found through `map`.
  @available(
    *, unavailable,
    message: "the value may be nil: use map, as in $0.birthDate.map { $0.year }, or ??"
  )
  @_disfavoredOverload
  public subscript<Wrapped, Member>(
    dynamicMember keyPath: any KeyPath<Wrapped, Member> & Sendable
  ) -> QueryExpression<Member?> where Value == Wrapped? { unavailable() }
}

extension QueryExpression {
  /// Unavailable: values of different types are not compared.
  @available(
    *, unavailable,
    message: "the operands are of different types, or one may be nil: convert it, or use ??"
  )
  @_disfavoredOverload
  public static func == <Other>(left: Self, right: Other) -> QueryExpression<Bool> {
    unavailable()
  }

  /// Unavailable: values of different types are not compared.
  @available(
    *, unavailable,
    message: "the operands are of different types, or one may be nil: convert it, or use ??"
  )
  @_disfavoredOverload
  public static func != <Other>(left: Self, right: Other) -> QueryExpression<Bool> {
    unavailable()
  }

  /// Unavailable: values of different types are not compared.
  @available(
    *, unavailable,
    message: "the operands are of different types, or one may be nil: convert it, or use ??"
  )
  @_disfavoredOverload
  public static func < <Other>(left: Self, right: Other) -> QueryExpression<Bool> {
    unavailable()
  }

  /// Unavailable: values of different types are not compared.
  @available(
    *, unavailable,
    message: "the operands are of different types, or one may be nil: convert it, or use ??"
  )
  @_disfavoredOverload
  public static func <= <Other>(left: Self, right: Other) -> QueryExpression<Bool> {
    unavailable()
  }

  /// Unavailable: values of different types are not compared.
  @available(
    *, unavailable,
    message: "the operands are of different types, or one may be nil: convert it, or use ??"
  )
  @_disfavoredOverload
  public static func > <Other>(left: Self, right: Other) -> QueryExpression<Bool> {
    unavailable()
  }

  /// Unavailable: values of different types are not compared.
  @available(
    *, unavailable,
    message: "the operands are of different types, or one may be nil: convert it, or use ??"
  )
  @_disfavoredOverload
  public static func >= <Other>(left: Self, right: Other) -> QueryExpression<Bool> {
    unavailable()
  }
}

// The compiler rejects every use of such overloads, so this is never called.
func unavailable() -> Never { fatalError("this overload is unavailable") }

// MARK: - Closures without a value

// An overload that is unavailable would only be taken if no other one fits. These are preferred
// because they are more special. They throw, so that the compiler rejects them, too, where the
// result is not used by something that throws.

extension Queryable {
  /// Deprecated: a closure without a value selects nothing.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the closure returns no value; use forEach for effects")
  @_disfavoredOverload
  public func select(_ value: (@Sendable (Element) throws -> Void)?) throws -> Query<Void> {
    throw ExpressionError.closureWithoutValue
  }

  /// Deprecated: a closure without a value selects nothing.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "a part of the tuple has no value")
  @_disfavoredOverload
  public func select<Value>(
    _ value: (@Sendable (Element) throws -> (Value, Void))?
  ) throws -> Query<(Value, Void)> { throw ExpressionError.closureWithoutValue }

  /// Deprecated: a closure without a value selects nothing.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "a part of the tuple has no value")
  @_disfavoredOverload
  public func select<Value>(
    _ value: (@Sendable (Element) throws -> (Void, Value))?
  ) throws -> Query<(Void, Value)> { throw ExpressionError.closureWithoutValue }

  /// Deprecated: a group of no values is empty.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the closure returns no value")
  @_disfavoredOverload
  public func groupBy<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    element: @escaping @Sendable (Element) throws -> Void
  ) throws -> Query<QueryGroup<Key, Void>> { throw ExpressionError.closureWithoutValue }
}

extension QueryFunction where Result == Void {
  /// Deprecated: a function without a result has no place in a query.
  @_documentation(visibility: internal)
  @available(*, deprecated, message: "the function returns no value")
  @_disfavoredOverload
  public init(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Void
  ) throws { throw ExpressionError.closureWithoutValue }
}
