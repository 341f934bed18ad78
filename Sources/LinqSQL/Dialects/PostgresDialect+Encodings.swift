extension StoredEncoding {
  /// Whether the values are points in time.
  var isDate: Bool {
    switch self {
    case .seconds, .milliseconds, .dateText: true
    case .lowercaseUUID, .uuidBytes, .scaled: false
    }
  }
}

extension PostgresDialect {
  /// Writes the usual form of a stored value.
  func write(
    decoded column: SQLExpression, _ encoding: StoredEncoding, _ precedence: Int,
    to sql: inout SQLText
  ) {
    switch encoding {
    case .seconds, .milliseconds:
      let unit = SQLExpression.number(Int(encoding.unit ?? 1))
      sql.append(.binary(.multiply, column, unit), inside: precedence)
    case .dateText(let form):
      sql.append("CAST(extract(epoch FROM CAST(")
      sql.append(column, inside: 8)
      sql.append(form.isISO ? "" : " || 'Z'")
      sql.append(" AS timestamptz)) * 1000000 AS bigint)")
    case .scaled(let digits):
      // A product of numerics is exact, unlike a quotient.
      sql.append("CAST(trim_scale(CAST(")
      sql.append(column)
      sql.append(" AS numeric) * 1e-\(digits)) AS text)")
    case .lowercaseUUID:
      sql.append(call: "upper", [column])
    case .uuidBytes:
      sql.append("upper(CAST(CAST(encode(")
      sql.append(column)
      sql.append(", 'hex') AS uuid) AS text)) COLLATE \"C\"")
    }
  }

  /// Writes the stored form of a value, rounded to what the column can store.
  func write(encoded value: SQLExpression, _ encoding: StoredEncoding, to sql: inout SQLText) {
    switch encoding {
    case .seconds, .milliseconds:
      sql.append("CAST(round(CAST(")
      sql.append(value)
      sql.append(" AS numeric) / \(encoding.unit ?? 1)) AS bigint)")
    case .dateText(let form):
      let length = 19 + (form.fractionDigits > 0 ? form.fractionDigits + 1 : 0)
      let pattern = "YYYY-MM-DD\(form.isISO ? "\"T\"" : " ")HH24:MI:SS.US"
      // An interval is multiplied by a floating-point number, which is exact for days and for the
      // microseconds of one.
      sql.append("left(to_char(TIMESTAMP 'epoch'")
      for (function, unit) in [("div", "day"), ("mod", "microsecond")] {
        sql.append(" + \(function)(round(CAST(")
        sql.append(value)
        sql.append(" AS numeric) / \(form.unit)) * \(form.unit), 86400000000)")
        sql.append(" * INTERVAL '1 \(unit)'")
      }
      sql.append(", \(literal(pattern))), \(length))\(form.isISO ? " || 'Z'" : "")")
    case .scaled(let digits):
      sql.append("CAST(round(CAST(")
      sql.append(value)
      sql.append(" AS numeric) * 1e\(digits)) AS bigint)")
    case .lowercaseUUID:
      sql.append(call: "lower", [value])
    case .uuidBytes:
      sql.append("decode(replace(")
      sql.append(value)
      sql.append(", '-', ''), 'hex')")
    }
  }
}
