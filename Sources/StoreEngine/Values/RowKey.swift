/// The values of a row's primary key, in the order of its columns.
///
/// ```swift
/// RowError.notFound(table: "person", key: 7)
/// RowError.notFound(table: "rate", key: ["EUR", 2026])
/// ```
public struct RowKey: Sendable, Hashable {
  /// The values, at least one.
  public let values: [Value]

  /// Creates a key of several columns.
  public init(_ values: [Value]) { self.values = values }

  /// Creates an integer key.
  public init(_ key: Int64) { values = [.integer(key)] }
}

extension RowKey: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral
{
  /// Creates an integer key.
  public init(integerLiteral value: Int64) { self.init(value) }
  /// Creates a key that is a text.
  public init(stringLiteral value: String) { values = [.text(value)] }
  /// Creates a key of several columns.
  public init(arrayLiteral values: Value...) { self.init(values) }
}

extension RowKey: CustomStringConvertible {
  /// The values as SQL literals: `7`, `'EUR', 2026`.
  public var description: String { values.map(\.description).joined(separator: ", ") }
}
