import LinqText

/// Makes random operators after a chain.
struct OperatorGenerator {
  let chain: Chain
  let corpus: Corpus
  let terms: TermGenerator
  let depth: Int

  /// The pairs of elements of a join, or of rows and those that are searched for them, beyond which
  /// a chain is not run.
  static let mostPairs = 20_000

  var shape: Shape { chain.shape }

  init(_ chain: Chain, _ corpus: Corpus, depth: Int) {
    self.chain = chain
    self.corpus = corpus
    self.depth = depth
    terms = TermGenerator(chain.shape, corpus, isTop: true)
  }

  /// Whether the closure is to be one of Swift alone: such ones do not fail.
  private func isOpaque(_ term: Term, _ random: inout RandomSource) -> Bool {
    canBeOpaque(term) && !term.isTuple && random.chance(9)
  }

  /// Whether the term cannot fail: neither by itself nor by a stored value that its subqueries
  /// read.
  func canBeOpaque(_ term: Term) -> Bool {
    !term.canFail && (corpus.faults.isEmpty || !term.hasSubquery)
  }

  private func simple(
    _ name: String, _ call: String, _ apply: @escaping (@escaping Pull) throws -> Pull
  ) -> Operator {
    Operator(
      name: name, output: shape, format: { _, _ in ".\(call)" },
      apply: { next, _, _ in try apply(next) })
  }

  func filter(_ random: inout RandomSource) -> Operator {
    let condition = terms.bool(depth, &random)
    return Operator(
      name: "where", output: shape, terms: [condition], isOpaque: isOpaque(condition, &random),
      format: { closures, _ in ".where { \(closures[0]) }" }
    ) { next, terms, _ in
      {
        while let element = try next() {
          if try terms[0].value(of: element).bool { return element }
        }
        return nil
      }
    }
  }

  func sort(_ next: ChainOperator, _ random: inout RandomSource) -> Operator {
    let order = (
      isDescending: next == .sortDescending || next == .thenByDescending,
      isSecondary: next == .thenBy || next == .thenByDescending
    )
    if case .scalar(let type) = shape, !order.isSecondary, !type.isOptional, type.isOrdered,
      random.chance(50)
    {
      return Operator(
        name: next.rawValue, output: shape, terms: [.leaf(type, "", "element") { $0 }],
        sort: order, format: { _, _ in ".\(next.rawValue)()" })
    }
    var key = terms.key(depth, &random, isOrdered: true)
    var isOpaque = false
    if random.chance(12) {
      let other = terms.key(depth, &random, optionals: false, isOrdered: true)
      if canBeOpaque(other) {
        key = other
        isOpaque = true
      }
    }
    return Operator(
      name: next.rawValue, output: shape, terms: [key], isOpaque: isOpaque, sort: order,
      format: { closures, _ in ".\(next.rawValue) { \(closures[0]) }" })
  }

  func reverse() -> Operator {
    simple("reverse", "reverse()") { next in deferred { try collect(next).reversed() } }
  }

  func taken(_ random: inout RandomSource) -> Operator {
    random.chance(33) ? positioned(.take, &random) : ranged(&random)
  }

  func positioned(_ next: ChainOperator, _ random: inout RandomSource) -> Operator {
    let name = next.rawValue
    if next == .take || next == .skip, random.chance(20) { return computed(next, &random) }
    let isFew = corpus.people.count < 20 && name.hasPrefix("skip")
    let count = random.chance(4) ? 0 : 1 + random.below(isFew ? 2 : name.hasPrefix("take") ? 12 : 4)
    return simple(name, "\(name)(\(count))") { [operation = next] next in
      switch operation {
      case .take, .skip: return limited(next, operation, count)
      case .takeLast: return deferred { count == 0 ? [] : try collect(next).suffix(count) }
      default: return deferred { try collect(next).dropLast(count) }
      }
    }
  }

  /// `take` and `skip` of a number that is computed from the rows of a source.
  private func computed(_ next: ChainOperator, _ random: inout RandomSource) -> Operator {
    let kind = random.pick([RowKind.person, .purchase])
    let condition = TermGenerator(.row(kind), corpus).bool(1, &random)
    let number = 1 + random.below(8)
    let counted = "\(kind.source).count { \(condition.text) }"
    let all = "\(kind.source).count"
    let (text, compute): (String, (Int, Int) throws -> Int) = random.pick([
      ("\(all) / \(number)", { all, _ in all / number }),
      ("\(all) - \(number)", { all, _ in all - number }),
      ("abs(\(number) - \(counted))", { _, some in abs(number - some) }),
      (counted, { _, some in some }),
      (
        "\(number) / (\(counted) - \(number))",
        { _, some in
          if some == number { throw Failure.divisionByZero }
          return number / (some - number)
        }
      ),
    ])
    let name = next.rawValue
    return simple("\(name)(computed)", "\(name)(\(text))") { [operation = next] next in
      var limitedPull: Pull?
      return {
        if let limitedPull { return try limitedPull() }
        let rows = Corpus.current.rows(kind)
        let some = text.contains("{") ? try rows.count { try condition.value(of: $0).bool } : 0
        let made = limited(next, operation, try compute(rows.count, some))
        limitedPull = made
        return try made()
      }
    }
  }

  /// A number of elements from the beginning, or all others.
  private func limited(
    _ next: @escaping Pull, _ operation: ChainOperator, _ count: Int
  ) -> Pull {
    var left = count
    return {
      if operation == .take {
        left -= 1
        return left < 0 ? nil : try next()
      }
      while left > 0 {
        left -= 1
        guard try next() != nil else { return nil }
      }
      return try next()
    }
  }

  private func ranged(_ random: inout RandomSource) -> Operator {
    let (start, count) = (random.below(3), 1 + random.below(8))
    return simple("take(range)", "take(\(start)..<\(start + count))") { next in
      limited(limited(next, .skip, start), .take, count)
    }
  }

  func shuffle(_ random: inout RandomSource) -> Operator {
    let seed = random.below(1000)
    return simple("shuffle", "shuffle(seed: \(seed))") { next in
      deferred {
        var elements = try collect(next)
        var order = RandomSource(seed: UInt64(seed))
        for last in elements.indices.dropFirst().reversed() {
          elements.swapAt(last, order.fairly(below: UInt64(last) + 1))
        }
        return elements
      }
    }
  }

  func split(_ next: ChainOperator, _ random: inout RandomSource) -> Operator {
    let name = next.rawValue
    let isTake = next == .takeWhile
    let condition = terms.bool(depth, &random)
    return Operator(
      name: name, output: shape, terms: [condition], isOpaque: isOpaque(condition, &random),
      format: { closures, _ in ".\(name) { \(closures[0]) }" }
    ) { next, terms, _ in
      var isOver = false
      return {
        if isOver { return isTake ? nil : try next() }
        while let element = try next() {
          let holds = try terms[0].value(of: element).bool
          if isTake {
            isOver = !holds
            return holds ? element : nil
          }
          if !holds {
            isOver = true
            return element
          }
        }
        return nil
      }
    }
  }

  func distinct(_ random: inout RandomSource) -> Operator {
    if shape.hasEquality, random.chance(50) {
      return simple("distinct", "distinct()") { next in firsts(next) { try $0.whole() } }
    }
    let key = terms.keys(depth, &random)
    return Operator(
      name: "distinct(by:)", output: shape, terms: [key], isOpaque: isOpaque(key, &random),
      format: { closures, _ in ".distinct(by: { \(closures[0]) })" }
    ) { next, terms, _ in firsts(next) { try terms[0].value(of: $0) } }
  }

  /// `append`, `prepend` and `defaultIfEmpty`, of values.
  func extended(_ next: ChainOperator, _ random: inout RandomSource) -> Operator? {
    guard case .scalar(let type) = shape, ![.bool, .substring, .character].contains(type.base)
    else {
      return nil
    }
    let name = next.rawValue
    let literal = terms.literal(type, &random)
    guard let value = try? literal.value(of: .none) else { return nil }
    return simple(name, "\(name)(\(literal.text))") { [operation = next] next in
      var isFirst = true
      var isOver = false
      return {
        if operation == .prepend, isFirst {
          isFirst = false
          return value
        }
        if isOver { return nil }
        if let element = try next() {
          isFirst = false
          return element
        }
        isOver = true
        return operation == .append || (operation == .defaultIfEmpty && isFirst) ? value : nil
      }
    }
  }

  func selectAny(_ random: inout RandomSource) -> Operator {
    if random.chance(6), let related = selectRelated(&random) { return related }
    return random.chance(50) ? select(&random) : selectTuple(&random)
  }

  private func select(_ random: inout RandomSource) -> Operator {
    if case .tuple(let parts) = shape, random.chance(40) {
      let index = random.below(parts.count)
      if case .row = parts[index] {
        return Operator(
          name: "select part", output: parts[index], format: { _, _ in ".select { $0.\(index) }" }
        ) { next, _, _ in { try next()?.evaluated(index) } }
      }
    }
    let value = terms.any(depth, &random)
    return Operator(
      name: "select", output: .scalar(value.type), terms: [value],
      isOpaque: isOpaque(value, &random),
      format: { closures, _ in ".select { \(closures[0]) }" }
    ) { next, terms, _ in { try next().map { try terms[0].value(of: $0) } } }
  }

  private func selectTuple(_ random: inout RandomSource) -> Operator {
    var values = (0..<(2 + random.below(3))).map { _ in terms.any(depth - 1, &random) }
    if case .group(let key, _) = shape {
      values[0] = .leaf(key, "$0.key", "key") { element in
        guard case .group(let key, _) = element else { return .none }
        return key
      }
      if random.chance(50), let value = terms.optionalAggregate(depth, &random) {
        values[1] = value
      }
    }
    return Operator(
      name: "select tuple", output: .tuple(values.map { .scalar($0.type) }), terms: values,
      format: { closures, _ in ".select { (\(closures.joined(separator: ", "))) }" }
    ) { next, terms, _ in
      { try next().map { element in .tuple(try terms.map { try $0.value(of: element) }) } }
    }
  }

  func index() -> Operator {
    Operator(
      name: "index", output: .tuple([.scalar(.int), shape]), format: { _, _ in ".index()" }
    ) { next, _, _ in
      var place = -1
      return {
        guard let element = try next() else { return nil }
        place += 1
        return .tuple([.int(place), element])
      }
    }
  }

  func compacted() -> Operator? {
    let output: Shape
    switch shape {
    case .scalar(let type) where type.isOptional: output = .scalar(type.wrapped)
    case .optional(let element): output = element
    default: return nil
    }
    return Operator(name: "compacted", output: output, format: { _, _ in ".compacted()" }) {
      next, _, _ in
      {
        while let element = try next() {
          if !element.isNone { return element }
        }
        return nil
      }
    }
  }

  func pairwise() -> Operator {
    Operator(
      name: "pairwise", output: .tuple([shape, shape]), format: { _, _ in ".pairwise()" }
    ) { next, _, _ in
      var last: PlainValue?
      return {
        if last == nil { last = try next() }
        guard let previous = last, let element = try next() else { return nil }
        last = element
        return .tuple([previous, element])
      }
    }
  }

  /// The items of groups, the elements of lists, also of those that rows have; nil where there are
  /// none.
  func selectMany(_ random: inout RandomSource) -> Operator? {
    let (list, item): (String, Shape)
    var part: Int?
    if !terms.lists.isEmpty, random.chance(25) {
      return elements(of: random.pick(terms.lists), &random)
    }
    if random.chance(6) { return related(&random) }
    switch shape {
    case .group(_, let shape):
      if random.chance(60) { return items(of: shape, &random) }
      (list, item) = ("$0.items", shape)
    case .list(let shape): (list, item) = ("$0", shape)
    case .tuple(let parts):
      let index = parts.lastIndex { if case .list = $0 { true } else { false } }
      guard let index, case .list(let shape) = parts[index] else { return nil }
      (list, item, part) = ("$0.\(index)", shape, index)
    default: return nil
    }
    return Operator(
      name: "selectMany", output: item, format: { _, _ in ".selectMany { \(list) }" }
    ) { next, _, _ in
      var items: [PlainValue] = []
      return {
        while items.isEmpty {
          var element = try next()
          if let part, case .tuple(let parts)? = element { element = parts[part] }
          switch element {
          case .group(_, let values)?, .list(let values)?: items = values.reversed()
          default: return nil
          }
        }
        return items.removeLast()
      }
    }
  }

  func chunk(_ random: inout RandomSource) -> Operator {
    let size = 1 + random.below(5)
    return Operator(name: "chunk", output: .list(shape), format: { _, _ in ".chunk(\(size))" }) {
      next, _, _ in
      {
        var elements: [PlainValue] = []
        while elements.count < size, let element = try next() { elements.append(element) }
        return elements.isEmpty ? nil : .list(elements)
      }
    }
  }

  /// Runs of elements whose values are equal, do not fall, or pass a test that may fail.
  func chunked(_ random: inout RandomSource) -> Operator? {
    guard let value = terms.named.randomElement(&random) else { return nil }
    let (first, second) = (value.text, value.text.replacing("$0", with: "$1"))
    typealias Test = (PlainValue, PlainValue) throws -> Bool
    var tests: [(String, Test)] = [
      ("\(first) == \(second)", { $0 == $1 }), ("\(first) != \(second)", { $0 != $1 }),
    ]
    if value.type == .int {
      tests.append(("\(first) <= \(second)", { $0.int <= $1.int }))
      let number = 1 + random.below(40)
      tests.append(
        (
          "60 / (\(second) - \(number)) > \(first)",
          { first, second in
            let (divisor, isTooLarge) = second.int.subtractingReportingOverflow(number)
            if isTooLarge { throw Failure.overflow }
            if divisor == 0 { throw Failure.divisionByZero }
            return 60 / divisor > first.int
          }
        ))
    }
    let test = random.pick(tests)
    return Operator(
      name: "chunked", output: .list(shape), format: { _, _ in ".chunked { \(test.0) }" }
    ) { next, _, _ in
      var waiting: PlainValue?
      return {
        guard let first = try waiting ?? next() else { return nil }
        var elements = [first]
        waiting = nil
        while let element = try next() {
          let last = try value.value(of: elements[elements.count - 1])
          guard try test.1(last, try value.value(of: element)) else {
            waiting = element
            break
          }
          elements.append(element)
        }
        return .list(elements)
      }
    }
  }
}

/// The first of the elements with equal keys.
func firsts(_ next: @escaping Pull, _ key: @escaping (PlainValue) throws -> PlainValue) -> Pull {
  var seen: Set<PlainValue> = []
  return {
    while let element = try next() {
      if seen.insert(try key(element)).inserted { return element }
    }
    return nil
  }
}
