internal import LinqCore

/// A call of a function of a window: `$0.rank(by: { $0.age })`, `$0.last(7)`.
struct WindowCall {
  let name: String
  let arguments: [Syntax.Argument]
  let syntax: Syntax
  let builder: ExpressionBuilder

  /// The names of the functions, each with an example.
  static let usages = [
    "denseRank": "denseRank(by: { $0.age })", "lag": "lag(1)", "last": "last(7)",
    "lead": "lead(1)", "ntile": "ntile(4)", "percentRank": "percentRank(by: { $0.age })",
    "rank": "rank(by: { $0.age })",
    "rows": "rows(before: 1, after: 1) or .rows(before: 6, after: 0, by: { $0.day })",
  ]

  /// Returns the result of the function; nil if there is none with this name.
  func result<Element: Sendable>(
    _ window: QueryExpression<QueryWindow<Element>>, _ element: Model
  ) throws(ChainError) -> Term? {
    let list = Model.list(of: Element.self, element)
    switch name {
    case "last": return Term(window.last(try number(atLeast: 1)), list)
    case "rows":
      let labels = arguments.map(\.label)
      guard labels.starts(with: ["before", "after"]) else { throw misused }
      let (before, after) = (try bound(arguments[0].value), try bound(arguments[1].value))
      if labels.count == 2 { return Term(window.rows(before: before, after: after), list) }
      guard labels.dropFirst(2) == ["by"] else { throw misused }
      return try range(window, before, after, element, list)
    case "lag", "lead":
      let count = arguments.isEmpty ? 1 : try number(atLeast: .min)
      let other = name == "lag" ? window.lag(count) : window.lead(count)
      return Term.optional(other, element)
    case "ntile": return Term(window.ntile(try number(atLeast: 1)))
    case "rank", "denseRank", "percentRank": return try rank(window, element)
    default: return nil
    }
  }

  private var misused: ChainError {
    ChainError("write .\(Self.usages[name] ?? name)", at: syntax.nameRange)
  }

  private func number(atLeast least: Int) throws(ChainError) -> Int {
    guard arguments.count == 1, arguments[0].label == nil,
      let number = arguments[0].value.integer, number >= least
    else { throw misused }
    return number
  }

  private func bound(_ syntax: Syntax) throws(ChainError) -> Int? {
    if case .nil = syntax.form { return nil }
    guard let number = syntax.integer, number >= 0 else { throw misused }
    return number
  }

  private func range<Element: Sendable>(
    _ window: QueryExpression<QueryWindow<Element>>, _ before: Int?, _ after: Int?,
    _ element: Model, _ list: Model
  ) throws(ChainError) -> Term {
    let (parameter, value) = window.withElement()
    let key = try builder.closure(arguments[2].value, [Term(value, element)])
    func near<Key: ChainValue & Strideable>(_ type: Key.Type) -> Term? where Key.Stride == Int {
      key.cast(type).map { key in
        Term(window.rows(before: before, after: after, by: key, of: parameter), list)
      }
    }
    let whole = near(Int.self) ?? near(Int64.self) ?? near(Int32.self) ?? near(Int16.self)
    let unsigned = near(UInt.self) ?? near(UInt64.self) ?? near(UInt32.self) ?? near(UInt16.self)
    let small = near(Int8.self) ?? near(UInt8.self)
    guard let array = whole ?? unsigned ?? small ?? near(CalendarDate.self) else {
      throw ChainError(
        "a range of keys needs an integer or a day, not \(key.model.name)", at: syntax.nameRange)
    }
    return array
  }

  private func rank<Element: Sendable>(
    _ window: QueryExpression<QueryWindow<Element>>, _ element: Model
  ) throws(ChainError) -> Term {
    guard arguments.count == 1, let label = arguments[0].label,
      label == "by" || label == "byDescending"
    else { throw misused }
    // The closure is built before the function is called, with an element of its own.
    let (parameter, value) = window.withElement()
    let key = try builder.closure(arguments[0].value, [Term(value, element)])
    func open<Key: ChainValue>(_ type: Key.Type) -> Term? {
      guard let key = key.cast(type), let order = type.order else { return nil }
      func ranked<Number: ChainValue>(_ kind: RankKind<Number>) -> Term {
        Term(
          window.ranked(
            { _ in key }, order, isDescending: label == "byDescending", kind, of: parameter))
      }
      return switch name {
      case "rank": ranked(.rank)
      case "denseRank": ranked(.denseRank)
      default: ranked(.percentRank)
      }
    }
    guard let term = key.valueType.flatMap({ open($0) }) else {
      throw ChainError("\(key.model.name) has no order to rank by", at: syntax.nameRange)
    }
    return term
  }
}
