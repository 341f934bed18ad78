extension Sequence {
  /// The elements that are not nil.
  ///
  /// ```swift
  /// people.select { $0.email }.compacted()
  /// ```
  ///
  /// - Complexity: O(n).
  @inlinable public func compacted<Wrapped>() -> [Wrapped] where Element == Wrapped? {
    compactMap { $0 }
  }
}
