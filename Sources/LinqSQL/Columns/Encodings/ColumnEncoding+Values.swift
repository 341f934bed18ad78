public import Foundation
internal import StoreEngine

extension ColumnEncoding where Value == UUID {
  /// TEXT: 36 characters with lower-case digits.
  public static var lowercase: Self { Self(stored: .lowercaseUUID) }

  /// BLOB: the 16 bytes.
  public static var bytes: Self { Self(stored: .uuidBytes) }

  /// `uuid` on a server. SQLite has no such type, and the usual TEXT.
  ///
  /// ```swift
  /// .primaryKey("id", \.id).encoded(as: .uuid)
  /// try orders.find(id)
  /// // SELECT upper(CAST(id AS text)) COLLATE "C", … FROM "order" WHERE id = CAST($1 AS uuid)
  /// ```
  public static var uuid: Self { Self(stored: .uuid) }
}

extension ColumnEncoding where Value == Decimal {
  /// INTEGER: the number without its point, such as cents for two digits. It fits 64 bits.
  ///
  /// ```swift
  /// .column("price", \.price).encoded(as: .scaled(2))
  /// // price INTEGER NOT NULL                                       12.5 is stored as 1250
  /// items.where { $0.price >= 12.5 }.sort { $0.price }
  /// // … WHERE price >= swift_ceil_scaled_2(?) ORDER BY price, id
  /// ```
  ///
  /// - Parameter digits: the number of digits after the point, 0 to 18.
  public static func scaled(_ digits: Int) -> Self {
    Self.digits(digits, in: 0...18) { .scaled($0) }
  }

  /// `numeric` on a server. SQLite has no such type, and the usual TEXT.
  ///
  /// A column such as `numeric(10, 2)` rounds what it stores, and an inserted row is read again.
  public static var numeric: Self { Self(stored: .numeric) }
}

extension ColumnEncoding where Value == Bool {
  /// `boolean` on a server. SQLite has no such type, and the usual INTEGER, 0 or 1.
  ///
  /// ```swift
  /// .column("is_paid", \.isPaid).encoded(as: .boolean)
  /// orders.where { $0.isPaid }
  /// // … WHERE is_paid ORDER BY id
  /// ```
  public static var boolean: Self { Self(stored: .boolean) }
}

extension ColumnEncoding where Value == Float {
  /// `real` on a server, which has 32 bits there. SQLite has 64 bits, in which each value is exact.
  public static var real: Self { Self(stored: .real) }
}

extension ColumnEncoding where Value == Double {
  /// INTEGER for a whole number and REAL for others, as a column of type `NUMERIC`, `DECIMAL` or
  /// `INT` of SQLite stores them. A whole number that no `Double` has is an error when it is read.
  ///
  /// ```swift
  /// .column("total", \.total).encoded(as: .number)         // total NUMERIC(10, 2) NOT NULL
  /// invoices.where { $0.total > 10 }.sum { $0.total }
  /// // SELECT swift_sum(iif(typeof(total) = 'integer' AND …, CAST(total AS REAL), total), id)
  /// // FROM invoice WHERE total > swift_encode_number(?)
  /// ```
  public static var number: Self { Self(stored: .number) }
}

extension StoredEncoding {
  static let number = StoredEncoding(
    "number", .real, usual: .real,
    // The greatest integer is not equal to the number that it is cast to.
    sqlite: """
      iif(typeof(\(.value)) = 'integer' AND CAST(CAST(\(.value) AS REAL) AS INTEGER) = \(.value) \
      AND \(.value) < 9223372036854775807, CAST(\(.value) AS REAL), \(.value))
      """,
    server: ServerForm(decoded: .value, stored: .value, comparison: .all)
  ) { stored in
    switch stored {
    case .integer(let whole): Double(exactly: whole).map { .real($0) }
    case .real: stored
    case .text, .blob, .null: nil
    }
  } encode: { value, _ in
    value
  }

  fileprivate static let lowercaseUUID = StoredEncoding(
    "lowercase", .text, usual: .text,
    server: ServerForm(
      decoded: """
        CASE WHEN lower(\(.value)) = \(.value) THEN upper(\(.value)) \
        ELSE 'not a UUID in lower case: ' || \(.value) END
        """,
      stored: "lower(\(.value))", comparison: .all)
  ) { stored in
    guard case .text(let text) = stored else { return nil }
    guard let id = UUID(uuidString: text), id.uuidString.lowercased() == text else {
      return .text("not a UUID in lower case: \(text)")
    }
    return .text(id.uuidString)
  } encode: { value, _ in
    if case .text(let text) = value { .text(text.lowercased()) } else { value }
  }

  fileprivate static let uuidBytes = StoredEncoding(
    "bytes", .blob, usual: .text,
    server: ServerForm(
      decoded: "upper(CAST(CAST(encode(\(.value), 'hex') AS uuid) AS text)) COLLATE \"C\"",
      stored: "decode(replace(\(.value), '-', ''), 'hex')", comparison: .all)
  ) { stored in
    guard case .blob(let bytes) = stored, bytes.count == 16 else { return nil }
    return .text(
      bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
  } encode: { value, _ in
    guard case .text(let text) = value, let id = UUID(uuidString: text) else { return value }
    return .blob(withUnsafeBytes(of: id.uuid) { [UInt8]($0) })
  }

  static let uuid = StoredEncoding(
    "uuid", usual: .text,
    server: ServerForm(
      type: "uuid", holds: "a UUID", decoded: "upper(CAST(\(.value) AS text)) COLLATE \"C\"",
      stored: "CAST(\(.value) AS uuid)", comparison: .all))

  fileprivate static func scaled(_ digits: Int) -> StoredEncoding {
    StoredEncoding(
      "scaled_\(digits)", .integer, usual: .text,
      server: ServerForm(
        // A product of numerics is exact, unlike a quotient.
        decoded: "CAST(trim_scale(CAST(\(.value) AS numeric) * 1e-\(digits)) AS text)",
        stored: "CAST(round(CAST(\(.value) AS numeric) * 1e\(digits)) AS bigint)",
        comparison: .columns)
    ) { stored in
      guard case .integer(let units) = stored else { return nil }
      return .text(DecimalText.text(of: units, digits))
    } encode: { value, use in
      guard case .text(let text) = value else { return value }
      let isStored = use == .nearest
      guard let units = DecimalText.units(of: text, digits, isStored ? .plain : .down) else {
        if isStored { return nil }
        return .real(text.hasPrefix("-") ? -.infinity : .infinity)
      }
      if units.isExact { return .integer(units.whole) }
      return use.value(above: units.whole, nearest: units.whole)
    }
  }

  static let numeric = StoredEncoding(
    "numeric", usual: .text,
    server: ServerForm(
      type: "numeric", holds: "a Decimal", decoded: "CAST(trim_scale(\(.value)) AS text)",
      stored: "CAST(\(.value) AS numeric)", comparison: .all,
      mayRound: {
        if case .text(let text) = $0 { text.utf8.contains(UInt8(ascii: ".")) } else { false }
      }))

  static let boolean = StoredEncoding(
    "boolean", usual: .integer,
    server: ServerForm(
      type: "boolean", holds: "a Bool", decoded: "CAST(\(.value) AS integer)",
      stored: "CAST(CAST(\(.value) AS integer) AS boolean)", comparison: .all))

  static let real = StoredEncoding(
    "real", usual: .real,
    server: ServerForm(
      type: "real", holds: "a Float", decoded: .value, stored: .value, comparison: .all))
}
