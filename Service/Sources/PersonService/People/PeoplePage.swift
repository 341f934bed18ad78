import Foundation
import Hummingbird
import HummingbirdCore
import People

/// What a request for a list of people asks for.
///
/// Pages are found by the key of the last person of the page before, so that page one thousand
/// takes no longer than the first, and people who are added or deleted meanwhile neither repeat nor
/// hide others.
package struct PeoplePage {
  /// The fields by which people can be sorted. People who have the same value are sorted by id.
  /// The best are those that a search finds best.
  enum Order: String, CaseIterable {
    case id, name, surname, age, best
  }

  /// The place after which a page begins.
  private struct Cursor: Codable {
    let order: String
    let isDescending: Bool
    let text: String?
    /// The age of the last person; of the best people, how many come before.
    let number: Int?
    let id: Int64
    var locale: String?
  }

  private let order: Order
  /// The language in whose order names are.
  private let locale: String?
  private let isDescending: Bool
  private let limit: Int
  private let cursor: Cursor?
  private let search: String?
  /// The attributes in which words of the search may begin, too.
  private let searchedAttributes: [String]
  private let filter: @Sendable (Query<Person>) -> Query<Person>

  static let parameters: Set<String> = [
    "limit", "after", "sort", "locale", "search", "searchAttributes", "name", "surname", "email",
    "letter", "minAge", "maxAge",
  ]

  /// The beginning of the parameters that say the text of an attribute: `attributes.city=London`.
  static let attributePrefix = "attributes."

  /// The number of attributes in a request.
  private static let mostAttributes = 20

  init(_ values: Parameters) throws {
    limit = try values.number("limit", 1...1000) ?? 50
    let sort = values["sort"] ?? "id"
    isDescending = sort.hasPrefix("-")
    guard let order = Order(rawValue: isDescending ? String(sort.dropFirst()) : sort),
      order != .best || !isDescending
    else {
      throw Problem.parameter(
        "sort", sort,
        "must be one of \(Order.allCases.map(\.rawValue).joined(separator: ", ")), the fields with "
          + "- for descending")
    }
    guard order != .best || values["search"] != nil else {
      throw Problem.parameter("sort", sort, "is for people who are found by a search")
    }
    self.order = order
    locale = try Self.locale(values["locale"], order)
    let attributes = values.values(after: Self.attributePrefix)
    if attributes.count > Self.mostAttributes, let last = attributes.max(by: { $0.key < $1.key }) {
      throw Problem.parameter(
        Self.attributePrefix + last.key, last.value,
        "is one attribute too many: \(Self.mostAttributes) may be given")
    }
    if let after = values["after"] {
      cursor = try Self.cursor(after, order, isDescending, locale)
    } else {
      cursor = nil
    }
    search = values["search"]
    searchedAttributes = try Self.attributes(values["searchAttributes"], of: search)
    filter = try Self.filter(
      values, ages: (values.number("minAge", 0...Int.max), values.number("maxAge", 0...Int.max)))
  }

  private static func locale(_ locale: String?, _ order: Order) throws -> String? {
    guard let locale else { return nil }
    guard LocalizedText.isKnown(locale: locale) else {
      throw Problem.parameter(
        "locale", locale, "must be the name of a language such as sv or de-CH")
    }
    guard order == .name || order == .surname else {
      throw Problem.parameter("locale", locale, "is for people who are sorted by name or surname")
    }
    return locale
  }

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

  private static func cursor(
    _ text: String, _ order: Order, _ isDescending: Bool, _ locale: String?
  ) throws -> Cursor {
    guard
      let data = Data(
        base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/")),
      let cursor = try? JSONDecoder().decode(Cursor.self, from: data),
      cursor.order == order.rawValue, cursor.isDescending == isDescending, cursor.locale == locale
    else {
      throw Problem.parameter(
        "after", text, "must be the `next` of a page with the same order")
    }
    return cursor
  }

  private static func filter(
    _ values: Parameters, ages: (Int?, Int?)
  ) -> @Sendable (Query<Person>) -> Query<Person> {
    let (name, surname, email) = (values["name"], values["surname"], values["email"])
    let letter = values["letter"]
    let attributes = values.values(after: attributePrefix).sorted { $0.key < $1.key }
    return { people in
      var people = people
      if let name { people = people.where { $0.name == name } }
      if let surname { people = people.where { $0.surname == surname } }
      if let email { people = people.where { $0.email == email } }
      if let letter { people = people.where { $0.surname.hasPrefix(letter) } }
      if let least = ages.0 { people = people.where { $0.age.map { $0 >= least } == true } }
      if let most = ages.1 { people = people.where { $0.age.map { $0 <= most } == true } }
      for (attribute, text) in attributes {
        people = people.where { $0.attributes[attribute] == text }
      }
      return people
    }
  }

  /// The people of the page and one more, if there is a next page.
  func query(of people: Query<Person>) -> Query<Person> {
    var people = filter(people)
    if let search, order == .best {
      return people.search(search, attributes: searchedAttributes).skip(position).take(limit + 1)
    }
    if let search {
      let attributes = searchedAttributes
      people = people.where { $0.isFound(by: search, attributes: attributes) }
    }
    return sorted(after(people)).take(limit + 1)
  }

  /// How many of the best people are on the pages before.
  private var position: Int { min(max(0, cursor?.number ?? 0), 1_000_000_000) }

  /// The people after the last one of the page before.
  private func after(_ people: Query<Person>) -> Query<Person> {
    guard let cursor else { return people }
    let (id, text) = (cursor.id, cursor.text ?? "")
    if let locale { return after(people, text: text, id: id, locale) }
    // The first condition leads to the rows, if there is an index.
    return switch (order, isDescending) {
    case (.id, false): people.where { $0.id > id }
    case (.id, true): people.where { $0.id < id }
    case (.name, false):
      people.where { $0.name >= text && ($0.name > text || $0.id > id) }
    case (.name, true):
      people.where { $0.name <= text && ($0.name < text || $0.id > id) }
    case (.surname, false):
      people.where { $0.surname >= text && ($0.surname > text || $0.id > id) }
    case (.surname, true):
      people.where { $0.surname <= text && ($0.surname < text || $0.id > id) }
    case (.age, _): after(people, age: cursor.number, id: id)
    case (.best, _): people
    }
  }

  /// The people after one with a name, in the order of a language.
  private func after(
    _ people: Query<Person>, text: String, id: Int64, _ locale: String
  ) -> Query<Person> {
    let last = text.localized(locale)
    return people.where { person in
      let name = named(person)
      let key = name.localized(locale)
      return (isDescending ? key < last : key > last) || name == text && person.id > id
    }
  }

  /// The name by which people are sorted.
  private func named(_ person: QueryExpression<Person>) -> QueryExpression<String> {
    order == .name ? person.name : person.surname
  }

  /// The people after one whose age may be unknown. Nil comes before all ages, and after all of
  /// them in descending order.
  private func after(_ people: Query<Person>, age last: Int?, id: Int64) -> Query<Person> {
    switch (last, isDescending) {
    case (nil, false): people.where { $0.age != nil || $0.id > id }
    case (nil, true): people.where { $0.age == nil && $0.id > id }
    case (let last?, false):
      people.where { person in
        person.age.map { $0 > last || $0 == last && person.id > id } == true
      }
    case (let last?, true):
      people.where { person in
        person.age == nil || person.age.map { $0 < last || $0 == last && person.id > id } == true
      }
    }
  }

  private func sorted(_ people: Query<Person>) -> Query<Person> {
    if let locale {
      return isDescending
        ? people.sortDescending { named($0).localized(locale) }
        : people.sort { named($0).localized(locale) }
    }
    return switch (order, isDescending) {
    case (.id, false), (.best, _): people
    case (.id, true): people.sortDescending { $0.id }
    case (.name, false): people.sort { $0.name }
    case (.name, true): people.sortDescending { $0.name }
    case (.surname, false): people.sort { $0.surname }
    case (.surname, true): people.sortDescending { $0.surname }
    case (.age, false): people.sort { $0.age }
    case (.age, true): people.sortDescending { $0.age }
    }
  }

  /// The body of the response.
  func body(_ found: [Person]) -> Body {
    let people = found.prefix(limit)
    var next: String?
    if found.count > limit, let last = people.last {
      let cursor = Cursor(
        order: order.rawValue, isDescending: isDescending,
        text: order == .name ? last.name : order == .surname ? last.surname : nil,
        number: order == .age ? last.age : order == .best ? position + limit : nil, id: last.id,
        locale: locale)
      next = Data(JSONText.of(cursor).utf8).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_")
    }
    return Body(people: people.map(PersonBody.init), next: next)
  }

  package struct Body: Codable {
    let people: [PersonBody]
    /// The parameter `after` of the next page; null on the last.
    let next: String?

    package init(people: [PersonBody], next: String?) {
      self.people = people
      self.next = next
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(people, forKey: .people)
      try container.encode(next, forKey: .next)
    }
  }
}
