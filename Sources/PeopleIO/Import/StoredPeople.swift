internal import LinqCore
internal import LinqSQL
internal import People

/// The people in the store, by what an import finds them.
final class StoredPeople {
  private let people: TableAccess<Person>
  private var index: KeyIndex?

  /// The highest key before the import.
  private let highestID: Int64

  init(_ people: TableAccess<Person>, key: PersonKey?) throws {
    self.people = people
    highestID =
      try people.connection.query("SELECT coalesce(max(id), 0) FROM person") {
        try $0.integer(0)
      }.first ?? 0
    guard let key else { return }
    var index = KeyIndex(key)
    try people.forEach { index.add($0) }
    self.index = index
  }

  /// Returns the stored person whom a row is about; nil if the person is new.
  func person(like person: Person) throws -> Person? {
    if let index {
      guard let id = index.id(of: person) else { return nil }
      return try people.find(id)
    }
    if person.id != 0, let stored = try people.find(person.id) { return stored }
    guard let email = person.email else { return nil }
    return try people.query.first { $0.email == email }
  }

  /// Whether several stored people have the values by which a row's person is found.
  func areSeveral(like person: Person) -> Bool { index?.id(of: person) == KeyIndex.several }

  /// Adds a person who has been stored.
  func add(_ person: Person) { index?.add(person) }

  /// Returns whether the person who has an e-mail address is one that the import has stored.
  func isNew(_ email: String) throws -> Bool {
    guard let holder = try people.query.first(where: { $0.email == email }) else { return false }
    return holder.id > highestID
  }
}

extension Person {
  /// Returns the person with the values that a row has.
  func changed(to row: Person, fields: PersonFields, cleared: [String]) -> Person {
    var person = self
    if fields.contains(.name) { person.name = row.name }
    if fields.contains(.surname) { person.surname = row.surname }
    if fields.contains(.age) { person.age = row.age }
    if fields.contains(.email) { person.email = row.email }
    if fields.contains(.birthDate) { person.birthDate = row.birthDate }
    for name in cleared { person.attributes[name] = nil }
    person.attributes.merge(row.attributes) { _, new in new }
    return person
  }
}
