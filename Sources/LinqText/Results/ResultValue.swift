/// An element of a chain's result, or the value of a terminal, without its Swift type: what is
/// printed.
public indirect enum ResultValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  /// A text; days and points in time too.
  case text(String)
  /// A row, with its properties in their order.
  case object([Property])
  /// A tuple.
  case tuple([ResultValue])
  /// Several values: a list, an array.
  case array([ResultValue])
  /// A group.
  case group(key: ResultValue, items: [ResultValue])

  /// A property of a row.
  public struct Property: Sendable, Hashable {
    /// Its name in Swift.
    public let name: String
    /// Its value.
    public let value: ResultValue
  }
}
