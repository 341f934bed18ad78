/// A decoder without data. It notes the properties that a struct decodes, and answers with samples.
///
/// An error that a struct catches is noted as well, so that no mistake is overlooked.
final class PropertyProbe: Decoder {
  /// The properties, in the order in which they are decoded.
  private(set) var properties: [SampledProperty]
  /// The first mistake that was made.
  private(set) var mistake: String?

  private let isLearning: Bool
  private let chosen: (property: Int, sample: Int)?
  /// The values of JSON that are decoded: the innermost last. There are none for a row.
  private let outer: [Any.Type]
  private var count = 0

  /// Creates a decoder that learns the properties. It answers with their first samples.
  init(in outer: [Any.Type] = []) {
    (properties, isLearning, chosen, self.outer) = ([], true, nil, outer)
  }

  /// Creates a decoder that answers with the first samples of known properties, and with another
  /// sample of one of them.
  init(
    _ properties: [SampledProperty], _ chosen: (property: Int, sample: Int),
    in outer: [Any.Type] = []
  ) {
    (self.properties, isLearning, self.chosen, self.outer) = (properties, false, chosen, outer)
  }

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ProbeContainer<Key>(probe: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw failure("init(from:) decodes a list, not properties by their names")
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw failure("init(from:) decodes one value, not properties by their names")
  }

  /// Decodes a value.
  ///
  /// - Throws: ``ProbeFailure``, which is also the reason of an error that the value has caught.
  func decode<Value: Decodable>(_ type: Value.Type) throws(ProbeFailure) -> Value {
    count = 0
    let decoded = Result { try Value(from: self) }
    if let mistake { throw ProbeFailure(reason: mistake) }
    switch decoded {
    case .success(let value):
      guard count == properties.count else {
        throw ProbeFailure(reason: "init(from:) does not always decode \(properties[count].name)")
      }
      return value
    case .failure(let error):
      let sample = chosen.map { properties[$0.property].described($0.sample) }
      throw ProbeFailure(
        reason: "init(from:) refuses \(sample ?? "samples of the properties"): \(error)")
    }
  }

  /// Notes a mistake and returns it as an error.
  func failure(_ reason: String) -> ProbeFailure {
    mistake = mistake ?? reason
    return ProbeFailure(reason: mistake ?? reason)
  }

  /// Returns the sample of a property.
  fileprivate func answer<Value>(_ name: String, _ type: Value.Type) throws(ProbeFailure) -> Value {
    func open<Column: ColumnValue>(_ type: Column.Type) throws(ProbeFailure) -> Column {
      try sample(name, type)
    }
    func part<Part: Decodable>(_ type: Part.Type) -> Value? {
      try? PropertyProbe(in: outer + [type]).decode(type) as? Value
    }
    guard let column = type as? any ColumnValue.Type else {
      // A part of JSON is no column.
      let wrapped = unwrapped(type)
      let isPart = !outer.isEmpty && !outer.contains { $0 == wrapped }
      if isPart, let value = (wrapped as? any Decodable.Type).flatMap({ part($0) }) { return value }
      throw failure("property \(name) is of type \(type), which is no ColumnValue")
    }
    guard let value = try open(column) as? Value else {
      throw failure("property \(name) has no sample values")
    }
    return value
  }

  private func sample<Value: ColumnValue>(
    _ name: String, _ type: Value.Type
  ) throws(ProbeFailure) -> Value {
    if isLearning {
      guard !properties.contains(where: { $0.name == name }) else {
        throw failure("init(from:) decodes \(name) twice")
      }
      guard let samples = PropertySamples(of: type, in: outer) else {
        throw failure("property \(name): its type \(type) has no sampleValues")
      }
      properties.append(SampledProperty(name: name, samples: samples))
    }
    let index = count
    guard properties.indices.contains(index), properties[index].name == name,
      let samples = properties[index].samples as? PropertySamples<Value>
    else { throw failure("init(from:) does not always decode \(name) in the same way") }
    count += 1
    return samples.values[chosen.map { $0.property == index ? $0.sample : 0 } ?? 0]
  }
}

/// The reason why a struct cannot be read property by property.
struct ProbeFailure: Error {
  let reason: String
}

/// The properties of a struct, by their names.
private struct ProbeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: PropertyProbe

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }
  func contains(_ key: Key) -> Bool { true }

  func decodeNil(forKey key: Key) throws -> Bool {
    throw probe.failure("init(from:) looks whether \(key.stringValue) is nil")
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try probe.answer(key.stringValue, type)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(key)
  }

  // The defaults of these would ask for a value that is not nil.
  func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(key) }
  func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(key) }
  func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(key) }
  func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try optional(key) }
  func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(key) }
  func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try optional(key) }
  func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try optional(key) }
  func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try optional(key) }
  func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try optional(key) }
  func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try optional(key) }
  func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(key) }
  func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(key) }
  func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(key) }
  func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(key) }

  private func optional<Value>(_ key: Key) throws -> Value? {
    try probe.answer(key.stringValue, Value?.self)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw nested(key) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw nested(key)
  }

  func superDecoder() throws -> any Decoder {
    throw probe.failure("init(from:) uses superDecoder")
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder() }

  private func nested(_ key: Key) -> ProbeFailure {
    probe.failure("init(from:) decodes \(key.stringValue) as a container")
  }
}
