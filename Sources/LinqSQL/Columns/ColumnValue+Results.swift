public import Foundation

// The results of functions, as integers.

extension ComparisonResult: ColumnValue {
  /// The two orders.
  public static var sampleValues: (Self, Self)? { (.orderedAscending, .orderedDescending) }
}

extension FloatingPointSign: ColumnValue {
  /// Plus and minus.
  public static var sampleValues: (Self, Self)? { (.plus, .minus) }
}
