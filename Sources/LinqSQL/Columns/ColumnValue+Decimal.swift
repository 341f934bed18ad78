public import Foundation
internal import LinqCore
public import StoreEngine

extension Decimal: ColumnValue {
  /// The storage class TEXT.
  public static var columnType: ValueType { .text }

  /// 1 and 2.
  public static var sampleValues: (Decimal, Decimal)? { (1, 2) }

  /// Reads digits with a point, as `description` returns them: `12.5`. Any other text is an error,
  /// `12.50` and `1e3` too: they would be equal to another text in Swift, and different in SQL.
  public static func read(from row: inout RowReader) throws -> Decimal {
    let text = try row.text()
    guard let value = Decimal(canonicalText: text) else {
      throw row.mismatch(expected: "a decimal number such as 12.5", found: "'\(text)'")
    }
    return value
  }

  /// Writes digits with a point, without an exponent and without zeros that mean nothing.
  ///
  /// - Throws: `DatabaseError.notANumber` for NaN.
  public func write(to row: inout RowWriter) throws {
    guard !isNaN else { return try row.write(Double.nan) }
    row.write("\(self)")
  }
}
