public import Foundation

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

// What SQL calls its operators. A row has no such members, but may have such properties.
extension QueryExpression where Value: FunctionValue {
  /// Unavailable: use `contains` of the list.
  @available(*, unavailable, message: "write [1, 2].contains($0.id)")
  public func `in`<List>(_ list: List) -> QueryExpression<Bool> { unavailable() }

  /// Unavailable: use `contains` of a range.
  @available(*, unavailable, message: "write (1...9).contains($0.age)")
  public func between<Bound>(_ low: Bound, _ high: Bound) -> QueryExpression<Bool> { unavailable() }

  /// Unavailable: use functions of text.
  @available(
    *, unavailable,
    message: "write hasPrefix(\"a\"), hasSuffix(\"a\"), contains(\"a\"), or contains(/a.c/)"
  )
  public func like(_ pattern: String) -> QueryExpression<Bool> { unavailable() }

  /// Unavailable: use `sort(_:)`.
  @available(*, unavailable, message: "write sort { $0.name }")
  public var asc: Self { unavailable() }

  /// Unavailable: use `sortDescending(_:)`.
  @available(*, unavailable, message: "write sortDescending { $0.name }, or thenByDescending")
  public var desc: Self { unavailable() }
}

extension QueryExpression where Value == String? {
  /// Unavailable: nil contains nothing, and is no empty text.
  @available(
    *, unavailable,
    message: "the value may be nil: write $0.email.map { $0.contains(\"x\") } == true"
  )
  public func contains<Text>(_ text: Text) -> QueryExpression<Bool> { unavailable() }
}

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Unavailable: a comparison of two elements has no SQL.
  @available(*, unavailable, message: "write minBy { $0.day }")
  public func min<Key>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Value.Element>! { unavailable() }

  /// Unavailable: a comparison of two elements has no SQL.
  @available(*, unavailable, message: "write maxBy { $0.day }")
  public func max<Key>(
    by key: (QueryExpression<Value.Element>) -> QueryExpression<Key>
  ) -> QueryExpression<Value.Element>! { unavailable() }
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

extension Queryable {
  /// Unavailable: a sort has one key, and `thenBy(_:)` the next.
  @available(
    *, unavailable, message: "a sort has one key: write sort { $0.surname }.thenBy { $0.name }"
  )
  @_disfavoredOverload
  public func sort<First, Second, each Rest>(
    _ key: (QueryExpression<Element>) -> (
      QueryExpression<First>, QueryExpression<Second>, repeat QueryExpression<each Rest>
    )
  ) -> Query<Element> { unavailable() }

  /// Unavailable: a sort has one key, and `thenByDescending(_:)` the next.
  @available(
    *, unavailable,
    message: "a sort has one key: write sortDescending { $0.total }.thenBy { $0.name }"
  )
  @_disfavoredOverload
  public func sortDescending<First, Second, each Rest>(
    _ key: (QueryExpression<Element>) -> (
      QueryExpression<First>, QueryExpression<Second>, repeat QueryExpression<each Rest>
    )
  ) -> Query<Element> { unavailable() }
}

extension QueryExpression where Value == CalendarDate {
  /// Unavailable: a number says nothing of days, months or years.
  @available(
    *, unavailable,
    message: "write advanced(by: 14) for days, adding(months: 1) or adding(years: 1)"
  )
  public static func + (left: Self, right: Int) -> Self { unavailable() }

  /// Unavailable: a number says nothing of days, months or years.
  @available(
    *, unavailable,
    message: "write advanced(by: -14) for days, adding(months: -1) or adding(years: -1)"
  )
  public static func - (left: Self, right: Int) -> Self { unavailable() }

  /// Unavailable: the distance of days is a number of days.
  @available(*, unavailable, message: "write first.distance(to: second), a number of days")
  public static func - (left: Self, right: Self) -> QueryExpression<Int> { unavailable() }
}

// MARK: - Conversions

extension Double {
  /// Unavailable: an initializer of a number returns no expression.
  @available(
    *, unavailable, message: "of an expression write $0.age.double, or QueryExpression<Double>(…)"
  )
  public init<Value>(_ expression: QueryExpression<Value>) { unavailable() }
}

extension FixedWidthInteger {
  /// Unavailable: an initializer of a number returns no expression.
  @available(
    *, unavailable, message: "of an expression write $0.price.int, or QueryExpression<Int>(…)"
  )
  public init<Value>(_ expression: QueryExpression<Value>) { unavailable() }
}

extension Decimal {
  /// Unavailable: an initializer of a number returns no expression.
  @available(
    *, unavailable, message: "of an expression write $0.age.decimal, or QueryExpression<Decimal>(…)"
  )
  public init<Value>(_ expression: QueryExpression<Value>) { unavailable() }
}

extension String {
  /// Unavailable: an initializer of a text returns no expression.
  @available(
    *, unavailable,
    message: "of an expression write \"\\($0.age)\", or QueryExpression<String>(…)"
  )
  public init<Value>(_ expression: QueryExpression<Value>) { unavailable() }
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
