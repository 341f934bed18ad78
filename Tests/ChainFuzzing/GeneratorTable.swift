import LinqText

/// How often the generator uses an operator, and what it makes of one.
enum GeneratorEntry {
  typealias Make = @Sendable (OperatorGenerator, inout RandomSource) -> Operator?
  typealias MakeTerminal = @Sendable (TerminalGenerator, inout RandomSource) -> Terminal?

  /// One that keeps the elements, or some of them.
  case keeping(weight: Int, Make)
  /// One of two chains that keeps the elements: not inside another chain.
  case combining(weight: Int, Make)
  /// One that makes other elements.
  case changing(weight: Int, Make)
  /// One that ends the chain.
  case terminal(weight: Int, MakeTerminal)
}

extension ChainOperator {
  /// The generator's entry. Makers return nil where the elements do not allow the operator.
  var entry: GeneratorEntry {
    switch self {
    case .where: .keeping(weight: 72) { $0.filter(&$1) }
    case .search: .keeping(weight: 24) { $0.searched(&$1) }
    case .distinct: .keeping(weight: 24) { $0.distinct(&$1) }
    case .take: .keeping(weight: 18) { $0.taken(&$1) }
    case .skip, .takeLast, .skipLast: .keeping(weight: 6) { $0.positioned(self, &$1) }
    case .takeWhile, .skipWhile: .keeping(weight: 6) { $0.split(self, &$1) }
    case .sort, .sortDescending, .thenBy, .thenByDescending:
      .keeping(weight: 12) { $0.sort(self, &$1) }
    case .reverse: .keeping(weight: 12) { generator, _ in generator.reverse() }
    case .shuffle: .keeping(weight: 3) { $0.shuffle(&$1) }
    case .append, .prepend, .defaultIfEmpty: .keeping(weight: 4) { $0.extended(self, &$1) }

    case .select: .changing(weight: 60) { $0.selectAny(&$1) }
    case .selectMany: .changing(weight: 60) { $0.selectMany(&$1) }
    case .expand: .changing(weight: 12) { $0.expand(&$1) }
    case .index: .changing(weight: 10) { generator, _ in generator.index() }
    case .compacted: .changing(weight: 20) { generator, _ in generator.compacted() }
    case .pairwise: .changing(weight: 10) { generator, _ in generator.pairwise() }
    case .windows: .changing(weight: 16) { $0.windows(&$1) }
    case .chunk: .changing(weight: 5) { $0.chunk(&$1) }
    case .chunked: .changing(weight: 10) { $0.chunked(&$1) }
    case .groupBy: .changing(weight: 27) { $0.group(self, &$1) }
    case .toLookup: .changing(weight: 3) { $0.group(self, &$1) }
    case .countBy: .changing(weight: 10) { $0.countBy(&$1) }
    case .aggregateBy: .changing(weight: 5) { $0.aggregateBy(&$1) }
    case .join, .leftJoin, .rightJoin, .fullJoin, .groupJoin:
      .changing(weight: 4) { $0.join(self, &$1) }
    case .crossJoin: .changing(weight: 3) { $0.crossJoin(&$1) }
    case .zip: .changing(weight: 5) { $0.zip(&$1) }

    case .concat: .combining(weight: 7) { $0.concat(&$1) }
    case .union, .intersect, .except: .combining(weight: 10) { $0.combined(self, &$1) }

    case .toArray: .terminal(weight: 2) { generator, _ in generator.array() }
    case .toSet: .terminal(weight: 10) { generator, _ in generator.set() }
    case .toDictionary: .terminal(weight: 12) { $0.dictionary(&$1) }
    case .first, .firstOrNil, .last, .lastOrNil, .single, .singleOrNil:
      .terminal(weight: 4) { generator, _ in generator.chosen(self) }
    case .elementAt, .elementAtOrNil: .terminal(weight: 5) { $0.element(self, &$1) }
    case .minBy, .maxBy: .terminal(weight: 5) { $0.extremeElement(self, &$1) }
    case .any, .count: .terminal(weight: 13) { $0.tested(self, &$1) }
    case .all: .terminal(weight: 4) { $0.tested(self, &$1) }
    case .contains: .terminal(weight: 30) { $0.contained(&$1) }
    case .sequenceEqual: .terminal(weight: 10) { $0.sequenceEqual(&$1) }
    case .sum, .average: .terminal(weight: 10) { $0.number(self, &$1) }
    case .median, .percentile, .standardDeviation, .populationStandardDeviation:
      .terminal(weight: 6) { $0.number(self, &$1) }
    case .joined: .terminal(weight: 8) { $0.joinedTexts(&$1) }
    case .min, .max: .terminal(weight: 10) { $0.extremeValue(self, &$1) }
    }
  }

  fileprivate static let keeping = allCases.compactMap { known in
    if case .keeping(let weight, let make) = known.entry { (weight, make) } else { nil }
  }
  fileprivate static let combining = allCases.compactMap { known in
    if case .combining(let weight, let make) = known.entry { (weight, make) } else { nil }
  }
  fileprivate static let changing = allCases.compactMap { known in
    if case .changing(let weight, let make) = known.entry { (weight, make) } else { nil }
  }
  fileprivate static let reporting = [
    join, leftJoin, rightJoin, fullJoin, crossJoin, groupBy, countBy, aggregateBy, select,
    selectMany, chunked,
  ].compactMap { (known: ChainOperator) in
    if case .changing(_, let make) = known.entry { (1, make) } else { nil }
  }
  fileprivate static let terminals = allCases.compactMap { known in
    if case .terminal(let weight, let make) = known.entry { (weight, make) } else { nil }
  }
}

extension OperatorGenerator {
  /// One that keeps the elements, or some of them.
  func keeping(_ random: inout RandomSource, nested: Bool) -> Operator {
    pick(nested ? ChainOperator.keeping : ChainOperator.keeping + ChainOperator.combining, &random)
  }

  /// One that makes other elements.
  func changing(_ random: inout RandomSource, isReport: Bool) -> Operator {
    pick(isReport ? ChainOperator.reporting : ChainOperator.changing, &random)
  }

  private func pick(
    _ choices: [(Int, GeneratorEntry.Make)], _ random: inout RandomSource
  ) -> Operator {
    while true {
      if let made = random.pick(weighted: choices)(self, &random) { return made }
    }
  }
}

extension TerminalGenerator {
  func terminal(_ random: inout RandomSource) -> Terminal {
    while true {
      if let made = random.pick(weighted: ChainOperator.terminals)(self, &random) { return made }
    }
  }
}
