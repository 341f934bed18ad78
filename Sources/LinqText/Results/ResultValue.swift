public import Foundation

/// An element of a chain's result, or the value of a terminal, without its Swift type, for
/// printing.
public indirect enum ResultValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  /// A decimal number, or an integer beyond 64 bits with a sign.
  case decimal(Decimal)
  /// A string, a date or a point in time.
  case text(String)
  /// A row, with its properties in order.
  case object([Property])
  /// A tuple.
  case tuple([ResultValue])
  /// A list of values.
  case array([ResultValue])
  /// A group.
  case group(key: ResultValue, items: [ResultValue])

  /// A property of a row.
  public struct Property: Sendable, Hashable {
    /// The name of the property in Swift.
    public let name: String
    /// The value of the property.
    public let value: ResultValue

    /// Creates a property.
    public init(name: String, value: ResultValue) {
      self.name = name
      self.value = value
    }
  }
}
