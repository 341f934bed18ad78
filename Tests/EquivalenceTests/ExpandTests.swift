import LinqSQL
import TestModel
import Testing

@Suite("S90 expand: what is reached from elements, each once, with its distance")
struct ExpandTests {
  /// The person whose id is another one's age.
  private func next(
    _ people: Query<Person>, _ person: QueryExpression<Person>
  ) -> QueryExpression<[Person]> {
    people.matching { $0.id == QueryExpression<Int64>(person.age) }
  }

  @Test("cycles, several ways, and nothing to expand")
  func cycles() throws {
    try expectSame { people in
      people.where { $0.id % 7 == 1 }.expand { next(people, $0) }.select { ($0.0.id, $0.1) }
    }
    try expectSame { people in
      people.sortDescending { $0.name }.take(3).expand { next(people, $0) }
    }
    // All whose way leads there.
    try expectSame { people in
      people.where { $0.id < 40 }.expand { person in
        people.matching { QueryExpression<Int64>($0.age) == person.id }
      }
    }
    // All are first rows.
    try expectSame(isEmpty: true) { people in
      people.expand { next(people, $0) }.where { $0.1 > 0 }.select { $0.0.id }
    }
    try expectSame(isEmpty: true) { people in
      people.where { $0.age < 0 }.expand { next(people, $0) }
    }
  }

  @Test("a key that is named, and one that is not the key of the table")
  func keys() throws {
    try expectSame { people in
      people.where { $0.id % 7 == 1 }.expand(by: \.id) { next(people, $0) }
        .select { ($0.0.id, $0.1) }
    }
    // Several people have one age: the first of them stands for all.
    try expectSame(isAllSQL: false) { people in
      people.where { $0.id % 7 == 1 }.expand(by: \.age) { next(people, $0) }
        .select { ($0.0.age, $0.1) }
    }
    try expectSame(isAllSQL: false) { people in
      people.where { $0.id < 3 }.expand(by: \.surname) { person in [person] }.select { $0.1 }
    }
  }

  @Test("operators before and after")
  func operators() throws {
    try expectSame { people in
      people.where { $0.id < 4 }.expand { next(people, $0) }
        .where { $0.1 <= 2 && $0.0.age > 3 }.sort { $0.0.surname }.select { ($0.0.name, $0.1 + 1) }
    }
    try expectSame { people in
      people.where { $0.id < 9 }.expand { next(people, $0) }
        .groupBy { $0.1 }.select { ($0.key, $0.count, $0.max { $0.0.age }) }
    }
    try expectSame { people in
      people.where { $0.id < 3 }.expand { next(people, $0) }.select { $0.0 }
        .expand { next(people, $0) }.select { ($0.0.id, $0.1) }
    }
    try expectSame { people in
      people.distinct { $0.surname }.expand { next(people, $0) }.take(9).select { $0.0.id }
    }
    try expectSame { people in
      people.where { $0.id < 3 }.expand { person in
        people.matching(\.surname, equals: person.surname).where { $0.email != nil }
      }
    }
    try expectSame { people in
      people.join(
        people.where { $0.id < 5 }.expand { next(people, $0) }, on: { $0.id }, equals: { $0.0.id }
      ).select { ($0.0.name, $0.1.1) }
    }
  }

  @Test("the first rows of each array")
  func limits() throws {
    try expectSame { people in
      people.where { $0.id < 3 }.expand { person in
        people.matching(\.surname, equals: person.surname).sort { $0.age }.take(2)
      }
    }
  }

  @Test("closures, and rows that are not found by an equal value, expand in memory")
  func inMemory() throws {
    // A ring.
    try expectSame(isAllSQL: false) { people in
      people.where { $0.id % 7 == 1 }.expand { person in
        people.matching { $0.id == QueryExpression<Int64>(person.age) % 31 + 1 }
      }
    }
    try expectSame(isAllSQL: false) { people in
      people.where { $0.id < 3 }.expand { (person: Person) in
        person.age < 10 ? [] : [Person(id: person.id + 100, name: "x", surname: "", age: 1)]
      }
    }
  }
}
