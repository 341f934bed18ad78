internal import LinqCore
internal import StoreSupport

/// A source of rows in memory that takes the place of a table, for operators that run in memory.
///
/// `@unchecked Sendable`: only the ``RowOperators`` that made it use it. They belong to one
/// observer, which is not `Sendable` and so is used by one task at a time, and run in its `next()`
/// alone.
final class RowFeed<Row: Sendable>: SourceNode, @unchecked Sendable {
  typealias Element = Row

  /// The rows of the next run: their number, and a closure that returns the row at an index, if
  /// there is one.
  var rows: (count: Int, row: (Int) -> Row?) = (0, { _ in nil })
  /// The index of the row that was read last.
  private(set) var index = -1

  var `operator`: QueryOperator { .sequence }

  func pull(_ run: QueryRun) -> Pull<Row> {
    index = -1
    var check = InterruptionCheck()
    return { [self] in
      while index + 1 < rows.count {
        try check()
        index += 1
        if let row = rows.row(index) { return row }
      }
      return nil
    }
  }
}

/// Operators of a query that produce at most one element for each row, run on rows in memory.
struct RowOperators<Row: Sendable, Element> {
  private let feed = RowFeed<Row>()
  private let node: any QueryNode<Element>

  init(_ operators: some Sequence<any QueryNode>) {
    var node: any QueryNode = feed
    for next in operators { node = next.withUpstream(node) }
    guard let node = node as? any QueryNode<Element> else {
      preconditionFailure("operators to \(Element.self) give other elements")
    }
    self.node = node
  }

  /// Passes the elements to `isEnough`, each with the index of its row, until it returns true.
  func run(
    _ count: Int, _ row: @escaping (Int) -> Row?, _ isEnough: (_ index: Int, Element) -> Bool
  ) throws {
    feed.rows = (count, row)
    defer { feed.rows = (0, { _ in nil }) }
    let next = try node.pull(QueryRun(policy: .memoryOnly))
    while let element = try next() {
      if isEnough(feed.index, element) { return }
    }
  }
}

extension QueryOperator {
  /// Whether the operator only removes elements, without changing them.
  var isFilter: Bool { if case .filter = self { true } else { false } }
}
