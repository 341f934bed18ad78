// A stored property has several key paths: `\.note` in the file of the struct may be writable, and
// elsewhere not, and a declaration from `Decodable` has none. The offset and the type tell which
// property is meant.

extension AnyKeyPath {
  /// The offset of a stored property in its struct; nil for another key path.
  var storedOffset: Int? {
    func open<Root>(_ root: Root.Type) -> Int? {
      (self as? PartialKeyPath<Root>).flatMap { MemoryLayout<Root>.offset(of: $0) }
    }
    return _openExistential(type(of: self).rootType, do: open)
  }
}

extension Table {
  /// Returns the index of the column that stores a property.
  func columnIndex(of property: AnyKeyPath) -> Int? {
    if let index = columns.firstIndex(where: { $0.keyPath == property }) { return index }
    guard let offset = property.storedOffset, type(of: property).rootType == Row.self else {
      return nil
    }
    return columns.firstIndex {
      $0.offset == offset && type(of: $0.keyPath).valueType == type(of: property).valueType
    }
  }

  /// Returns the index of the column that stores a property, or the whole value of which it is a
  /// member, as `\.address.city` is of `\.address`.
  func columnIndex(storing property: AnyKeyPath) -> Int? {
    if let index = columnIndex(of: property) { return index }
    guard let offset = property.storedOffset, type(of: property).rootType == Row.self else {
      return nil
    }
    func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
    return columns.firstIndex { column in
      guard let start = column.offset else { return false }
      let size = _openExistential(type(of: column.keyPath).valueType, do: size)
      return (start..<start + size).contains(offset)
    }
  }

  /// Returns the key path with which the column of a property is declared.
  func columnPath(of property: AnyKeyPath) -> (any AnyKeyPath & Sendable)? {
    columnIndex(of: property).map { columns[$0].keyPath }
  }
}

extension RowProjection {
  /// Returns the column of a property.
  func expression(of property: AnyKeyPath) -> SQLExpression? {
    func column(_ keyPath: AnyKeyPath) -> SQLExpression? {
      columns.first { $0.keyPath == keyPath }?.expression
    }
    return column(property) ?? table.columnPath(of: property).flatMap { column($0) }
  }
}
