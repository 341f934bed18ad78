internal import LinqCore

/// The operators of chains as text. The parser, its messages and the generator of random chains
/// read this table. The raw value is the name.
package enum ChainOperator: String, CaseIterable, Sendable {
  // Selecting elements
  case `where`, search, distinct, take, skip, takeLast, skipLast, takeWhile, skipWhile
  // Ordering elements
  case sort, sortDescending, thenBy, thenByDescending, reverse, shuffle
  // Computing other elements
  case select, selectMany, expand, index, pairwise, windows, compacted, chunk, chunked
  case groupBy, countBy, aggregateBy, toLookup
  case append, prepend, defaultIfEmpty
  // Combining two chains
  case concat, union, intersect, except, join, leftJoin, rightJoin, fullJoin, groupJoin, crossJoin,
    zip
  // Terminals
  case toArray, toSet, toDictionary, first, firstOrNil, last, lastOrNil, single, singleOrNil
  case elementAt, elementAtOrNil, minBy, maxBy
  case any, all, contains, sequenceEqual, count, sum, average, min, max
  case median, percentile, standardDeviation, populationStandardDeviation, joined

  /// Creates the operator with a name. The error for an unknown name suggests the most similar
  /// names.
  init(_ name: String, at range: Range<Int>) throws(ChainError) {
    guard let known = ChainOperator(rawValue: name) else {
      if let other = Self.named(elsewhere: name) {
        throw ChainError("\(name) is called \(other.rawValue) here: .\(other.usage)", at: range)
      }
      if ChangeOperator(rawValue: name) != nil {
        throw ChainError("\(name) changes rows, and this chain only reads them", at: range)
      }
      throw ChainError(
        "there is no operator", name, at: range, among: Self.allCases.map(\.rawValue))
    }
    self = known
  }

  /// Returns the operator for which the standard library, SQL or another library for queries uses
  /// another name.
  private static func named(elsewhere name: String) -> ChainOperator? {
    switch name {
    case "filter", "having": .where
    case "map", "compactMap": .select
    case "flatMap": .selectMany
    case "sorted", "orderBy", "order": .sort
    case "orderByDescending", "sortedDescending": .sortDescending
    case "reversed": .reverse
    case "shuffled": .shuffle
    case "prefix", "limit", "top": .take
    case "suffix": .takeLast
    case "dropFirst", "offset": .skip
    case "dropLast": .skipLast
    case "drop": .skipWhile
    case "enumerated": .index
    case "reduce": .aggregateBy
    case "allSatisfy": .all
    case "exists": .any
    case "find": .firstOrNil
    case "match", "fullText": .search
    case "unique", "uniqued": .distinct
    case "group", "grouped": .groupBy
    case "avg", "mean": .average
    case "quantile", "percentileCont", "percentile_cont": .percentile
    case "stdev", "stddev", "stddev_samp": .standardDeviation
    case "pstdev", "stddev_pop": .populationStandardDeviation
    case "stringAgg", "string_agg", "groupConcat", "group_concat": .joined
    case "length", "size": .count
    case "toList": .toArray
    case "unionAll": .concat
    case "intersection": .intersect
    case "minus", "difference": .except
    case "innerJoin": .join
    case "outerJoin": .fullJoin
    default: nil
    }
  }

  /// An example of the operator, for messages.
  package var usage: String {
    switch self {
    case .where, .takeWhile, .skipWhile, .all: "\(rawValue) { $0.name == \"Ada\" }"
    case .search: "search(\"jose mull\")"
    case .distinct: "distinct(by: { $0.surname })"
    case .take, .skip, .takeLast, .skipLast: "\(rawValue)(10)"
    case .sort, .sortDescending, .thenBy, .thenByDescending: "\(rawValue) { $0.surname }"
    case .minBy, .maxBy, .sum, .average, .min, .max, .median, .standardDeviation,
      .populationStandardDeviation:
      "\(rawValue) { $0.age }"
    case .percentile: "percentile(0.9) { $0.age }"
    case .joined: "joined(separator: \", \") { $0.name }"
    case .reverse, .index, .pairwise, .compacted, .toArray, .toSet: "\(rawValue)()"
    case .shuffle: "shuffle(seed: 7)"
    case .select: "select { ($0.name, $0.age) }"
    case .selectMany: "selectMany { $0.items }"
    case .expand: "expand { person in people.matching { $0.surname == person.name } }"
    case .chunk: "chunk(10)"
    case .chunked: "chunked { $0.age == $1.age }"
    case .windows: "windows(within: { $0.surname })"
    case .groupBy, .countBy, .toLookup: "\(rawValue) { $0.surname }"
    case .aggregateBy: "aggregateBy({ $0.surname }, \"\") { $0 + $1.name }"
    case .append, .prepend, .defaultIfEmpty, .contains: "\(rawValue)(10)"
    case .concat, .zip, .sequenceEqual, .crossJoin: "\(rawValue)(people.take(3))"
    case .union, .intersect, .except: "\(rawValue)(people.take(3), by: { $0.name })"
    case .join, .leftJoin, .rightJoin, .fullJoin, .groupJoin:
      "\(rawValue)(people, on: { $0.id }, equals: { $0.id })"
    case .toDictionary: "toDictionary({ $0.id }, { $0.name })"
    case .first, .firstOrNil, .last, .lastOrNil, .single, .singleOrNil, .any, .count:
      "\(rawValue)()"
    case .elementAt, .elementAtOrNil: "\(rawValue)(3)"
    }
  }

  /// The number of texts, beside the fields, in which a search may look.
  private static let mostTexts = 100

  /// The number of arguments that the operator accepts, including trailing closures.
  package var argumentCounts: ClosedRange<Int> {
    switch self {
    case .reverse, .index, .pairwise, .compacted, .toArray, .toSet: 0...0
    case .distinct, .windows, .sort, .sortDescending, .thenBy, .thenByDescending, .first,
      .firstOrNil, .last, .lastOrNil, .single, .singleOrNil, .any, .count, .sum, .average, .min,
      .max, .median, .standardDeviation, .populationStandardDeviation:
      0...1
    case .joined: 0...2
    case .search: 1...(1 + Self.mostTexts)
    case .where, .take, .skip, .takeLast, .skipLast, .takeWhile, .skipWhile, .shuffle,
      .select, .selectMany, .expand, .chunk, .chunked, .countBy, .toLookup, .append,
      .prepend, .defaultIfEmpty, .concat, .zip, .crossJoin, .elementAt, .elementAtOrNil, .minBy,
      .maxBy, .all, .contains, .sequenceEqual:
      1...1
    case .groupBy, .union, .intersect, .except, .toDictionary, .percentile: 1...2
    case .join, .leftJoin: 2...3
    case .rightJoin, .fullJoin, .groupJoin, .aggregateBy: 3...3
    }
  }
}

extension OperatorBuilder {
  /// Returns the outcome of the chain with the operator at its end.
  func outcome() throws(ChainError) -> Outcome {
    guard next.argumentCounts.contains(arguments.count) else {
      throw error("write .\(next.usage)")
    }
    return switch next {
    case .where: try filtered(try closureArgument())
    case .search: try searched()
    case .select: try selected(try closureArgument())
    case .selectMany: try flattened(try closureArgument())
    case .expand: try expanded(try closureArgument())
    case .sort, .sortDescending, .thenBy, .thenByDescending: try sorted()
    case .reverse: try reversed()
    case .shuffle: try shuffled()
    case .take, .skip, .takeLast, .skipLast: try positioned()
    case .takeWhile, .skipWhile: try split()
    case .distinct: try distinct()
    case .chunk: try chunked()
    case .chunked: try chunked(by: try closureArgument("by"))
    case .index: try indexed()
    case .pairwise: paired(query)
    case .windows: try windowed()
    case .compacted: try compacted()
    case .zip: try zipped()
    case .append, .prepend, .defaultIfEmpty: try extended()
    case .concat, .union, .intersect, .except: try combined()
    case .groupBy, .countBy, .toLookup: try grouped()
    case .aggregateBy: try aggregatedBy()
    case .join, .leftJoin, .rightJoin, .fullJoin, .groupJoin: try joined()
    case .crossJoin: try crossJoined()
    case .toArray: Outcome(query, model)
    case .toSet: try distinctElements()
    case .toDictionary: try dictionary()
    case .first, .firstOrNil, .last, .lastOrNil, .single, .singleOrNil: try chosen()
    case .elementAt, .elementAtOrNil: try positionedElement()
    case .any, .all, .count: try tested()
    case .contains: try contained()
    case .sum: try aggregated(.sum)
    case .average: try aggregated(.average)
    case .min: try aggregated(.min)
    case .max: try aggregated(.max)
    case .median: try aggregated(.median)
    case .percentile: try aggregated(.percentile)
    case .standardDeviation: try aggregated(.standardDeviation)
    case .populationStandardDeviation: try aggregated(.populationStandardDeviation)
    case .joined: try aggregated(.joined)
    case .minBy, .maxBy: try extremeElement()
    case .sequenceEqual: try compared()
    }
  }

  private func searched() throws(ChainError) -> Outcome {
    // The closures after the first have no label, as in Swift.
    let labels = [nil, "also"] + arguments.dropFirst(2).map { _ in nil }
    try check(Array(labels.prefix(arguments.count)))
    guard let text = String.literal(arguments[0].value) else {
      throw ChainError("a text was expected here", at: arguments[0].value.range)
    }
    func open<Chain: AnyTypedQuery>(
      _ chain: Chain
    ) throws(ChainError) -> (any AnyTypedQuery)? {
      func open<Row: Searchable>(_ type: Row.Type) throws(ChainError) -> (any AnyTypedQuery)? {
        guard let query = chain.query as? Query<Row> else { return nil }
        let element = QueryExpression<Row>.element(isBuiltAhead: true)
        let more = try arguments.dropFirst().map { argument throws(ChainError) in
          try searchedText(argument.value, of: Term(element, model))
        }
        return TypedQuery(query.search(QueryExpression<String>(text), of: element, also: more))
      }
      guard let type = Chain.Element.self as? any Searchable.Type else { return nil }
      return try open(type)
    }
    guard let found = try open(query) else {
      throw error("search looks for rows of people, and not for \(model.name)")
    }
    return Outcome(found, model)
  }

  /// Returns another text in which a search looks.
  private func searchedText(
    _ closure: Syntax, of element: Term
  ) throws(ChainError) -> QueryExpression<String?> {
    let term = try expressions.closure(closure, [element])
    guard let text = term.cast(String?.self) ?? term.cast(String.self)?.wrapped() else {
      throw ChainError("search looks in texts, and not in \(term.model.name)", at: closure.range)
    }
    return text
  }

  private func compacted() throws(ChainError) -> Outcome {
    guard let hooks = model.wrapped, let compacted = hooks.compact(query) else {
      throw error("compacted() drops nil: the elements here are never nil")
    }
    return Outcome(compacted, hooks.model)
  }

  private func paired<Chain: AnyTypedQuery>(_ chain: Chain) -> Outcome {
    Outcome(
      TypedQuery(chain.query.pairwise()),
      .pair(model, model, ["previous", "element"], of: (Chain.Element, Chain.Element).self))
  }
}
