extension Queryable {
  /// The elements in arrays of a length; the last may be shorter.
  ///
  /// - Parameter size: 1 or more.
  public func chunk(_ size: Int) -> Query<[Element]> {
    precondition(size > 0, "a chunk has at least one element")
    return query.then(.chunk) { next in
      {
        var chunk: [Element] = []
        while chunk.count < size, let element = try next() { chunk.append(element) }
        return chunk.isEmpty ? nil : chunk
      }
    }
  }
}
