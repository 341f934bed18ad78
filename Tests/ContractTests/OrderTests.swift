import TestModel
import Testing

@testable import ChainFuzzing

@Suite("The contract: order and equality")
struct OrderTests {
  @Test("S01 rows come in the order of their keys, whatever index covers what is read")
  func order() throws {
    try agree(["select { $0.surname }"]) { texts($0.people.map(\.surname)) }
    try agree(["select { $0.age }", "take(5)"]) { ints($0.people.prefix(5).map(\.age)) }
    try agree(["where { $0.name >= \"b\" }", "select { $0.id }"]) {
      $0.people.filter { !PlainValue.text($0.name).precedes(.text("b")) }.ids
    }
    try agree(["select { $0.birthDate }", "index()", "select { $0.0 }"]) {
      ints(Array($0.people.indices))
    }
  }

  @Test("S02 nil equals nil and nothing else")
  func nilEquality() throws {
    try agree(["where { $0.email == nil }", "select { $0.id }"]) {
      $0.people.filter { $0.email == nil }.ids
    }
    try agree(["where { $0.email != \"p1@example.org\" }", "select { $0.id }"]) {
      $0.people.filter { $0.email != "p1@example.org" }.ids
    }
    try agree(of: "purchases", ["where { $0.pieces == $0.pieces }", "count()"]) {
      .int($0.purchases.count)
    }
    try agree(
      ["join(people, on: { $0.birthDate }, equals: { $0.birthDate })", "select { $0.0.id }"]
    ) { corpus in
      corpus.people.flatMap { left in
        corpus.people.filter { $0.birthDate == left.birthDate }.map { _ in left }
      }.ids
    }
  }

  @Test("S03 a condition and its opposite divide the rows")
  func twoValued() throws {
    try agree(["where { !($0.email == \"p1@example.org\") }", "select { $0.id }"]) {
      $0.people.filter { !($0.email == "p1@example.org") }.ids
    }
    try agree([
      "where { !($0.email.map { $0.count } == 14 || $0.birthDate == nil) }", "select { $0.id }",
    ]) {
      $0.people.filter { !($0.email.map(\.count) == 14 || $0.birthDate == nil) }.ids
    }
    try agree(["where { ![nil, \"p1@example.org\"].contains($0.email) }", "select { $0.id }"]) {
      $0.people.filter { ![nil, "p1@example.org"].contains($0.email) }.ids
    }
  }

  @Test("S04 nil is before everything ascending and after everything descending")
  func nilOrder() throws {
    func sorted(_ people: [Person], _ isBefore: (CalendarDate, CalendarDate) -> Bool) -> [Person] {
      people.enumerated().sorted {
        guard let left = $0.element.birthDate, let right = $1.element.birthDate else {
          return $0.offset < $1.offset
        }
        return isBefore(left, right) || (left == right && $0.offset < $1.offset)
      }.map(\.element)
    }
    try agree(["sort { $0.birthDate }", "select { $0.id }"]) {
      ($0.people.filter { $0.birthDate == nil }
        + sorted($0.people.filter { $0.birthDate != nil }, <)).ids
    }
    try agree(["sortDescending { $0.birthDate }", "select { $0.id }"]) {
      (sorted($0.people.filter { $0.birthDate != nil }, >)
        + $0.people.filter { $0.birthDate == nil }).ids
    }
  }

  @Test("S05 texts are equal as in Swift: composed and decomposed are one")
  func textEquality() throws {
    try agree(["where { $0.name == \"e\\u{301}va\" }", "select { $0.id }"]) {
      $0.people.filter { $0.name == "\u{E9}va" }.ids
    }
    try agree(["select { $0.name }", "distinct()"]) { texts($0.people.map(\.name).firsts) }
    try agree(["countBy { $0.name + \"\\u{301}\" }"]) { corpus in
      let names = corpus.people.map { $0.name + "\u{301}" }
      return .list(
        names.firsts.map { name in .tuple([.text(name), .int(names.count { $0 == name })]) })
    }
  }

  @Test("S06 text has the order of the scalars of its composed form")
  func textOrder() throws {
    try agree(["sort { $0.name }", "select { $0.id }"]) { $0.people.ordered(by: \.name).ids }
    try agree(["sort { $0.fullName }", "select { $0.id }"]) {
      $0.people.ordered(by: \.fullName).ids
    }
    try agree(["where { $0.name < \"\\u{E9}va\" }", "select { $0.id }"]) {
      $0.people.filter { PlainValue.text($0.name).precedes(.text("\u{E9}va")) }.ids
    }
    try agree(["min { $0.name }"]) {
      $0.people.ordered(by: \.name).first.map { .text($0.name) } ?? .none
    }
    try agree(["max { $0.surname }"]) {
      $0.people.ordered(by: \.surname).last.map { .text($0.surname) } ?? .none
    }
  }

  @Test("S20 distinct keeps the first of equals, in their order")
  func distinct() throws {
    try agree(["select { $0.surname }", "distinct()"]) { texts($0.people.map(\.surname).firsts) }
    try agree(["distinct(by: { $0.age })", "select { $0.id }"]) { corpus in
      corpus.people.map(\.age).firsts
        .compactMap { age in corpus.people.first { $0.age == age } }.ids
    }
    try agree(["sort { $0.name }", "distinct(by: { $0.age })", "select { $0.id }"]) { corpus in
      let people = corpus.people.ordered(by: \.name)
      return people.map(\.age).firsts.compactMap { age in people.first { $0.age == age } }.ids
    }
  }

  @Test("S21 groups come as their first items do, items in their order")
  func groups() throws {
    func groups<Key: Hashable>(_ people: [Person], _ key: (Person) -> Key) -> [(Key, [Person])] {
      people.map(key).firsts.map { value in (value, people.filter { key($0) == value }) }
    }
    try agree(["groupBy { $0.surname }", "select { ($0.key, $0.count) }"]) {
      .list(groups($0.people, \.surname).map { .tuple([.text($0), .int($1.count)]) })
    }
    try agree(["groupBy({ $0.age }, element: { $0.name })"]) {
      .list(
        groups($0.people, \.age).map { key, items in
          .group(key: .int(key), items: items.map { .text($0.name) })
        })
    }
    try agree(["sort { $0.name }", "groupBy({ $0.age }, element: { $0.name })", "take(3)"]) {
      .list(
        groups($0.people.ordered(by: \.name), \.age).prefix(3).map { key, items in
          .group(key: .int(key), items: items.map { .text($0.name) })
        })
    }
  }

  @Test("S22 sorts are stable, descending too")
  func stability() throws {
    try agree(["sortDescending { $0.surname.count }", "select { $0.id }"]) {
      $0.people.enumerated().sorted {
        ($1.element.surname.count, $0.offset) < ($0.element.surname.count, $1.offset)
      }.map(\.element).ids
    }
    try agree(["sort { $0.age }", "thenByDescending { $0.name }", "select { $0.id }"]) {
      $0.people.enumerated().sorted {
        let (left, right) = ($0.element, $1.element)
        if left.age != right.age { return left.age < right.age }
        if left.name != right.name { return PlainValue.text(right.name).precedes(.text(left.name)) }
        return $0.offset < $1.offset
      }.map(\.element).ids
    }
  }

  @Test("S23 set operations keep the first occurrence and its order, duplicates within a side go")
  func sets() throws {
    func names(_ corpus: Corpus) -> [String] { corpus.people.map(\.name) }
    func surnames(_ corpus: Corpus) -> [String] { corpus.people.map(\.surname) }
    try agree(["select { $0.name }", "union(people.select { $0.surname })"]) {
      texts((names($0) + surnames($0)).firsts)
    }
    try agree(["select { $0.name }", "intersect(people.select { $0.surname })"]) { corpus in
      texts(names(corpus).filter(surnames(corpus).contains).firsts)
    }
    try agree(["select { $0.name }", "except(people.select { $0.surname })"]) { corpus in
      texts(names(corpus).filter { !surnames(corpus).contains($0) }.firsts)
    }
    try agree(["select { $0.name }", "concat(people.reverse().select { $0.surname })"]) {
      texts(names($0) + surnames($0).reversed())
    }
  }

  @Test("S24 counts are clamped: negative ones are 0, none is too high")
  func clamps() throws {
    for count in [-3, 0, 2, 100] {
      let clamped = max(0, count)
      try agree(["select { $0.id }", "take(\(count))"]) { $0.people.prefix(clamped).map { $0 }.ids }
      try agree(["select { $0.id }", "skip(\(count))"]) { Array($0.people.dropFirst(clamped)).ids }
      try agree(["select { $0.id }", "takeLast(\(count))"]) {
        $0.people.suffix(clamped).map { $0 }.ids
      }
      try agree(["select { $0.id }", "skipLast(\(count))"]) {
        Array($0.people.dropLast(clamped)).ids
      }
    }
    try agree(["select { $0.id }", "take(2..<5)"]) { Array($0.people.prefix(5).dropFirst(2)).ids }
  }

  @Test("S25 one element: typed errors, nil of the other forms")
  func elements() throws {
    func id(_ person: Person?) throws -> PlainValue {
      guard let person else { throw Failure.noElements }
      return .int(Int(person.id))
    }
    try agree(["select { $0.id }", "first()"]) { try id($0.people.first) }
    try agree(["select { $0.id }", "last()"]) { try id($0.people.last) }
    try agree(["select { $0.id }", "lastOrNil()"]) { (try? id($0.people.last)) ?? .none }
    try agree(["select { $0.id }", "single()"]) {
      if $0.people.count > 1 { throw Failure.moreThanOneElement }
      return try id($0.people.first)
    }
    try agree(["select { $0.id }", "singleOrNil()"]) {
      if $0.people.count > 1 { throw Failure.moreThanOneElement }
      return (try? id($0.people.first)) ?? .none
    }
    try agree(["select { $0.id }", "elementAt(3)"]) {
      guard $0.people.count > 3 else { throw Failure.outOfRange(3) }
      return try id($0.people[3])
    }
    try agree(["select { $0.id }", "elementAtOrNil(3)"]) {
      $0.people.count > 3 ? try id($0.people[3]) : .none
    }
  }
}
