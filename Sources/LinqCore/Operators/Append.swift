extension Queryable where Element: Sendable {
  /// The elements, followed by one more.
  public func append(_ element: Element) -> Query<Element> { concat(Query([element])) }

  /// One element, followed by the elements.
  public func prepend(_ element: Element) -> Query<Element> {
    query.then(.prepend) { next in
      var isFirst = true
      return {
        if isFirst {
          isFirst = false
          return element
        }
        return try next()
      }
    }
  }
}
