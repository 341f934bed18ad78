// The blocking variants. They return the same results on the calling thread.

extension BlockingQueryable {
  /// The texts of the elements in their order, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text>
  ) throws -> String { try query.aggregated(.joined(separator), of: text(.element())).value() }

  /// The texts that are not nil, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text?>
  ) throws -> String {
    try query.aggregated(.skippingNil(.joined(separator)), of: text(.element())).value()
  }

  /// The texts that an arbitrary Swift closure computes in memory, without nil, with a separator
  /// between them.
  @_disfavoredOverload
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: @escaping @Sendable (Element) throws -> Text?
  ) throws -> String { try query.aggregated(.skippingNil(.joined(separator)), of: text).value() }
}

extension BlockingQueryable where Element: StringProtocol & Sendable {
  /// The elements in their order, with a separator between them.
  public func joined(separator: String = "") throws -> String {
    try query.aggregated(.joined(separator), of: QueryExpression<Element>.element()).value()
  }
}
