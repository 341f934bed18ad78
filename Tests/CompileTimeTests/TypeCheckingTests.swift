import Foundation
import People
import TestSupport
import Testing

/// Closures of many terms are type-checked in few steps: the compiler itself counts them.
@Suite("Type-checking")
struct TypeCheckingTests {
  @Test(
    "a closure stays within its budget",
    arguments: [
      (
        "eight mixed terms", 4200,
        """
        people.where {
          $0.age == 36 && $0.surname == "Lovelace" && $0.email != nil && $0.age * 2 + 1 < 90
            && ($0.email ?? "") == "x" && [1, 2, 3].contains($0.age) && (18..<65).contains($0.age)
            && $0.name.hasPrefix("A")
        }
        """
      ),
      (
        "twelve mixed terms", 5300,
        """
        people.where {
          $0.age == 36 && $0.surname == "Lovelace" && $0.email != nil && $0.age * 2 + 1 < 90
            && ($0.email ?? "") == "x" && [1, 2, 3].contains($0.age) && (18..<65).contains($0.age)
            && $0.name.hasPrefix("A") && $0.id % 2 == 0 && $0.name.count >= 3
            && !($0.surname.isEmpty) && $0.birthDate == nil
        }
        """
      ),
      (
        "ten terms, one of them opaque", 150,
        """
        people.where {
          $0.age == 36 && $0.surname == "Lovelace" && $0.email != nil && $0.age * 2 + 1 < 90
            && ($0.email ?? "") == "x" && [1, 2, 3].contains($0.age) && (18..<65).contains($0.age)
            && $0.name.hasPrefix("A") && isPrime($0.age) && $0.name.count >= 3
        }
        """
      ),
      (
        "four optional filters", 1700,
        """
        people.where {
          (text == nil || $0.name == text) && (number == nil || $0.age == number)
            && (text == nil || $0.surname == text) && (flag == nil || $0.name.isEmpty == flag)
        }
        """
      ),
      (
        "six aggregates of a group", 700,
        """
        people.groupBy { $0.surname }.select {
          ($0.key, $0.median { $0.age }, $0.standardDeviation { $0.age * 2 },
            $0.populationStandardDeviation { $0.birthDate.map { $0.year } },
            $0.joined(separator: ", ") { $0.name + "!" }, $0.joined { $0.email })
        }
        """
      ),
      (
        "four conditional sums", 3600,
        """
        people.groupBy { $0.surname }.select {
          ($0.key, $0.sum { .if($0.name == "a", then: $0.age, else: 0) },
            $0.sum { .if($0.name == "b", then: $0.age, else: 0) },
            $0.sum { .if($0.name == "c", then: $0.age, else: 0) },
            $0.sum { .if($0.name == "d", then: $0.age, else: 0) })
        }
        """
      ),
      (
        "quotients of counts", 6100,
        """
        people.groupBy { $0.surname }.select {
          ($0.key, ($0.count { $0.email == nil }).double / $0.count.double,
            ($0.sum { $0.age }).double / 60)
        }
        """
      ),
      (
        "a chain of eight operators", 1300,
        """
        people.where { $0.age < 40 && $0.email != nil }.where { $0.name == "x" }
          .groupBy { $0.surname.prefix(1) }.where { $0.count > 1 }
          .select { ($0.key, $0.sum { $0.age }) }.where { $0.1 > 3 }.sortDescending { $0.1 }.take(3)
        """
      ),
    ])
  func budget(name: String, scopes: Int, chain: String) throws {
    guard let compiler = try Compiler() else {
      print("NOT TESTED: there is no compiler, or no modules beside the tests")
      return
    }
    let taken = try compiler.scopes(of: chain)
    print("type-checking \(name): \(taken) scopes")
    #expect(taken <= scopes)
    #expect(taken > 0)
  }

  @Test("a measure that measures: an expression that takes many steps is seen")
  func slow() throws {
    guard let compiler = try Compiler() else { return }
    #expect(throws: (any Error).self) { try compiler.scopes(of: "people.nonsense()") }
    let small = try compiler.scopes(of: "people.where { $0.age == 1 }")
    #expect(small > 0)
    #expect(try compiler.scopes(of: "people.select { $0.age.double / 60 }") > 5 * small)
  }
}

/// What the compiler says of Swift's own names on a query.
@Suite("Renamed")
struct RenamedTests {
  @Test(
    "the compiler offers the operator",
    arguments: [
      ("filter { $0.age < 3 }", "where(_:)"), ("map { $0.name }", "select(_:)"),
      ("sorted()", "sort()"), ("prefix(3)", "take(_:)"), ("dropFirst(3)", "skip(_:)"),
      ("reversed()", "reverse()"), ("enumerated()", "index()"),
      ("flatMap { [$0.name] }", "selectMany(_:)"), ("allSatisfy { $0.age < 3 }", "all(_:)"),
    ])
  func renamed(chain: String, name: String) throws {
    guard let compiler = try Compiler() else { return }
    do {
      _ = try compiler.scopes(of: "people.\(chain)")
      Issue.record("\(chain) compiles")
    } catch let failure as Compiler.Failure {
      #expect(failure.output.contains("has been renamed to '\(name)'"), "\(failure.output)")
    }
  }
}

/// What the compiler says of mistakes that are easily made.
@Suite("Mistakes")
struct MistakesTests {
  @Test(
    "the compiler has a sentence that helps",
    arguments: [
      ("people.where { $0.age == \"3\" }", "the operands are of different types"),
      (
        "people.where { $0.age == \"3\" && $0.name == \"x\" }",
        "the operands are of different types"
      ),
      ("people.where { $0.age > 3.5 }", "the operands are of different types"),
      ("people.sort { $0.birthDate.year }", "the value may be nil: use map"),
      ("people.where { $0.email.hasPrefix(\"a\") }", "must be unwrapped"),
      ("people.where { $0.email < \"x\" }", "or one may be nil: convert it, or use ??"),
      ("people.where { $0.nme == \"x\" }", "has no dynamic member 'nme'"),
      ("people.sort { ($0.name, $0.age) }", "write sort { $0.surname }.thenBy { $0.name }"),
      ("people.sortDescending { ($0.name, $0.age, $0.id) }", "a sort has one key"),
      ("people.sort(by: \\.name)", "write sort { $0.name } or sort(\\.name)"),
      ("people.sort(by: { $0.name < $1.name })", "use sort(_:) with a key"),
      ("people.sortDescending(by: \\.name)", "or sortDescending(\\.name)"),
      (
        "{ () async throws in try await people.toDictionary(key: { $0.id }, value: { $0.name }) }",
        "has been renamed to 'toDictionary(_:_:)'"
      ),
      ("people.select { $0.birthDate.map { $0 + 14 } }", "write advanced(by: 14) for days"),
      ("people.select { $0.birthDate.map { $0 - 14 } }", "write advanced(by: -14) for days"),
      ("people.where { $0.birthDate.map { $0 - $0 } == 0 }", "first.distance(to: second)"),
      ("people.where { $0.email.contains(\"x\") }", "$0.email.map { $0.contains(\"x\") } == true"),
      // Names of SQL and of other libraries.
      (
        "people.rank { $0.age }",
        "write windows().select { ($0.element, $0.rank(by: { $0.total })) }"
      ),
      ("people.denseRank { $0.age }", "$0.denseRank(by: { $0.total })) }"),
      ("people.rowNumber()", "write index(), or windows(within: { $0.teamID })"),
      ("people.ntile(4)", "write windows().select { ($0.ntile(4), $0.element) }"),
      ("people.lag()", "write windows().select { ($0.element, $0.lag()) }"),
      ("people.lead(2)", "write windows().select { ($0.element, $0.lead()) }"),
      ("people.scan(0) { $0 + $1.age }", "$0.soFar.sum { $0.amount }) }"),
      ("people.reductions(0) { $0 + $1.age }", "$0.soFar.sum { $0.amount }) }"),
      ("people.movingAverage(over: 7) { $0.age }", "$0.last(7).average { $0.amount }) }"),
      ("people.select { $0.groups.max(by: { $0 }) }", "write maxBy { $0.day }"),
      ("people.select { $0.groups.min(by: { $0 })! }", "write minBy { $0.day }"),
      (
        "{ () async throws in try await people.max(by: { $0.age }) }", "write maxBy { $0.age }"
      ),
      // An initializer of a number returns no expression.
      ("people.select { ($0.groups, Double($0.groups.count)) }", "write $0.age.double"),
      ("people.select { ($0.groups, Int($0.groups.count)) }", "write $0.price.int"),
      ("people.select { ($0.groups, String($0.groups.count)) }", "QueryExpression<String>(…)"),
      (
        "Table(\"x\", Person.init, .primaryKey(\"id\", \\.id), .column(\"name\", \\.name))",
        "a table has one column for each parameter of its initializer"
      ),
      // S74: keys.
      ("people.join(people, on: { $0.name }, equals: { $0.id })", "the two keys are of different"),
      ("people.leftJoin(people, on: { $0.name }, equals: { $0.id })", "the two keys are of"),
      ("people.rightJoin(people, on: { $0.name }, equals: { $0.age })", "the two keys are of"),
      ("people.fullJoin(people, on: { $0.email }, equals: { $0.age })", "the two keys are of"),
      ("people.groupJoin(people, on: { $0.id }, equals: { $0.age })", "the two keys are of"),
      (
        "people.join(people, on: { ($0.name, $0.id) }, equals: { ($0.id, $0.name) })",
        "the two keys are of different types: convert one of them"
      ),
      (
        "people.join(people, on: { ($0.name, 7) }, equals: { ($0.name, \"7\") })",
        "the two keys are of different types: convert one of them"
      ),
      (
        "people.join(people, on: { ($0.name, $0.id, 3) }, equals: { ($0.name, $0.id) })",
        "the two keys are of different types: convert one of them"
      ),
      ("people.join(people, on: { _ in }, equals: { _ in })", "the two keys are of different"),
      // S74: closures without a value.
      ("people.distinct { _ in }", "type '()' cannot conform to 'Hashable'"),
      ("people.distinct { print($0) }", "type '()' cannot conform to 'Hashable'"),
      ("people.groupBy { ($0.name, print($0)) }", "cannot conform to 'Hashable'"),
      ("people.countBy { _ in }", "type '()' cannot conform to 'Hashable'"),
      ("people.union(people, by: { _ in })", "type '()' cannot conform to 'Hashable'"),
      ("people.groupBy({ $0.name }, element: { _ in })", "the closure returns no value"),
      ("people.select { _ in }", "the closure returns no value"),
      ("people.select { print($0) }", "the closure returns no value"),
      ("QueryFunction(\"f\") { (age: Int) in print(age) }", "the function returns no value"),
      // S74: declarations and keys of no parts.
      ("Table(\"x\", { 3 })", "a table has one column for each parameter of its initializer"),
      ("QueryInitializer({ 3 })", "missing argument"),
      (
        "{ (repository: Repository<Person>) in try repository.blocking.find() }", "missing argument"
      ),
      (
        "{ (repository: Repository<Person>) in try repository.blocking.delete() }",
        "missing argument"
      ),
      ("{ (table: TableAccess<Person>) in try table.find() }", "missing argument"),
      // S75: Swift's own meaning of nil.
      ("people.select { $0.email == nil ? \"none\" : $0.name }", "write .if("),
      ("people.where { nil != $0.email ? $0.id > 1 : $0.id > 2 }", "write .if("),
      ("people.select { if $0.email == nil { \"none\" } else { $0.name } }", "write .if("),
      (
        "people.select { p in guard p.email != nil else { return \"none\" }; return p.name }",
        "write .if("
      ),
      ("people.groupBy { $0.email == nil ? \"none\" : $0.name }", "write .if("),
      ("people.select { ($0.id, $0.email == nil ? 1 : 2) }", "write .if("),
      (
        "people.leftJoin(people, on: { $0.id }, equals: { $0.id })"
          + ".select { $0.1 == nil ? \"none\" : $0.0.name }", "write .if("
      ),
    ])
  func message(code: String, message: String) throws {
    guard let compiler = try Compiler() else { return }
    do {
      _ = try compiler.scopes(of: code)
      Issue.record("\(code) compiles")
    } catch let failure as Compiler.Failure {
      #expect(failure.output.contains(message), "\(failure.output)")
    }
  }
}

/// The compiler that built the tests, and the modules beside them.
private struct Compiler {
  private let compiler: SwiftCompiler

  init?() throws {
    guard let compiler = SwiftCompiler() else { return nil }
    self.compiler = compiler
  }

  /// The scopes that the type checker opens for a chain.
  func scopes(of chain: String) throws -> Int {
    let folder = TemporaryFolder()
    let declarations = """
      import People
      let text: String? = "x", number: Int? = 3, flag: Bool? = true
      func isPrime(_ number: Int) -> Bool { number > 1 }
      struct Person: Sendable, Hashable {
        var id: Int64, name, surname: String, age: Int, email: String?, birthDate: CalendarDate?
      }
      extension QueryExpression<Person> {
        var groups: QueryExpression<[Int]> { QueryExpression<[Int]>([]) }
      }

      """
    let source = try folder.write(
      declarations + "func chain(_ people: Query<Person>) { _ = \(chain) }\n", to: "chain.swift")
    let checking = try compiler.typeCheck([source], in: folder)
    guard checking.outcome.isSuccess else { throw Failure(output: checking.outcome.output) }
    return checking.scopes(
      of: "chain.swift", in: declarations.split(separator: "\n").count + 1..<Int.max)
  }

  struct Failure: Error { let output: String }
}
