// Tuples of values for each element of an array inside an expression. As for `select` of a query,
// there is one overload for each number of values up to six, the others in `TupleArities.swift`.

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
}
