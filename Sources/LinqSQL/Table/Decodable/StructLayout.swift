/// The stored properties of a struct: which properties it decodes, and at which offset each lies.
///
/// ```
///   struct Invoice { var id: Int64; var paid: Bool; var total: Double }
///                    ├─── id ────┤├ paid ┤ ─ ─ ─ ─ ├──── total ────┤
///   offset           0            8                16
/// ```
///
/// A value is decoded from samples, and again with another sample of each property: the stored
/// property that holds it then is the one that is meant. Its offset follows from the types of the
/// properties before it.
struct StructLayout<Row: Decodable & Sendable> {
  /// The decoded properties, in their order, with their offsets.
  private(set) var properties: [(property: SampledProperty, offset: Int)] = []

  private struct Field {
    let name: String
    let type: Any.Type
    let offset: Int
  }

  /// - Throws: ``ProbeFailure`` if rows cannot be made of the decoded properties alone.
  init() throws(ProbeFailure) {
    guard !(Row.self is AnyClass) else { throw ProbeFailure(reason: "\(Row.self) is a class") }
    guard !(Row.self is any CustomReflectable.Type) else {
      throw ProbeFailure(reason: "\(Row.self) has a customMirror, which hides its properties")
    }
    let probe = PropertyProbe()
    let row: Row = try probe.decode(Row.self)
    var fields = try Self.fields(of: row)
    for (index, property) in probe.properties.enumerated() {
      let changed = try Self.decode(probe.properties, index, 1)
      let found = fields.indices.filter {
        fields[$0].type == property.samples.type
          && Self.holds(row, property, 0, at: fields[$0].offset)
          && Self.holds(changed, property, 1, at: fields[$0].offset)
      }
      guard let place = found.first, found.count == 1 else {
        throw ProbeFailure(reason: Self.reason(property, fields))
      }
      properties.append((property, fields.remove(at: place).offset))
    }
    guard fields.isEmpty else {
      let names = fields.map(\.name).joined(separator: ", ")
      throw ProbeFailure(reason: "init(from:) does not decode \(names)")
    }
    guard !properties.isEmpty else {
      throw ProbeFailure(reason: "\(Row.self) decodes no properties")
    }
    try checkSamples()
  }

  /// Checks that init(from:) stores all samples as they are decoded.
  private func checkSamples() throws(ProbeFailure) {
    let sampled = properties.map(\.property)
    for (index, property) in sampled.enumerated() {
      for sample in 1..<property.samples.count {
        let row = try Self.decode(sampled, index, sample)
        for (other, place) in properties.enumerated() {
          let expected = other == index ? sample : 0
          guard Self.holds(row, place.property, expected, at: place.offset) else {
            throw ProbeFailure(
              reason: "init(from:) does not store \(place.property.described(expected)) unchanged")
          }
        }
      }
    }
  }

  private static func decode(
    _ properties: [SampledProperty], _ property: Int, _ sample: Int
  ) throws(ProbeFailure) -> Row {
    try PropertyProbe(properties, (property, sample)).decode(Row.self)
  }

  private static func holds(
    _ row: Row, _ property: SampledProperty, _ sample: Int, at offset: Int
  ) -> Bool {
    withUnsafePointer(to: row) {
      property.samples.isHeld(sample, at: UnsafeRawPointer($0) + offset)
    }
  }

  /// Returns the stored properties of a row.
  private static func fields(of row: Row) throws(ProbeFailure) -> [Field] {
    let mirror = Mirror(reflecting: row)
    guard mirror.displayStyle == .struct else {
      throw ProbeFailure(reason: "\(Row.self) is not a struct")
    }
    let types = mirror.children.map { type(of: $0.value) }
    let (offsets, size) = TupleLayout.offsets(of: types)
    guard size == MemoryLayout<Row>.size else {
      throw ProbeFailure(reason: "\(Row.self) has another layout than its properties")
    }
    return zip(mirror.children, zip(types, offsets)).map {
      Field(name: $0.label ?? "", type: $1.0, offset: $1.1)
    }
  }

  /// Returns the reason why a property has no place.
  private static func reason(_ property: SampledProperty, _ fields: [Field]) -> String {
    let (name, type) = (property.name, property.samples.type)
    guard let field = fields.first(where: { $0.name == name && $0.type != type }) else {
      return "init(from:) does not store \(name) as it is decoded"
    }
    return "init(from:) decodes \(name) as \(type), but the property is of type \(field.type)"
  }
}
