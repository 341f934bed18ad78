extension Queryable {
  /// The texts of the elements in their order, with a separator between them.
  ///
  /// ```swift
  /// try await people.joined(separator: ", ") { $0.name }
  /// // SELECT swift_joined(name, ?, id) FROM person
  /// ```
  ///
  /// - Returns: the text in canonical form, which is empty if there are no elements.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text>
  ) async throws -> String {
    try await query.aggregated(.joined(separator), of: QueryExpression(of: text)).value()
  }

  /// The texts that are not nil, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text?>
  ) async throws -> String {
    try await query.aggregated(.skippingNil(.joined(separator)), of: QueryExpression(of: text))
      .value()
  }

  /// The texts that an arbitrary Swift closure computes in memory, without nil, with a separator
  /// between them.
  @_disfavoredOverload
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: @escaping @Sendable (Element) throws -> Text?
  ) async throws -> String {
    try await query.aggregated(.skippingNil(.joined(separator)), of: text).value()
  }
}

extension Queryable where Element: StringProtocol & Sendable {
  /// The elements in their order, with a separator between them.
  public func joined(separator: String = "") async throws -> String {
    try await query.aggregated(.joined(separator), of: QueryExpression<Element>.element()).value()
  }
}
