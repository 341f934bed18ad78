import TestModel
import Testing

@Suite("Keys of subqueries that are computed from the elements around them")
struct OuterKeyTests {
  @Test("sorts and extremes") func sorts() throws {
    try expectSame { people in
      people.select { s in
        let others = people.matching { $0.id != s.id }
        return (s.id, others.minBy { o in o.age / 2 - s.age / 2 }.map { $0.id })
      }
    }
    try expectSame { people in
      people.select { s in
        (
          s.id,
          people.matching { $0.surname != s.surname }
            .sort { o in o.name.count - s.name.count }.thenByDescending { o in o.id - s.id }
            .thenBy { $0.name }.skip(1).first.map { $0.id }
        )
      }
    }
    try expectSame { people in
      people.select { s in
        people.matching { $0.id > s.id }.sort { o in o.age / 2 - s.age / 2 }.take(3)
          .where { o in o.name != s.name }.select { $0.id }.first
      }
    }
    try expectSame { people in
      people.where { s in
        people.matching { $0.id != s.id }
          .maxBy { o in people.matching { $0.name == s.name && $0.age < o.age }.count }
          .map { $0.id } == 2
      }.select { $0.id }
    }
  }

  @Test("distinct elements") func distinct() throws {
    try expectSame { people in
      people.select { s in
        (s.id, people.matching { $0.id != s.id }.distinct { $0.age > s.age }.count)
      }
    }
    try expectSame { people in
      people.select { s in
        (s.id, people.matching { $0.id != s.id }.select { $0.name == s.name }.distinct().count)
      }
    }
  }
}
