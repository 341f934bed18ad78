internal import Foundation
internal import LinqCore

/// Reads and writes a stored property of a row at its offset.
///
/// The values of common types are read by code that is compiled for them, without a call through
/// the table of their protocol: rows are read as fast as by an initializer.
@usableFromInline struct PropertyAccess: Sendable {
  let offset: Int
  private let kind: Kind
  private let type: any PropertyValue.Type

  init<Value: ColumnValue>(_ type: Value.Type, at offset: Int) {
    self.offset = offset
    kind = Kind.allCases.first { $0.type == type } ?? .other
    self.type = TypedProperty<Value>.self
  }

  /// Reads the next column of a row into the memory of the property, which has no value yet.
  @inline(__always)
  fileprivate func read(_ row: inout RowReader, into memory: UnsafeMutableRawPointer) throws {
    let place = memory + offset
    switch kind {
    case .bool: try TypedProperty<Bool>.read(&row, into: place)
    case .int: try TypedProperty<Int>.read(&row, into: place)
    case .int32: try TypedProperty<Int32>.read(&row, into: place)
    case .int64: try TypedProperty<Int64>.read(&row, into: place)
    case .double: try TypedProperty<Double>.read(&row, into: place)
    case .float: try TypedProperty<Float>.read(&row, into: place)
    case .string: try TypedProperty<String>.read(&row, into: place)
    case .data: try TypedProperty<Data>.read(&row, into: place)
    case .date: try TypedProperty<Date>.read(&row, into: place)
    case .uuid: try TypedProperty<UUID>.read(&row, into: place)
    case .day: try TypedProperty<CalendarDate>.read(&row, into: place)
    case .decimal: try TypedProperty<Decimal>.read(&row, into: place)
    case .optionalBool: try TypedProperty<Bool?>.read(&row, into: place)
    case .optionalInt: try TypedProperty<Int?>.read(&row, into: place)
    case .optionalInt32: try TypedProperty<Int32?>.read(&row, into: place)
    case .optionalInt64: try TypedProperty<Int64?>.read(&row, into: place)
    case .optionalDouble: try TypedProperty<Double?>.read(&row, into: place)
    case .optionalFloat: try TypedProperty<Float?>.read(&row, into: place)
    case .optionalString: try TypedProperty<String?>.read(&row, into: place)
    case .optionalData: try TypedProperty<Data?>.read(&row, into: place)
    case .optionalDate: try TypedProperty<Date?>.read(&row, into: place)
    case .optionalUUID: try TypedProperty<UUID?>.read(&row, into: place)
    case .optionalDay: try TypedProperty<CalendarDate?>.read(&row, into: place)
    case .optionalDecimal: try TypedProperty<Decimal?>.read(&row, into: place)
    case .other: try type.read(&row, into: place)
    }
  }

  /// Writes the property of a row to the next parameter.
  func write(_ row: UnsafeRawPointer, to parameters: inout RowWriter) throws {
    let place = row + offset
    switch kind {
    case .int: try TypedProperty<Int>.write(place, to: &parameters)
    case .int64: try TypedProperty<Int64>.write(place, to: &parameters)
    case .double: try TypedProperty<Double>.write(place, to: &parameters)
    case .string: try TypedProperty<String>.write(place, to: &parameters)
    case .optionalInt: try TypedProperty<Int?>.write(place, to: &parameters)
    case .optionalString: try TypedProperty<String?>.write(place, to: &parameters)
    default: try type.write(place, to: &parameters)
    }
  }

  /// Reads the properties of a row into its memory. After an error the memory has no values.
  @usableFromInline static func read(
    _ properties: [PropertyAccess], of row: inout RowReader, into memory: UnsafeMutableRawPointer
  ) throws {
    var count = 0
    do {
      for property in properties {
        try property.read(&row, into: memory)
        count &+= 1
      }
    } catch {
      for property in properties.prefix(count) {
        property.type.deinitialize(memory + property.offset)
      }
      throw error
    }
  }

  /// The types for which code is compiled here.
  private enum Kind: CaseIterable {
    case bool, int, int32, int64, double, float, string, data, date, uuid, day, decimal
    case optionalBool, optionalInt, optionalInt32, optionalInt64, optionalDouble, optionalFloat
    case optionalString, optionalData, optionalDate, optionalUUID, optionalDay, optionalDecimal
    case other

    var type: (any ColumnValue.Type)? {
      switch self {
      case .bool: Bool.self
      case .int: Int.self
      case .int32: Int32.self
      case .int64: Int64.self
      case .double: Double.self
      case .float: Float.self
      case .string: String.self
      case .data: Data.self
      case .date: Date.self
      case .uuid: UUID.self
      case .day: CalendarDate.self
      case .decimal: Decimal.self
      case .optionalBool: Bool?.self
      case .optionalInt: Int?.self
      case .optionalInt32: Int32?.self
      case .optionalInt64: Int64?.self
      case .optionalDouble: Double?.self
      case .optionalFloat: Float?.self
      case .optionalString: String?.self
      case .optionalData: Data?.self
      case .optionalDate: Date?.self
      case .optionalUUID: UUID?.self
      case .optionalDay: CalendarDate?.self
      case .optionalDecimal: Decimal?.self
      case .other: nil
      }
    }
  }
}

/// The values of a property.
private protocol PropertyValue: SendableMetatype {
  static func read(_ row: inout RowReader, into place: UnsafeMutableRawPointer) throws
  static func write(_ place: UnsafeRawPointer, to parameters: inout RowWriter) throws
  static func deinitialize(_ place: UnsafeMutableRawPointer)
}

private enum TypedProperty<Value: ColumnValue>: PropertyValue {
  @inline(__always)
  static func read(_ row: inout RowReader, into place: UnsafeMutableRawPointer) throws {
    place.assumingMemoryBound(to: Value.self).initialize(to: try Value.read(from: &row))
  }

  @inline(__always)
  static func write(_ place: UnsafeRawPointer, to parameters: inout RowWriter) throws {
    try place.assumingMemoryBound(to: Value.self).pointee.write(to: &parameters)
  }

  static func deinitialize(_ place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }
}
