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
  ///
  /// - Parameter outer: the types of which the property is a part.
  init?(of type: Value.Type, in outer: [Any.Type]) {
    guard let (first, second) = samples(of: type, in: outer) else { return nil }
    values = [first, second] + oddValues(of: type).filter { storedValue($0) != nil }
  }

  var type: any ColumnValue.Type { Value.self }
  var count: Int { values.count }
  func text(of sample: Int) -> String { String(reflecting: values[sample]) }

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
