extension Queryable where Element: Sendable {
  /// The elements, or a default value if there are none.
  public func defaultIfEmpty(_ value: Element) -> Query<Element> {
    query.then(.defaultIfEmpty) { next in
      var isEmpty = true
      return {
        if let element = try next() {
          isEmpty = false
          return element
        }
        defer { isEmpty = false }
        return isEmpty ? value : nil
      }
    }
  }
}
