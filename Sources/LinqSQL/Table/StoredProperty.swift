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
