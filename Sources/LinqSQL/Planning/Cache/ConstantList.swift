internal import LinqCore

/// The list of a membership test, which is a constant of a query.
///
/// Each value is a parameter. The number of parameters is rounded up, and the last value fills the
/// rest, so that lists of other values, and most lists of another length, share a plan.
///
/// ```swift
/// let ids: [Int64] = [3, 5, 8, 13, 21]
/// people.where { ids.contains($0.id) }
/// // SELECT … WHERE id IN (?, ?, ?, ?, ?, ?, ?, ?) ORDER BY id      3, 5, 8, 13, 21, 21, 21, 21
/// ```
struct ConstantList: Sendable {
  /// The values that are not nil.
  private(set) var values: [any ColumnValue] = []
  private(set) var hasNil = false
  private(set) var hasDouble = false

  /// What decides the SQL, apart from the type.
  var fingerprint: UInt {
    (parameterCount.map { UInt($0 + 1) } ?? 0) << 2 + (hasNil ? 2 : 0) + (hasDouble ? 1 : 0)
  }

  private static let maximumParameterCount = 500

  /// Reads the list that a constant is.
  init(of constant: Any) throws(Untranslatable) {
    // The most frequent lists are read by specialized code. Casts would take empty lists of other
    // types, too.
    let type = Swift.type(of: constant)
    if type == [Int].self, let list = constant as? [Int] {
      values = list
    } else if type == [Int64].self, let list = constant as? [Int64] {
      values = list
    } else if type == [String].self, let list = constant as? [String] {
      values = list
    } else {
      try appendAll(of: constant)
    }
  }

  private mutating func appendAll(of constant: Any) throws(Untranslatable) {
    guard let list = constant as? any Collection else {
      throw Untranslatable(reason: "membership in a list that is not known")
    }
    try append(list)
  }

  private mutating func append<List: Collection>(_ list: List) throws(Untranslatable) {
    values.reserveCapacity(list.count)
    // A cast of each value to the protocol would take far longer.
    if let type = List.Element.self as? any ColumnValue.Type, !type.isOptional {
      func appendAll<Value: ColumnValue>(_ type: Value.Type) {
        for case let value as Value in list { values.append(value) }
        hasDouble = Value.self == Double.self
      }
      return appendAll(type)
    }
    for element in list {
      guard let value = element as? any ColumnValue else {
        throw Untranslatable(reason: "a value of type \(type(of: element)) has no SQL")
      }
      if isNil(value) {
        hasNil = true
      } else {
        values.append(value)
        hasDouble = hasDouble || value is Double || value is Double?
      }
    }
  }

  /// The number of parameters; nil for so many values that they are one text of JSON.
  var parameterCount: Int? {
    guard values.count <= Self.maximumParameterCount else { return nil }
    // Short lists keep their length, as they are written.
    guard values.count > 4 else { return values.count }
    var count = 8
    while count < values.count { count *= 2 }
    return count
  }

  /// Returns the value of a parameter; nil if there are no values.
  func value(ofParameter index: Int) -> (any ColumnValue)? {
    values.isEmpty ? nil : values[min(index, values.count - 1)]
  }
}
