extension Queryable {
  /// The elements in arrays of a fixed size. The last array may be shorter.
  ///
  /// - Parameter size: The number of elements in an array. It must be at least 1.
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
