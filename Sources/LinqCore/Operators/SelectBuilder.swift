/// The tuple that a closure of `select` computes for each element.
@_documentation(visibility: internal)
public struct Selection<Tuple>: Sendable {
  let tuple: QueryExpression<Tuple>

  init<First, Second, each Rest>(
    _ first: QueryExpression<First>, _ second: QueryExpression<Second>,
    _ rest: repeat QueryExpression<each Rest>
  ) where Tuple == (First, Second, repeat each Rest) {
    tuple = QueryExpression(first, second, repeat each rest)
  }
}

/// Builds the tuples of `select` that have more than six parts, tuples as parts, or constants as
/// parts.
///
/// ```swift
/// people.select { ($0.id, ($0.name, $0.surname), true) }
/// // SELECT id, name, surname, ? FROM person ORDER BY id
/// ```
///
/// The compiler chooses among its functions by the number of parts, before it type-checks the
/// parts. Overloads of `select` would all be tried, one by one. Those for tuples of values are in
/// `TupleArities.swift`.
@_documentation(visibility: internal)
@resultBuilder
public enum SelectBuilder {
  /// Returns the tuple of a closure.
  public static func buildBlock<Tuple>(_ tuple: Selection<Tuple>) -> Selection<Tuple> {
    tuple
  }
}

// MARK: - Tuples of tuples

extension SelectBuilder {
  /// A value and a pair.
  public static func buildExpression<A, B, C>(
    _ values: (QueryExpression<A>, (QueryExpression<B>, QueryExpression<C>))
  ) -> Selection<(A, (B, C))> {
    Selection(values.0, QueryExpression<(B, C)>(values.1.0, values.1.1))
  }

  /// A pair and a value.
  public static func buildExpression<A, B, C>(
    _ values: ((QueryExpression<A>, QueryExpression<B>), QueryExpression<C>)
  ) -> Selection<((A, B), C)> {
    Selection(QueryExpression<(A, B)>(values.0.0, values.0.1), values.1)
  }

  /// Two pairs.
  public static func buildExpression<A, B, C, D>(
    _ values: (
      (QueryExpression<A>, QueryExpression<B>), (QueryExpression<C>, QueryExpression<D>)
    )
  ) -> Selection<((A, B), (C, D))> {
    Selection(
      QueryExpression<(A, B)>(values.0.0, values.0.1),
      QueryExpression<(C, D)>(values.1.0, values.1.1))
  }
}

// MARK: - Constants

/// A part of a tuple in `select`: an expression, or a value that does not depend on the element.
///
/// ```swift
/// people.select { ($0.name, true, "person") }     // SELECT name, ?, ? FROM person ORDER BY id
/// ```
@_documentation(visibility: internal)
public protocol SelectPart<Part>: Sendable {
  /// The type of the value.
  associatedtype Part
  /// The value as an expression.
  var selectedPart: QueryExpression<Part> { get }
}

extension QueryExpression: SelectPart {
  /// The expression itself.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<Value> { self }
}

extension Int: SelectPart {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<Int> { QueryExpression(self) }
}

extension Int64: SelectPart {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<Int64> { QueryExpression(self) }
}

extension Double: SelectPart {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<Double> { QueryExpression(self) }
}

extension Bool: SelectPart {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<Bool> { QueryExpression(self) }
}

extension String: SelectPart {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<String> { QueryExpression(self) }
}

extension CalendarDate: SelectPart {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<CalendarDate> { QueryExpression(self) }
}

extension Optional: SelectPart where Wrapped: SelectPart<Wrapped> {
  /// The value as a constant.
  @_documentation(visibility: internal)
  public var selectedPart: QueryExpression<Wrapped?> { QueryExpression(self) }
}
