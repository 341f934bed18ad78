import LinqText
import TestModel
import Testing

@Suite("A text is the query that the closures make")
struct ChainTextTests {
  /// Runs a text and the same chain in Swift, and compares statement and result.
  private func expectSame<Element: Sendable>(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ chain: (Repository<Person>) -> Query<Element>
  ) throws {
    let (store, form) = try makeForm()
    let parsed = try form.parse(text)
    let query = chain(store.people)
    let (parsedPlan, plan) = (try parsed.plan(), try query.plan())
    #expect(parsedPlan.sql == plan.sql, sourceLocation: sourceLocation)
    #expect(parsedPlan.operators == plan.operators, sourceLocation: sourceLocation)
    let result = try parsed.run()
    #expect(result == (try parsed.run(policy: .memoryOnly)), sourceLocation: sourceLocation)
    guard case .array(let elements) = result else {
      Issue.record("\(result) is no list", sourceLocation: sourceLocation)
      return
    }
    let expected = try query.toArray()
    #expect(!expected.isEmpty, sourceLocation: sourceLocation)
    #expect(elements.count == expected.count, sourceLocation: sourceLocation)
  }

  @Test("filters, sorts, projections")
  func operators() throws {
    try expectSame("people.where { $0.age < 30 && $0.email == nil }") {
      $0.where { $0.age < 30 && $0.email == nil }
    }
    try expectSame(
      "where { $0.id > -9223372036854775808 && $0.age - 1 > -9_223_372_036_854_775_808 }"
    ) {
      $0.where { $0.id > .min && $0.age - 1 > .min }
    }
    try expectSame("where { p in p.age + 1 > 30 || !(p.surname.hasPrefix(\"B\")) }") {
      $0.where { $0.age + 1 > 30 || !($0.surname.hasPrefix("B")) }
    }
    try expectSame("sort(\\.surname).thenByDescending { $0.name }.take(3)") {
      $0.sort { $0.surname }.thenByDescending { $0.name }.take(3)
    }
    try expectSame("select { ($0.name.prefix(1), $0.email ?? \"-\", $0.age * 2 - 1) }") {
      $0.select { ($0.name.prefix(1), $0.email ?? "-", $0.age * 2 - 1) }
    }
    try expectSame("where { [25, 36].contains($0.age) && (1...3).contains($0.id) }") {
      $0.where { [25, 36].contains($0.age) && (1...3).contains($0.id) }
    }
    try expectSame("select { $0.age < 30 ? \"young\" : \"old\" }") {
      $0.select { QueryExpression.if($0.age < 30, then: "young", else: "old") }
    }
    try expectSame("where { $0.birthDate.map { $0.year } == 1815 }.select(\\.fullName)") {
      $0.where { $0.birthDate.map { $0.year } == 1815 }.select(\.fullName)
    }
    try expectSame("where { $0.birthDate == CalendarDate(\"1815-12-10\") }") {
      $0.where { $0.birthDate == CalendarDate("1815-12-10") }
    }
    try expectSame("where { $0.name == \"\\u{E9}va\" || $0.surname == \"O\\\"Neil\" }.reverse()") {
      $0.where { $0.name == "\u{E9}va" || $0.surname == "O\"Neil" }.reverse()
    }
    try expectSame("distinct(by: { $0.surname }).skip(1).takeLast(2)") {
      $0.distinct(by: { $0.surname }).skip(1).takeLast(2)
    }
    try expectSame("select(\\.surname).distinct().sort()") {
      $0.select { $0.surname }.distinct().sort()
    }
    try expectSame("takeWhile { $0.age < 50 }.index().where { $0.0 % 2 == 0 }.select { $0.1.name }")
    {
      $0.takeWhile { $0.age < 50 }.index().where { $0.0 % 2 == 0 }.select { $0.1.name }
    }
  }

  @Test("interpolation, optional chaining, operands of different types")
  func everydaySwift() throws {
    try expectSame("select { \"\\($0.name) (\\($0.age + 1)): \\(\"\\($0.id)\")\" }") {
      $0.select { "\($0.name) (\($0.age + 1)): \($0.id)" }
    }
    try expectSame("where { $0.email?.count == 15 || $0.birthDate?.year == 1815 }") {
      $0.where { $0.email.map { $0.count } == 15 || $0.birthDate.map { $0.year } == 1815 }
    }
    try expectSame("where { $0.email?.first == \"b\" }.select { $0.email?.prefix(3) ?? \"\" }") {
      $0.where { $0.email.flatMap { $0.first } == "b" }
        .select { $0.email.map { $0.prefix(3) } ?? "" }
    }
    try expectSame(
      "where { $0.id < $0.age && $0.age >= $0.id && $0.surname.prefix(9) == $0.surname }"
    ) { $0.where { $0.id < $0.age && $0.age >= $0.id && $0.surname.prefix(9) == $0.surname } }
    try expectSame("where { 20...40 ~= $0.age && 2... ~= $0.id } // comment") {
      $0.where { 20...40 ~= $0.age && 2... ~= $0.id }
    }
    try expectSame("select { String($0.age) }/* c /* d */ */;") { $0.select { "\($0.age)" } }
    try expectSame(
      "groupBy { $0.surname }"
        + ".select { ($0.key, $0.sum { $0.birthDate?.year }, $0.average { $0.id }) }"
    ) {
      $0.groupBy { $0.surname }.select {
        ($0.key, $0.sum { $0.birthDate.map { $0.year } }, $0.average { $0.id })
      }
    }
  }

  @Test("searches, also in other texts")
  func searches() throws {
    try expectSame("people.search(\"b\").take(2)") { $0.search("b").take(2) }
    try expectSame("search(\"bob 25\", also: { $0.name }, { \"\\($0.age)\" })") {
      $0.search("bob 25", also: { $0.name }, { "\($0.age)" })
    }
    try expectSame("search(\"b\", also: { p in p.email })") { $0.search("b", also: { $0.email }) }
    let (_, form) = try makeForm()
    for wrong in [
      "search()", "search(1)", "search(\"b\", { $0.name })", "search(\"b\", also: { $0.age })",
      "search(\"b\", also: { $0.nam })", "select { $0.name }.search(\"b\")",
      "search(\"b\", also: \"name\")",
    ] {
      #expect(throws: ChainError.self, "\(wrong)") { try form.parse(wrong) }
    }
  }

  @Test("statistics and joined texts")
  func statistics() throws {
    try expectSame(
      "groupBy { $0.surname }.where { ($0.median { $0.age } ?? 0.0) > 3.0 }"
        + ".select { ($0.median { $0.birthDate?.year }, $0.standardDeviation { $0.age }) }"
    ) {
      $0.groupBy { $0.surname }.where { ($0.median { $0.age } ?? 0.0) > 3.0 }
        .select { ($0.median { $0.birthDate.map { $0.year } }, $0.standardDeviation { $0.age }) }
    }
    try expectSame(
      "groupBy { $0.surname }.select { ($0.joined(separator: \", \") { $0.name }, "
        + "$0.joined { $0.email }, $0.items.select { $0.name }.joined(separator: \"+\")) }"
    ) {
      $0.groupBy { $0.surname }.select {
        (
          $0.joined(separator: ", ") { $0.name }, $0.joined { $0.email },
          $0.items.select { $0.name }.joined(separator: "+")
        )
      }
    }
    try expectSame(
      "groupBy { $0.age }.select { g in (g.items.select { ($0.id, $0.name, $0.age) }.take(1), "
        + "people.matching { $0.age == g.key }.count) }"
    ) { people in
      people.groupBy { $0.age }.select { group in
        (
          group.items.select { ($0.id, $0.name, $0.age) }.take(1),
          people.matching { $0.age == group.key }.count
        )
      }
    }
    try expectSame(
      "select { p in (people.matching { $0.age < p.age }.populationStandardDeviation { $0.age }, "
        + "people.matching { $0.age < p.age }.joined(separator: \"/\") { $0.name.prefix(1) }) }"
    ) { people in
      people.select { person in
        (
          people.matching { $0.age < person.age }.populationStandardDeviation { $0.age },
          people.matching { $0.age < person.age }.joined(separator: "/") { $0.name.prefix(1) }
        )
      }
    }
  }

  @Test("tuples as keys, as elements, compared, and with constants")
  func tuples() throws {
    try expectSame("groupBy { ($0.surname, $0.age) }.select { ($0.key.0, $0.key.1, $0.count) }") {
      $0.groupBy { ($0.surname, $0.age) }.select { ($0.key.0, $0.key.1, $0.count) }
    }
    try expectSame("groupBy { ($0.surname, $0.age, $0.email) }.where { $0.key.1 > 3 }") {
      $0.groupBy { ($0.surname, $0.age, $0.email) }.where { $0.key.1 > 3 }
    }
    try expectSame("countBy { ($0.surname, $0.age) }.sortDescending { $0.1 }.take(2)") {
      $0.countBy { ($0.surname, $0.age) }.sortDescending { $0.1 }.take(2)
    }
    try expectSame("distinct { ($0.surname, $0.age, $0.name) }.select { $0.name }") {
      $0.distinct { ($0.surname, $0.age, $0.name) }.select { $0.name }
    }
    try expectSame("select { ($0.surname, $0.age) }.distinct().where { $0.1 > 3 }") {
      $0.select { ($0.surname, $0.age) }.distinct().where { $0.1 > 3 }
    }
    try expectSame("select { ($0.name, $0.age) }.union(select { ($0.surname, $0.age) })") {
      $0.select { ($0.name, $0.age) }.union($0.select { ($0.surname, $0.age) })
    }
    try expectSame(
      "join(people, on: { ($0.name, $0.age) }, equals: { ($0.name, $0.age) }).select { $0.1.id }"
    ) {
      $0.join($0, on: { ($0.name, $0.age) }, equals: { ($0.name, $0.age) }).select { $0.1.id }
    }
    try expectSame("where { ($0.surname, $0.age) != (\"Lovelace\", 36) }.select { $0.id }") {
      $0.where { ($0.surname, $0.age) != ("Lovelace", 36) }.select { $0.id }
    }
    try expectSame("select { ($0.id, ($0.name, $0.age)) }.where { $0.1.1 > 3 }.select { $0.1.0 }") {
      $0.select { ($0.id, ($0.name, $0.age)) }.where { $0.1.1 > 3 }.select { $0.1.0 }
    }
  }

  @Test("joins on keys of different types, and rows that may be missing")
  func joins() throws {
    try expectSame("leftJoin(people, on: { $0.email }, equals: { $0.name }).where { $0.1 == nil }")
    {
      $0.leftJoin($0, on: { $0.email }, equals: { $0.name }).where { $0.1 == nil }
    }
    try expectSame("leftJoin(people, on: { $0.id }, equals: { $0.id }).where { $0.1 != nil }") {
      $0.leftJoin($0, on: { $0.id }, equals: { $0.id }).where { $0.1 != nil }
    }
    // A literal has the type of the other key, whichever comes first.
    let letter: Character = "A"
    let initials = "select { $0.name.first }.compacted()"
    for keys in ["on: { $0 }, equals: { \"A\" }", "on: { \"A\" }, equals: { $0.name.first }"] {
      try expectSame("\(initials).join(people, \(keys)).select { $0.1.id }") { people in
        let initials = people.select { $0.name.first }.compacted()
        return keys.hasPrefix("on: { $0 }")
          ? initials.join(people, on: { $0 }, equals: { _ in QueryExpression<Character>(letter) })
            .select { $0.1.id }
          : initials.join(
            people, on: { _ in QueryExpression<Character?>(letter) }, equals: { $0.name.first }
          ).select { $0.1.id }
      }
    }
    let (_, form) = try makeForm()
    let joined = try form.parse(
      "people.join(people, on: { $0.name.prefix(3) }, equals: { $0.name.prefix(3) }).count()")
    #expect(try joined.run() != .integer(0))
    #expect(
      try form.parse("people.join(people, on: { $0.name.prefix(99) }, equals: { $0.name })")
        .plan().isAllSQL)
    #expect(try form.parse("groups.selectMany { $0.items }.count()").run() == .integer(0))
    #expect(try form.parse("groups.select { ($0.letter, $0.items.count) }").run() == .array([]))
  }

  @Test("groups, joins, sets")
  func combinations() throws {
    try expectSame(
      "groupBy { $0.surname }.where { $0.count > 1 }.select { ($0.key, $0.sum { $0.age }) }"
    ) {
      $0.groupBy { $0.surname }.where { $0.count > 1 }.select { ($0.key, $0.sum { $0.age }) }
    }
    try expectSame("countBy { $0.age }.sortDescending { $0.1 }") {
      $0.countBy { $0.age }.sortDescending { $0.1 }
    }
    try expectSame(
      "leftJoin(people.where { $0.age > 40 }, on: \\.id, equals: \\.id).select { ($0.0.name, "
        + "$0.1.map { $0.age }) }"
    ) { people in
      people.leftJoin(people.where { $0.age > 40 }, on: { $0.id }, equals: { $0.id })
        .select { ($0.0.name, $0.1.map { $0.age }) }
    }
    try expectSame("take(2).union(people.skip(1)).except(people.take(1))") { people in
      people.take(2).union(people.skip(1)).except(people.take(1))
    }
  }

  @Test(
    "results as JSON",
    arguments: [
      ("count()", "5"), ("sort { $0.age }.last().name", "\"joe\""),
      ("maxBy { $0.age }?.name.uppercased()", "\"JOE\""),
      ("where { $0.age > 99 }.firstOrNil()?.name", "null"),
      ("sum { $0.birthDate?.year }", "3814"), ("average { $0.birthDate?.year }", "1907.0"),
      ("where { $0.id == 2 }.single().birthDate?.year", "1815"),
      ("where { $0.age > 99 }.firstOrNil()", "null"),
      ("select(\\.name).first()", "\"bob\""), ("sum { $0.age }", "186"),
      ("max { $0.birthDate }", "\"1999-02-28\""), ("any { $0.age > 50 }", "true"),
      ("all { $0.age > 50 }", "false"), ("average(\\.age)", "37.2"),
      ("median { $0.age }", "36.0"),
      ("select(\\.age).take(1).populationStandardDeviation()", "0.0"),
      ("where { $0.age > 99 }.standardDeviation { $0.age }", "null"),
      ("take(2).joined(separator: \", \") { $0.name }", "\"bob, Ada\""),
      ("take(2).select(\\.name).joined()", "\"bobAda\""),
      (
        "take(1)",
        #"[{"id":1,"name":"bob","surname":"Brown","age":25,"#
          + #""email":"bob@example.org","birthDate":null}]"#
      ),
      ("select { ($0.name, $0.email) }.take(2)", #"[["bob","bob@example.org"],["Ada",null]]"#),
      ("select(\\.surname).elementAt(2)", #""O\"Neil""#),
      (
        "groupBy({ $0.surname }, element: { $0.age }).take(1)",
        #"[{"key":"Brown","items":[25,25]}]"#
      ),
      ("toDictionary({ $0.surname }, { $0.id }).take(1)", ""),
      (
        "toDictionary({ $0.surname }, { $0.id })",
        #"[["Brown",4],["Lovelace",2],["O\"Neil",3],["",5]]"#
      ),
      ("select(\\.age).contains(45)", "true"), ("contains(where: { $0.age > 50 })", "true"),
      ("groups.count()", "0"),
      ("people.sequenceEqual(people.reverse().reverse())", "true"),
      ("select(\\.age).toSet().chunk(3)", "[[25,36,45],[55]]"),
      ("select(\\.age).toSet().chunk(3).selectMany { $0 }.count()", "4"),
      ("groupBy { $0.surname }.where { $0.count > 1 }.selectMany { $0.items }.count()", "2"),
      ("groupBy { $0.surname }.selectMany(\\.items).skip(1).first().id", "4"),
      (
        "groupBy { $0.surname }.select { $0.items.maxBy { $0.age }?.id == $0.items"
          + ".sortDescending { $0.age }.first?.id }.distinct()", "[true]"
      ),
      (
        "groupBy { $0.surname }.select { ($0.key, $0.items.select { $0.id }.last) }.take(1)",
        #"[["Brown",4]]"#
      ),
      (
        "groupBy { $0.surname }.select { ($0.key, $0.items.select { ($0.id, $0.age) }) }.take(1)",
        #"[["Brown",[[1,25],[4,25]]]]"#
      ),
      (
        "groupBy { $0.age }.select { $0.items.select { ($0.id, $0.age, $0.id, $0.name) } }",
        ""
      ),
      (
        "groupBy { $0.surname }.select { ($0.items.skip(1).first?.id, $0.key) }.take(1)",
        #"[[4,"Brown"]]"#
      ),
      (#"select { Int("\($0.age)1") ?? 0 }.take(1)"#, "[251]"),
      ("select { Decimal($0.age) * 0.1 }.take(1)", "[2.5]"),
      ("select { Double(Decimal($0.age) + 0.25) }.take(1)", "[25.25]"),
      ("select { Decimal($0.name) }", ""),
      ("select { ($0.age > 30 ? $0.name : nil, $0.age > 30 ? nil : $0.id) }.take(1)", "[[null,1]]"),
      ("select { $0.age > 1 ? $0.email : nil }.where { $0 == nil }.any()", "true"),
      ("select { Decimal(7) }.take(1)", "[7]"),
      ("select { $0.age > 30 ? nil : nil }", ""),
      (#"select { (Double($0.name) ?? 0.5, Double("1e2")) }.take(1)"#, "[[0.5,100.0]]"),
      ("selectMany { $0.name }", ""),
      ("minBy { $0.name.count }.count()", ""),
    ])
  func results(text: String, json: String) throws {
    let form = try makeForm().form
    if json.isEmpty {
      #expect(throws: ChainError.self) { try form.parse(text) }
    } else {
      #expect(try form.parse(text).run().json == json)
    }
  }

  @Test("errors while running")
  func failures() throws {
    let form = try makeForm().form
    #expect(throws: ExpressionError.divisionByZero) {
      try form.parse("select { 1 / ($0.age - 25) }").run()
    }
    #expect(throws: QueryError.noElements) { try form.parse("where { $0.age > 99 }.first()").run() }
    #expect(throws: QueryError.moreThanOneElement) { try form.parse("single()").run() }
    #expect(throws: QueryError.self) {
      try form.parse("shuffle(seed: 2)").run(policy: .requireSQL)
    }
  }

  @Test("functions of text, of characters and of numbers")
  func functions() throws {
    try expectSame("where { $0.name.split(separator: \"a\").count > 0 }") {
      $0.where { $0.name.split(separator: "a").count > 0 }
    }
    try expectSame("where { $0.name.components(separatedBy: \"d\").contains(\"A\") }") {
      $0.where { $0.name.components(separatedBy: "d").contains("A") }
    }
    try expectSame("select { $0.name.padding(toLength: 12, withPad: \".\", startingAt: 0) }") {
      $0.select { $0.name.padding(toLength: 12, withPad: ".", startingAt: 0) }
    }
    try expectSame("select { ($0.name.trimmingPrefix(\"A\"), $0.name.starts(with: \"A\")) }") {
      $0.select { ($0.name.trimmingPrefix("A"), $0.name.starts(with: "A")) }
    }
    try expectSame("select { $0.name.replacingOccurrences(of: \"a\", with: \"o\") }") {
      $0.select { $0.name.replacingOccurrences(of: "a", with: "o") }
    }
    try expectSame("where { $0.name.first?.isUppercase == true }") {
      $0.where { $0.name.first.map { $0.isUppercase } == true }
    }
    try expectSame("select { ($0.age.isMultiple(of: 5), $0.age.signum()) }") {
      $0.select { ($0.age.isMultiple(of: 5), $0.age.signum()) }
    }
    try expectSame("select { cbrt(Double($0.age)).rounded() + fmod(Double($0.age), 7.5) }") {
      $0.select {
        cbrt(QueryExpression<Double>($0.age)).rounded()
          + fmod(QueryExpression<Double>($0.age), 7.5)
      }
    }
    try expectSame("select { tanh(Double($0.age).squareRoot()) }") {
      $0.select { tanh(QueryExpression<Double>($0.age).squareRoot()) }
    }
    try expectSame("sort { $0.surname.localized(\"sv\") }.thenBy { $0.age }") {
      $0.sort { $0.surname.localized("sv") }.thenBy { $0.age }
    }
    try expectSame("sort { $0.email.map { $0.localizedStandard(\"zh-Hant\") } }") {
      $0.sort { $0.email.map { $0.localizedStandard("zh-Hant") } }
    }
    try expectSame("select { ($0.name, $0.name.localized(\"de\")) }") {
      $0.select { ($0.name, $0.name.localized("de")) }
    }
    let form = try makeForm().form
    for (text, usage) in [
      ("sort { $0.name.localized(\"xx\") }", "localized does not take these values: write"),
      ("sort { $0.name.localized(\"xx\") }", ".localized(\"sv\")"),
      ("sort { $0.name.localized($0.surname) }", "write .localized(\"sv\")"),
      ("sort { $0.name.localized }", "localized"),
      ("select { $0.name.split(by: \"a\") }", "split(separator: \" \")"),
      ("select { $0.name.padding(3) }", "padding(toLength: 10"),
      (
        "select { $0.name.padding(toLength: 9999999, withPad: \" \", startingAt: 0) }",
        "padding(toLength: 10"
      ),
      ("select { $0.age.isMultiple(5) }", "isMultiple(of: 10)"),
      ("select { Double($0.age).rounded(1) }", "rounded()"),
    ] {
      #expect {
        try form.parse(text)
      } throws: {
        "\($0)".contains(usage)
      }
    }
  }
}
