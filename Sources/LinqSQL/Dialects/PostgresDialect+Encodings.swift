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
  /// Writes the usual form of a stored value. A text in another form is an error, as in SQLite, or
  /// another text that no reader accepts.
  func write(
    decoded column: SQLExpression, _ encoding: StoredEncoding, _ precedence: Int,
    to sql: inout SQLText
  ) {
    switch encoding {
    case .seconds, .milliseconds:
      let unit = SQLExpression.number(Int(encoding.unit ?? 1))
      sql.append(.binary(.multiply, column, unit), inside: precedence)
    case .dateText(let form):
      let fraction = form.fractionDigits == 0 ? "" : "\\.\\d{\(form.fractionDigits)}"
      let days = "\\d{4}-\\d\\d-\\d\\d"
      let pattern =
        "^\(days)\(form.isISO ? "T" : " ")\\d\\d:\\d\\d:\\d\\d\(fraction)\(form.isISO ? "Z" : "")$"
      sql.append("CASE WHEN ")
      sql.append(column, inside: 8)
      sql.append(" ~ \(literal(pattern)) THEN CAST(extract(epoch FROM CAST(")
      sql.append(column, inside: 8)
      sql.append("\(form.isISO ? "" : " || 'Z'") AS timestamptz)) * 1000000 AS bigint) ELSE CAST(")
      sql.append(column)
      sql.append(" AS bigint) END")
    case .scaled(let digits):
      // A product of numerics is exact, unlike a quotient.
      sql.append("CAST(trim_scale(")
      sql.append(cast: column, as: "numeric")
      sql.append(" * 1e-\(digits)) AS text)")
    case .lowercaseUUID:
      sql.append("CASE WHEN lower(")
      sql.append(column)
      sql.append(") = ")
      sql.append(column, inside: 8)
      sql.append(" THEN upper(")
      sql.append(column)
      sql.append(") ELSE 'not a UUID in lower case: ' || ")
      sql.append(column, inside: 8)
      sql.append(" END")
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
      sql.append("CAST(floor(")
      sql.append(cast: value, as: "numeric")
      sql.append(" / \(encoding.unit ?? 1) + 0.5) AS bigint)")
    case .dateText(let form):
      let length = 19 + (form.fractionDigits > 0 ? form.fractionDigits + 1 : 0)
      let pattern = "YYYY-MM-DD\(form.isISO ? "\"T\"" : " ")HH24:MI:SS.US"
      let rounded = { (sql: inout SQLText) in
        sql.append("floor(")
        sql.append(cast: value, as: "numeric")
        sql.append(" / \(form.unit) + 0.5) * \(form.unit)")
      }
      // From the year 1, since `to_char` has none before it, to 9999.
      sql.append("CASE WHEN ")
      rounded(&sql)
      sql.append(" BETWEEN -62135596800000000 AND 253402300799999999 THEN ")
      // An interval is multiplied by a floating-point number, which is exact for days and for the
      // microseconds of one.
      sql.append("left(to_char(TIMESTAMP 'epoch'")
      for (function, unit) in [("div", "day"), ("mod", "microsecond")] {
        sql.append(" + \(function)(")
        rounded(&sql)
        sql.append(", 86400000000) * INTERVAL '1 \(unit)'")
      }
      sql.append(", \(literal(pattern))), \(length))\(form.isISO ? " || 'Z'" : "")")
      // No other year has four digits: an error, unless the value is NULL.
      sql.append(" ELSE CAST(CAST('a year beyond 1 to 9999: ' || CAST(")
      sql.append(value)
      sql.append(" AS text) AS bigint) AS text) END")
    case .scaled(let digits):
      sql.append("CAST(round(")
      sql.append(cast: value, as: "numeric")
      sql.append(" * 1e\(digits)) AS bigint)")
    case .lowercaseUUID:
      sql.append(call: "lower", [value])
    case .uuidBytes:
      sql.append("decode(replace(")
      sql.append(value)
      sql.append(", '-', ''), 'hex')")
    }
  }
}
