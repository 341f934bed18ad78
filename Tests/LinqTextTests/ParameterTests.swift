import LinqText
import TestModel
import Testing

@Suite("Parameters and conditions")
struct ParameterTests {
  private let store: TestStore
  private let form: TextForm

  init() throws { (store, form) = try makeForm() }

  @Test(
    "a value is the literal that its place expects",
    arguments: [
      ("where { $0.age == $x }.count()", "25", "2"),
      ("where { $0.age == -$x }.count()", "-25", "2"),
      ("where { $0.name == $x }.count()", "bob", "1"),
      ("where { $0.email == $x }.count()", "nil", "3"),
      ("where { $0.birthDate == $x }.count()", "1815-12-10", "1"),
      ("where { $0.birthDate == CalendarDate($x) }.count()", "1815-12-10", "1"),
      ("where { ($0.age < 30) == $x }.count()", "true", "2"),
      ("where { Double($0.age) > $x }.count()", "44.5", "2"),
      ("where { [$x, 36].contains($0.age) }.count()", "25", "3"),
      ("where { ($x..<40).contains($0.age) }.count()", "30", "1"),
      ("where { $0.name.hasPrefix($x) }.count()", "j", "2"),
      ("take($x).count()", "2", "2"),
      ("take(1).select { $x }", "1", "[1]"), ("take(1).select { $x }", "1.5", "[1.5]"),
      ("take(1).select { $x }", "false", "[false]"), ("take(1).select { $x }", "a", #"["a"]"#),
      ("take(1).select { $x }", "\"1\"", #"["1"]"#), ("take(1).select { $x }", "", #"[""]"#),
      ("take(1).select { $x }", "\"", #"["\""]"#), ("take(1).select { $x }", "nan", #"["nan"]"#),
      (#"take(1).select { "\($x)$x" }"#, "7", #"["7$x"]"#),
      ("where { $0.name == $x }.count()", "\" || true || \"", "0"),
    ])
  func values(text: String, value: String, result: String) throws {
    let chain = try form.parse(text, parameters: ["x": value])
    #expect(try chain.run().json == result)
    try chain.verify()
  }

  @Test("the value is bound, and so the plan is the same for each")
  func plans() throws {
    let plans = try ["25", "36"].map {
      try form.parse("where { $0.age == $x }", parameters: ["x": $0]).plan().sql
    }
    #expect(plans[0] == plans[1] && plans[0]?.contains("age = ?") == true)
  }

  @Test("what is wrong with a parameter has its place")
  func mistakes() throws {
    for (text, parameters, message, range) in [
      ("where { $0.age == $x }", [:], "the parameter $x has no value", 18..<20),
      ("where { $0.age == $ages }", ["age": "1"], "has no value; did you mean $age?", 18..<23),
      (
        "where { $0.age == $x }", ["x": "a"], "a value of type Int was expected here, not a",
        18..<20
      ),
      ("where { $0.name == $x }", ["x": "nil"], "", 0..<0),
      ("select { $x }", ["x": "nil"], "nil has no type here", 9..<11),
      ("take($)", [:], "$ is followed by the number or the name of a parameter", 5..<6),
    ] as [(String, [String: String], String, Range<Int>)] {
      do {
        _ = try form.parse(text, parameters: parameters)
        #expect(message.isEmpty, "\(text)")
      } catch let error as ChainError {
        #expect(error.message.contains(message) && error.range == range, "\(text): \(error)")
      }
    }
  }

  @Test("the names of the parameters, also in strings")
  func names() throws {
    let names = try form.parameters(of: #"where { "\($a)$no\("\($b)")" == $c && $0.age > $a }"#)
    #expect(names == ["a", "b", "c"])
    #expect(throws: ChainError.self) { try form.parameters(of: "\"") }
  }

  @Test("a condition is a closure or what is in it, and nothing else")
  func conditions() throws {
    for text in ["$0.age == 25", "{ $0.age == 25 }", "{ p in p.age == 25 }", "$0.age == 25 // so"] {
      #expect(try form.parse(condition: text).query(of: Person.self)?.count() == 2, "\(text)")
    }
    for text in ["", "$0.age", "true }.take(1).where { true", "people", "$0.agee == 1"] {
      #expect(throws: ChainError.self) { try form.parse(condition: text) }
    }
  }

  @Test("a chain is a query of the type of its elements")
  func queries() throws {
    let people = try #require(try form.parse("where { $0.age == 25 }").query(of: Person.self))
    #expect(try people.sort { $0.name }.toArray().map(\.name) == ["bob", "jim"])
    #expect(try form.parse("select { $0.age }").query(of: Int.self)?.count() == 5)
    #expect(try form.parse("select { $0.age }").query(of: Person.self) == nil)
    #expect(try form.parse("count()").query(of: Int.self) == nil)
  }
}

@Suite("Changes as text")
struct ChangeTests {
  private let store: TestStore
  private let form: TextForm

  init() throws { (store, form) = try makeForm() }

  /// What an update would assign.
  private struct Recorder: PropertyAssignments {
    typealias Row = Person
    var assigned: [String] = []

    mutating func set<Value>(
      _ keyPath: any KeyPath<Person, Value> & Sendable, to value: QueryExpression<Value>
    ) {
      assigned.append("\(keyPath == \Person.name ? "name" : keyPath == \Person.age ? "age" : "?")")
    }
  }

  private func change(_ text: String) throws -> ParsedChange<Person>? {
    try form.parseChange(text, of: Person.self)
  }

  @Test("the rows and the assignments, in the order of the text")
  func updates() throws {
    for text in [
      #"where { $0.age == 25 }.update { $0.set(\.age, to: $0.age + 1); $0.set(\.name, to: "x") }"#,
      "where { $0.age == 25 }.update { row in\n row.set(\\.age, to: 3)\n"
        + " row.set(\\.name, to: row.surname);\n}",
    ] {
      let change = try #require(try change(text))
      #expect(try change.rows.count() == 2 && !change.isDeletion)
      var recorder = Recorder()
      change.assign(to: &recorder)
      #expect(recorder.assigned == ["age", "name"], "\(text)")
    }
    let deletion = try #require(try change("skip(1).delete()"))
    #expect(try deletion.isDeletion && deletion.rows.count() == 4)
    #expect(try #require(try change("delete()")).rows.count() == 5)
  }

  @Test("a chain that only reads is no change, and a change is no chain that reads")
  func kinds() throws {
    #expect(try change("where { $0.age == 25 }") == nil)
    #expect(try change("people") == nil && change("count()") == nil)
    for text in ["delete()", "update { $0.set(\\.age, to: 1) }", "delete().count()"] {
      #expect(throws: ChainError.self) { try form.parse(text) }
    }
  }
}
