internal import LinqCore

// SQL compares what is stored. A type whose own `==` takes different stored values for equal would
// have other results in SQL than in memory.

extension Table {
  /// The columns of types with raw values that are equal by an `==` of their own where their raw
  /// values are not.
  var columnsWithOwnEquality: [TableDeclarationError.Problem] {
    columns.compactMap { column in
      let type = Swift.type(of: column.keyPath as AnyKeyPath).valueType
      let value = (type as? any OptionalValue.Type)?.wrappedType ?? type
      guard let value = value as? any RawRepresentable.Type, hasOwnEquality(value) else {
        return nil
      }
      return .ownEquality(column: column.name, type: "\(value)")
    }
  }
}

/// Texts that an equality of a program may take for one: without regard to case, white space,
/// accents or width.
private let texts = ["a", "A", "a ", " a", "\u{E1}", "\u{FF41}", "b@c.de", "B@c.de"]

private func hasOwnEquality<Value: RawRepresentable>(_ type: Value.Type) -> Bool {
  // Names of cases with 1,000 others would take long.
  let cases = (type as? any CaseIterable.Type).map { allCases(of: $0).prefix(100) } ?? []
  let values =
    cases.compactMap { $0 as? Value }
    + texts.compactMap { ($0 as? Value.RawValue).flatMap(Value.init(rawValue:)) }
  return values.indices.contains { index in
    values[..<index].contains { other in
      areEqual(values[index], other) && !areEqual(values[index].rawValue, other.rawValue)
    }
  }
}

private func allCases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }

/// Returns whether two values of one type are equal; false if their type has no equality.
private func areEqual(_ left: Any, _ right: Any) -> Bool {
  func open<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
  return (left as? any Equatable).map { open($0) } ?? false
}
