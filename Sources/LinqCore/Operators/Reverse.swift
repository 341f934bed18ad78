extension Queryable {
  /// The elements in reverse order.
  ///
  /// ```swift
  /// people.reverse()            // SELECT … FROM person ORDER BY id DESC
  /// ```
  public func reverse() -> Query<Element> {
    query.then(.reverse) { next in
      deferred { pull(of: try collect(next).reversed()) }
    }
  }
}
