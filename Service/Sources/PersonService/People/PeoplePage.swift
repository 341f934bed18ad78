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
  /// The place after which a page begins.
  private struct Cursor: Codable {
    let order: String
    /// The text by which the last person is sorted; nil if there is none.
    let text: String?
    /// The age of the last person; of the best people, how many come before.
    let number: Int?
    let id: Int64
    var locale: String?
  }

  private let selection: PeopleSelection
  private let limit: Int
  private let cursor: Cursor?

  private var order: PeopleOrder { selection.order }

  static let parameters = PeopleSelection.parameters.union(["limit", "after"])

  init(_ values: Parameters) throws {
    limit = try values.number("limit", 1...1000) ?? 50
    selection = try PeopleSelection(values)
    cursor = try values["after"].map { [order = selection.order] in try Self.cursor($0, order) }
  }

  private static func cursor(_ text: String, _ order: PeopleOrder) throws -> Cursor {
    guard
      let data = Data(
        base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/")),
      let cursor = try? JSONDecoder().decode(Cursor.self, from: data),
      cursor.order == order.text, cursor.locale == order.locale,
      order.key != .birthDate || cursor.text.map({ CalendarDate($0) != nil }) ?? true
    else {
      throw Problem.parameter(
        "after", text, "must be the `next` of a page with the same order")
    }
    return cursor
  }

  /// The people of the page and one more, if there is a next page.
  func query(of people: Query<Person>) -> Query<Person> {
    if let best = selection.best(of: people) { return best.skip(position).take(limit + 1) }
    return order.sorted(selection.filter.found(of: people))
      .page(after: cursor.map(last(of:)), size: limit + 1)
  }

  /// How many of the best people are on the pages before.
  private var position: Int { min(max(0, cursor?.number ?? 0), 1_000_000_000) }

  /// A person with the key by which the last one of the page before is sorted.
  private func last(of cursor: Cursor) -> Person {
    let text = cursor.text
    var person = Person(name: "", surname: "")
    person.id = cursor.id
    switch order.key {
    case .name: person.name = text ?? ""
    case .surname: person.surname = text ?? ""
    case .age: person.age = cursor.number
    case .email: person.email = text
    case .birthDate: person.birthDate = text.flatMap { CalendarDate($0) }
    case .attribute(let name): person.attributes[name] = text
    case .id, .best: break
    }
    return person
  }

  /// The body of the response.
  func body(_ found: [Person]) -> Body {
    let people = found.prefix(limit)
    var next: String?
    if found.count > limit, let last = people.last {
      let cursor = Cursor(
        order: order.text, text: text(of: last),
        number: order.key == .age ? last.age : order.key == .best ? position + limit : nil,
        id: last.id, locale: order.locale)
      next = Data(JSONText.of(cursor).utf8).base64EncodedString()
        .replacing("+", with: "-").replacing("/", with: "_")
    }
    return Body(people: people.map(PersonBody.init), next: next)
  }

  /// The text by which a person is sorted.
  private func text(of person: Person) -> String? {
    switch order.key {
    case .name: person.name
    case .surname: person.surname
    case .email: person.email
    case .birthDate: person.birthDate?.description
    case .attribute(let name): person.attributes[name]
    case .id, .age, .best: nil
    }
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
