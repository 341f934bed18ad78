internal import LinqCore

/// A window in a statement.
///
/// ```swift
/// people.windows(within: { $0.surname }).where { $0.rowNumber <= 3 }
///   .select { ($0.element.id, $0.soFar.sum { $0.age }) }
/// ```
/// ```sql
/// SELECT id, c1_4 FROM (SELECT id, …,
/// row_number() OVER (PARTITION BY surname ORDER BY id) AS c1_3,
/// swift_window_sum(age) OVER (PARTITION BY surname ORDER BY id ROWS UNBOUNDED PRECEDING) AS c1_4
/// FROM person) WHERE c1_3 <= ? ORDER BY id
/// ```
///
/// SQL computes the values of windows with the columns, after its conditions. So the operator looks
/// for the values that those after it use, up to the one that makes other elements, and has them
/// computed by a statement inside. The expressions that follow find them as its columns.
struct WindowProjection: Sendable {
  /// The element, in columns of the statement.
  var element: Projection
  /// The values of the window that are computed, and the columns of the statement that have them;
  /// nil in the statement that computes them.
  var values: [(value: SQLExpression, column: SQLExpression)]?
  /// What computes values.
  let source: WindowSource
}

/// The rows whose windows are looked at.
final class WindowSource: Sendable {
  /// The statement of the rows, and their elements.
  private let rows: SelectStatement
  private let partition: [SQLExpression]

  init(_ rows: SelectStatement, partition: [SQLExpression]) {
    self.rows = rows
    self.partition = partition
  }

  /// The window in the statement of the rows itself.
  private var projection: Projection {
    .window(WindowProjection(element: rows.projection, source: self))
  }

  /// Returns a value of a window, in columns of the statement of the rows.
  func resolve(_ node: ExpressionNode) throws(Untranslatable) -> Projection {
    let translator = Translator(projection: projection, place: rows.place)
    switch node.form {
    case .operation(.map, _):
      let value = try translator.resolve(node)
      guard !value.columns.contains(where: \.hasSubquery) else {
        throw Untranslatable(reason: "a subquery of another element of a window")
      }
      return value
    case .operation(let operation, let operands):
      let count = operands[1].constant?.decide(.offset)
      guard let count else { throw .opaque }
      switch operation {
      case .elementBefore: return try element(count < 0 ? .lead : .lag, count, node.type)
      case .elementAfter: return try element(count < 0 ? .lag : .lead, count, node.type)
      case .partNumber: return .value(over(.call(.ntile, [.number(count)])))
      default: throw .opaque
      }
    case .member: return .value(over(.call(.rowNumber, [])))
    case .subquery(let subquery, .first): return try first(of: subquery, node.type)
    case .subquery(let subquery, .only): return .value(try value(of: subquery))
    case .subquery(let subquery, .rank): return .value(try rank(.rank, of: subquery))
    case .subquery(let subquery, .denseRank): return .value(try rank(.denseRank, of: subquery))
    case .subquery(let subquery, .percentRank): return .value(try rank(.percentRank, of: subquery))
    default: throw Untranslatable(reason: "the elements of a window as an array")
    }
  }

  /// Returns a call for the rows of the partition, in their order.
  private func over(_ call: SQLExpression) -> SQLExpression {
    .over(call, SQLWindow(partition: partition, order: rows.order))
  }

  /// Returns a call for the rows of an array.
  private func over(_ call: SQLExpression, _ items: WindowItems) -> SQLExpression {
    .over(
      call,
      SQLWindow(
        partition: partition, order: items.key.map { [$0] } ?? rows.order, frame: items.frame))
  }

  // MARK: - Elements

  /// Returns the element at a distance.
  private func element(
    _ function: SQLFunction, _ distance: Int, _ type: Any.Type
  ) throws(Untranslatable) -> Projection {
    guard distance != .min else { throw .opaque }
    return try optional(rows.projection, type) {
      self.over(.call(function, [$0, .number(abs(distance))]))
    }
  }

  /// Returns the first element of an array of the window.
  private func first(
    of subquery: any AnySubquery, _ type: Any.Type
  ) throws(Untranslatable) -> Projection {
    var items = try WindowItems(subquery, in: rows)
    try items.applyOperators()
    guard items.rows.filters.isEmpty else {
      throw Untranslatable(reason: "the first of some elements of a window")
    }
    guard items.key == nil else {
      throw Untranslatable(reason: "the first of a range of keys in the order of the query")
    }
    let (array, isReversed) = (items, items.isReversed)
    return try optional(items.rows.projection, type) {
      self.over(.call(isReversed ? .lastOfWindow : .firstOfWindow, [$0]), array)
    }
  }

  /// Returns values of another row as an optional, which is nil if there is no such row.
  private func optional(
    _ element: Projection, _ type: Any.Type, _ value: (SQLExpression) -> SQLExpression
  ) throws(Untranslatable) -> Projection {
    let wrapped = unwrapped(type)
    switch element {
    case .value(let column) where !isOptional(wrapped): return .value(value(column))
    case .value, .row, .tuple, .optional:
      return .optional(element.map(value), presence: value(.number(1)))
    case .group, .window, .elements, .nested:
      throw Untranslatable(reason: "arrays of another element of a window")
    }
  }

  // MARK: - Values

  private func rank(
    _ function: SQLFunction, of subquery: any AnySubquery
  ) throws(Untranslatable) -> SQLExpression {
    let items = try WindowItems(subquery, in: rows)
    guard case .sort(let key?, let isDescending, _) = items.chain.operators[1] else {
      throw .opaque
    }
    let term = OrderTerm(
      expression: try StoredOrder.ordered(items.lastTranslator.translate(key), key.type),
      isDescending: isDescending, isNullable: isOptional(key.type))
    return .over(.call(function, []), SQLWindow(partition: partition, order: [term]))
  }

  /// Returns the value of an aggregate at the end of a subquery.
  private func value(of subquery: any AnySubquery) throws(Untranslatable) -> SQLExpression {
    var items = try WindowItems(subquery, in: rows)
    try items.applyOperators()
    guard case .aggregate(let aggregate, let key)? = items.chain.operators.last else {
      throw .opaque
    }
    let condition = SQLExpression.all(items.rows.conditions)
    if aggregate == .any {
      return .binary(.greater, over(.count(where: condition), items), .number(0))
    }
    // Rows enter a window in its order, but those of a range in the order of the keys.
    let order = items.key == nil && !items.isReversed ? [] : items.rows.order
    return try framed(
      items.lastTranslator.aggregate(aggregate, key, order: order, where: condition), items)
  }

  /// Returns an expression whose aggregate sees the rows of an array.
  private func framed(
    _ expression: SQLExpression, _ items: WindowItems
  ) throws(Untranslatable) -> SQLExpression {
    switch expression {
    case .count: return over(expression, items)
    case .call(let function, let arguments) where function.isAggregate:
      return over(.call(function.inWindow ?? function, arguments), items)
    case .call(let function, let arguments) where arguments.count == 1:
      return .call(function, [try framed(arguments[0], items)])
    case .ordered(let function, let arguments, let order):
      guard order.isEmpty || function.isExact else { return over(expression, items) }
      return over(.call(function.inOrderedWindow ?? function, arguments), items)
    default: throw Untranslatable(reason: "such a value of the elements of a window")
    }
  }
}

extension SQLFunction {
  /// The aggregate that keeps the total of the rows of a window, for one that does not depend on
  /// their order.
  fileprivate var inWindow: SQLFunction? {
    switch self {
    case .total: .windowTotal
    case .average: .windowAverage
    default: nil
    }
  }

  /// Whether the order of the rows does not change the value of an ordered aggregate.
  fileprivate var isExact: Bool { self == .decimalTotal || self == .decimalAverage }

  /// The aggregate that keeps the total of the rows of a window, for one that depends on their
  /// order.
  fileprivate var inOrderedWindow: SQLFunction? {
    switch self {
    case .total: .windowRealTotal
    case .average: .windowRealAverage
    case .decimalTotal: .windowDecimalTotal
    case .decimalAverage: .windowDecimalAverage
    default: nil
    }
  }
}

/// The elements of an array of a window, with the operators that choose some of them or values of
/// them.
private struct WindowItems {
  private(set) var rows: SelectStatement
  let frame: SQLWindow.Frame
  /// What the rows of a range are ordered by, if the array is one.
  let key: OrderTerm?
  let chain: IndexedChain
  /// Whether the elements are in reverse order.
  private(set) var isReversed = false

  /// - Parameter rows: the statement of all rows.
  init(_ subquery: any AnySubquery, in rows: SelectStatement) throws(Untranslatable) {
    guard case .operation(.windowRows, let operands)? = subquery.array?.form,
      let before = operands[1].constant, let after = operands[2].constant
    else { throw Untranslatable.opaque }
    chain = subquery.chain
    let elements = rows.projection
    guard !chain.operators.dropFirst().contains(where: { $0.hasSubqueries(of: elements) }) else {
      throw Untranslatable(reason: "a subquery of each element of a window")
    }
    self.rows = rows
    self.rows.filters = []
    self.rows.place.level += 1
    // A value of the window itself would be one of each of its elements.
    self.rows.place.outer = EnclosingStatement(nil, .parts([]), named: nil, in: rows.place.outer)
    guard chain.operators.count > 1, case .filter(let condition?) = chain.operators[1],
      case .operation(.isNear, let operands) = condition.form
    else {
      frame = SQLWindow.Frame(before: before.decide(.offset), after: after.decide(.offset))
      key = nil
      return
    }
    let type = operands[0].type
    guard type is any FixedWidthInteger.Type else {
      throw Untranslatable(reason: "distances of \(type)")
    }
    guard let lower = operands[1].constant, let higher = operands[2].constant else {
      throw Untranslatable.opaque
    }
    frame = SQLWindow.Frame(
      unit: .distance, before: lower.decide(.distance), after: higher.decide(.distance))
    var translator = self.rows.translator()
    translator.place.parameter = chain.nodes[1].parameter
    key = OrderTerm(expression: try translator.translate(operands[0]))
  }

  /// Adds the operators of the subquery but the last one, which makes a value of the elements.
  mutating func applyOperators() throws(Untranslatable) {
    guard let context = rows.place.context else { throw .opaque }
    let depth = rows.depth
    for index in chain.operators.indices.dropFirst(key == nil ? 1 : 2).dropLast() {
      switch chain.operators[index] {
      case .select, .filter, .compacted:
        rows.place.parameter = chain.nodes[index].parameter
        try rows.apply(index, of: chain, context.source)
      case .reverse:
        rows.reverse()
        isReversed.toggle()
      default:
        throw Untranslatable(reason: "\(chain.operators[index].name) of the elements of a window")
      }
    }
    guard rows.depth == depth, rows.grouping == nil, !rows.conditions.contains(where: \.canFail)
    else { throw Untranslatable(reason: "it needs the elements of a window themselves") }
  }

  /// The translator of the last operator's closure.
  var lastTranslator: Translator {
    var translator = rows.translator()
    translator.place.parameter = chain.nodes[chain.nodes.count - 1].parameter
    return translator
  }
}

extension ConstantQuestion<Int?> {
  /// The number of rows between one row of a window and another.
  static let offset = ConstantQuestion("offset") { $0 as? Int }
  /// The distance between one key of a window and another.
  static let distance = ConstantQuestion("distance") { ($0 as? Int).map { max(0, $0) } }
}

// MARK: - Values in expressions

extension Translator {
  /// Returns what `map` makes of a value of a window, if it is computed with it; nil for another
  /// expression.
  func mappedValueOfWindow(_ node: ExpressionNode) -> Projection? {
    guard let base = node.windowOfValue, case .window(let window)? = try? resolve(base),
      window.values != nil
    else { return nil }
    return try? valueOfWindow(node)
  }

  /// Returns a value of a window; nil for another expression.
  func valueOfWindow(_ node: ExpressionNode) throws(Untranslatable) -> Projection? {
    guard let base = node.windowOfValue, case .window(let window)? = try? resolve(base) else {
      return nil
    }
    let value = try window.source.resolve(node)
    guard let values = window.values else { return value }
    var isKnown = true
    let columns = value.map { expression in
      guard let known = values.first(where: { $0.value.isSame(as: expression) }) else {
        isKnown = false
        return expression
      }
      return known.column
    }
    guard isKnown else { throw Untranslatable(reason: "a value of a window that is not computed") }
    return columns
  }
}

extension ExpressionNode {
  /// The window whose value the expression is; nil for another expression.
  var windowOfValue: ExpressionNode? {
    switch form {
    case .operation(.elementBefore, let operands), .operation(.elementAfter, let operands),
      .operation(.partNumber, let operands):
      return operands[0]
    case .operation(.map, let operands): return operands[0].windowOfValue
    case .member(let base, let keyPath):
      let members = (base.type as? any AnyQueryWindow.Type)?.memberKeyPaths
      return members?.rowNumber == keyPath ? base : nil
    case .subquery(let subquery, _):
      guard case .operation(.windowRows, let operands)? = subquery.array?.form else { return nil }
      return operands[0]
    default: return nil
    }
  }

  /// Calls a closure with each value of a window in the expression, and with what `map` makes of
  /// one. If the closure throws for that, it is called with the values in it.
  func forEachValueOfWindow(
    _ body: (ExpressionNode) throws(Untranslatable) -> Void
  ) throws(Untranslatable) {
    if windowOfValue != nil {
      guard case .operation(.map, _) = form else { return try body(self) }
      if (try? body(self)) != nil { return }
    }
    for operand in operands { try operand.forEachValueOfWindow(body) }
  }
}
