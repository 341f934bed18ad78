public import Foundation
public import StoreSQLite

extension Date: ColumnValue {
  /// INTEGER: microseconds since 1970-01-01 00:00 UTC.
  ///
  /// A `Date` is a floating-point number of seconds. From 1902 to 2105 it tells each microsecond
  /// apart; further away a stored number may come back a few microseconds off.
  public static var columnType: ValueType { .integer }

  /// Reads a point in time.
  public static func read(from row: inout RowReader) throws -> Date {
    Date(microsecondsSince1970: try row.integer())
  }

  /// Writes a point in time, rounded to the microsecond; one beyond 64 bits of them is an error.
  public func write(to row: inout RowWriter) throws {
    let microseconds = (timeIntervalSince1970 * 1_000_000).rounded()
    guard let stored = Int64(exactly: microseconds) else {
      throw ColumnValueError.outOfRange("\(timeIntervalSince1970) s", type: "Date")
    }
    if Date(microsecondsSince1970: stored) != self { row.changesValue = true }
    try row.write(stored)
  }
}

extension Date {
  /// The point in time that an INTEGER column holds.
  init(microsecondsSince1970 microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}

/// What SQL functions need of points in time. They do without Foundation, whose import gives
/// operations on text another meaning than Swift's.
enum StoredDate {
  /// The text of a stored point in time, as Swift's `"\(date)"` gives it.
  static func text(_ microseconds: Int64) -> String {
    "\(Date(microsecondsSince1970: microseconds))"
  }
}
