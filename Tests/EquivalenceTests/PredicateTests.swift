import Foundation
import TestModel
import Testing

@Suite("Predicates and expressions of Foundation")
struct PredicateTests {
  @Test("comparisons, logic, texts")
  func texts() throws {
    let age = 30
    try expectSame(
      sql: """
        SELECT … FROM person \
        WHERE age < ? AND email IS NULL ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { $0.age < age && $0.email == nil }) }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE (swift_contains(name, ?) OR age >= ?) ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { $0.name.contains("o") || $0.age >= 45 }) }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE NOT (name >= ? AND name < ? AND swift_has_prefix(name, ?)) \
        ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { !$0.name.starts(with: "b") }) }
    try expectSame(sql: "SELECT … FROM person WHERE coalesce(email, ?) <> ? ORDER BY id") {
      $0.where(#Predicate<Person> { ($0.email ?? "x") != "x" })
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE swift_count(name) = swift_count(surname) AND NOT name = ? \
        ORDER BY id
        """
    ) {
      $0.where(#Predicate<Person> { $0.name.count == $0.surname.count && !$0.name.isEmpty })
    }
  }

  @Test("the value of an optional where it is known not to be nil")
  func unwrapped() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE email IS NOT NULL AND swift_contains(email, ?) ORDER BY id
        """
    ) {
      $0.where(#Predicate<Person> { $0.email != nil && $0.email!.contains("1") })
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE (email IS NULL OR NOT age < ? AND swift_count(email) > ?) \
        ORDER BY id
        """
    ) {
      $0.where(#Predicate<Person> { $0.email == nil || !($0.age < 30) && $0.email!.count > 14 })
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE NOT (NULL IS email OR age < ?) AND NOT email = ? ORDER BY id
        """
    ) {
      $0.where(#Predicate<Person> { !(nil == $0.email || $0.age < 30) && !$0.email!.isEmpty })
    }
    try expectSame(
      sql: """
        SELECT CASE WHEN email IS NULL THEN ? ELSE swift_count(email) END FROM person ORDER BY id
        """
    ) {
      $0.select(#Expression<Person, Int> { $0.email == nil ? 0 : $0.email!.count })
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE CASE WHEN email IS NOT NULL THEN swift_count(email) END IS ? \
        ORDER BY id
        """
    ) {
      $0.where(#Predicate<Person> { $0.email?.count == 14 })
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE coalesce(CASE WHEN email IS NOT NULL THEN \
        swift_contains(email, ?) END, ?) = ? ORDER BY id
        """
    ) {
      $0.where(#Predicate<Person> { ($0.email?.contains("7") ?? true) == true })
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE coalesce(CASE WHEN email IS NOT NULL THEN email >= ? AND email \
        < ? AND swift_has_prefix(email, ?) END, age > ?) ORDER BY id
        """
    ) {
      $0.where(
        #Predicate<Person> {
          if let email = $0.email { email.starts(with: "p1") } else { $0.age > 30 }
        })
    }
    // Nothing says that there is an address.
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person WHERE email IS NOT NULL ORDER BY id")
    { $0.where { $0.email != nil }.where(#Predicate<Person> { $0.email!.count > 14 }) }
  }

  @Test("ranges and lists")
  func ranges() throws {
    let ages = 18..<40
    let names = ["bob", "z"]
    try expectSame(
      sql: """
        SELECT … FROM person WHERE age >= ? AND age < ? ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { ages.contains($0.age) }) }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE age >= ? AND age <= ? ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { (18...25).contains($0.age) }) }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE age >= ? AND age < ? ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { (18..<26).contains($0.age) }) }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE name IN (?, ?) ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { names.contains($0.name) }) }
    // The order of texts is Swift's.
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.where(#Predicate<Person> { ("a"..."b").contains($0.name) })
    }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person ORDER BY id") {
      $0.where(#Predicate<Person> { $0.name < "b" })
    }
  }

  @Test("arithmetic")
  func arithmetic() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE age / ? % ? = ? ORDER BY id
        """
    ) { $0.where(#Predicate<Person> { $0.age / 10 % 2 == 0 }) }
    try expectSame(
      sql: """
        SELECT swift_whole(-(age / ?) + ?) FROM person ORDER BY id
        """
    ) { $0.select(#Expression<Person, Int> { -($0.age / 2) + 3 }) }
    try expectSame(
      sql: """
        SELECT swift_whole(id * ? - ?) FROM person ORDER BY id
        """
    ) { $0.select(#Expression<Person, Int64> { $0.id * 2 - 1 }) }
  }

  @Test("in the closures of other operators")
  func closures() throws {
    let isAdult = #Predicate<Person> { $0.age >= 18 }
    let half = #Expression<Person, Int> { $0.age / 2 }
    let isOlder = #Predicate<Person, Person> { $0.age > $1.age }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE (age >= ? OR email IS NOT NULL) ORDER BY id
        """
    ) { $0.where { isAdult.evaluate($0) || $0.email != nil } }
    try expectSame(
      sql: """
        SELECT name FROM person ORDER BY age / ?, id
        """
    ) { $0.sort { half.evaluate($0) }.select { $0.name } }
    try expectSame(
      sql: """
        SELECT age >= ?, count(*) FROM person GROUP BY age >= ?1 ORDER BY min(id)
        """
    ) { $0.countBy { isAdult.evaluate($0) }.select { ($0.0, $0.1) } }
    try expectSame(
      sql: """
        SELECT a.id, b.id FROM person AS a JOIN (SELECT …, 1 AS c1_6 FROM person ORDER BY id \
        LIMIT 3) AS b ON a.name = b.name WHERE a.age > b.age ORDER BY a.id, b.id
        """
    ) { people in
      people.join(people.take(3), on: { $0.name }, equals: { $0.name })
        .where { isOlder.evaluate($0.0, $0.1) }.select { ($0.0.id, $0.1.id) }
    }
    let isEarly = #Predicate<Person> { $0.name < "b" }
    try expectSame(isAllSQL: false, sql: "SELECT … FROM person WHERE age > ? ORDER BY id") {
      $0.where { $0.age > 20 }.where { isEarly.evaluate($0) || $0.age == 25 }
    }
  }
}
