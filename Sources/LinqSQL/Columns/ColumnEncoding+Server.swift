public import Foundation
public import LinqCore
internal import StoreEngine

/// A type of PostgreSQL for values that SQLite has no type for.
@usableFromInline package enum ServerType: String, Sendable, Hashable, CaseIterable {
  case timestamptz
  case timestamp
  case uuid
  case numeric
  case boolean
  case date
  case real
  case jsonb

  /// The name by which PostgreSQL describes a column of the type.
  var columnType: String {
    switch self {
    case .timestamptz: "timestamp with time zone"
    case .timestamp: "timestamp without time zone"
    case .uuid, .numeric, .boolean, .date, .real, .jsonb: rawValue
    }
  }

  /// The type of Swift that such columns hold, with its article.
  var swiftType: String {
    switch self {
    case .timestamptz, .timestamp: "a Date"
    case .uuid: "a UUID"
    case .numeric: "a Decimal"
    case .boolean: "a Bool"
    case .date: "a CalendarDate"
    case .real: "a Float"
    case .jsonb: "JSON"
    }
  }

  /// The storage class of the usual form.
  var usualType: ValueType {
    switch self {
    case .timestamptz, .timestamp, .boolean: .integer
    case .uuid, .numeric, .date, .jsonb: .text
    case .real: .real
    }
  }

  /// Returns whether a column of the type may store another value than this one: the number of
  /// digits after the point is a part of the declaration of the column.
  func mayRound(_ value: Value) -> Bool {
    switch (self, value) {
    case (.timestamptz, .integer(let number)), (.timestamp, .integer(let number)):
      !number.isMultiple(of: 1_000_000)
    case (.numeric, .text(let text)): text.utf8.contains(UInt8(ascii: "."))
    default: false
    }
  }

  /// Returns whether a column of the type can store a value.
  func canStore(_ value: Value) -> Bool {
    switch (self, value) {
    case (.timestamptz, .integer(let number)), (.timestamp, .integer(let number)):
      number >= Self.firstTimestamp
    // The year before the year 1 is the year 1 before Christ.
    case (.date, .text(let day)): !day.hasPrefix("0000")
    default: true
    }
  }

  /// The microseconds of the first point in time that PostgreSQL has, in the year 4714 before
  /// Christ.
  static let firstTimestamp: Int64 = -210_866_803_200_000_000
}

extension ColumnEncoding where Value == Date {
  /// `timestamp with time zone` on a server. SQLite has no such type, and the usual INTEGER.
  ///
  /// ```swift
  /// .column("placed", \.placed).encoded(as: .timestamptz)
  /// orders.where { $0.placed >= monday }
  /// // … WHERE placed >= (swift.utc_timestamp_bound($1) AT TIME ZONE 'UTC') …
  /// ```
  public static var timestamptz: Self { Self(stored: .server(.timestamptz)) }

  /// `timestamp` without a time zone on a server, in UTC. SQLite has no such type, and the usual
  /// INTEGER.
  public static var timestampWithoutTimeZone: Self { Self(stored: .server(.timestamp)) }
}

extension ColumnEncoding where Value == UUID {
  /// `uuid` on a server. SQLite has no such type, and the usual TEXT.
  ///
  /// ```swift
  /// .primaryKey("id", \.id).encoded(as: .uuid)
  /// try orders.find(id)
  /// // SELECT upper(CAST(id AS text)) COLLATE "C", … FROM "order" WHERE id = CAST($1 AS uuid)
  /// ```
  public static var uuid: Self { Self(stored: .server(.uuid)) }
}

extension ColumnEncoding where Value == Decimal {
  /// `numeric` on a server. SQLite has no such type, and the usual TEXT.
  ///
  /// A column such as `numeric(10, 2)` rounds what it stores, and an inserted row is read again.
  public static var numeric: Self { Self(stored: .server(.numeric)) }
}

extension ColumnEncoding where Value == Bool {
  /// `boolean` on a server. SQLite has no such type, and the usual INTEGER, 0 or 1.
  ///
  /// ```swift
  /// .column("is_paid", \.isPaid).encoded(as: .boolean)
  /// orders.where { $0.isPaid }
  /// // … WHERE is_paid ORDER BY id
  /// ```
  public static var boolean: Self { Self(stored: .server(.boolean)) }
}

extension ColumnEncoding where Value == CalendarDate {
  /// `date` on a server. SQLite has no such type, and the usual TEXT.
  public static var date: Self { Self(stored: .server(.date)) }
}

extension ColumnEncoding where Value == Float {
  /// `real` on a server, which has 32 bits there. SQLite has 64 bits, in which each value is exact.
  public static var real: Self { Self(stored: .server(.real)) }
}

extension ColumnEncoding where Value: JSONColumnValue {
  /// `jsonb` on a server. SQLite has no such type, and the usual TEXT.
  ///
  /// Other programs may have written the keys in any order: values are compared by `=` of `jsonb`.
  public static var jsonb: Self { Self(stored: .server(.jsonb)) }
}

extension ColumnEncoding where Value: MutableCollection, Value.Element: ColumnArrayElement {
  /// `jsonb` on a server, for an array. SQLite has no such type, and the usual TEXT.
  ///
  /// An array of bytes, which is stored as a blob, is an error of the declaration.
  public static var jsonb: Self {
    let isJSON = Value.Element.arrayColumnType == .text
    return Self(stored: .server(.jsonb), problem: isJSON ? nil : "an array of bytes is no JSON")
  }
}

extension ColumnEncoding where Value: QueryDictionary {
  /// `jsonb` on a server, for a dictionary. SQLite has no such type, and the usual TEXT.
  public static var jsonb: Self { Self(stored: .server(.jsonb)) }
}

extension ColumnEncoding where Value: StringProtocol {
  /// TEXT in a column with a collation of its own, such as `NOCASE` of SQLite or `en_US` of a
  /// server. Texts are compared and ordered by Swift's rules nonetheless.
  ///
  /// ```swift
  /// .column("name", \.name).encoded(as: .collated)       // name TEXT NOT NULL COLLATE NOCASE
  /// cities.where { $0.name == "Oslo" }.sort { $0.name }
  /// // … WHERE name COLLATE BINARY = ? ORDER BY name COLLATE BINARY, id
  /// ```
  ///
  /// An index on the column serves equality on a server, and nothing else: create one with the
  /// collation `BINARY` or `"C"` for more.
  public static var collated: Self { Self(stored: .collated) }

  /// A type that a server has a name for, whose text is the value: `citext`, `character(3)`, a
  /// domain. SQLite has the usual TEXT.
  ///
  /// Texts are compared and ordered by Swift's rules: as texts, for which an index on
  /// `CAST(code AS text) COLLATE "C"` serves.
  ///
  /// - Parameter name: the type as SQL spells it.
  public static func serverType(_ name: String) -> Self { named(name) }
}

extension ColumnEncoding {
  fileprivate static func named(_ name: String) -> Self {
    let isName = name.contains { !$0.isWhitespace } && !name.utf8.contains(0)
    return Self(stored: .named(name), problem: isName ? nil : "a type has a name")
  }
}

extension ColumnEncoding where Value == UUID {
  /// The usual TEXT in a column with a collation of its own, such as the default one of a server.
  public static var collated: Self { Self(stored: .collated) }
}

extension ColumnEncoding where Value == CalendarDate {
  /// The usual TEXT in a column with a collation of its own, such as the default one of a server.
  public static var collated: Self { Self(stored: .collated) }
}

extension ColumnEncoding where Value == Decimal {
  /// The usual TEXT in a column with a collation of its own, such as the default one of a server.
  public static var collated: Self { Self(stored: .collated) }
}

extension ColumnEncoding where Value: JSONColumnValue {
  /// The usual TEXT in a column with a collation of its own, such as the default one of a server.
  public static var collated: Self { Self(stored: .collated) }
}

extension ColumnEncoding where Value: RawRepresentable, Value.RawValue == String {
  /// An enumeration of a server, or another type that it has a name for, whose texts are the raw
  /// values. SQLite has the usual TEXT.
  ///
  /// ```swift
  /// .column("state", \.state).encoded(as: .serverType("order_state"))
  /// // CREATE TYPE order_state AS ENUM ('open', 'paid')
  /// orders.where { $0.state == .paid }
  /// // … WHERE CAST(state AS text) COLLATE "C" = $1 ORDER BY id
  /// ```
  ///
  /// An index on `CAST(state AS text) COLLATE "C"` serves the comparison.
  ///
  /// - Parameter name: the type as SQL spells it.
  public static func serverType(_ name: String) -> Self { named(name) }

  /// TEXT in a column with a collation of its own, as for texts.
  public static var collated: Self { Self(stored: .collated) }
}
