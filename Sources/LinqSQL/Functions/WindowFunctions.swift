internal import LinqCore
internal import StoreEngine

/// Aggregates of the rows of a window, with the same results in SQL as in memory (S26 to S28).
///
/// The rows come in the window's order, so a total that only grows is never computed again. Where
/// rows leave, it is: a total of floating-point numbers depends on where it begins.
enum WindowFunctions {
  static let all: [AggregateFunction] = [
    whole(.windowTotal) { .integer(try $0.sum()) },
    whole(.windowAverage) { $0.average().map { .real($0) } ?? .null },
    real(.windowRealTotal) { .real(try $0.sum()) },
    real(.windowRealAverage) { try $0.average().map { .real($0) } ?? .null },
    decimal(.windowDecimalTotal) { .text("\(try $0.sum())") },
    decimal(.windowDecimalAverage) { try $0.average().map { .real($0) } ?? .null },
  ]

  private static func whole(
    _ function: SQLFunction, _ result: @escaping @Sendable (IntegerTotal<Int64>) throws -> Value
  ) -> AggregateFunction {
    total(function, { IntegerTotal<Int64>() }, { try $0.whole(0) }, { $0.add($1) }, result)
  }

  private static func real(
    _ function: SQLFunction, _ result: @escaping @Sendable (RealTotal) throws -> Value
  ) -> AggregateFunction {
    total(function, { RealTotal() }, { try $0.number(0) }, { $0.add($1) }, result)
  }

  private static func decimal(
    _ function: SQLFunction, _ result: @escaping @Sendable (DecimalTotal) throws -> Value
  ) -> AggregateFunction {
    total(
      function, { DecimalTotal() }, { try $0.text(0) }, { try DecimalText.add($1, to: &$0) },
      result)
  }

  /// Creates an aggregate of one argument, whose NULLs are left out.
  private static func total<Total, Content>(
    _ function: SQLFunction, _ empty: @escaping @Sendable () -> Total,
    _ content: @escaping @Sendable (FunctionArguments) throws -> Content?,
    _ add: @escaping @Sendable (inout Total, Content) throws -> Void,
    _ result: @escaping @Sendable (Total) throws -> Value
  ) -> AggregateFunction {
    AggregateFunction(
      function.rawValue, argumentCount: 1, initial: WindowContents<Total, Content>(empty())
    ) { rows, arguments in
      try rows.enter(try content(arguments), add)
    } leave: { rows, _ in
      rows.leave()
    } value: {
      try result(try $0.total(empty(), add))
    }
  }
}

/// The values of the rows in a window, and their total.
private struct WindowContents<Total, Content> {
  private var contents: [Content?] = []
  /// The index of the first row that has not left.
  private var start = 0
  private var known: Total?
  private var meter = MemoryMeter<Content?>()

  init(_ empty: Total) { known = empty }

  mutating func enter(
    _ content: Content?, _ add: (inout Total, Content) throws -> Void
  ) throws {
    try meter.keep(content)
    contents.append(content)
    if let content, var total = known {
      try add(&total, content)
      known = total
    }
  }

  mutating func leave() {
    if contents[start] != nil { known = nil }
    start += 1
    // What has left is given back when it is half of what is kept.
    guard start > 64, start * 2 > contents.count else { return }
    contents.removeFirst(start)
    start = 0
  }

  mutating func total(
    _ empty: Total, _ add: (inout Total, Content) throws -> Void
  ) throws -> Total {
    if let known { return known }
    var total = empty
    for case let content? in contents[start...] { try add(&total, content) }
    known = total
    return total
  }
}
