import Hummingbird
import People

/// The order of people in a list or a file. People who have the same value are sorted by id.
struct PeopleOrder: Sendable {
  /// What people are sorted by. The best are those that a search finds best.
  enum Key: Equatable {
    case id, name, surname, age, email, birthDate, best
    case attribute(String)

    init?(_ text: String) {
      switch text {
      case "id": self = .id
      case "name": self = .name
      case "surname": self = .surname
      case "age": self = .age
      case "email": self = .email
      case "birthDate": self = .birthDate
      case "best": self = .best
      default:
        guard text.hasPrefix(PeopleFilter.attributePrefix) else { return nil }
        self = .attribute(String(text.dropFirst(PeopleFilter.attributePrefix.count)))
      }
    }
  }

  static let parameters: Set<String> = ["sort", "locale"]

  /// The text of the parameter.
  let text: String
  let key: Key
  let isDescending: Bool
  /// The language in whose order names are.
  let locale: String?

  /// - Parameter isSearch: whether people are found by a search.
  init(_ values: Parameters, isSearch: Bool) throws {
    text = values["sort"] ?? "id"
    isDescending = text.hasPrefix("-")
    guard let key = Key(isDescending ? String(text.dropFirst()) : text),
      key != .best || !isDescending
    else {
      throw Problem.parameter(
        "sort", text,
        "must be one of id, name, surname, age, email, birthDate, best, attributes. with a name, "
          + "the fields with - for descending")
    }
    guard key != .best || isSearch else {
      throw Problem.parameter("sort", text, "is for people who are found by a search")
    }
    self.key = key
    locale = values["locale"]
    guard let locale else { return }
    guard LocalizedText.isKnown(locale: locale) else {
      throw Problem.parameter(
        "locale", locale, "must be the name of a language such as sv or de-CH")
    }
    guard key == .name || key == .surname else {
      throw Problem.parameter("locale", locale, "is for people who are sorted by name or surname")
    }
  }

  /// The name by which people are sorted.
  func named(_ person: QueryExpression<Person>) -> QueryExpression<String> {
    key == .name ? person.name : person.surname
  }

  /// The people in order. Those of `best` have it already.
  func sorted(_ people: Query<Person>) -> Query<Person> {
    if let locale {
      return isDescending
        ? people.sortDescending { named($0).localized(locale) }
        : people.sort { named($0).localized(locale) }
    }
    return switch (key, isDescending) {
    case (.id, false), (.best, _): people
    case (.id, true): people.sortDescending { $0.id }
    case (.name, false): people.sort { $0.name }
    case (.name, true): people.sortDescending { $0.name }
    case (.surname, false): people.sort { $0.surname }
    case (.surname, true): people.sortDescending { $0.surname }
    case (.age, false): people.sort { $0.age }
    case (.age, true): people.sortDescending { $0.age }
    case (.email, false): people.sort { $0.email }
    case (.email, true): people.sortDescending { $0.email }
    case (.birthDate, false): people.sort { $0.birthDate }
    case (.birthDate, true): people.sortDescending { $0.birthDate }
    case (.attribute(let name), false): people.sort { $0.attributes[name] }
    case (.attribute(let name), true): people.sortDescending { $0.attributes[name] }
    }
  }
}
