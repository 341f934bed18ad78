public import LinqCore

extension Sequence {
  /// Each element, seen among all elements, in their order.
  ///
  /// ```swift
  /// [3, 1, 2].windows().map { $0.soFar.reduce(0, +) }        // 3, 4, 6
  /// ```
  ///
  /// - Complexity: O(n).
  public func windows() -> [QueryWindow<Element>] { windows { _ in true } }

  /// Each element, seen among the elements with the same key, in their order.
  ///
  /// ```swift
  /// people.windows(within: { $0.surname }).filter { $0.rank(by: { $0.age }) == 1 }
  /// ```
  ///
  /// - Complexity: O(n).
  public func windows<Key: Hashable>(
    within key: (Element) throws -> Key
  ) rethrows -> [QueryWindow<Element>] {
    let elements = Array(self)
    return Array(LinqCore.windows(of: elements, try elements.map(key)))
  }
}
