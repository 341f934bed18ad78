extension QueryExpression where Value: RawRepresentable & Sendable, Value.RawValue: Sendable {
  /// The raw value of an enumeration.
  ///
  /// ```swift
  /// accounts.where { $0.kind.rawValue.hasPrefix("save") }
  /// // … WHERE kind >= ? AND kind < ? AND swift_has_prefix(kind, ?) …
  /// ```
  public var rawValue: QueryExpression<Value.RawValue> {
    QueryExpression<Value.RawValue>(.rawValue, self) { $0.rawValue }
  }
}
