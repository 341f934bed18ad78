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
/// parts. Overloads of `select` would all be tried, one by one.
@_documentation(visibility: internal)
@resultBuilder
public enum SelectBuilder {
  /// Returns the tuple of a closure.
  public static func buildBlock<Tuple>(_ tuple: Selection<Tuple>) -> Selection<Tuple> {
    tuple
  }
}

// In these, a literal with expressions in it is an expression.
extension SelectBuilder {
  /// Seven values.
  public static func buildExpression<A, B, C, D, E, F, G>(
    _ values: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>
    )
  ) -> Selection<(A, B, C, D, E, F, G)> {
    Selection(values.0, values.1, values.2, values.3, values.4, values.5, values.6)
  }

  /// Eight values.
  public static func buildExpression<A, B, C, D, E, F, G, H>(
    _ values: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>
    )
  ) -> Selection<(A, B, C, D, E, F, G, H)> {
    Selection(values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7)
  }

  /// Nine values.
  public static func buildExpression<A, B, C, D, E, F, G, H, I>(
    _ values: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>,
      QueryExpression<I>
    )
  ) -> Selection<(A, B, C, D, E, F, G, H, I)> {
    Selection(
      values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7, values.8)
  }

  /// Ten values.
  public static func buildExpression<A, B, C, D, E, F, G, H, I, J>(
    _ values: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>,
      QueryExpression<I>, QueryExpression<J>
    )
  ) -> Selection<(A, B, C, D, E, F, G, H, I, J)> {
    Selection(
      values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7, values.8,
      values.9)
  }

  /// Eleven values.
  public static func buildExpression<A, B, C, D, E, F, G, H, I, J, K>(
    _ values: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>,
      QueryExpression<I>, QueryExpression<J>, QueryExpression<K>
    )
  ) -> Selection<(A, B, C, D, E, F, G, H, I, J, K)> {
    Selection(
      values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7, values.8,
      values.9, values.10)
  }

  /// Twelve values.
  public static func buildExpression<A, B, C, D, E, F, G, H, I, J, K, L>(
    _ values: (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>, QueryExpression<G>, QueryExpression<H>,
      QueryExpression<I>, QueryExpression<J>, QueryExpression<K>, QueryExpression<L>
    )
  ) -> Selection<(A, B, C, D, E, F, G, H, I, J, K, L)> {
    Selection(
      values.0, values.1, values.2, values.3, values.4, values.5, values.6, values.7, values.8,
      values.9, values.10, values.11)
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

extension SelectBuilder {
  /// Two values, some of which are constants.
  public static func buildExpression<A: SelectPart, B: SelectPart>(
    _ values: (A, B)
  ) -> Selection<(A.Part, B.Part)> {
    Selection(values.0.selectedPart, values.1.selectedPart)
  }

  /// Three values, some of which are constants.
  public static func buildExpression<A: SelectPart, B: SelectPart, C: SelectPart>(
    _ values: (A, B, C)
  ) -> Selection<(A.Part, B.Part, C.Part)> {
    Selection(values.0.selectedPart, values.1.selectedPart, values.2.selectedPart)
  }

  /// Four values, some of which are constants.
  public static func buildExpression<A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart>(
    _ values: (A, B, C, D)
  ) -> Selection<(A.Part, B.Part, C.Part, D.Part)> {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart)
  }

  /// Five values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart
  >(
    _ values: (A, B, C, D, E)
  ) -> Selection<(A.Part, B.Part, C.Part, D.Part, E.Part)> {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart)
  }

  /// Six values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart
  >(
    _ values: (A, B, C, D, E, F)
  ) -> Selection<(A.Part, B.Part, C.Part, D.Part, E.Part, F.Part)> {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart)
  }

  /// Seven values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart,
    G: SelectPart
  >(
    _ values: (A, B, C, D, E, F, G)
  ) -> Selection<(A.Part, B.Part, C.Part, D.Part, E.Part, F.Part, G.Part)> {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart,
      values.6.selectedPart)
  }

  /// Eight values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart,
    G: SelectPart, H: SelectPart
  >(
    _ values: (A, B, C, D, E, F, G, H)
  ) -> Selection<(A.Part, B.Part, C.Part, D.Part, E.Part, F.Part, G.Part, H.Part)> {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart,
      values.6.selectedPart, values.7.selectedPart)
  }

  /// Nine values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart,
    G: SelectPart, H: SelectPart, I: SelectPart
  >(
    _ values: (A, B, C, D, E, F, G, H, I)
  ) -> Selection<(A.Part, B.Part, C.Part, D.Part, E.Part, F.Part, G.Part, H.Part, I.Part)> {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart,
      values.6.selectedPart, values.7.selectedPart, values.8.selectedPart)
  }

  /// Ten values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart,
    G: SelectPart, H: SelectPart, I: SelectPart, J: SelectPart
  >(
    _ values: (A, B, C, D, E, F, G, H, I, J)
  ) -> Selection<
    (A.Part, B.Part, C.Part, D.Part, E.Part, F.Part, G.Part, H.Part, I.Part, J.Part)
  > {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart,
      values.6.selectedPart, values.7.selectedPart, values.8.selectedPart, values.9.selectedPart)
  }

  /// Eleven values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart,
    G: SelectPart, H: SelectPart, I: SelectPart, J: SelectPart, K: SelectPart
  >(
    _ values: (A, B, C, D, E, F, G, H, I, J, K)
  ) -> Selection<
    (A.Part, B.Part, C.Part, D.Part, E.Part, F.Part, G.Part, H.Part, I.Part, J.Part, K.Part)
  > {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart,
      values.6.selectedPart, values.7.selectedPart, values.8.selectedPart, values.9.selectedPart,
      values.10.selectedPart)
  }

  /// Twelve values, some of which are constants.
  public static func buildExpression<
    A: SelectPart, B: SelectPart, C: SelectPart, D: SelectPart, E: SelectPart, F: SelectPart,
    G: SelectPart, H: SelectPart, I: SelectPart, J: SelectPart, K: SelectPart, L: SelectPart
  >(
    _ values: (A, B, C, D, E, F, G, H, I, J, K, L)
  ) -> Selection<
    (A.Part, B.Part, C.Part, D.Part, E.Part, F.Part, G.Part, H.Part, I.Part, J.Part, K.Part, L.Part)
  > {
    Selection(
      values.0.selectedPart, values.1.selectedPart, values.2.selectedPart, values.3.selectedPart,
      values.4.selectedPart, values.5.selectedPart,
      values.6.selectedPart, values.7.selectedPart, values.8.selectedPart, values.9.selectedPart,
      values.10.selectedPart, values.11.selectedPart)
  }
}
