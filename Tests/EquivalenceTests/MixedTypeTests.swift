import TestModel
import Testing

@Suite("Operands of different types: as Swift compares them")
struct MixedTypeTests {
  @Test("S45 integers of different types, and beyond each other's range")
  func integers() throws {
    let (key, small) = (7, Int8(25))
    try expectSame(sql: "SELECT … FROM person WHERE id = ? ORDER BY id") {
      $0.where { $0.id == key }
    }
    try expectSame(sql: "SELECT … FROM person WHERE age > ? ORDER BY id") {
      $0.where { $0.age > small }
    }
    try expectSame(sql: "SELECT … FROM person WHERE age >= id ORDER BY id") {
      $0.where { $0.age >= $0.id }
    }
    try expectSame { $0.where { key <= $0.id && UInt16(30) != $0.age } }
    // A constant that no Int can be.
    let big = UInt64.max
    try expectSame(isEmpty: true) { $0.where { $0.age == big } }
    try expectSame { $0.where { $0.age != big } }
    try expectSame { $0.where { $0.age < big } }
    try expectSame { $0.where { $0.age <= big } }
    try expectSame(isEmpty: true) { $0.where { $0.age > big } }
    try expectSame(isEmpty: true) { $0.where { big <= $0.age } }
    let low = Int128(Int64.min) - 1
    try expectSame { $0.where { $0.id > low && low <= $0.id } }
    try expectSame(isEmpty: true) { $0.where { $0.id < low || $0.id == low } }
  }

  @Test("S47 conditions of the program beside those of the element")
  func conditions() throws {
    for isWanted in [true, false] {
      try expectSame(isEmpty: !isWanted) { $0.where { isWanted && $0.age == 25 } }
      try expectSame(isEmpty: !isWanted) { $0.where { $0.age == 25 && isWanted } }
      try expectSame { $0.where { isWanted || $0.age == 25 } }
      try expectSame { $0.where { $0.age == 25 || isWanted } }
      try expectSame { $0.select { ($0.age == 25 && isWanted, !isWanted || $0.age == 25) } }
      // The left side is evaluated whatever the right one is; the right one only if it is needed.
      try expectSameError(ExpressionError.divisionByZero) {
        $0.where { 1 / $0.age > 0 && isWanted }
      }
    }
    try expectSame(isEmpty: true) { $0.where { false && 1 / $0.age > 0 } }
    try expectSame { $0.where { true || 1 / $0.age > 0 } }
  }

  @Test("S47 the right side of && and || is not asked for where the left side decides")
  func undecided() throws {
    // Each right side ends the process, as it would in Swift if it were evaluated.
    let (prefix, number): (String?, Int?) = (nil, nil)
    let (list, known): ([String], Set<String>) = ([], [])
    try expectSame(sql: "SELECT … FROM person WHERE ? ORDER BY id") {
      $0.where { prefix == nil || $0.name.hasPrefix(prefix!) }
    }
    try expectSame(sql: "SELECT … FROM person WHERE ? ORDER BY id", isEmpty: true) {
      $0.where { !list.isEmpty && $0.name == list[0] }
    }
    try expectSame(isEmpty: true) {
      $0.where { $0.age > 1 && !list.isEmpty && $0.name == list[0] }
    }
    try expectSame { $0.where { $0.age < 1 || list.isEmpty || $0.name == list[0] } }
    try expectSame { $0.where { !($0.age > 1 && !list.isEmpty) || $0.name == list[0] } }
    try expectSame(isEmpty: true) {
      $0.where {
        (($0.age > 1 && number != nil) || ($0.age < 1 && prefix != nil)) && $0.age == number!
      }
    }
    try expectSame {
      $0.where { ($0.age > 1 || prefix == nil) && ($0.id > 1 || list.isEmpty) || $0.age == number! }
    }
    // The left side is one of the element, and yet the same for all of them.
    try expectSame(isEmpty: true) { $0.where { $0.name == prefix && $0.surname == prefix! } }
    try expectSame { $0.where { $0.age != number || $0.id > Int64(number!) } }
    try expectSame(isEmpty: true) { $0.where { list.contains($0.name) && $0.surname == list[0] } }
    try expectSame { $0.where { !known.contains($0.name) || $0.surname == known.first! } }
    try expectSame { $0.select { ($0.id, list.isEmpty || $0.name == list[0]) } }
    try expectSame {
      $0.select { .if(!list.isEmpty && $0.age > 1, then: list[0], else: $0.name) }
    }
    try expectSame { $0.select { .if($0.age > 1 && !list.isEmpty, then: list[0], else: "none") } }
    try expectSame { $0.select { .if($0.age > 1 || list.isEmpty, then: $0.name, else: list[0]) } }
    // What stands before the side that decides is evaluated.
    try expectSameError(ExpressionError.divisionByZero) {
      $0.where { 1 / $0.age > 0 && !list.isEmpty && $0.name == list[0] }
    }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.select { .if(1 / $0.age > 0 && !list.isEmpty, then: list[0], else: $0.name) }
    }
  }

  @Test("S46 optional filters: a value and an optional of the program")
  func optionals() throws {
    try expectSame(sql: "SELECT … FROM person WHERE ? ORDER BY id") { people in
      let city: String? = nil
      return people.where { city == nil || $0.surname == city }
    }
    try expectSame(sql: "SELECT … FROM person WHERE surname = ? ORDER BY id") { people in
      let city: String? = "z"
      return people.where { city == nil || $0.surname == city }
    }
    let none: Int? = nil
    try expectSame(isEmpty: true) { $0.where { $0.age == none } }
    try expectSame { $0.where { $0.age != none } }
    try expectSame(sql: "SELECT … FROM person WHERE name = email ORDER BY id", isEmpty: true) {
      $0.where { $0.name == $0.email }
    }
    try expectSame { $0.where { $0.email != $0.name } }
    try expectSame { $0.select { ($0.birthDate == nil, nil != $0.email, $0.surname == "z") } }
  }

  @Test("ranges without an end, and as patterns")
  func ranges() throws {
    try expectSame(sql: "SELECT … FROM person WHERE age >= ? ORDER BY id") {
      $0.where { (30...).contains($0.age) }
    }
    try expectSame { $0.where { (..<30).contains($0.age) || (..."b").contains($0.name) } }
    try expectSame(sql: "SELECT … FROM person WHERE age >= ? AND age < ? ORDER BY id") {
      $0.where { 17..<45 ~= $0.age }
    }
    try expectSame { $0.where { 17...45 ~= $0.age && 3... ~= $0.id && ..<40 ~= $0.id } }
    try expectSame { $0.where { ...20 ~= $0.id } }
  }

  @Test("S48 sums and means leave out nil")
  func nullable() throws {
    let (store, people) = try makeStore(of: hostilePeople)
    let years = people.compactMap { $0.birthDate?.year }
    let mean = Double(years.reduce(0, +)) / Double(years.count)
    #expect(years.count < people.count)
    for query in [store.people.query, store.people.query.policy(.memoryOnly), Query(people)] {
      #expect(try query.sum { $0.birthDate.map { $0.year } } == years.reduce(0, +))
      #expect(try query.average { $0.birthDate.map { $0.year } } == mean)
      #expect(try query.sum { (person: Person) in person.birthDate?.year } == years.reduce(0, +))
      #expect(try query.average { (person: Person) in person.birthDate?.year } == mean)
      let none = query.where { $0.birthDate == nil }
      #expect(try none.sum { $0.birthDate.map { $0.year } } == 0)
      #expect(try none.average { $0.birthDate.map { $0.year } } == nil)
    }
    try expectSame(
      sql: """
        SELECT surname, \
        swift_sum(CASE WHEN birth_date IS NOT NULL THEN \
        CAST(substr(birth_date, 1, 4) AS INTEGER) END), \
        swift_average(CASE WHEN birth_date IS NOT NULL THEN \
        CAST(substr(birth_date, 1, 4) AS INTEGER) END) \
        FROM person GROUP BY surname ORDER BY min(id)
        """
    ) {
      $0.groupBy { $0.surname }.select {
        (
          $0.key, $0.sum { $0.birthDate.map { $0.year } },
          $0.average { $0.birthDate.map { $0.year } }
        )
      }
    }
  }

  @Test("S46 strings and substrings")
  func strings() throws {
    let part = "é_"
    let (prefix, whole) = (part.prefix(1), String("bob"))
    try expectSame { $0.where { $0.surname.prefix(1) == prefix } }
    try expectSame { $0.where { $0.surname != prefix } }
    try expectSame { $0.where { $0.name.prefix(3) == whole } }
    try expectSame { $0.where { whole == $0.surname.suffix(3) } }
    try expectSame {
      $0.where { $0.surname.prefix(3) == $0.surname && $0.name != $0.name.prefix(1) }
    }
    // é in two spellings.
    try expectSame { $0.where { $0.name.prefix(1) == "e\u{301}" } }
  }
}
