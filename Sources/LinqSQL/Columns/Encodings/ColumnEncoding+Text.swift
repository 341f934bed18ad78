public import Foundation
public import LinqCore
internal import StoreEngine

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

extension ColumnEncoding where Value == String {
  /// The text of what SQLite stores, which may be a number: in a column of type `NUMERIC`, `STRING`
  /// or `INT`, or without a type, `'7'` becomes the number 7.
  ///
  /// ```swift
  /// .column("code", \.code).encoded(as: .text)               // code STRING NOT NULL
  /// items.where { $0.code == "7" }
  /// // … WHERE iif(typeof(code) = 'blob', code, CAST(code AS TEXT)) = ?
  /// ```
  ///
  /// A text that SQLite would change, such as `007` or `1.50`, is an error when it is written. No
  /// index of the column serves a condition.
  public static var text: Self { Self(stored: .text) }
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

  /// `jsonb` on a server. SQLite has no such type, and the usual TEXT.
  ///
  /// Other programs may have written the keys in any order: values are compared by `=` of `jsonb`.
  public static var jsonb: Self { Self(stored: .jsonb) }
}

extension ColumnEncoding where Value: MutableCollection, Value.Element: ColumnArrayElement {
  /// `jsonb` on a server, for an array. SQLite has no such type, and the usual TEXT.
  ///
  /// An array of bytes, which is stored as a blob, is an error of the declaration.
  public static var jsonb: Self {
    let isJSON = Value.Element.arrayColumnType == .text
    return Self(stored: .jsonb, problem: isJSON ? nil : "an array of bytes is no JSON")
  }
}

extension ColumnEncoding where Value: QueryDictionary {
  /// `jsonb` on a server, for a dictionary. SQLite has no such type, and the usual TEXT.
  public static var jsonb: Self { Self(stored: .jsonb) }
}

extension ColumnEncoding {
  fileprivate static func named(_ name: String) -> Self {
    let isName = name.contains { !$0.isWhitespace } && !name.utf8.contains(0)
    return Self(stored: .named(name), problem: isName ? nil : "a type has a name")
  }
}

extension StoredEncoding {
  static let jsonb = StoredEncoding(
    "jsonb", usual: .text,
    server: ServerForm(
      type: "jsonb", holds: "JSON", decoded: "CAST(\(.value) AS text)",
      stored: "CAST(\(.value) AS jsonb)", comparison: .all))

  /// A text in a column whose collation is not that of Swift.
  static let collated = StoredEncoding(
    "collated", usual: .text, isForeignText: true, sqlite: "\(.value) COLLATE BINARY",
    server: ServerForm(
      decoded: "\(.value) COLLATE \"C\"", stored: .value, comparison: .constants))

  /// A text in a column that makes numbers of texts that look like some.
  static let text = StoredEncoding(
    "text", usual: .text, isForeignText: true,
    sqlite: "iif(typeof(\(.value)) = 'blob', \(.value), CAST(\(.value) AS TEXT))",
    server: ServerForm(
      decoded: "\(.value) COLLATE \"C\"", stored: .value, comparison: .constants,
      canStore: { value in
        guard case .text(let text) = value, text.isNumberOfSQLite else { return true }
        return Int64(text).map { "\($0)" == text } ?? false
      }))

  /// A text in a column of another type, by the name that a server has for it.
  fileprivate static func named(_ type: String) -> StoredEncoding {
    StoredEncoding(
      "serverType(\(type))", usual: .text, isForeignText: true,
      server: ServerForm(
        // The schema gives the name without the length.
        type: String(type.prefix { $0 != "(" }), decoded: "CAST(\(.value) AS text) COLLATE \"C\"",
        // A text that the type has not equals none of its values.
        stored: "CAST(\(.value) AS \(unlimited(type)))", compared: .value, comparison: .nothing,
        isNamed: true))
  }

  /// Returns a type without its length. A cast to one with a length cuts what is too long, which
  /// is an error where the column is written.
  private static func unlimited(_ type: String) -> String {
    let words = type.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let name = words.replacing(#/ ?\([^)]*\)/#, with: "")
    return switch name {
    case "character", "char", "bpchar": "bpchar"
    case "bit": "varbit"
    case "character varying", "varchar", "bit varying", "varbit": name
    default: type
    }
  }

  /// The encodings of types that only a server has.
  static let ofServer = [
    timestamptz, timestampWithoutTimeZone, uuid, numeric, boolean, date, real, jsonb,
  ]
}

extension String {
  /// Whether SQLite makes a number of the text in a column of numbers.
  fileprivate var isNumberOfSQLite: Bool {
    wholeMatch(of: #/[\t-\r ]*[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?[\t-\r ]*/#) != nil
  }
}
