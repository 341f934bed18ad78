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

// The compiler rejects every use of the overloads above, so this is never called.
private func unavailable() -> Never { fatalError("this overload is unavailable") }
