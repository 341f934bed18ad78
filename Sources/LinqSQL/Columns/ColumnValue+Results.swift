public import Foundation
public import LinqCore
public import StoreEngine

// The results of functions.

extension ComparisonResult: ColumnValue {
  /// The two orders.
  public static var sampleValues: (Self, Self)? { (.orderedAscending, .orderedDescending) }
}

extension FloatingPointSign: ColumnValue {
  /// Plus and minus.
  public static var sampleValues: (Self, Self)? { (.plus, .minus) }
}

extension LocalizedText: ColumnValue {
  /// The storage class TEXT.
  public static var columnType: ValueType { .text }

  /// Two texts in an order.
  public static var sampleValues: (Self, Self)? { ("a".localized("en"), "b".localized("en")) }

  /// Reads what a function has returned.
  public static func read(from row: inout RowReader) throws -> LocalizedText {
    let form = try row.text()
    guard let text = LocalizedText(form: form) else {
      throw row.mismatch(expected: "a text in the order of a language", found: "'\(form)'")
    }
    return text
  }

  /// Writes the text with its order.
  public func write(to row: inout RowWriter) throws { row.write(form) }
}
