/// Returns two different values of a type: its samples, or ones that are made of the samples of its
/// parts; nil if there are none.
///
/// - Parameter outer: the types of which the value is a part.
func samples<Value: ColumnValue>(of type: Value.Type, in outer: [Any.Type]) -> (Value, Value)? {
  if let samples = Value.sampleValues { return samples }
  func open<JSON: JSONColumnValue>(_ type: JSON.Type) -> (Value, Value)? {
    decodedSamples(of: type, in: outer) as? (Value, Value)
  }
  if let type = type as? any JSONColumnValue.Type { return open(type) }
  return (type as? any ComposedValue.Type)?.samples(in: outer) as? (Value, Value)
}

/// Returns two values that are decoded from samples of their properties. A type that is a part of
/// itself has none.
private func decodedSamples<JSON: JSONColumnValue>(
  of type: JSON.Type, in outer: [Any.Type]
) -> (JSON, JSON)? {
  guard !outer.contains(where: { $0 == type }) else { return nil }
  let probe = PropertyProbe(in: outer + [type])
  guard let first = try? probe.decode(type) else { return nil }
  for index in probe.properties.indices {
    let second = try? PropertyProbe(probe.properties, (index, 1), in: outer + [type]).decode(type)
    if let second, storedValue(first) != storedValue(second) { return (first, second) }
  }
  return nil
}

/// A type whose samples are made of those of another one.
private protocol ComposedValue {
  static func samples(in outer: [Any.Type]) -> (Self, Self)?
}

extension Optional: ComposedValue where Wrapped: ColumnValue {
  fileprivate static func samples(in outer: [Any.Type]) -> (Self, Self)? {
    LinqSQL.samples(of: Wrapped.self, in: outer).map { ($0, $1) }
  }
}

extension Array: ComposedValue where Element: ColumnArrayElement {
  fileprivate static func samples(in outer: [Any.Type]) -> (Self, Self)? {
    LinqSQL.samples(of: Element.self, in: outer).map { ([$0], [$1]) }
  }
}

extension Dictionary: ComposedValue
where Key: CodingKeyRepresentable & Codable, Value: ColumnArrayElement {
  fileprivate static func samples(in outer: [Any.Type]) -> (Self, Self)? {
    func key<Column: ColumnValue>(_ type: Column.Type) -> Key? { Column.sampleValues?.0 as? Key }
    guard let key = (Key.self as? any ColumnValue.Type).flatMap({ key($0) }),
      let (value, _) = LinqSQL.samples(of: Value.self, in: outer)
    else { return nil }
    return ([:], [key: value])
  }
}
