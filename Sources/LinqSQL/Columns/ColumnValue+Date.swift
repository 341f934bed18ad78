public import Foundation
internal import LinqCore
public import StoreEngine

extension Date: ColumnValue {
  /// INTEGER: microseconds since 1970-01-01 00:00 UTC.
  ///
  /// A `Date` is a floating-point number of seconds. From 1902 to 2105 it represents each
  /// microsecond; outside of these years a stored number may be read back a few microseconds off.
  public static var columnType: ValueType { .integer }

  /// Reads a point in time.
  public static func read(from row: inout RowReader) throws -> Date {
    Date(microsecondsSince1970: try row.integer())
  }

  /// Writes a point in time, rounded to the microsecond.
  ///
  /// - Throws: ``ColumnValueError/outOfRange(_:type:)`` if the microseconds do not fit 64 bits.
  public func write(to row: inout RowWriter) throws {
    guard let stored = microsecondsSince1970 else {
      throw ColumnValueError.outOfRange("\(timeIntervalSince1970) s", type: "Date")
    }
    if Date(microsecondsSince1970: stored) != self { row.changesValue = true }
    try row.write(stored)
  }
}

/// Operations on points in time for the SQL functions. Their files do not import Foundation, which
/// gives operations on text another meaning than Swift's.
enum StoredDate {
  /// Returns the text of a stored point in time, which is Swift's `"\(date)"`.
  static func text(_ microseconds: Int64) -> String {
    "\(Date(microsecondsSince1970: microseconds))"
  }
}
