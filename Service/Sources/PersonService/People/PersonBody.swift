import Foundation
import Hummingbird
package import People

/// A person as the API writes one. All fields are there, null where nothing is known.
package struct PersonBody: Codable, Equatable {
  let id: Int64
  let name: String
  let surname: String
  let age: Int
  let email: String?
  let birthDate: CalendarDate?

  package init(_ person: Person) {
    (id, name, surname) = (person.id, person.name, person.surname)
    (age, email, birthDate) = (person.age, person.email, person.birthDate)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(name, forKey: .name)
    try container.encode(surname, forKey: .surname)
    try container.encode(age, forKey: .age)
    try container.encode(email, forKey: .email)
    try container.encode(birthDate, forKey: .birthDate)
  }
}

/// A person as a client sends one, without an id.
struct NewPerson: RequestBody {
  static let fields: Set<String> = ["name", "surname", "age", "email", "birthDate"]

  let name: String
  let surname: String?
  let age: Int
  let email: String?
  let birthDate: CalendarDate?

  /// The person with an id.
  func person(id: Int64 = 0) -> Person {
    Person(
      id: id, name: name, surname: surname ?? "", age: age, email: email, birthDate: birthDate)
  }
}

/// Changes of some fields (RFC 7396): null removes a value, a missing field stays.
struct PersonPatch: RequestBody {
  static let fields = NewPerson.fields

  private let change: @Sendable (inout Person) -> Void

  private enum CodingKeys: String, CodingKey {
    case name, surname, age, email, birthDate
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.contains(.name) ? container.decode(String.self, forKey: .name) : nil
    let surname =
      try container.contains(.surname) ? container.decode(String.self, forKey: .surname) : nil
    let age = try container.contains(.age) ? container.decode(Int.self, forKey: .age) : nil
    let hasEmail = container.contains(.email)
    let email = try container.decodeIfPresent(String.self, forKey: .email)
    let hasBirthDate = container.contains(.birthDate)
    let birthDate = try container.decodeIfPresent(CalendarDate.self, forKey: .birthDate)
    change = { person in
      if let name { person.name = name }
      if let surname { person.surname = surname }
      if let age { person.age = age }
      if hasEmail { person.email = email }
      if hasBirthDate { person.birthDate = birthDate }
    }
  }

  func apply(to person: inout Person) { change(&person) }
}

extension Person {
  /// The entity tag of the person's values: equal people have equal tags.
  package var entityTag: String {
    var hash = StableHash()
    for text in [
      "\(id)", name, surname, "\(age)", email.map { "1" + $0 } ?? "0",
      birthDate.map { "1\($0)" } ?? "0",
    ] {
      hash.add(text)
    }
    return "\"\(hash.text)\""
  }
}
