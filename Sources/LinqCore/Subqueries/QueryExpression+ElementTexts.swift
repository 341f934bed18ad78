// Arrays inside expressions join texts as chains do.

extension QueryExpression where Value: QueryArray & Sendable, Value.Element: Sendable {
  /// Returns the texts of the elements of the array in their order, with a separator between them.
  ///
  /// ```swift
  /// people.select { ($0.name, $0.invoices.joined(separator: ", ") { $0.title }) }
  /// ```
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Value.Element>) -> QueryExpression<Text>
  ) -> QueryExpression<String> { aggregated(.joined(separator), of: text) }

  /// Returns the texts that are not nil, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Value.Element>) -> QueryExpression<Text?>
  ) -> QueryExpression<String> { aggregated(.skippingNil(.joined(separator)), of: text) }
}

extension QueryExpression
where Value: QueryArray & Sendable, Value.Element: StringProtocol & Sendable {
  /// Returns the elements of the array in their order, with a separator between them.
  ///
  /// ```swift
  /// people.groupBy { $0.surname }
  ///   .select { ($0.key, $0.items.select { $0.name }.joined(separator: ", ")) }
  /// ```
  public func joined(separator: String = "") -> QueryExpression<String> {
    joined(separator: separator) { $0 }
  }
}
