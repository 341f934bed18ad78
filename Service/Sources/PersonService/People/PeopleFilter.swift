import Foundation
import Hummingbird
import People

/// Which people a request for a list or a file asks for.
struct PeopleFilter: Sendable {
  static let parameters: Set<String> = [
    "search", "searchAttributes", "name", "surname", "email", "letter", "minAge", "maxAge",
    "minBirthDate", "maxBirthDate",
  ]

  /// The beginning of the parameters that say the text of an attribute: `attributes.city=London`.
  static let attributePrefix = "attributes."
  /// The beginning of the parameters that say a part of a text, without regard to case:
  /// `contains.email=example.org`, `contains.attributes.city=lon`.
  private static let partPrefix = "contains."
  /// The beginning of the parameters that say whether anything is known: `has.email=false`.
  private static let presencePrefix = "has."
  static let prefixes = [attributePrefix, partPrefix, presencePrefix]

  /// The number of attributes, parts and presences in a request.
  static let mostAttributes = 20

  /// The words to search for; nil for everybody.
  let search: String?
  /// The attributes in which words of the search may begin, too.
  let searchedAttributes: [String]
  private let conditions: [@Sendable (QueryExpression<Person>) -> QueryExpression<Bool>]

  init(_ values: Parameters) throws {
    let named = Self.prefixes.flatMap { prefix in
      values.values(after: prefix).map { (name: prefix + $0.key, text: $0.value) }
    }
    if named.count > Self.mostAttributes, let last = named.max(by: { $0.name < $1.name }) {
      throw Problem.parameter(
        last.name, last.text, "is one attribute too many: \(Self.mostAttributes) may be given")
    }
    search = values["search"]
    searchedAttributes = try Self.attributes(values["searchAttributes"], of: search)
    conditions =
      try Self.fields(values) + Self.ranges(values)
      + Self.attributes(values) + Self.parts(values) + Self.presences(values)
  }

  private typealias Condition = @Sendable (QueryExpression<Person>) -> QueryExpression<Bool>

  private static func attributes(_ names: String?, of search: String?) throws -> [String] {
    guard let names else { return [] }
    func problem(_ reason: String) -> Problem { .parameter("searchAttributes", names, reason) }
    guard search != nil else { throw problem("is for people who are found by a search") }
    let attributes = names.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard attributes.count <= mostAttributes else {
      throw problem("has more than \(mostAttributes) attributes")
    }
    guard !attributes.contains("") else {
      throw problem("must be names of attributes with commas between them")
    }
    return attributes
  }

  private static func fields(_ values: Parameters) -> [Condition] {
    var conditions: [Condition] = []
    if let name = values["name"] { conditions.append { $0.name == name } }
    if let surname = values["surname"] { conditions.append { $0.surname == surname } }
    if let email = values["email"] { conditions.append { $0.email == email } }
    if let letter = values["letter"] { conditions.append { $0.surname.hasPrefix(letter) } }
    return conditions
  }

  private static func ranges(_ values: Parameters) throws -> [Condition] {
    var conditions: [Condition] = []
    if let least = try values.number("minAge", 0...Int.max) {
      conditions.append { $0.age.map { $0 >= least } == true }
    }
    if let most = try values.number("maxAge", 0...Int.max) {
      conditions.append { $0.age.map { $0 <= most } == true }
    }
    if let first = try day("minBirthDate", values) {
      conditions.append { $0.birthDate.map { $0 >= first } == true }
    }
    if let last = try day("maxBirthDate", values) {
      conditions.append { $0.birthDate.map { $0 <= last } == true }
    }
    return conditions
  }

  private static func day(_ name: String, _ values: Parameters) throws -> CalendarDate? {
    guard let text = values[name] else { return nil }
    guard let day = CalendarDate(text) else {
      throw Problem.parameter(name, text, "must be a day such as 1815-12-10")
    }
    return day
  }

  private static func attributes(_ values: Parameters) -> [Condition] {
    values.values(after: attributePrefix).sorted { $0.key < $1.key }.map {
      (name, text) -> Condition in { $0.attributes[name] == text }
    }
  }

  private static func parts(_ values: Parameters) throws -> [Condition] {
    try values.values(after: partPrefix).sorted { $0.key < $1.key }.map {
      (name, text) throws -> Condition in
      let part = text.lowercased()
      func condition(
        _ value: @escaping @Sendable (QueryExpression<Person>) -> QueryExpression<String?>
      ) -> Condition {
        { value($0).map { $0.lowercased().contains(part) } == true }
      }
      switch name {
      case "name": return { $0.name.lowercased().contains(part) }
      case "surname": return { $0.surname.lowercased().contains(part) }
      case "email": return condition { $0.email }
      default:
        let attribute = try attribute(name, of: partPrefix, text, "name, surname, email")
        return condition { $0.attributes[attribute] }
      }
    }
  }

  private static func presences(_ values: Parameters) throws -> [Condition] {
    try values.values(after: presencePrefix).sorted { $0.key < $1.key }.map {
      (name, text) throws -> Condition in
      guard let isWanted = Bool(text) else {
        throw Problem.parameter(presencePrefix + name, text, "must be true or false")
      }
      switch name {
      case "surname": return { ($0.surname != "") == isWanted }
      case "age": return { ($0.age != nil) == isWanted }
      case "email": return { ($0.email != nil) == isWanted }
      case "birthDate": return { ($0.birthDate != nil) == isWanted }
      default:
        let attribute = try attribute(
          name, of: presencePrefix, text, "surname, age, email, birthDate")
        return { ($0.attributes[attribute] != nil) == isWanted }
      }
    }
  }

  /// Returns the name of the attribute in the name of a parameter.
  private static func attribute(
    _ name: String, of prefix: String, _ text: String, _ fields: String
  ) throws -> String {
    guard name.hasPrefix(attributePrefix) else {
      throw Problem.parameter(
        prefix + name, text,
        "is no parameter of this request: after \(prefix) comes one of \(fields), or attributes. "
          + "with a name")
    }
    return String(name.dropFirst(attributePrefix.count))
  }

  /// The people who fulfill the conditions, besides the search.
  func people(of people: Query<Person>) -> Query<Person> {
    conditions.reduce(people) { people, condition in people.where { condition($0) } }
  }

  /// The people who fulfill the conditions and are found by the search.
  func found(of people: Query<Person>) -> Query<Person> {
    guard let search else { return self.people(of: people) }
    return self.people(of: people).where { [searchedAttributes] in
      $0.isFound(by: search, attributes: searchedAttributes)
    }
  }
}
