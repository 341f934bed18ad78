#if Postgres
extension PostgresDialect {
  /// Writes a call of a function.
  func write(
    _ function: SQLFunction, _ arguments: [SQLExpression], to sql: inout SQLText
  ) {
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
        return sql.append(")")
      }
      // With a filter the server looks at all rows, even for a constant.
      write(ordered: operand, to: &sql)
      sql.append(") FILTER (WHERE TRUE)")
    case .sum:
      sql.append("CAST(sum(")
      sql.append(arguments[0])
      sql.append(") AS bigint)")
    case .total:
      sql.append("coalesce(CAST(sum(")
      sql.append(arguments[0])
      sql.append(") AS bigint), 0)")
    case .average:
      sql.append("(CAST(sum(")
      sql.append(arguments[0])
      sql.append(") AS double precision) / count(")
      sql.append(arguments[0])
      sql.append("))")
    case .median, .populationDeviation, .realMedian, .realPopulationDeviation,
      .realSampleDeviation, .sampleDeviation:
      append(callOf: function, to: &sql)
      sql.append("array_agg(")
      sql.append(arguments[0])
      sql.append(" ORDER BY ")
      sql.append(arguments[0])
      sql.append("))")
    default:
      append(callOf: function, to: &sql)
      sql.appendList(arguments)
      sql.append(")")
    }
  }

  /// Writes an aggregate whose value depends on the order of the rows.
  func write(
    _ function: SQLFunction, _ arguments: [SQLExpression], by order: [OrderTerm],
    to sql: inout SQLText
  ) {
    // Sums of numerics are exact in any order.
    guard function != .decimalTotal else {
      sql.append("coalesce(")
      sql.append(swiftFunction: "decimal")
      sql.append("sum(")
      sql.append(cast: arguments[0], as: "numeric")
      return sql.append(")), '0') COLLATE \"C\"")
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
    switch function {
    case .total: sql.append("coalesce(")
    case .joined: break
    default: sql.append("(")
    }
    sql.append(swiftFunction: function == .joined ? "joined" : "real")
    sql.append(function == .joined ? "string_agg(" : "sum(")
    sql.appendList(arguments)
    sql.append(" ORDER BY ")
    sql.append(order: order)
    switch function {
    case .total: sql.append(")), 0)")
    case .joined: sql.append("))")
    default:
      sql.append(")) / count(")
      sql.append(arguments[0])
      sql.append("))")
    }
  }

  /// Writes a window function, or an aggregate of the rows of a window.
  func write(_ call: SQLExpression, over window: SQLWindow, to sql: inout SQLText) {
    /// Writes an aggregate of the first argument.
    func append(_ name: String, _ argument: SQLExpression, as type: String? = nil) {
      sql.append(name + "(")
      if let type { sql.append(cast: argument, as: type) } else { sql.append(argument) }
      sql.append(")")
      sql.append(window)
    }
    guard case .call(let function, let arguments) = call else {
      sql.append(call)
      return sql.append(window)
    }
    switch function {
    case .sum:
      sql.append("CAST(")
      append("sum", arguments[0])
      sql.append(" AS bigint)")
    case .windowTotal:
      sql.append("coalesce(CAST(")
      append("sum", arguments[0])
      sql.append(" AS bigint), 0)")
    case .windowAverage:
      sql.append("(CAST(")
      append("sum", arguments[0])
      sql.append(" AS double precision) / ")
      append("count", arguments[0])
      sql.append(")")
    case .windowRealTotal:
      sql.append("coalesce(")
      sql.append(swiftFunction: "real")
      append("sum", arguments[0])
      sql.append("), 0)")
    case .windowRealAverage:
      sql.append("(")
      sql.append(swiftFunction: "real")
      append("sum", arguments[0])
      sql.append(") / ")
      append("count", arguments[0])
      sql.append(")")
    case .windowDecimalTotal:
      sql.append("coalesce(")
      sql.append(swiftFunction: "decimal")
      append("sum", arguments[0], as: "numeric")
      sql.append("), '0') COLLATE \"C\"")
    case .min, .max:
      sql.append(function.rawValue + "(")
      write(ordered: arguments[0], to: &sql)
      sql.append(")")
      sql.append(window)
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
