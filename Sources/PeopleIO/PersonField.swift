/// A field of a person, with its name in files.
public enum PersonField: String, CaseIterable, Sendable, Hashable {
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

  /// Whether a table needs a column for the field.
  var isRequired: Bool { [.name, .surname].contains(self) }

  /// The name of the column in the database.
  var column: String { self == .birthDate ? "birth_date" : rawValue }

  /// Creates the field that a database column stores.
  init?(column: String) {
    guard let field = Self.allCases.first(where: { $0.column == column }) else { return nil }
    self = field
  }

  /// Creates the field for a file's column that is not mapped: the one with the same name, ignoring
  /// case, underscores, hyphens, spaces and invisible characters (`birthDate`, `birth_date`,
  /// `BIRTHDATE`).
  init?(header: String) {
    let plain = String(
      String.UnicodeScalarView(
        header.lowercased().unicodeScalars.filter {
          !["_", "-"].contains($0) && !$0.properties.isWhitespace
            && !$0.properties.isDefaultIgnorableCodePoint
        }))
    guard let field = Self.allCases.first(where: { $0.rawValue.lowercased() == plain }) else {
      return nil
    }
    self = field
  }
}

/// The index of the column from which each field is read.
struct FieldPlaces: Sendable {
  private var indices = [Int?](repeating: nil, count: PersonField.allCases.count)

  subscript(field: PersonField) -> Int? {
    get { indices[field.position] }
    set { indices[field.position] = newValue }
  }

  /// The fields that have a column.
  var fields: [PersonField] { PersonField.allCases.filter { self[$0] != nil } }
}

/// A set of fields.
struct PersonFields: OptionSet, Hashable {
  let rawValue: UInt8

  static let all = PersonFields(PersonField.allCases)

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
