#if Postgres
internal import StoreEngine

extension PostgresDialect {
  func write(values: ValueRows, to sql: inout SQLText) {
    let types = values.columns.map { Self.types[$0.type.rawValue] ?? "text" }
    guard values.count > 0 else {
      let nulls = types.enumerated().map { ", CAST(NULL AS \($1)) AS column\($0 + 2)" }
      return sql.append("(SELECT CAST(0 AS bigint) AS column1\(nulls.joined()) WHERE FALSE)")
    }
    guard !values.areParameters else {
      return sql.append(parametersOf: values) { sql, value, type in
        sql.append(.cast(value, type.rawValue))
        if type == .text { sql.append(" COLLATE \"C\"") }
      }
    }
    let columns = types.enumerated().map { index, type in
      let value =
        type == "text"
        ? "(value ->> \(index)) COLLATE \"C\"" : "CAST(value ->> \(index) AS \(type))"
      return ", \(value) AS column\(index + 2)"
    }
    sql.append("(SELECT key - 1 AS column1\(columns.joined()) FROM json_array_elements(CAST(")
    sql.append(.parameter(values.json))
    sql.append(" AS json)) WITH ORDINALITY AS e(value, key))")
  }
}

extension PostgresDialect {
  /// Writes a member of JSON.
  func write(
    _ operand: SQLExpression, _ path: [String], _ kind: JSONKind, to sql: inout SQLText
  ) {
    let keys = literal("{" + path.map { "\"\($0)\"" }.joined(separator: ",") + "}")
    let (before, after) =
      switch kind {
      case .text, .json: ("(", " #>> \(keys)) COLLATE \"C\"")
      case .integer: ("CAST(", " #>> \(keys) AS bigint)")
      case .real: ("CAST(", " #> \(keys) AS json))")
      case .truth: ("CAST(CAST(", " #>> \(keys) AS boolean) AS integer)")
      }
    if case .real = kind { sql.append(swiftFunction: "json_real") }
    sql.append(before)
    if case .decoded(let column, .jsonb) = operand {
      sql.append(column, inside: 10)
    } else {
      sql.append(cast: operand, as: "json")
    }
    sql.append(after)
  }
}
#endif
