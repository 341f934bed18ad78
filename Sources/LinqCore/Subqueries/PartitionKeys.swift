/// A key of each element of a partition, of which a value is made for the windows of the partition.
struct PartitionKeys<Element: Sendable, Key: Sendable>: Sendable {
  private let key: QueryExpression<Key>
  private let parameter: ExpressionParameter
  /// Whether all windows of a partition have the same keys: a closure that looks at the window
  /// itself has others for each of them.
  private let areShared: Bool

  /// - Parameter parameter: the element in the key.
  init(_ key: QueryExpression<Key>, of parameter: ExpressionParameter) {
    self.key = key
    self.parameter = parameter
    areShared = key.expressionNode.isComputed(fromOnly: parameter)
  }

  /// Returns what is made of the keys of a window's partition: once for the partition if they are
  /// shared.
  ///
  /// - Parameter object: what the value is kept for.
  func value<Value>(
    for object: AnyObject, of window: QueryWindow<Element>, in scope: ExpressionScope,
    _ make: ([Key]) throws -> Value
  ) throws -> Value {
    func made() throws -> Value {
      try make(
        window.rows.elements.mapKept { try scope.evaluate(key, for: $0, as: parameter) })
    }
    return areShared ? try window.rows.kept.value(for: object, made) : try made()
  }
}
