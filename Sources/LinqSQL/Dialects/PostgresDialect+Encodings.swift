extension SQLExpression {
  /// Whether the expression is a constant of the query.
  var isParameter: Bool {
    switch self {
    case .parameter, .null: true
    case .known(let operand): operand.isParameter
    default: false
    }
  }
}

extension ServerType {
  /// Returns the conversion of a value in its usual form to the type: the text before it, the Swift
  /// function that is called, if any, and the text after it.
  fileprivate func conversion(
    _ use: EncodingUse
  ) -> (before: String, function: String?, after: String) {
    let timestamp = use == .nearest ? "utc_timestamp" : "utc_timestamp_bound"
    return switch self {
    case .timestamptz: ("(", timestamp, ") AT TIME ZONE 'UTC')")
    case .timestamp: ("", timestamp, ")")
    case .boolean: ("CAST(CAST(", nil, " AS integer) AS boolean)")
    case .uuid, .numeric, .date, .jsonb: ("CAST(", nil, " AS \(rawValue))")
    case .real: ("", nil, "")
    }
  }
}

extension PostgresDialect {
  func place(of column: ColumnDescription, _ use: EncodingUse, for value: String) -> String {
    switch column.encoding {
    case .server(let type):
      var sql = SQLText(self)
      write(as: type, use, to: &sql) { $0.append(value) }
      return sql.text
    // A text that the type has not equals none of its values.
    case .named(let type): return use == .nearest ? "CAST(\(value) AS \(type))" : value
    default: return value
    }
  }
}

extension PostgresDialect {
  /// Writes a value in its usual form as one of a type of the server.
  private func write(
    as type: ServerType, _ use: EncodingUse, to sql: inout SQLText,
    _ value: (inout SQLText) -> Void
  ) {
    let conversion = type.conversion(use)
    sql.append(conversion.before)
    if let function = conversion.function { sql.append(swiftFunction: function) }
    value(&sql)
    sql.append(conversion.after)
  }
}

extension StoredEncoding {
  /// Whether the values are texts that the engine compares in another way than Swift.
  var isForeignText: Bool {
    switch self {
    case .collated, .named: true
    default: false
    }
  }

  /// Whether SQLite stores the usual form.
  var isPlain: Bool {
    switch self {
    case .server, .collated, .named: true
    case .seconds, .milliseconds, .dateText, .scaled, .lowercaseUUID, .uuidBytes: false
    }
  }

  /// Whether an operator of a server has the same result for a stored value and the stored form of
  /// another one; nil is a column of the same encoding.
  func canCompareOnServer(_ operation: SQLOperator, _ other: SQLExpression?) -> Bool {
    switch self {
    case .lowercaseUUID, .uuidBytes, .server: true
    // A server cannot convert any value to the stored form.
    case .seconds, .milliseconds, .dateText, .scaled: other == nil
    // Two columns may have different collations.
    case .collated: operation.isEquality && other?.isParameter == true
    case .named: false
    }
  }

  /// Whether the values are points in time.
  var isDate: Bool {
    switch self {
    case .seconds, .milliseconds, .dateText, .server(.timestamptz), .server(.timestamp): true
    case .lowercaseUUID, .uuidBytes, .scaled, .server, .collated, .named: false
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
    case .server(let type): write(column, of: type, precedence, to: &sql)
    case .collated:
      sql.append(column, inside: 11)
      sql.append(" COLLATE \"C\"")
    case .named:
      sql.append(cast: column, as: "text")
      sql.append(" COLLATE \"C\"")
    }
  }

  /// Writes the usual form of a value of a type that SQLite has not.
  private func write(
    _ column: SQLExpression, of type: ServerType, _ precedence: Int, to sql: inout SQLText
  ) {
    switch type {
    case .timestamptz, .timestamp:
      sql.append("CAST(extract(epoch FROM ")
      sql.append(column)
      sql.append(") * 1000000 AS bigint)")
    case .uuid:
      sql.append("upper(")
      sql.append(cast: column, as: "text")
      sql.append(") COLLATE \"C\"")
    case .numeric:
      sql.append("CAST(trim_scale(")
      sql.append(column)
      sql.append(") AS text)")
    case .boolean: sql.append(cast: column, as: "integer")
    case .date:
      // Other days are texts that no reader accepts.
      sql.append("CASE WHEN ")
      sql.append(column, inside: 6)
      sql.append(" BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' THEN to_char(")
      sql.append(column)
      sql.append(", 'YYYY-MM-DD') ELSE ")
      sql.append(cast: column, as: "text")
      sql.append(" END COLLATE \"C\"")
    case .jsonb: sql.append(cast: column, as: "text")
    case .real: sql.append(column, inside: precedence)
    }
  }

  /// Writes the stored form of a value, rounded to what the column can store.
  func write(
    encoded value: SQLExpression, _ encoding: StoredEncoding, _ use: EncodingUse,
    to sql: inout SQLText
  ) {
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
    case .server(let type):
      write(as: type, use, to: &sql) { $0.append(value) }
    case .collated: sql.append(value, inside: 11)
    case .named(let type): sql.append(cast: value, as: type)
    }
  }
}
