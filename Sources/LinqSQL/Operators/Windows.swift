internal import LinqCore

extension SelectStatement {
  /// Makes windows of the elements. The values that the operators after it use become columns of a
  /// statement inside.
  mutating func makeWindows(
    _ key: QueryKey?, _ index: Int, of chain: IndexedChain
  ) throws(Untranslatable) {
    guard !projection.hasNestedElements, !projection.isGroup else {
      throw Untranslatable(reason: "windows of elements with arrays")
    }
    open(.window)
    var partition: [SQLExpression] = []
    switch key {
    case nil: break
    case .opaque, .element: throw Untranslatable.opaque
    case .expression(let key): partition = try groupKey(key).columns
    }
    let windows = WindowSource(self, partition: partition)
    let readers = try Self.operators(afterWindows: index, of: chain)
    var values: [SQLExpression] = []
    for reader in readers {
      for node in chain.operators[reader].expressions {
        try node.forEachValueOfWindow { value throws(Untranslatable) in
          for column in try windows.resolve(value).columns
          where !values.contains(where: { $0.isSame(as: column) }) {
            values.append(column)
          }
        }
      }
    }
    let columns = nest(adding: values)
    projection = .window(
      WindowProjection(
        element: projection, values: zip(values, columns).map { ($0, $1) }, source: windows))
    evaluate(zip(values, columns).filter { $0.0.canFail }.map { $0.1 })
  }

  /// Returns the indices of the operators that read windows: those that choose some of them, and
  /// the one that makes other elements of them.
  private static func operators(
    afterWindows index: Int, of chain: IndexedChain
  ) throws(Untranslatable) -> ClosedRange<Int> {
    var next = index + 1
    while next < chain.operators.count {
      switch chain.operators[next] {
      case .filter, .sort, .reverse, .take, .takeComputed, .skip, .takeLast, .skipLast: next += 1
      case .select, .aggregate: return (index + 1)...next
      default: throw Untranslatable(reason: "\(chain.operators[next].name) of windows")
      }
    }
    throw Untranslatable(reason: "whole windows are no rows")
  }
}
