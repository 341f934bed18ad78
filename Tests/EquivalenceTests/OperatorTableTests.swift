import Foundation
import TestModel
import Testing

/// The table of operators in the documentation, made of the plans that they have.
@Suite("Operators.md")
struct OperatorTableTests {
  private struct Row {
    let here: String
    let there: String
    let plan: QueryPlan
  }

  private static func rows() throws -> [Row] {
    let store = try TestStore(path: ":memory:")
    let people = store.people
    var rows: [Row] = []
    func add<Element>(
      _ here: String, _ there: String, _ query: Query<Element>
    ) throws {
      rows.append(Row(here: here, there: there, plan: try query.plan()))
    }
    let ages = people.select { $0.age }
    let names = people.select { $0.name }
    try add("where { $0.age < 40 }", "Where", people.where { $0.age < 40 })
    try add("select { $0.name }", "Select", people.select { $0.name })
    try add("select { ($0.name, $0.age) }", "Select", people.select { ($0.name, $0.age) })
    try add("selectMany { … }", "SelectMany", people.selectMany { [$0.name] })
    try add("ofType(T.self)", "OfType, Cast", people.ofType(Person.self))
    try add("sort { $0.age }", "OrderBy", people.sort { $0.age })
    try add("sortDescending { $0.age }", "OrderByDescending", people.sortDescending { $0.age })
    try add("sort()", "Order", ages.sort())
    try add("sortDescending()", "OrderDescending", ages.sortDescending())
    try add("thenBy { $0.name }", "ThenBy", people.sort { $0.age }.thenBy { $0.name })
    try add(
      "thenByDescending { $0.name }", "ThenByDescending",
      people.sort { $0.age }.thenByDescending { $0.name })
    try add("reverse()", "Reverse", people.reverse())
    try add("shuffle(seed: 7)", "Shuffle", people.shuffle(seed: 7))
    try add("search(\"jose mull\")", "", people.search("jose mull"))
    try add("distinct()", "Distinct", names.distinct())
    try add("distinct { $0.surname }", "DistinctBy", people.distinct { $0.surname })
    try add("take(10)", "Take", people.take(10))
    try add("take(10..<20)", "Take", people.take(10..<20))
    try add("skip(10)", "Skip", people.skip(10))
    try add(
      "take(people.elements.count / 2)", "Take", people.take(people.elements.count / 2))
    try add(
      "skip(people.elements.count / 2)", "Skip", people.skip(people.elements.count / 2))
    try add(
      "page(after: last, size: 10)", "",
      people.sort { $0.surname }.page(
        after: Person(id: 7, name: "Ada", surname: "Lovelace", age: 36), size: 10))
    try add("takeLast(10)", "TakeLast", people.takeLast(10))
    try add("skipLast(10)", "SkipLast", people.skipLast(10))
    try add("takeWhile { $0.age < 40 }", "TakeWhile", people.takeWhile { $0.age < 40 })
    try add("skipWhile { $0.age < 40 }", "SkipWhile", people.skipWhile { $0.age < 40 })
    try add("chunk(10)", "Chunk", people.chunk(10))
    try add(
      "chunked { $0.age < $1.age }", "Segment (MoreLINQ)",
      people.select { $0.age }.chunked { $0 < $1 }.select { $0.count })
    try add(
      "expand { $0.reports }", "Expand (Ix), TraverseBreadthFirst (MoreLINQ)",
      people.where { $0.age < 9 }.expand { person in
        people.matching { $0.surname == person.name }
      }.select { $0.0.id })
    try add("index()", "Index", names.index())
    try add("compacted()", "", people.select { $0.email }.compacted())
    try add(
      "windows(within: { $0.surname })", "Rank, Lag, Scan (MoreLINQ)",
      people.windows(within: { $0.surname }).select { ($0.element.id, $0.rank(by: { $0.age })) })
    try add("pairwise()", "Pairwise (MoreLINQ)", names.pairwise())
    try add("zip(other)", "Zip", names.zip(ages))
    try add("append(x)", "Append", names.append("x"))
    try add("prepend(x)", "Prepend", names.prepend("x"))
    try add("concat(other)", "Concat", names.concat(names))
    try add("union(other)", "Union", names.union(names))
    try add("union(other) { $0.surname }", "UnionBy", people.union(people) { $0.surname })
    try add("intersect(other)", "Intersect", names.intersect(names))
    try add(
      "intersect(other) { $0.surname }", "IntersectBy", people.intersect(people) { $0.surname })
    try add("except(other)", "Except", names.except(names))
    try add("except(other) { $0.surname }", "ExceptBy", people.except(people) { $0.surname })
    try add(
      "groupBy { $0.surname } with aggregates", "GroupBy",
      people.groupBy { $0.surname }.select { ($0.key, $0.sum { $0.age }) })
    try add("groupBy { $0.surname } with items", "GroupBy", people.groupBy { $0.surname })
    try add(
      "groupBy { … }.where { $0.count > 1 }", "GroupBy",
      people.groupBy { $0.surname }.where { $0.count > 1 }.select { $0.key })
    try add("countBy { $0.surname }", "CountBy", people.countBy { $0.surname })
    try add(
      "aggregateBy(key, seed) { … }", "AggregateBy", people.aggregateBy({ $0.age }, 0) { a, _ in a }
    )
    let names2 = people.join(people, on: { $0.id }, equals: { $0.id })
      .select { ($0.0.name, $0.1.name) }
    try add("join(other, on:equals:)", "Join", names2)
    try add(
      "leftJoin(other, on:equals:)", "LeftJoin",
      people.leftJoin(people, on: { $0.id }, equals: { $0.id }).select { $0.0.name })
    try add(
      "rightJoin(other, on:equals:)", "RightJoin",
      people.rightJoin(people, on: { $0.id }, equals: { $0.id }).select { $0.1.name })
    try add(
      "fullJoin(other, on:equals:)", "FullJoin",
      people.fullJoin(people, on: { $0.id }, equals: { $0.id }).select { $0.0.map { $0.name } })
    try add(
      "groupJoin(other, on:equals:)", "GroupJoin",
      people.groupJoin(people, on: { $0.id }, equals: { $0.id }))
    try add("crossJoin(other)", "SelectMany", people.crossJoin(people).select { $0.0.name })
    try add(
      "join(other, where:)", "SelectMany",
      people.join(people, where: { $0.age < $1.age }).select { ($0.0.name, $0.1.name) })
    try add(
      "leftJoin(other, where:)", "",
      people.leftJoin(people, where: { $0.age < $1.age })
        .select { ($0.0.name, $0.1.map { $0.name }) })
    try add("defaultIfEmpty(x)", "DefaultIfEmpty", names.defaultIfEmpty("x"))
    try add("first(), firstOrNil()", "First, FirstOrDefault", people.take(1))
    try add("last(), lastOrNil()", "Last, LastOrDefault", people.takeLast(1))
    try add("single(), singleOrNil()", "Single, SingleOrDefault", people.take(2))
    try add(
      "elementAt(9), elementAtOrNil(9)", "ElementAt, ElementAtOrDefault", people.skip(9).take(1))
    try add("any { $0.age > 40 }", "Any", people.where { $0.age > 40 }.existence)
    try add("all { $0.age > 40 }", "All", people.where { !($0.age > 40) }.existence)
    try add("contains(\"Ada\")", "Contains", names.where { $0 == "Ada" }.existence)
    try add("count()", "Count, LongCount", people.number)
    let age = QueryExpression<Int>.element()
    try add("sum { $0.age }", "Sum", ages.aggregated(.sum, of: age))
    try add("average { $0.age }", "Average", ages.aggregated(.average, of: age))
    let statistics: [Aggregation<Int, Double?>] = [
      .median, .percentile(0.9), .standardDeviation, .populationStandardDeviation,
    ]
    for statistic in statistics {
      let name = "\(statistic.aggregate)\(statistic.aggregate == .percentile ? "(0.9)" : "")"
      try add("\(name) { $0.age }", "", ages.aggregated(statistic, of: age))
    }
    try add(
      "joined(separator: \", \") { $0.name }", "",
      names.aggregated(.joined(", "), of: QueryExpression<String>.element()))
    try add("min { $0.age }", "Min", ages.aggregated(.min, of: age))
    try add("max { $0.age }", "Max", ages.aggregated(.max, of: age))
    try add("minBy { $0.age }", "MinBy", people.sort { $0.age }.take(1))
    try add("maxBy { $0.age }", "MaxBy", people.sortDescending { $0.age }.take(1))
    try add("sequenceEqual(other)", "SequenceEqual", names.equality(with: names))
    return rows
  }

  private static func document() throws -> String {
    let rows = try rows()
    var inSQL: Set<Substring> = []
    var all: Set<Substring> = []
    for row in rows {
      for name in row.there.split(separator: ", ") {
        all.insert(name)
        if row.plan.isAllSQL { inSQL.insert(name) }
      }
    }
    // These have no query that a plan could be asked for: what they build is a collection of Swift.
    all.formUnion(["Aggregate", "ToDictionary", "ToLookup"])
    var lines = [
      "# Operators", "",
      "Every operator with the statement that really runs.", "",
      "`OperatorTableTests` makes this page from plans: run the tests with "
        + "`UPDATE_DOCUMENTATION=1` to write it again.", "",
      "Of \(all.count) operators of LINQ, \(inSQL.count) run in SQL (EF Core translates 44, "
        + "linq2db 46). "
        + "The others run in memory, on what the operators before them leave; so does any operator "
        + "with a closure that is not an expression.", "",
      "The samples are chains of a table of people whose `age` is an `Int`.", "",
      "| here | LINQ | runs in | statement |", "|---|---|---|---|",
    ]
    for row in rows {
      let place = row.plan.isAllSQL ? "SQL" : "memory"
      let sql = abbreviated(row.plan.sql) ?? ""
      lines.append(
        "| `\(row.here)` | \(row.there) | \(place) | \(row.plan.isAllSQL ? "`\(sql)`" : "") |")
    }
    for (here, there) in [
      ("aggregate { … }", "Aggregate"), ("toDictionary(key, value)", "ToDictionary"),
      ("toLookup(key)", "ToLookup"),
    ] {
      lines.append("| `\(here)` | \(there) | memory | |")
    }
    return lines.joined(separator: "\n").replacing("||", with: "\\|\\|") + "\n"
  }

  @Test("the document says what the plans say")
  func isUpToDate() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/People/People.docc/Operators.md")
    let document = try Self.document()
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
      try document.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == document)
  }
}
