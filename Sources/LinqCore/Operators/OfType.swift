extension Queryable {
  /// The elements that are of a given type.
  ///
  /// ```swift
  /// Query<any Sendable>(["foo", 25, "bar"]).ofType(String.self)     // foo, bar
  /// ```
  public func ofType<Other>(_ type: Other.Type) -> Query<Other> {
    query.then(.ofType) { next in
      {
        while let element = try next() {
          if let element = element as? Other { return element }
        }
        return nil
      }
    }
  }
}
