import LinqText

/// Makes random chains.
struct ChainGenerator {
  let corpus: Corpus

  /// A chain of up to eight operators, seldom one that gives an empty list.
  func chain(_ random: inout RandomSource) -> Chain {
    var attempts = 0
    while true {
      let chain = anyChain(&random)
      attempts += 1
      do {
        guard case .list(let elements) = try chain.evaluated(on: corpus), chain.terminal == nil,
          elements.isEmpty, attempts < 4, random.chance(70)
        else { return chain }
      } catch Failure.tooLarge {
        continue
      } catch { return chain }
    }
  }

  private func anyChain(_ random: inout RandomSource) -> Chain {
    var chain = Chain(
      source: random.chance(75) ? .person : .purchase, isOfArray: random.chance(10))
    let count = random.pick(weighted: [
      (10, 1), (18, 2), (20, 3), (18, 4), (14, 5), (9, 6), (6, 7), (5, 8),
    ])
    let depth = random.pick(weighted: [(30, 1), (50, 2), (20, 3)])
    // Some chains are reports: mostly joins and groups, one on another.
    let isReport = random.chance(15)
    var changes = 0
    for _ in 0..<count {
      let generator = OperatorGenerator(chain, corpus, depth: depth)
      let isChanging = changes < 3 && random.chance(isReport ? 70 : 22)
      if isChanging { changes += 1 }
      let isLong = chain.text.utf8.count > 600
      chain.operators.append(
        isChanging
          ? generator.changing(&random, isReport: isReport)
          : generator.keeping(&random, nested: isLong))
      if chain.operators.last?.name == "toLookup" { return chain }
    }
    if random.chance(30) {
      chain.terminal = TerminalGenerator(chain, corpus).terminal(&random)
    }
    return chain
  }
}

/// Makes random terminals.
struct TerminalGenerator {
  let chain: Chain
  let corpus: Corpus
  let terms: TermGenerator

  init(_ chain: Chain, _ corpus: Corpus) {
    self.chain = chain
    self.corpus = corpus
    terms = TermGenerator(chain.shape, corpus, isTop: true)
  }

  private func simple(
    _ name: String, _ call: String? = nil, _ apply: @escaping (@escaping Pull) throws -> PlainValue
  ) -> Terminal {
    Terminal(
      name: name, format: { _, _ in ".\(call ?? name + "()")" },
      apply: { next, _, _ in try apply(next) })
  }

  private func with(
    _ name: String, _ term: Term,
    _ apply: @escaping (@escaping Pull, (PlainValue) throws -> PlainValue) throws -> PlainValue
  ) -> Terminal {
    Terminal(name: name, terms: [term], format: { closures, _ in ".\(name) { \(closures[0]) }" }) {
      next, terms, _ in
      try apply(next) { try terms[0].value(of: $0) }
    }
  }

  func tested(_ next: ChainOperator, _ random: inout RandomSource) -> Terminal {
    let name = next.rawValue
    if next != .all, random.chance(60) {
      return next == .count
        ? simple("count") { .int(try collect($0).count) } : simple("any") { .bool(try $0() != nil) }
    }
    return with(name, terms.bool(2, &random)) { [operation = next] next, test in
      var count = 0
      while let element = try next() {
        let holds = try test(element).bool
        if operation == .any, holds { return .bool(true) }
        if operation == .all, !holds { return .bool(false) }
        if holds { count += 1 }
      }
      return operation == .count ? .int(count) : .bool(operation == .all)
    }
  }

  func number(_ next: ChainOperator, _ random: inout RandomSource) -> Terminal {
    let name = next.rawValue
    let isDecimal = (next == .sum || next == .average) && random.chance(20)
    let type = isDecimal ? ScalarType.decimal : random.chance(65) ? .int : .real
    let value = terms.term(random.chance(25) ? type.optional : type, 2, &random)
    let statistic = Statistic(next, &random)
    return Terminal(
      name: name, terms: [value],
      format: { closures, _ in ".\(name)\(statistic.arguments) { \(closures[0]) }" }
    ) { [operation = next] next, terms, _ in
      let values = try collect(next) { try terms[0].value(of: $0) }.filter { !$0.isNone }
      return operation == .sum ? try total(values, type) : try statistic.value(values)
    }
  }

  func joinedTexts(_ random: inout RandomSource) -> Terminal {
    let type = random.chance(80) ? ScalarType.text : .substring
    let value = terms.term(random.chance(25) ? type.optional : type, 2, &random)
    let separator = random.pick(joinedSeparators)
    return Terminal(
      name: "joined", terms: [value],
      format: { closures, _ in ".joined(separator: \(written(separator))) { \(closures[0]) }" }
    ) { next, terms, _ in
      joined(try collect(next) { try terms[0].value(of: $0) }, separator)
    }
  }

  func extremeValue(_ next: ChainOperator, _ random: inout RandomSource) -> Terminal {
    let name = next.rawValue
    return with(name, terms.term(random.pick([.int, .real, .text, .moment, .decimal]), 2, &random))
    {
      [operation = next] next, value in
      extreme(try collect(next, value), isHighest: operation == .max)
    }
  }

  func chosen(_ next: ChainOperator) -> Terminal {
    let name = next.rawValue
    return simple(name) { [operation = next] next in
      var found: PlainValue?
      if operation == .last || operation == .lastOrNil {
        found = try collect(next).last
      } else {
        found = try next()?.whole()
        let isOnly = operation == .single || operation == .singleOrNil
        if isOnly, found != nil, try next()?.whole() != nil {
          throw Failure.moreThanOneElement
        }
      }
      if found == nil, [.first, .last, .single].contains(operation) { throw Failure.noElements }
      return found ?? .none
    }
  }

  func element(_ next: ChainOperator, _ random: inout RandomSource) -> Terminal {
    let name = next.rawValue
    let index = random.below(6)
    return simple(name, "\(name)(\(index))") { [operation = next] next in
      for _ in 0..<index where try next() == nil { break }
      if let found = try next() { return found }
      if operation == .elementAt { throw Failure.outOfRange(index) }
      return .none
    }
  }

  func extremeElement(_ next: ChainOperator, _ random: inout RandomSource) -> Terminal {
    let name = next.rawValue
    return with(name, terms.key(2, &random, isOrdered: true)) { [operation = next] next, key in
      let elements = try collect(next)
      let keys = try elements.map(key)
      var best: Int?
      for index in elements.indices {
        guard let known = best else {
          best = index
          continue
        }
        if operation == .minBy
          ? keys[index].precedes(keys[known]) : keys[known].precedes(keys[index])
        {
          best = index
        }
      }
      return best.map { elements[$0] } ?? .none
    }
  }

  func contained(_ random: inout RandomSource) -> Terminal? {
    guard case .scalar(let type) = chain.shape,
      [.int, .text, .day, .moment, .decimal].contains(type)
    else {
      return nil
    }
    let literal = terms.literal(type, &random)
    guard let value = try? literal.value(of: .none) else { return nil }
    return simple("contains", "contains(\(literal.text))") { next in
      while let element = try next() {
        if element == value { return .bool(true) }
      }
      return .bool(false)
    }
  }

  func array() -> Terminal { simple("toArray") { .list(try collect($0)) } }

  func set() -> Terminal? {
    guard chain.shape.hasEquality else { return nil }
    return simple("toSet") { next in .list(try collect(firsts(next) { try $0.whole() })) }
  }

  func dictionary(_ random: inout RandomSource) -> Terminal {
    let key = terms.key(1, &random)
    let value = terms.any(1, &random)
    return Terminal(
      name: "toDictionary", terms: [key, value],
      format: { closures, _ in ".toDictionary({ \(closures[0]) }, { \(closures[1]) })" }
    ) { next, terms, _ in
      var order: [PlainValue] = []
      var entries: [PlainValue: PlainValue] = [:]
      while let element = try next() {
        let key = try terms[0].value(of: element)
        let value = try terms[1].value(of: element)
        if entries.updateValue(value, forKey: key) == nil { order.append(key) }
      }
      return .list(order.map { .tuple([$0, entries[$0] ?? .none]) })
    }
  }

  func sequenceEqual(_ random: inout RandomSource) -> Terminal? {
    guard chain.shape.hasEquality, !chain.shape.isTuple else { return nil }
    var other = chain
    if random.chance(50) {
      other.operators.append(
        OperatorGenerator(other, corpus, depth: 1).keeping(&random, nested: true))
    }
    return Terminal(
      name: "sequenceEqual", others: [other], format: { _, other in ".sequenceEqual(\(other))" }
    ) { next, _, other in
      let second = try other()
      while true {
        let (left, right) = (try next()?.whole(), try second()?.whole())
        if left != right { return .bool(false) }
        if left == nil { return .bool(true) }
      }
    }
  }
}
