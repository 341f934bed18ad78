#if Postgres
extension PostgresDialect {
  /// Writes a call of a function.
  ///
  /// - Parameter window: the window whose rows an aggregate sees; nil for a group.
  func write(
    _ function: SQLFunction, _ arguments: [SQLExpression], over window: SQLWindow? = nil,
    to sql: inout SQLText
  ) {
    let arguments = typed(arguments, of: function)
    /// Ends an aggregate.
    func end() {
      sql.append(")")
      if let window { sql.append(window) }
    }
    switch function {
    case .whole, .jsonNumbers: sql.append(arguments[0], inside: 10)
    case .decimalKey: sql.append(cast: arguments[0], as: "numeric")
    case .decimalValue:
      sql.append("CAST(trim_scale(")
      sql.append(arguments[0])
      sql.append(") AS text) COLLATE \"C\"")
    case .absolute: sql.append(call: "abs", arguments)
    case .max where arguments.count == 2: sql.append(call: "GREATEST", arguments)
    case .min, .max:
      sql.append(function.rawValue + "(")
      guard case .unindexed(let operand) = arguments[0] else {
        write(ordered: arguments[0], to: &sql)
        return end()
      }
      // With a filter the server looks at all rows, even for a constant.
      write(ordered: operand, to: &sql)
      sql.append(") FILTER (WHERE TRUE)")
    case .sum:
      sql.append("CAST(sum(")
      sql.append(arguments[0])
      end()
      sql.append(" AS bigint)")
    case .total:
      sql.append("coalesce(CAST(sum(")
      sql.append(arguments[0])
      end()
      sql.append(" AS bigint), 0)")
    case .average:
      sql.append("(CAST(sum(")
      sql.append(arguments[0])
      end()
      sql.append(" AS double precision) / count(")
      sql.append(arguments[0])
      end()
      sql.append(")")
    case _ where function.isStatistic:
      append(callOf: function, to: &sql)
      sql.append("array_agg(")
      sql.append(arguments[0])
      sql.append(" ORDER BY ")
      sql.append(arguments[0])
      sql.append(")")
      for argument in arguments.dropFirst() {
        sql.append(", ")
        sql.append(argument)
      }
      sql.append(")")
    default:
      append(callOf: function, to: &sql)
      sql.appendList(arguments)
      sql.append(")")
    }
  }

  /// Returns arguments of an aggregate that have a type even if they are nothing but NULL: several
  /// functions of the server have its name.
  private func typed(_ arguments: [SQLExpression], of function: SQLFunction) -> [SQLExpression] {
    let type: String
    switch function {
    case .joined, .joinedDistinct, .firstValue: type = "text"
    case .realMedian, .realPercentile, .realPopulationDeviation, .realSampleDeviation:
      type = "double precision"
    case .sum, .total, .average, .median, .percentile, .populationDeviation, .sampleDeviation:
      type = "bigint"
    default: return arguments
    }
    return arguments.map { if case .null = $0 { .cast($0, type) } else { $0 } }
  }

  /// Writes an aggregate whose value depends on the order of the rows: that of the group, or of a
  /// window.
  func write(
    _ function: SQLFunction, _ arguments: [SQLExpression], by order: [OrderTerm],
    over window: SQLWindow? = nil, to sql: inout SQLText
  ) {
    let arguments = typed(arguments, of: function)
    /// Ends an aggregate.
    func end() {
      sql.append(")")
      if let window { sql.append(window) }
    }
    // Sums of numerics are exact in any order.
    guard function != .decimalTotal else {
      sql.append("coalesce(")
      sql.append(swiftFunction: "decimal")
      sql.append("sum(")
      sql.append(cast: arguments[0], as: "numeric")
      end()
      return sql.append("), '0') COLLATE \"C\"")
    }
    if function == .firstValue {
      sql.append("(array_agg(")
      sql.append(arguments[0])
      sql.append(" ORDER BY ")
      sql.append(order: order)
      sql.append(") FILTER (WHERE ")
      sql.append(arguments[1], as: .filter)
      return sql.append("))[1]")
    }
    if function == .joinedDistinct {
      sql.append(swiftFunction: "joined")
      sql.append("(SELECT string_agg(v, ")
      sql.append(arguments[1])
      sql.append(" ORDER BY n) FROM (SELECT v, min(n) AS n FROM unnest(array_agg(")
      sql.append(arguments[0])
      sql.append(" ORDER BY ")
      sql.append(order: order)
      return sql.append(
        ")) WITH ORDINALITY AS u (v, n) WHERE v IS NOT NULL GROUP BY v) AS d))")
    }
    switch function {
    case .total: sql.append("coalesce(")
    case .joined: break
    default: sql.append("(")
    }
    sql.append(swiftFunction: function == .joined ? "joined" : "real")
    sql.append(function == .joined ? "string_agg(" : "sum(")
    sql.appendList(arguments)
    if window == nil {
      sql.append(" ORDER BY ")
      sql.append(order: order)
    }
    end()
    switch function {
    case .total: sql.append("), 0)")
    case .joined: sql.append(")")
    default:
      sql.append(") / count(")
      sql.append(arguments[0])
      end()
      sql.append(")")
    }
  }

  /// Writes a window function, or an aggregate of the rows of a window.
  func write(_ call: SQLExpression, over window: SQLWindow, to sql: inout SQLText) {
    guard case .call(let function, let arguments) = call else {
      sql.append(call)
      return sql.append(window)
    }
    switch function {
    case .sum, .min, .max: write(function, arguments, over: window, to: &sql)
    case .ntile:
      // An `integer`, which is not equal to a `bigint` in an array.
      sql.append("CAST(")
      sql.append(call: function.rawValue, arguments)
      sql.append(window)
      sql.append(" AS bigint)")
    case .windowTotal: write(.total, arguments, over: window, to: &sql)
    case .windowAverage: write(.average, arguments, over: window, to: &sql)
    case .windowRealTotal: write(.total, arguments, by: [], over: window, to: &sql)
    case .windowRealAverage: write(.average, arguments, by: [], over: window, to: &sql)
    case .windowDecimalTotal: write(.decimalTotal, arguments, by: [], over: window, to: &sql)
    case .joined: write(.joined, arguments, by: [], over: window, to: &sql)
    default:
      sql.append(call: function.rawValue, arguments)
      sql.append(window)
    }
  }

  private func append(callOf function: SQLFunction, to sql: inout SQLText) {
    let name = function.rawValue
    if name.hasPrefix("swift_") {
      sql.append(swiftFunction: name.dropFirst(6))
    } else {
      sql.append(name + "(")
    }
  }
}
#endif
