public import Foundation
public import LinqCore
internal import StoreEngine

extension ColumnEncoding where Value == Date {
  /// INTEGER: whole seconds since 1970-01-01 00:00 UTC, as `unixepoch()` returns them.
  public static var secondsSince1970: Self {
    Self(stored: .wholeNumbers("seconds", unit: 1_000_000))
  }

  /// INTEGER: whole milliseconds since 1970-01-01 00:00 UTC.
  public static var millisecondsSince1970: Self {
    Self(stored: .wholeNumbers("milliseconds", unit: 1000))
  }

  /// TEXT: `2026-03-01T08:30:00Z`, as `JSONEncoder` writes it.
  public static var iso8601: Self { iso8601(fractionDigits: 0) }

  /// TEXT: `2026-03-01T08:30:00.250Z`.
  ///
  /// - Parameter fractionDigits: the number of digits after the second, 0 to 6.
  public static func iso8601(fractionDigits: Int) -> Self {
    digits(fractionDigits, in: 0...6) {
      .dateText("iso8601", DateText(isISO: true, fractionDigits: $0))
    }
  }

  /// TEXT: `2026-03-01 08:30:00` in UTC, as `datetime()` and `CURRENT_TIMESTAMP` of SQLite.
  public static var timestamp: Self { timestamp(fractionDigits: 0) }

  /// TEXT: `2026-03-01 08:30:00.250` in UTC.
  ///
  /// - Parameter fractionDigits: the number of digits after the second, 0 to 6.
  public static func timestamp(fractionDigits: Int) -> Self {
    digits(fractionDigits, in: 0...6) {
      .dateText("timestamp", DateText(isISO: false, fractionDigits: $0))
    }
  }

  /// `timestamp with time zone` on a server. SQLite has no such type, and the usual INTEGER.
  ///
  /// ```swift
  /// .column("placed", \.placed).encoded(as: .timestamptz)
  /// orders.where { $0.placed >= monday }
  /// // … WHERE placed >= (swift.utc_timestamp_bound($1) AT TIME ZONE 'UTC') …
  /// ```
  public static var timestamptz: Self { Self(stored: .timestamptz) }

  /// `timestamp` without a time zone on a server, in UTC. SQLite has no such type, and the usual
  /// INTEGER.
  public static var timestampWithoutTimeZone: Self { Self(stored: .timestampWithoutTimeZone) }
}

extension ColumnEncoding where Value == CalendarDate {
  /// `date` on a server. SQLite has no such type, and the usual TEXT.
  public static var date: Self { Self(stored: .date) }

  /// INTEGER: the digits of the day, 20260301 for 1 March 2026.
  ///
  /// ```swift
  /// .column("day", \.day).encoded(as: .yearMonthDay)
  /// visits.where { $0.day >= monday }
  /// // … WHERE day >= swift_ceil_yearMonthDay(?) ORDER BY id
  /// ```
  public static var yearMonthDay: Self { Self(stored: .yearMonthDay) }
}

extension StoredEncoding {
  /// Points in time as whole numbers.
  ///
  /// - Parameter unit: the number of microseconds in 1.
  fileprivate static func wholeNumbers(_ name: String, unit: Int64) -> StoredEncoding {
    let product = SQLTemplate.value(.multiply, unit)
    return StoredEncoding(
      name, .integer, usual: .integer, isDate: true,
      // A text times a number is 0, or the number that it begins with.
      sqlite: "iif(typeof(\(.value)) = 'integer', \(product), \(.value))",
      server: ServerForm(
        decoded: product,
        stored: "CAST(floor(CAST(\(.value) AS numeric) / \(unit) + 0.5) AS bigint)",
        comparison: .columns)
    ) { stored in
      guard case .integer(let number) = stored else { return nil }
      let (microseconds, overflows) = number.multipliedReportingOverflow(by: unit)
      return overflows ? .real(Double(number)) : .integer(microseconds)
    } encode: { value, use in
      guard case .integer(let number) = value else { return value }
      let (whole, rest) = number.dividedDown(by: unit)
      if rest == 0 { return .integer(whole) }
      return use.value(above: whole, nearest: 2 * rest >= unit ? whole + 1 : whole)
    }
  }

  /// Points in time as texts.
  fileprivate static func dateText(_ name: String, _ form: DateText) -> StoredEncoding {
    let digits = form.fractionDigits
    return StoredEncoding(
      digits == 0 ? name : "\(name)_\(digits)", .text, usual: .integer, isDate: true,
      server: ServerForm(
        decoded: form.onServer.decoded, stored: form.onServer.stored, comparison: .columns)
    ) { stored in
      guard case .text(let text) = stored else { return nil }
      return form.microseconds(of: text).map { .integer($0) } ?? stored
    } encode: { value, use in
      guard case .integer(let number) = value else { return value }
      let (whole, rest) = number.dividedDown(by: form.unit)
      if use == .nearest {
        return form.text(of: 2 * rest >= form.unit ? whole + 1 : whole).map { .text($0) }
      }
      guard let text = form.text(of: whole) else { return .text(whole < 0 ? "" : ":") }
      return .text(rest == 0 ? text : text + "\u{1}")
    }
  }

  static let timestamptz = timestamp("timestamptz", "timestamp with time zone") {
    "(\(swift: $0)\(.value)) AT TIME ZONE 'UTC')"
  }

  static let timestampWithoutTimeZone = timestamp(
    "timestampWithoutTimeZone", "timestamp without time zone"
  ) { "\(swift: $0)\(.value))" }

  /// - Parameter converted: returns the value that a function of Swift has converted.
  private static func timestamp(
    _ name: String, _ type: String, _ converted: (_ function: String) -> SQLTemplate
  ) -> StoredEncoding {
    StoredEncoding(
      name, usual: .integer, isDate: true,
      server: ServerForm(
        type: type, holds: "a Date",
        decoded: "CAST(extract(epoch FROM \(.value)) * 1000000 AS bigint)",
        stored: converted("utc_timestamp"), compared: converted("utc_timestamp_bound"),
        comparison: .all,
        canStore: {
          // PostgreSQL begins in the year 4714 before Christ.
          if case .integer(let number) = $0 { number >= -210_866_803_200_000_000 } else { true }
        },
        mayRound: {
          if case .integer(let number) = $0 { !number.isMultiple(of: 1_000_000) } else { false }
        }))
  }

  static let date = StoredEncoding(
    "date", usual: .text,
    server: ServerForm(
      type: "date", holds: "a CalendarDate",
      // Other days are texts that no reader accepts.
      decoded: """
        CASE WHEN \(.value) BETWEEN DATE '0001-01-01' AND DATE '9999-12-31' \
        THEN to_char(\(.value), 'YYYY-MM-DD') ELSE CAST(\(.value) AS text) END COLLATE "C"
        """,
      stored: "CAST(\(.value) AS date)", comparison: .all,
      canStore: {
        // The year before the year 1 is the year 1 before Christ.
        if case .text(let day) = $0 { !day.hasPrefix("0000") } else { true }
      }))
}

extension StoredEncoding {
  fileprivate static let yearMonthDay = StoredEncoding(
    "yearMonthDay", .integer, usual: .text,
    server: ServerForm(
      // A number that is no day is a text that no reader accepts.
      decoded: "to_char(\(.value), 'FM0000\"-\"00\"-\"00') COLLATE \"C\"",
      stored: "CAST(replace(\(.value), '-', '') AS bigint)", comparison: .columnsAndConstants)
  ) { stored in
    guard case .integer(let number) = stored, (0...9999_12_31).contains(number) else { return nil }
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    return CalendarDate(year: Int(year), month: Int(month), day: Int(day)).map { .text("\($0)") }
  } encode: { value, _ in
    guard case .text(let text) = value, let digits = Int64(text.replacing("-", with: "")) else {
      return value
    }
    return .integer(digits)
  }
}

extension DateText {
  /// The forms on a server.
  fileprivate var onServer: (decoded: SQLTemplate, stored: SQLTemplate) {
    let fraction = fractionDigits == 0 ? "" : "\\.\\d{\(fractionDigits)}"
    let pattern =
      "^\\d{4}-\\d\\d-\\d\\d\(isISO ? "T" : " ")\\d\\d:\\d\\d:\\d\\d\(fraction)\(isISO ? "Z" : "")$"
    let length = 19 + (fractionDigits > 0 ? fractionDigits + 1 : 0)
    let format = "YYYY-MM-DD\(isISO ? "\"T\"" : " ")HH24:MI:SS.US"
    let rounded: SQLTemplate = "floor(CAST(\(.value) AS numeric) / \(unit) + 0.5) * \(unit)"
    return (
      decoded: """
      CASE WHEN \(.value) ~ \(literal(pattern)) THEN CAST(extract(epoch FROM \
      CAST(\(.value)\(isISO ? "" : " || 'Z'") AS timestamptz)) * 1000000 AS bigint) \
      ELSE CAST(\(.value) AS bigint) END
      """,
      // From the year 1, since `to_char` has none before it, to 9999. No other year has four
      // digits: an error, unless the value is NULL. An interval is multiplied by a floating-point
      // number, which is exact for days and for the microseconds of one.
      stored: """
      CASE WHEN \(rounded) BETWEEN -62135596800000000 AND 253402300799999999 \
      THEN left(to_char(TIMESTAMP 'epoch' \
      + div(\(rounded), 86400000000) * INTERVAL '1 day' \
      + mod(\(rounded), 86400000000) * INTERVAL '1 microsecond', \
      \(literal(format))), \(length))\(isISO ? " || 'Z'" : "") \
      ELSE CAST(CAST('a year beyond 1 to 9999: ' || CAST(\(.value) AS text) AS bigint) AS text) END
      """
    )
  }
}
