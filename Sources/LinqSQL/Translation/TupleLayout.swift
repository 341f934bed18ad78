/// The memory layout of a tuple or a struct: its elements in order, each at its alignment.
enum TupleLayout {
  /// Returns the part that a key path to an element of a tuple refers to.
  static func part(of parts: [Projection.Part], at keyPath: AnyKeyPath) -> Projection.Part? {
    guard let wanted = keyPath.storedOffset else { return nil }
    let valueType = type(of: keyPath).valueType
    return zip(parts, offsets(of: parts.map(\.type)).offsets).first {
      $0.type == valueType && $1 == wanted
    }?.0
  }

  /// Returns the offsets of elements, and the size of all of them.
  static func offsets(of types: [Any.Type]) -> (offsets: [Int], size: Int) {
    var end = 0
    let offsets = types.map { type in
      let (size, alignment) = _openExistential(type, do: layout)
      let offset = (end + alignment - 1) / alignment * alignment
      end = offset + size
      return offset
    }
    return (offsets, end)
  }
}

private func layout<Value>(_ type: Value.Type) -> (size: Int, alignment: Int) {
  (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
}
