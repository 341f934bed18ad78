internal import Foundation
internal import LinqCore

/// A property that a struct decodes, and values with which it is tried.
struct SampledProperty {
  let name: String
  let samples: any AnyPropertySamples

  /// Returns a sample with the name of the property, for errors.
  func described(_ sample: Int) -> String { "\(samples.text(of: sample)) for \(name)" }
}

/// Values of a property without their type.
protocol AnyPropertySamples {
  var type: any ColumnValue.Type { get }
  var count: Int { get }

  /// Returns the text of a sample, for errors.
  func text(of sample: Int) -> String

  /// Returns whether a property of a row, which is of this type, holds a sample.
  func isHeld(_ sample: Int, at place: UnsafeRawPointer) -> Bool

  /// Returns the column of the property at an offset of a row, and what reads it.
  func column<Row: Decodable & Sendable>(
    _ name: String, of row: Row.Type, at offset: Int
  ) -> (ErasedColumn<Row>, PropertyAccess)
}

/// Values of a property: the two samples of its type, and others that an initializer with a
/// condition or a computation would refuse or change.
final class PropertySamples<Value: ColumnValue>: AnyPropertySamples {
  let values: [Value]

  /// Returns nil for a type without samples.
  init?(of type: Value.Type) {
    guard let (first, second) = Value.sampleValues else { return nil }
    values = [first, second] + oddValues(of: type)
  }

  var type: any ColumnValue.Type { Value.self }
  var count: Int { values.count }
  func text(of sample: Int) -> String { "\(values[sample])" }

  func isHeld(_ sample: Int, at place: UnsafeRawPointer) -> Bool {
    let size = MemoryLayout<Value>.size
    let isSame = withUnsafeBytes(of: values[sample]) {
      $0.elementsEqual(UnsafeRawBufferPointer(start: place, count: size))
    }
    guard !isSame else { return true }
    // Bytes between the parts of a value have no meaning, nor have those of nil.
    let held = storedValue(place.assumingMemoryBound(to: Value.self).pointee)
    return held != nil && held == storedValue(values[sample])
  }

  func column<Row: Decodable & Sendable>(
    _ name: String, of row: Row.Type, at offset: Int
  ) -> (ErasedColumn<Row>, PropertyAccess) {
    let access = PropertyAccess(Value.self, at: offset)
    let keyPath = \Row.[property: PropertyPlace<Value>(offset: offset)]
    let column = TableColumn(name: name, keyPath: keyPath, offset: offset) { row, writer in
      try access.write(row, to: &writer)
    }
    return (ErasedColumn(column), access)
  }
}

/// A stored property, for the key path of a column whose own key path is not known.
struct PropertyPlace<Value>: Hashable, Sendable {
  let offset: Int
}

extension Decodable {
  /// The stored property at an offset.
  fileprivate subscript<Value>(property place: PropertyPlace<Value>) -> Value {
    withUnsafePointer(to: self) {
      (UnsafeRawPointer($0) + place.offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}

/// Returns values that an initializer with a condition may refuse, and one with a computation may
/// change.
private func oddValues<Value: ColumnValue>(of type: Value.Type) -> [Value] {
  func integers<Integer: FixedWidthInteger>(_ type: Integer.Type) -> [Any] {
    [Integer(0), 3, 100, Integer.min, Integer.max, Integer.max / 3]
  }
  func wrapped(_ type: any ColumnValue.Type) -> [Any] {
    func open<Wrapped: ColumnValue>(_ type: Wrapped.Type) -> [Any] { oddValues(of: type) }
    return open(type)
  }
  func raw<Raw: RawRepresentable>(_ type: Raw.Type) -> [Any] {
    guard let values = (Raw.RawValue.self as? any ColumnValue.Type).map(wrapped) else { return [] }
    return values.compactMap { ($0 as? Raw.RawValue).flatMap(Raw.init(rawValue:)) }
  }
  func none<Missing: OptionalValue>(_ type: Missing.Type) -> [Value] {
    [Missing(nil)].compactMap { $0 as? Value }
  }
  func cases<Cases: CaseIterable>(_ type: Cases.Type) -> [Any] { Array(type.allCases.prefix(100)) }
  var values: [Any] = []
  switch type {
  case let type as any FixedWidthInteger.Type: values = integers(type)
  case is Double.Type: values = [0, -0.5, 0.1, 150.75, 1e300, -1e300, Double.leastNonzeroMagnitude]
  case is Float.Type: values = [Float(0), -0.5, 0.1, 150.75, Float.greatestFiniteMagnitude]
  case is String.Type:
    values = ["", " a ", "A", "É", "0", "a@b.c", "a\n", "a text of more than fifteen bytes"]
  case is Date.Type:
    values = [0, 0.25, -1e9, 1e10].map { Date(timeIntervalSince1970: $0) }
  case is CalendarDate.Type:
    values = [(1, 1, 1), (1969, 12, 31), (9999, 12, 31)].compactMap {
      CalendarDate(year: $0.0, month: $0.1, day: $0.2)
    }
  case is Decimal.Type: values = [Decimal(0), Decimal(-1), Decimal(12345) / 100]
  case is Data.Type: values = [Data(), Data(0..<100)]
  case let type as any OptionalValue.Type:
    values = (type.wrappedType as? any ColumnValue.Type).map(wrapped) ?? []
    return none(type) + values.compactMap { $0 as? Value }
  case let type as any CaseIterable.Type: values = cases(type)
  case let type as any RawRepresentable.Type: values = raw(type)
  default: break
  }
  return values.compactMap { $0 as? Value }
}
