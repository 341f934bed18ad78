extension Queryable where Element: Sendable {
  /// All elements.
  ///
  /// ```swift
  /// let people = try await store.people.query.where { $0.age < 40 }.toArray()
  /// ```
  public func toArray() async throws -> [Element] { try await query.run(collected) }

  /// The first element.
  ///
  /// - Throws: ``QueryError/noElements`` where there is none.
  public func first() async throws -> Element {
    guard let first = try await firstOrNil() else { throw QueryError.noElements }
    return first
  }

  /// The first element, if there is one. No more than one row is read.
  public func firstOrNil() async throws -> Element? { try await take(1).run { try $0() } }

  /// The only element.
  ///
  /// - Throws: ``QueryError/noElements``, ``QueryError/moreThanOneElement``.
  public func single() async throws -> Element { try only(await take(2).toArray()) }

  /// Whether there is an element.
  public func any() async throws -> Bool { try await take(1).run { try $0() != nil } }
}

/// The same on the calling thread.
extension Queryable {
  /// All elements.
  public func toArray() throws -> [Element] { try query.run(collected) }

  /// The first element; ``QueryError/noElements`` where there is none.
  public func first() throws -> Element {
    guard let first = try firstOrNil() else { throw QueryError.noElements }
    return first
  }

  /// The first element, if there is one. No more than one row is read.
  public func firstOrNil() throws -> Element? { try take(1).run { try $0() } }

  /// The only element; ``QueryError/noElements`` or ``QueryError/moreThanOneElement`` otherwise.
  public func single() throws -> Element { try only(take(2).toArray()) }

  /// Whether there is an element.
  public func any() throws -> Bool { try take(1).run { try $0() != nil } }

  /// Hands the elements over one after the other, without keeping them.
  public func forEach(_ body: (Element) throws -> Void) throws {
    try query.run { next in
      while let element = try next() { try body(element) }
    }
  }
}

@Sendable private func collected<Element>(_ next: Pull<Element>) throws -> [Element] {
  var elements: [Element] = []
  while let element = try next() { elements.append(element) }
  return elements
}

private func only<Element>(_ elements: [Element]) throws -> Element {
  guard elements.count < 2 else { throw QueryError.moreThanOneElement }
  guard let element = elements.first else { throw QueryError.noElements }
  return element
}
