import Foundation
import TestModel
import Testing

@testable import ChainFuzzing

/// People that tell apart what looks alike: ties, nil, cases, composed and decomposed letters,
/// empty text, NUL, wildcards, extreme numbers.
let hostilePeople: [Person] = {
  let names = [
    "bob", "Bob", "BOB", "e\u{301}va", "\u{E9}va", "%", "_", "O'Neil", "a\0b", "", "Ζωή",
    "👨‍👩‍👧", "z",
  ]
  var people: [Person] = []
  for index in 0..<60 {
    let name = names[index * 7 % names.count]
    people.append(
      Person(
        name: name.isEmpty ? "-" : name, surname: names[index * 5 % names.count],
        age: [25, 45, 35, 25, 0, Int.max, 17][index % 7],
        email: index % 3 == 0 ? nil : "p\(index)@example.org",
        birthDate: index % 4 == 0
          ? nil : CalendarDate(year: 1900 + index % 9, month: 1 + index % 3, day: 1 + index % 5)))
  }
  return people
}()

/// A store in memory with people in it, and the people as they are stored. It closes when it is let
/// go.
func makeStore(
  of people: [Person], trace: (@Sendable (String) -> Void)? = nil
) throws -> (store: TestStore, people: [Person]) {
  var configuration = DatabaseConfiguration()
  configuration.trace = trace
  let store = try TestStore(path: ":memory:", configuration: configuration)
  return (store, try store.people.insert(people))
}

/// Returns a store of people of some ages, in three families.
func makeStore(ages: [Int]) throws -> TestStore {
  let people = ages.enumerated().map { index, age in
    Person(name: "n\(index)", surname: "s\(index % 3)", age: age)
  }
  return try makeStore(of: people).store
}

/// Stores on a server with the first 0, 1, 7 and 60 of the people, which differ where a server
/// cannot store them, and the people as they are stored. Empty where there is no server.
let serverStores: [(store: TestStore, people: [Person])] = {
  do {
    var stores: [(TestStore, [Person])] = []
    for count in [0, 1, 7, 60] {
      guard let store = try newServerStore() else { return [] }
      let people = hostilePeople.prefix(count).map { person in
        var person = person
        person.name = person.name.replacing("\0", with: "\u{1}")
        person.surname = person.surname.replacing("\0", with: "\u{1}")
        return person
      }
      stores.append((store, try store.people.insert(people)))
    }
    return stores
  } catch { preconditionFailure("no stores on the server: \(error)") }
}()

/// Runs one chain on an array, in SQL, in memory and split, on a server too, and compares the
/// results, with no, one and several people.
///
/// - Parameters:
///   - isAllSQL: whether the chain is expected to run in SQL as a whole.
///   - sql: the statement it is expected to become, abbreviated.
func expectSame<Element: Sendable>(
  isAllSQL: Bool = true, sql: String? = nil, isEmpty: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ chain: (Query<Person>) -> Query<Element>
) throws {
  for count in [0, 1, 7, 60] {
    try expectSameResults(
      of: Array(hostilePeople.prefix(count)), serverStores.first { $0.people.count == count },
      isAllSQL: isAllSQL, sql: sql, isEmpty: count == 60 ? isEmpty : nil,
      sourceLocation: sourceLocation, chain)
  }
}

/// Does the same with some people.
///
/// - Parameters:
///   - server: a store of these people on a server, and the people as they are stored there.
///   - isEmpty: whether the result is expected to be empty; nil if it may be or not.
func expectSameResults<Element: Sendable>(
  of people: [Person], _ server: (store: TestStore, people: [Person])?, isAllSQL: Bool,
  sql: String?, isEmpty: Bool?, sourceLocation: SourceLocation,
  _ chain: (Query<Person>) -> Query<Element>
) throws {
  let (store, people) = try makeStore(of: people)
  let onArray = try chain(Query(people)).toArray()
  let query = chain(store.people.query)
  let plan = try query.plan()
  #expect(plan.isAllSQL == isAllSQL, "\(plan)", sourceLocation: sourceLocation)
  if let sql { #expect(abbreviated(plan.sql) == sql, sourceLocation: sourceLocation) }
  let runs = [
    ("in SQL", try query.toArray()),
    ("in memory", try query.policy(.memoryOnly).toArray()),
    ("split", try chain(store.people.query.where { opaquelyTrue($0) }).toArray()),
  ]
  // Descriptions show every bit of a value: == would take composed for decomposed text.
  let expected = onArray.map { "\($0)" }
  for (path, result) in runs {
    #expect(
      result.map { "\($0)" } == expected, "\(path), \(people.count) people",
      sourceLocation: sourceLocation)
  }
  if let server {
    let onArray = try chain(Query(server.people)).toArray().map { "\($0)" }
    let onServer = try chain(server.store.people.query).toArray().map { "\($0)" }
    #expect(onServer == onArray, "on a server, \(people.count)", sourceLocation: sourceLocation)
  }
  if let isEmpty {
    #expect(onArray.isEmpty == isEmpty, "no element", sourceLocation: sourceLocation)
  }
}

/// SQL in which `…` stands for the columns of a person.
func abbreviated(_ sql: String?) -> String? {
  sql?.replacing("id, name, surname, age, email, birth_date", with: "…")
}

/// Runs one chain on an array, in SQL, in memory and split, and expects the same error.
func expectSameError<Element: Sendable, Failure: Error & Equatable>(
  _ error: Failure, isAllSQL: Bool = true, sql: String? = nil,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ chain: (Query<Person>) -> Query<Element>
) throws {
  let (store, people) = try makeStore(of: hostilePeople)
  let query = chain(store.people.query)
  let plan = try query.plan()
  #expect(plan.isAllSQL == isAllSQL, "\(plan)", sourceLocation: sourceLocation)
  if let sql { #expect(abbreviated(plan.sql) == sql, sourceLocation: sourceLocation) }
  let runs = [
    ("on an array", chain(Query(people))), ("in SQL", query),
    ("in memory", query.policy(.memoryOnly)),
    ("split", chain(store.people.query.where { opaquelyTrue($0) })),
  ]
  if let (store, _) = serverStores.last {
    #expect(throws: error, "on a server", sourceLocation: sourceLocation) {
      try chain(store.people.query).toArray()
    }
  }
  for (path, query) in runs {
    #expect(throws: error, "\(path)", sourceLocation: sourceLocation) { try query.toArray() }
  }
}

/// True, in a way that no translation can see.
func opaquelyTrue(_ person: Person) -> Bool { person.id > 0 }
