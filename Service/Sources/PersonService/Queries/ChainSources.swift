import People

extension PersonStore {
  /// The number of bytes of a text that is read at once. A longer one may take a while.
  private static let shortText = 2_048

  /// Parses a chain.
  ///
  /// - Throws: a problem that names the place of a mistake.
  func chain(_ text: String) async throws -> ParsedChain {
    try await Self.reading(text) { [textForm] in
      do {
        return try textForm.parse(text)
      } catch {
        throw Problem(error, chain: text)
      }
    }
  }

  /// Calls a closure that reads the text of a chain; on a thread for chains if the text is long.
  static func reading<Value: Sendable>(
    _ text: String, _ body: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    guard text.utf8.count > shortText else { return try body() }
    return try await onThread(of: WorkThreads.chains, body)
  }
}
