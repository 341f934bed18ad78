internal import Foundation
internal import LinqCore

extension Translator {
  /// Returns the SQL of the text that Swift's `"\(value)"` returns for a value.
  func description(of operand: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    let value = try translate(operand)
    switch operand.type {
    // These types are stored as the same texts.
    case is String.Type, is Substring.Type, is Character.Type: return value
    case is CalendarDate.Type, is UUID.Type, is Decimal.Type:
      // A text that is no value of the type has no stored form to be compared with, and two texts
      // may be of one value.
      guard case .decoded = value else { return value }
      return .cast(value, "TEXT")
    case is Bool.Type:
      return .conditional(value, then: .parameter("true"), else: .parameter("false"))
    case is Double.Type: return .call(.doubleText, [value])
    case is Date.Type: return .call(.dateText, [value])
    case is any (FixedWidthInteger & ColumnValue).Type: return .cast(value, "TEXT")
    default:
      throw Untranslatable(reason: "the text of a value of type \(operand.type) is made in memory")
    }
  }

  /// Returns the SQL of the raw value of an enumeration, which is what its column holds.
  func rawValue(of operand: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    guard let type = operand.type as? any ColumnValue.Type, RawColumn.holdsRawValue(of: type) else {
      throw Untranslatable(reason: "no column holds the raw value of a \(operand.type)")
    }
    return try translate(operand)
  }
}
