import TestModel
import Testing

@Suite("Tuples: as keys, as elements, inside tuples, compared")
struct TupleTests {
  @Test("S49 groups by several keys")
  func groups() throws {
    try expectSame(
      sql: """
        SELECT surname, age, count(*), max(name) FROM person GROUP BY surname, age ORDER BY min(id)
        """
    ) {
      $0.groupBy { ($0.surname, $0.age) }
        .select { ($0.key.0, $0.key.1, $0.count, $0.max { $0.name }) }
    }
    try expectSame(
      sql: """
        SELECT email, age, birth_date, count(*) FROM person GROUP BY email, age, birth_date \
        HAVING count(*) > ? AND age > ? ORDER BY count(*) DESC, min(id) LIMIT 5
        """
    ) {
      $0.groupBy { ($0.email, $0.age, $0.birthDate) }.where { $0.count > 0 && $0.key.1 > 3 }
        .sortDescending { $0.count }.take(5)
        .select { ($0.key.0, $0.key.1, $0.key.2, $0.count) }
    }
    // Groups with their items, and after another statement.
    try expectSame { $0.groupBy { ($0.surname, $0.age) }.where { $0.count > 1 } }
    try expectSame {
      $0.sort { $0.name }.take(40).groupBy { ($0.age, $0.surname.prefix(1)) }
        .select { ($0.key, $0.count, $0.sum { $0.id }) }
    }
    try expectSame(
      sql: """
        SELECT surname, age, count(*) FROM person GROUP BY surname, age \
        ORDER BY count(*) DESC, min(id) LIMIT 3
        """
    ) { $0.countBy { ($0.surname, $0.age) }.sortDescending { $0.1 }.take(3) }
    try expectSame { $0.countBy { ($0.surname, $0.age, $0.email == nil) }.select { $0.0.2 } }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.groupBy { ($0.surname, 100 / $0.age) }.select { ($0.key.0, $0.count) }
    }
  }

  @Test("S49 distinct elements by several keys, and distinct tuples")
  func distinct() throws {
    try expectSame(sql: "SELECT … FROM person GROUP BY surname, age, email ORDER BY min(id)") {
      $0.distinct { ($0.surname, $0.age, $0.email) }
    }
    try expectSame(sql: "SELECT surname, age FROM person GROUP BY surname, age ORDER BY min(id)") {
      $0.select { ($0.surname, $0.age) }.distinct()
    }
    try expectSame {
      $0.select { ($0.surname, $0.age, $0.email == nil, $0.birthDate) }.distinct().take(9)
    }
    // One key is a part of the other.
    try expectSame { $0.select { ($0.fullName, $0.surname.isEmpty) }.distinct() }
    try expectSame { $0.select { ($0.age % 7 * 2, $0.age % 7, $0.age % 7 == 2) }.distinct() }
    try expectSame {
      $0.groupBy { ($0.surname.isEmpty, $0.fullName) }
        .where { !$0.key.0 || $0.key.1 > "a" }.select { ($0.key.1 + "!", $0.count) }
    }
    try expectSame {
      $0.select { ($0.surname, $0.age) }.union($0.select { ($0.name, $0.age) }).sort { $0.1 }
    }
    try expectSame {
      $0.select { ($0.surname, $0.age) }.intersect($0.select { ($0.name, $0.age) })
    }
    try expectSame {
      $0.select { ($0.surname, $0.age, $0.email) }
        .except($0.where { $0.age > 20 }.select { ($0.surname, $0.age, $0.email) })
    }
    try expectSame { $0.union($0.take(3), by: { ($0.name, $0.age) }) }
    try expectSame { $0.intersect($0.skip(30), by: { ($0.name, $0.age) }) }
    try expectSame(isEmpty: true) { $0.except($0, by: { ($0.name, $0.age) }) }
  }

  @Test("S49 joins on several keys")
  func joins() throws {
    try expectSame(
      sql: """
        SELECT a.id, b.name FROM person AS a JOIN person AS b \
        ON a.name = b.surname AND a.age = b.age ORDER BY a.id, b.id
        """
    ) {
      $0.join($0, on: { ($0.name, $0.age) }, equals: { ($0.surname, $0.age) })
        .select { ($0.0.id, $0.1.name) }
    }
    try expectSame {
      $0.leftJoin($0, on: { ($0.email, $0.name) }, equals: { ($0.email, $0.surname) })
    }
    try expectSame {
      $0.rightJoin(
        $0, on: { ($0.email, $0.name.uppercased()) }, equals: { ($0.email, $0.surname) })
    }
    try expectSame {
      $0.where { $0.age < 30 }.fullJoin(
        $0.take(9), on: { ($0.age, $0.name) }, equals: { ($0.age, $0.surname) })
    }
    try expectSame {
      $0.groupJoin($0, on: { ($0.age, $0.name) }, equals: { ($0.age, $0.surname) })
    }
  }

  @Test("S74 keys with constants among their parts")
  func constants() throws {
    let (seven, isOld) = (7, true)
    try expectSame(sql: "SELECT … FROM person GROUP BY surname, ? ORDER BY min(id)") {
      $0.distinct { ($0.surname, 1) }
    }
    try expectSame { $0.distinct { ($0.surname, $0.age > 30, isOld, "x") } }
    try expectSame { $0.groupBy { ($0.surname, seven) }.select { ($0.key.0, $0.key.1, $0.count) } }
    try expectSame {
      $0.groupBy { (isOld, $0.age, "x") }.where { $0.count > 1 }
        .select { ($0.key.2, $0.key.1, $0.max { $0.id }) }
    }
    try expectSame { $0.groupBy { ($0.name, true) } }
    try expectSame { $0.countBy { ($0.surname, seven) }.sortDescending { $0.1 } }
    try expectSame { $0.countBy { ("x", $0.age, isOld) }.select { ($0.0.1, $0.1) } }
    try expectSame { $0.union($0.take(3), by: { ($0.name, 1) }) }
    try expectSame { $0.intersect($0.skip(30), by: { (isOld, $0.name, $0.age) }) }
    try expectSame(isEmpty: true) { $0.except($0, by: { ("x", $0.age) }) }
    try expectSame {
      $0.join($0, on: { ($0.name, $0.age) }, equals: { ($0.surname, 25) })
        .select { ($0.0.id, $0.1.id) }
    }
    try expectSame {
      $0.join($0, on: { ($0.name, 7) }, equals: { ($0.surname, 7) }).select { ($0.0.id, $0.1.id) }
    }
    try expectSame(isEmpty: true) {
      $0.join($0, on: { ($0.name, 7) }, equals: { ($0.surname, 8) }).select { ($0.0.id, $0.1.id) }
    }
    try expectSame { $0.leftJoin($0, on: { ($0.name, isOld) }, equals: { ($0.surname, false) }) }
    try expectSame {
      $0.rightJoin($0, on: { ("z", $0.age) }, equals: { ($0.surname, 25) })
        .select { ($0.0 == nil, $0.1.id) }
    }
    try expectSame {
      $0.fullJoin(
        $0.take(9), on: { ($0.name, isOld, $0.age) }, equals: { ($0.surname, $0.email == nil, 25) })
    }
    try expectSame { $0.groupJoin($0, on: { ($0.age, "z") }, equals: { ($0.age, $0.surname) }) }
  }

  @Test("more than six parts, constants, and tuples as parts of a tuple")
  func parts() throws {
    try expectSame(sql: "SELECT id, name, surname, ? FROM person ORDER BY id") {
      $0.select { ($0.id, QueryExpression($0.name, $0.surname), QueryExpression("x")) }
    }
    try expectSame(sql: "SELECT id, name, surname FROM person ORDER BY id") {
      $0.select { ($0.id, ($0.name, $0.surname)) }
    }
    try expectSame(sql: "SELECT name, ? FROM person WHERE name = ? ORDER BY id") {
      $0.select { (($0.name, $0.surname), (QueryExpression(true), $0.id)) }
        .where { $0.0.0 == "bob" }.select { ($0.0.0, $0.1.0) }
    }
    let label = "person"
    let none: Int? = nil
    try expectSame(sql: "SELECT name, ?, ?, age > ? FROM person ORDER BY id") {
      $0.select { ($0.name, label, 1, $0.age > 3) }
    }
    try expectSame { $0.select { ($0.name, true, none, 2.5) }.where { $0.0 == "bob" } }
    // The compiler takes the first closure for one that runs in memory if it cannot tell the types
    // of the next one from it.
    let tuples = { (people: Query<Person>) in people.select { ($0.name, true, none, 2.5) } }
    try expectSame { tuples($0).where { $0.1 && $0.2 == nil } }
    try expectSame(
      sql: """
        SELECT …, swift_concatenate(name, ?), age > ?, email IS NULL, name = surname, id, ? \
        FROM person ORDER BY id
        """
    ) {
      $0.select {
        (
          $0.id, $0.name, $0.surname, $0.age, $0.email, $0.birthDate, $0.name + "x", $0.age > 3,
          $0.email == nil, $0.name == $0.surname, $0.id, label
        )
      }
    }
    try expectSame {
      $0.select { ($0.id, $0.name, $0.surname, $0.age, $0.email, $0.birthDate, $0.name) }
        .where { $0.6.hasPrefix("b") && $0.3 > 20 }.sort { $0.1 }.select { ($0.6, $0.0) }
    }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.select { ($0.id, ($0.name, 100 / $0.age)) }
    }
  }

  @Test("S49 the order of tuples: the next page of a sorted list")
  func order() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE surname >= ? AND (surname > ? OR id > ?) \
        ORDER BY surname, id LIMIT 5
        """
    ) { $0.sort { $0.surname }.where { ($0.surname, $0.id) > ("B", 9) }.take(5) }
    try expectSame { $0.where { ($0.age, $0.id) >= (30, 20) }.select { $0.id } }
    try expectSame { $0.where { ($0.age, $0.id) < (30, 20) }.select { $0.id } }
    try expectSame { $0.where { !(($0.age, $0.id) <= (30, 20)) }.select { $0.id } }
    try expectSame { $0.where { ($0.age, $0.surname, $0.id) > (25, "B", 9) }.select { $0.id } }
    try expectSame { $0.where { ($0.age, $0.surname, $0.id) < (45, "C", 9) }.select { $0.id } }
    // The pages in order are the whole list.
    let (store, people) = try makeStore(of: Array(hostilePeople.prefix(60)))
    var last = (surname: "", id: Int64(0))
    var pages: [Int64] = []
    while true {
      let (surname, id) = last
      let page = try store.people.sort { $0.surname }
        .where { ($0.surname, $0.id) > (surname, id) }.take(7).toArray()
      guard let end = page.last else { break }
      pages += page.map(\.id)
      last = (end.surname, end.id)
    }
    #expect(pages.count == people.count)
    #expect(try pages == store.people.sort { $0.surname }.thenBy { $0.id }.toArray().map(\.id))
  }

  @Test("S49 tuples are compared part by part")
  func comparison() throws {
    let wanted = ("bob", 25)
    try expectSame(sql: "SELECT … FROM person WHERE name = ? AND age = ? ORDER BY id") {
      $0.where { ($0.name, $0.age) == wanted }
    }
    try expectSame { $0.where { ($0.name, $0.age) != wanted } }
    try expectSame(isEmpty: true) { $0.where { ($0.name, $0.email, $0.age) == ("bob", nil, 1) } }
    try expectSame { $0.where { ($0.name, $0.age) == ($0.surname, $0.age) || $0.id == 3 } }
    try expectSame { $0.where { ($0.name, $0.email) != ("bob", nil) } }
  }

  @Test("S51 conditions that do not depend on the element, and values of select that do not")
  func conditions() throws {
    for isWanted in [true, false] {
      try expectSame(sql: "SELECT … FROM person WHERE ? ORDER BY id", isEmpty: !isWanted) {
        $0.where { _ in isWanted }
      }
    }
  }
}
