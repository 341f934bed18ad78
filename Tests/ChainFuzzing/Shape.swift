/// A type of values that stand alone, or of an optional of them.
struct ScalarType: Hashable, Sendable {
  enum Base {
    case int, long, real, bool, text, substring, character, day, moment, decimal, identifier,
      localized
  }

  let base: Base
  var isOptional = false

  static let int = ScalarType(base: .int)
  /// `Int64`, which does not mix with `Int`.
  static let long = ScalarType(base: .long)
  static let real = ScalarType(base: .real)
  static let bool = ScalarType(base: .bool)
  static let text = ScalarType(base: .text)
  static let substring = ScalarType(base: .substring)
  static let character = ScalarType(base: .character)
  static let day = ScalarType(base: .day)
  /// `Date`.
  static let moment = ScalarType(base: .moment)
  static let decimal = ScalarType(base: .decimal)
  /// `UUID`, which has no order.
  static let identifier = ScalarType(base: .identifier)
  /// `LocalizedText`, of which there are no literals.
  static let localized = ScalarType(base: .localized)

  var optional: ScalarType { ScalarType(base: base, isOptional: true) }
  var wrapped: ScalarType { ScalarType(base: base) }
  var isOrdered: Bool { base != .bool && base != .identifier }
}

/// What the rows of a source are made of.
enum RowKind: Hashable {
  case person
  case purchase

  /// The name of the source in chains.
  var source: String { self == .person ? "people" : "purchases" }

  /// The name of an array of the same rows.
  var array: String { self == .person ? "knownPeople" : "knownPurchases" }

  /// The properties, in the order of their printing.
  var fields: [(name: String, type: ScalarType)] {
    switch self {
    case .person:
      [
        ("id", .long), ("name", .text), ("surname", .text), ("age", .int),
        ("email", .text.optional), ("birthDate", .day.optional),
      ]
    case .purchase:
      [
        ("id", .long), ("buyer", .text), ("price", .real), ("pieces", .int.optional),
        ("isPaid", .bool), ("day", .day), ("discount", .real.optional), ("ordered", .moment),
        ("cost", .decimal), ("token", .identifier.optional),
      ]
    }
  }
}

extension RowKind {
  /// The properties that are lists or dictionaries, which come after the others: how they are
  /// written, and their elements.
  var lists: [(name: String, item: Shape)] {
    switch self {
    case .person: []
    case .purchase:
      [
        ("tags", .scalar(.text)), ("scores", .scalar(.real)), ("marks", .pair(.text, .int)),
        ("notes", .pair(.text, .text)),
      ]
    }
  }

  /// The names of all properties.
  var names: [String] { fields.map(\.name) + lists.map(\.name) }
}

/// What the elements of a chain are made of.
indirect enum Shape: Hashable {
  case scalar(ScalarType)
  case row(RowKind)
  case tuple([Shape])
  case group(key: ScalarType, item: Shape)
  /// A row that may be missing.
  case optional(Shape)
  case list(Shape)
  /// An element of a dictionary.
  case pair(ScalarType, ScalarType)

  var isTuple: Bool { if case .tuple = self { true } else { false } }

  private var isScalar: Bool { if case .scalar = self { true } else { false } }

  /// Whether the text form knows which of its values are equal.
  var hasEquality: Bool {
    switch self {
    case .scalar, .row: true
    case .tuple(let parts): parts.count == 2 && parts.allSatisfy(\.isScalar)
    default: false
    }
  }
}
