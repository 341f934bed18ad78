import Foundation
import Hummingbird
package import People

/// A person as the API writes one. All fields are there, null where nothing is known; attributes
/// only if there are any.
package struct PersonBody: Codable, Equatable {
  let id: Int64
  let name: String
  let surname: String
  let age: Int?
  let email: String?
  let birthDate: CalendarDate?
  let attributes: [String: String]?

  package init(_ person: Person) {
    (id, name, surname) = (person.id, person.name, person.surname)
    (age, email, birthDate) = (person.age, person.email, person.birthDate)
    attributes = person.attributes.isEmpty ? nil : person.attributes
  }

  /// The person.
  var person: Person {
    Person(
      id: id, name: name, surname: surname, age: age, email: email, birthDate: birthDate,
      attributes: attributes ?? [:])
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(surname, forKey: .surname)
    try container.encode(age, forKey: .age)
    try container.encode(email, forKey: .email)
    try container.encode(birthDate, forKey: .birthDate)
    try container.encodeIfPresent(attributes, forKey: .attributes)
  }
}

/// A person as a client sends one, without an id.
struct NewPerson: RequestBody {
  static let fields: Set<String> = ["name", "surname", "age", "email", "birthDate", "attributes"]

  let name: String
  let surname: String?
  let age: Int?
  let email: String?
  let birthDate: CalendarDate?
  let attributes: NewAttributes?

  /// The person with an id.
  func person(id: Int64 = 0) -> Person {
    Person(
      id: id, name: name, surname: surname ?? "", age: age, email: email, birthDate: birthDate,
      attributes: attributes?.texts ?? [:])
  }
}

/// Changes of some fields (RFC 7396): null takes a value away, a missing field stays. So it is with
/// the attributes, and with each of them.
struct PersonPatch: RequestBody {
  static let fields = NewPerson.fields

  /// Whether an attribute is set, so that the person may become larger than the body.
  let setsAttributes: Bool
  private let change: @Sendable (inout Person) -> Void

  private enum CodingKeys: String, CodingKey {
    case name, surname, age, email, birthDate, attributes
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.contains(.name) ? container.decode(String.self, forKey: .name) : nil
    let surname =
      try container.contains(.surname) ? container.decode(String.self, forKey: .surname) : nil
    let hasAge = container.contains(.age)
    let age = try container.decodeIfPresent(Int.self, forKey: .age)
    let hasEmail = container.contains(.email)
    let email = try container.decodeIfPresent(String.self, forKey: .email)
    let hasBirthDate = container.contains(.birthDate)
    let birthDate = try container.decodeIfPresent(CalendarDate.self, forKey: .birthDate)
    let hasAttributes = container.contains(.attributes)
    let attributes = try container.decodeIfPresent(AttributesPatch.self, forKey: .attributes)
    setsAttributes = attributes?.sets == true
    change = { person in
      if let name { person.name = name }
      if let surname { person.surname = surname }
      if hasAge { person.age = age }
      if hasEmail { person.email = email }
      if hasBirthDate { person.birthDate = birthDate }
      if let attributes {
        attributes.apply(to: &person.attributes)
      } else if hasAttributes {
        person.attributes = [:]
      }
    }
  }

  func apply(to person: inout Person) { change(&person) }
}

extension Person {
  /// The entity tag of the person's values: equal people have equal tags.
  package var entityTag: String {
    var hash = StableHash()
    for text in [
      "\(id)", name, surname, age.map { "1\($0)" } ?? "0", email.map { "1" + $0 } ?? "0",
      birthDate.map { "1\($0)" } ?? "0",
    ] {
      hash.add(text)
    }
    for (name, text) in attributes.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(text)
    }
    return "\"\(hash.text)\""
  }
}
