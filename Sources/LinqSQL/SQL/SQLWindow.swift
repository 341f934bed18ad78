/// The rows that a window function sees from a row: those of its partition, in an order.
///
/// ```sql
/// count(*) OVER (PARTITION BY surname ORDER BY age, id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW)
/// ```
struct SQLWindow: Sendable {
  /// The rows around the current one, by which aggregates are limited: a number of them, or those
  /// whose first key of the order is at most at a distance.
  struct Frame: Sendable, Equatable {
    /// What is counted.
    enum Unit: String, Sendable {
      case rows = "ROWS"
      case distance = "RANGE"
    }

    var unit = Unit.rows
    /// The number of rows before the current one, or the distance; nil for all.
    var before: Int?
    /// The number of rows after the current one, or the distance; nil for all.
    var after: Int?

    /// The rows up to the current one.
    static let soFar = Frame(before: nil, after: 0)
    /// All rows.
    static let all = Frame(before: nil, after: nil)
  }

  var partition: [SQLExpression] = []
  var order: [OrderTerm] = []
  /// The rows that an aggregate sees; nil for a function that sees the whole partition.
  var frame: Frame?
}

extension SQLExpression {
  /// A window function for all rows in an order; a sum is that of the rows up to the current one.
  static func window(
    _ function: SQLFunction, _ arguments: [SQLExpression], partition: [SQLExpression] = [],
    order: [OrderTerm]
  ) -> SQLExpression {
    .over(
      .call(function, arguments),
      SQLWindow(partition: partition, order: order, frame: function == .sum ? .soFar : nil))
  }
}

extension SQLText {
  /// Writes `OVER` and the window.
  mutating func append(_ window: SQLWindow) {
    append(" OVER (")
    if !window.partition.isEmpty {
      append("PARTITION BY ")
      appendList(window.partition)
    }
    if !window.order.isEmpty {
      append(window.partition.isEmpty ? "ORDER BY " : " ORDER BY ")
      append(order: window.order)
    }
    switch window.frame {
    case nil: break
    case SQLWindow.Frame.soFar?: append(" ROWS UNBOUNDED PRECEDING")
    case SQLWindow.Frame.all?:
      if !window.order.isEmpty {
        append(" ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING")
      }
    case let frame?:
      append(" \(frame.unit.rawValue) BETWEEN ")
      append(frame.before.bound("PRECEDING"))
      append(" AND ")
      append(frame.after.bound("FOLLOWING"))
    }
    append(")")
  }
}

extension Int? {
  /// The text of a bound of a frame.
  fileprivate func bound(_ direction: String) -> String {
    switch self {
    case nil: "UNBOUNDED \(direction)"
    case 0?: "CURRENT ROW"
    case let count?: "\(count) \(direction)"
    }
  }
}
