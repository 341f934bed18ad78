internal import Foundation
internal import LinqCore

/// Reads and writes a stored property of a row at its offset.
///
/// The values of common types are read by code that is compiled for them here, those of other types
/// by a function of the type: rows are read about as fast as by an initializer.
@usableFromInline struct PropertyAccess: Sendable {
  let offset: Int
  private let kind: Kind
  private let type: any ColumnValue.Type

  init<Value: ColumnValue>(_ type: Value.Type, at offset: Int) {
    self.offset = offset
    kind = Kind.allCases.first { $0.type == type } ?? .other
    self.type = type
  }

  /// Reads the next column of a row into the memory of the property, which has no value yet.
  @inline(__always)
  fileprivate func read(_ row: inout RowReader, into memory: UnsafeMutableRawPointer) throws {
    let place = memory + offset
    switch kind {
    case .bool: try Bool.read(from: &row, into: place)
    case .int: try Int.read(from: &row, into: place)
    case .int32: try Int32.read(from: &row, into: place)
    case .int64: try Int64.read(from: &row, into: place)
    case .int8: try Int8.read(from: &row, into: place)
    case .int16: try Int16.read(from: &row, into: place)
    case .uint: try UInt.read(from: &row, into: place)
    case .uint8: try UInt8.read(from: &row, into: place)
    case .uint16: try UInt16.read(from: &row, into: place)
    case .uint32: try UInt32.read(from: &row, into: place)
    case .uint64: try UInt64.read(from: &row, into: place)
    case .double: try Double.read(from: &row, into: place)
    case .float: try Float.read(from: &row, into: place)
    case .string: try String.read(from: &row, into: place)
    case .data: try Data.read(from: &row, into: place)
    case .date: try Date.read(from: &row, into: place)
    case .uuid: try UUID.read(from: &row, into: place)
    case .day: try CalendarDate.read(from: &row, into: place)
    case .decimal: try Decimal.read(from: &row, into: place)
    case .optionalBool: try Bool?.read(from: &row, into: place)
    case .optionalInt: try Int?.read(from: &row, into: place)
    case .optionalInt32: try Int32?.read(from: &row, into: place)
    case .optionalInt64: try Int64?.read(from: &row, into: place)
    case .optionalDouble: try Double?.read(from: &row, into: place)
    case .optionalFloat: try Float?.read(from: &row, into: place)
    case .optionalString: try String?.read(from: &row, into: place)
    case .optionalData: try Data?.read(from: &row, into: place)
    case .optionalDate: try Date?.read(from: &row, into: place)
    case .optionalUUID: try UUID?.read(from: &row, into: place)
    case .optionalDay: try CalendarDate?.read(from: &row, into: place)
    case .optionalDecimal: try Decimal?.read(from: &row, into: place)
    case .other: try type.read(from: &row, into: place)
    }
  }

  /// Writes the property of a row to the next parameter.
  func write(_ row: UnsafeRawPointer, to parameters: inout RowWriter) throws {
    let place = row + offset
    switch kind {
    case .int: try Int.write(place, to: &parameters)
    case .int64: try Int64.write(place, to: &parameters)
    case .double: try Double.write(place, to: &parameters)
    case .string: try String.write(place, to: &parameters)
    case .optionalInt: try Int?.write(place, to: &parameters)
    case .optionalString: try String?.write(place, to: &parameters)
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
    case bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
    case double, float, string, data, date, uuid, day, decimal
    case optionalBool, optionalInt, optionalInt32, optionalInt64, optionalDouble, optionalFloat
    case optionalString, optionalData, optionalDate, optionalUUID, optionalDay, optionalDecimal
    case other

    var type: (any ColumnValue.Type)? {
      switch self {
      case .bool: Bool.self
      case .int: Int.self
      case .int32: Int32.self
      case .int64: Int64.self
      case .int8: Int8.self
      case .int16: Int16.self
      case .uint: UInt.self
      case .uint8: UInt8.self
      case .uint16: UInt16.self
      case .uint32: UInt32.self
      case .uint64: UInt64.self
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

extension ColumnValue {
  @inline(__always)
  fileprivate static func write(_ place: UnsafeRawPointer, to parameters: inout RowWriter) throws {
    try place.assumingMemoryBound(to: Self.self).pointee.write(to: &parameters)
  }

  fileprivate static func deinitialize(_ place: UnsafeMutableRawPointer) {
    place.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }
}
