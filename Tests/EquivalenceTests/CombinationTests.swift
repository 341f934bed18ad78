import People
import Testing

@Suite("Two queries in one: S23 and joins")
struct CombinationTests {
  @Test("an operator of the second query is none of the whole: their plans are told apart")
  func planKeys() throws {
    for _ in 0..<2 {
      try expectSame { $0.concat($0).where { $0.age < 30 } }
      try expectSame { $0.concat($0.where { $0.age < 30 }) }
      try expectSame { $0.join($0, on: { $0.id }, equals: { $0.id }).take(3) }
      try expectSame { $0.join($0.take(3), on: { $0.id }, equals: { $0.id }) }
      try expectSame { $0.concat($0.concat($0)).take(70) }
      try expectSame { $0.concat($0.concat($0).take(70)) }
      try expectSame { $0.concat($0.concat($0.take(70))) }
    }
  }

  @Test("concat, union, intersect, except")
  func sets() throws {
    try expectSame { $0.where { $0.age < 30 }.concat($0.where { $0.age > 20 }) }
    try expectSame {
      $0.sort { $0.name }.take(5).concat($0.reverse().take(4)).select { $0.id }
    }
    try expectSame { people in
      people.select { $0.surname }.union(people.select { $0.name })
    }
    try expectSame { people in
      people.select { $0.surname }.intersect(people.where { $0.age == 25 }.select { $0.name })
    }
    try expectSame { people in
      people.select { $0.email }.except(people.take(10).select { $0.email })
    }
    try expectSame { $0.take(9).union($0.skip(5)) }
    try expectSame { $0.take(9).intersect($0.skip(5)) }
    try expectSame { $0.skip(5).except($0.take(9)).sort { $0.name }.take(4) }
    try expectSame { $0.where { $0.age < 30 }.union($0, by: { $0.surname }) }
    try expectSame { $0.reverse().intersect($0.take(9), by: { $0.surname }) }
    try expectSame { $0.except($0.take(3), by: { $0.age }).where { $0.age < 40 } }
    try expectSame { people in
      people.concat(people).concat(people).where { $0.age == 17 }.select { $0.name }.distinct()
    }
    try expectSame(isAllSQL: false) { $0.union($0.where { opaquelyTrue($0) }) }
  }

  @Test("joins")
  func joins() throws {
    try expectSame(
      sql: """
        SELECT a.name, b.age FROM person AS a JOIN person AS b ON a.name = b.surname \
        ORDER BY a.id, b.id
        """
    ) {
      $0.join($0, on: { $0.name }, equals: { $0.surname }).select { ($0.0.name, $0.1.age) }
    }
    try expectSame {
      $0.take(20).join($0.where { $0.age == 25 }, on: { $0.age }, equals: { $0.age })
    }
    try expectSame { people in
      people.leftJoin(people.where { $0.age == 17 }, on: { $0.name }, equals: { $0.surname })
    }
    try expectSame { people in
      people.leftJoin(people.where { $0.age == 17 }, on: { $0.name }, equals: { $0.surname })
        .select { ($0.0.id, $0.1.map { $0.id }) }
    }
    try expectSame { people in
      people.where { $0.age == 17 }.rightJoin(people, on: { $0.name }, equals: { $0.surname })
    }
    try expectSame { people in
      people.where { $0.age == 17 }
        .fullJoin(people.where { $0.age == 25 }, on: { $0.email }, equals: { $0.email })
    }
    try expectSame { people in
      people.join(people, on: { $0.id }, equals: { $0.id })
        .join(people, on: { $0.1.id }, equals: { $0.id }).select { ($0.0.0.name, $0.1.name) }
    }
    try expectSame { people in
      people.join(people.countBy { $0.surname }, on: { $0.surname }, equals: { $0.0 })
        .where { $0.1.1 > 4 }.select { ($0.0.name, $0.1.1) }
    }
    // A computed key, and an order by what may be nil.
    try expectSame { people in
      people.reverse().fullJoin(
        people.sort { $0.email }, on: { $0.surname }, equals: { $0.surname.uppercased() })
    }
    // A sort after a nested statement, whose columns have names of their own.
    try expectSame { people in
      people.distinct(by: { $0.birthDate }).sortDescending { $0.name.count }.takeLast(2)
    }
    try expectSame(isAllSQL: false) { people in
      people.groupJoin(people.take(9), on: { $0.name }, equals: { $0.surname })
    }
    try expectSame(isAllSQL: false) { people in
      people.join(people, on: { $0.name.utf8.count }, equals: { $0.surname.utf8.count })
        .select { ($0.0.id, $0.1.id) }
    }
  }
}
