extension Queryable {
  /// Calls a closure with one element at a time, without storing the elements, on the thread that
  /// reads them.
  public func forEach(_ body: @escaping @Sendable (Element) throws -> Void) async throws {
    try await query.run { next in
      while let element = try next() { try body(element) }
    }
  }
}

extension BlockingQueryable {
  /// Calls a closure with one element at a time, without storing the elements, on the thread that
  /// reads them. The closure does not leave the function.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try query.run { next in
      while let element = try next() { try body(element) }
    }
  }
}
