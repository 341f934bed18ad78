public import StoreEngine

/// A Swift type that a column of a table can hold.
///
/// The integers, `Bool`, `Double`, `String`, `Data`, `[UInt8]`, `Date`, `UUID`, `CalendarDate`,
/// enumerations with such a raw value, optionals of all of them, and arrays of
/// ``ColumnArrayElement``, are column values. Reading is exact: a stored value that does not fit
/// the type is an error, never converted to a near value.
///
/// ```swift
/// enum Status: String, ColumnValue { case open, paid }     // TEXT: 'open', 'paid'
/// ```
///
/// A custom type reads and writes one column through a type that already is a column value:
///
/// ```swift
/// struct Money: ColumnValue {
///   var cents: Int
///   static var columnType: ValueType { .integer }
///   static func read(from row: inout RowReader) throws -> Money {
///     Money(cents: try Int.read(from: &row))
///   }
///   func write(to row: inout RowWriter) throws { try cents.write(to: &row) }
/// }
/// ```
public protocol ColumnValue: Sendable {
  /// The storage class of the column.
  static var columnType: ValueType { get }

  /// Whether the column may hold NULL.
  @_documentation(visibility: internal)
  static var isOptional: Bool { get }

  /// Two different values, with which the declaration of a table is checked before it is used; nil
  /// if none are known.
  ///
  /// The types of the library have sample values, and those of `CaseIterable` types are their first
  /// two cases. Provide them for your own types, so that columns in the wrong order are found.
  static var sampleValues: (Self, Self)? { get }

  /// Reads the next column of a row.
  ///
  /// - Throws: `DatabaseError.decoding` for a stored value that is not a value of this type.
  static func read(from row: inout RowReader) throws -> Self

  /// Reads the next column of a row into memory that has no value yet.
  @_documentation(visibility: internal)
  static func read(from row: inout RowReader, into memory: UnsafeMutableRawPointer) throws

  /// Writes the value to the next parameter.
  ///
  /// - Throws: ``ColumnValueError`` for a value that no column can hold,
  ///   `DatabaseError.notANumber` for NaN.
  func write(to row: inout RowWriter) throws
}

extension ColumnValue {
  /// False: only an optional holds NULL.
  @_documentation(visibility: internal)
  @inlinable public static var isOptional: Bool { false }

  /// Reads the next column of a row into memory that has no value yet. This is compiled for each
  /// type, so that its values need no other place before.
  @_documentation(visibility: internal)
  @inlinable public static func read(
    from row: inout RowReader, into memory: UnsafeMutableRawPointer
  ) throws {
    memory.assumingMemoryBound(to: Self.self).initialize(to: try read(from: &row))
  }

  /// The first two cases of an enumeration; nil for other types.
  public static var sampleValues: (Self, Self)? { cases }

  private static var cases: (Self, Self)? {
    func cases<Cases: CaseIterable>(_ type: Cases.Type) -> (Self, Self)? {
      var cases = type.allCases.makeIterator()
      guard let first = cases.next() as? Self, let second = cases.next() as? Self else {
        return nil
      }
      return (first, second)
    }
    return (Self.self as? any CaseIterable.Type).flatMap { cases($0) }
  }
}

extension ColumnValue where Self: RawRepresentable, RawValue: ColumnValue {
  /// The sample values of the raw value if they represent values of the type, otherwise the first
  /// two cases of an enumeration.
  public static var sampleValues: (Self, Self)? {
    if let samples = RawValue.sampleValues, let first = Self(rawValue: samples.0),
      let second = Self(rawValue: samples.1)
    {
      return (first, second)
    }
    return cases
  }
}
