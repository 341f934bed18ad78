/// A field of a person, with its name in files.
public enum PersonField: String, CaseIterable, Sendable, Hashable, Codable {
  /// The key in the store.
  case id
  /// The given name.
  case name
  /// The family name.
  case surname
  /// The age in whole years, if known.
  case age
  /// The e-mail address.
  case email
  /// The day of birth, `YYYY-MM-DD`.
  case birthDate

  /// The name of the column in the database.
  var column: String { self == .birthDate ? "birth_date" : rawValue }

  /// Creates the field that a database column stores.
  init?(column: String) {
    guard let field = Self.allCases.first(where: { $0.column == column }) else { return nil }
    self = field
  }
}

/// A value for each field.
struct FieldTable<Value: Sendable>: Sendable {
  private var values: [Value]

  init(repeating value: Value) {
    values = Array(repeating: value, count: PersonField.allCases.count)
  }

  subscript(field: PersonField) -> Value {
    get { values[field.position] }
    set { values[field.position] = newValue }
  }
}

/// A set of fields.
struct PersonFields: OptionSet, Hashable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ fields: some Sequence<PersonField>) {
    self = fields.reduce(into: []) { $0.insert($1) }
  }

  mutating func insert(_ field: PersonField) {
    formUnion(PersonFields(rawValue: 1 << UInt8(field.position)))
  }

  func contains(_ field: PersonField) -> Bool { rawValue >> UInt8(field.position) & 1 == 1 }
}

extension PersonField {
  /// The index of the field.
  fileprivate var position: Int {
    switch self {
    case .id: 0
    case .name: 1
    case .surname: 2
    case .age: 3
    case .email: 4
    case .birthDate: 5
    }
  }
}
