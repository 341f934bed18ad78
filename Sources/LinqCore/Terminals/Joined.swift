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
  ) async throws -> String { try await joinedText(separator, text(.element())).value() }

  /// The texts that are not nil, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text?>
  ) async throws -> String { try await joinedText(separator, text(.element())).value() }

  /// The texts that an arbitrary Swift closure computes in memory, without nil, with a separator
  /// between them.
  @_disfavoredOverload
  public func joined<Text: StringProtocol>(
    separator: String = "", _ text: @escaping @Sendable (Element) throws -> Text?
  ) async throws -> String { try await joinedText(separator, .opaque, text).value() }

  package func joinedText<Text: StringProtocol & Sendable>(
    _ separator: String, _ text: QueryExpression<Text>
  ) -> Query<String> {
    let function: @Sendable (Element) throws -> Text = text.function()
    return joinedText(
      separator, .expression(text.separated(by: separator).expressionNode), function)
  }

  package func joinedText<Text: StringProtocol & Sendable>(
    _ separator: String, _ text: QueryExpression<Text?>
  ) -> Query<String> {
    joinedText(
      separator, .expression(text.separated(by: separator).expressionNode), text.function())
  }

  package func joinedText<Text: StringProtocol>(
    _ separator: String, _ key: QueryKey, _ text: @escaping @Sendable (Element) throws -> Text?
  ) -> Query<String> {
    query.then(.aggregate(.joined, key)) { next in
      once {
        var joined = JoinedText(separator: separator)
        while let element = try next() {
          if let text = try text(element) { joined.add(text) }
        }
        return joined.result
      }
    }
  }
}

extension Queryable where Element: StringProtocol & Sendable {
  /// The elements in their order, with a separator between them.
  public func joined(separator: String = "") async throws -> String {
    try await joinedText(separator, QueryExpression<Element>.element()).value()
  }
}

extension QueryExpression {
  /// Returns the text together with what separates it from the next one: what SQL joins.
  func separated(by separator: String) -> Self {
    Self(.separated, self, constant: separator) { text, _ in text }
  }
}
