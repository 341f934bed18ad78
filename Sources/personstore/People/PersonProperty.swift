internal import ArgumentParser
internal import LinqText
internal import People
internal import PeopleIO
internal import Tabular

/// A field or an attribute of people, under the name that it has on the command line: `birthDate`,
/// `party`. `attributes.name` is the attribute that has the name of a field.
enum PersonProperty: Hashable {
  case id, name, surname, age, email, birthDate
  case attribute(String)

  /// The fields, in the order in which they are shown.
  static let fields: [PersonProperty] = [.id, .name, .surname, .age, .email, .birthDate]

  /// What an attribute is named with that has the name of a field.
  static let prefix = "attributes."

  /// Returns the property with a name. A field is found as in the header of an imported file:
  /// `birth_date` and `BirthDate` are `birthDate`.
  static func named(_ name: String) throws -> PersonProperty {
    if name.hasPrefix(prefix) {
      let key = String(name.dropFirst(prefix.count))
      guard !key.isEmpty else { throw ValidationError("'\(name)' lacks the name of an attribute.") }
      return .attribute(key)
    }
    if let field = fields.first(where: { plain($0.name) == plain(name) }) { return field }
    guard !name.isEmpty else { throw ValidationError("A field or an attribute has a name.") }
    guard name != "attributes" else {
      throw ValidationError("One attribute at a time is named: attributes.city or just city.")
    }
    return .attribute(name)
  }

  /// Its name, which ``named(_:)`` finds it by.
  var name: String {
    switch self {
    case .id: "id"
    case .name: "name"
    case .surname: "surname"
    case .age: "age"
    case .email: "email"
    case .birthDate: "birthDate"
    case .attribute(let key):
      (try? Self.named(key)) == self ? key : Self.prefix + key
    }
  }

  /// Whether its values are numbers.
  var isNumber: Bool { self == .id || self == .age }

  /// Returns its value of a person.
  func value(of person: Person) -> Field {
    switch self {
    case .id: .integer(person.id)
    case .name: .text(person.name)
    case .surname: .text(person.surname)
    case .age: person.age.map { .integer(Int64($0)) } ?? .null
    case .email: person.email.map { .text($0) } ?? .null
    case .birthDate: person.birthDate.map { .text($0.description) } ?? .null
    case .attribute(let key): person.attributes[key].map { .text($0) } ?? .null
    }
  }

  /// The field that the name of an attribute was probably meant to be: one of which it is a word in
  /// the header of a file, or of which it is a misspelling; nil if there is none.
  var intendedField: PersonProperty? {
    guard case .attribute(let key) = self, (try? Self.named(key)) == self else { return nil }
    if let field = PersonField(word: key) { return try? Self.named(field.rawValue) }
    let given = Self.plain(key)
    let most = given.count < 6 ? 1 : 2
    return Self.fields.first { field in
      let name = Self.plain(field.name)
      // Two letters in the wrong order are one mistake.
      return editDistance(given, name) <= most || given.sorted() == name.sorted()
    }
  }

  private static func plain(_ name: String) -> String {
    name.lowercased().filter { !["_", "-"].contains($0) && !$0.isWhitespace }
  }
}
