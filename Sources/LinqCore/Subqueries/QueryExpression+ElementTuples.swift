// Tuples of values for each element of an array inside an expression. As for `select` of a query,
// there is one overload for each number of values up to six.

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Two values for each element of the array, as a tuple.
  ///
  /// ```swift
  /// orders.select { ($0.day, $0.lines.select { ($0.quantity, $0.product.name) }) }
  /// // SELECT day, id FROM purchase_order ORDER BY id
  /// // SELECT order_id, quantity, (SELECT name FROM product WHERE id = order_line.product_id)
  /// // FROM order_line ORDER BY id
  /// ```
  public func select<A: Sendable, B: Sendable>(
    _ values: (QueryExpression<Value.Element>) -> (QueryExpression<A>, QueryExpression<B>)
  ) -> QueryExpression<[(A, B)]> {
    select { element -> QueryExpression<(A, B)> in
      let (a, b) = values(element)
      return QueryExpression<(A, B)>(a, b)
    }
  }

  /// Three values for each element of the array, as a tuple.
  public func select<A: Sendable, B: Sendable, C: Sendable>(
    _ values: (QueryExpression<Value.Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>
    )
  ) -> QueryExpression<[(A, B, C)]> {
    select { element -> QueryExpression<(A, B, C)> in
      let (a, b, c) = values(element)
      return QueryExpression<(A, B, C)>(a, b, c)
    }
  }

  /// Four values for each element of the array, as a tuple.
  public func select<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ values: (QueryExpression<Value.Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>
    )
  ) -> QueryExpression<[(A, B, C, D)]> {
    select { element -> QueryExpression<(A, B, C, D)> in
      let (a, b, c, d) = values(element)
      return QueryExpression<(A, B, C, D)>(a, b, c, d)
    }
  }

  /// Five values for each element of the array, as a tuple.
  public func select<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
    _ values: (QueryExpression<Value.Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>
    )
  ) -> QueryExpression<[(A, B, C, D, E)]> {
    select { element -> QueryExpression<(A, B, C, D, E)> in
      let (a, b, c, d, e) = values(element)
      return QueryExpression<(A, B, C, D, E)>(a, b, c, d, e)
    }
  }

  /// Six values for each element of the array, as a tuple.
  public func select<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable, F: Sendable>(
    _ values: (QueryExpression<Value.Element>) -> (
      QueryExpression<A>, QueryExpression<B>, QueryExpression<C>, QueryExpression<D>,
      QueryExpression<E>, QueryExpression<F>
    )
  ) -> QueryExpression<[(A, B, C, D, E, F)]> {
    select { element -> QueryExpression<(A, B, C, D, E, F)> in
      let (a, b, c, d, e, f) = values(element)
      return QueryExpression<(A, B, C, D, E, F)>(a, b, c, d, e, f)
    }
  }
}
