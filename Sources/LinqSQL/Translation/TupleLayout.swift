/// The memory layout of a tuple: its elements in order, each at its alignment.
enum TupleLayout {
  /// Returns the part that a key path to an element of a tuple refers to.
  static func part(of parts: [Projection.Part], at keyPath: AnyKeyPath) -> Projection.Part? {
    guard let wanted = keyPath.storedOffset else { return nil }
    let valueType = type(of: keyPath).valueType
    var end = 0
    for part in parts {
      let (size, alignment) = _openExistential(part.type, do: layout)
      let start = (end + alignment - 1) / alignment * alignment
      if start == wanted, part.type == valueType { return part }
      end = start + size
    }
    return nil
  }
}

private func layout<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
  (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
}
