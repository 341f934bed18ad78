import LinqText

// Operators with keys, and those of two queries.
extension OperatorGenerator {
  func group(_ next: ChainOperator, _ random: inout RandomSource) -> Operator? {
    let key = terms.key(depth, &random)
    let isOpaque = canBeOpaque(key) && random.chance(9)
    let isLookup = next == .toLookup
    if isLookup, isOpaque { return nil }
    let element = !isLookup && !isOpaque && random.chance(25) ? terms.any(depth - 1, &random) : nil
    let item = element.map { Shape.scalar($0.type) } ?? shape
    let name = next.rawValue
    return Operator(
      name: name, output: .group(key: key.type, item: item),
      terms: [key] + (element.map { [$0] } ?? []),
      isOpaque: isOpaque,
      format: { closures, _ in
        closures.count == 2
          ? ".\(name)({ \(closures[0]) }, element: { \(closures[1]) })"
          : ".\(name) { \(closures[0]) }"
      }
    ) { next, terms, _ in
      deferred {
        var order: [PlainValue] = []
        var items: [PlainValue: [PlainValue]] = [:]
        while let element = try next() {
          let key = try terms[0].value(of: element)
          if items[key] == nil { order.append(key) }
          items[key, default: []].append(
            terms.count == 2 ? try terms[1].value(of: element) : element)
        }
        return order.map { .group(key: $0, items: items[$0] ?? []) }
      }
    }
  }

  func countBy(_ random: inout RandomSource) -> Operator {
    let key = terms.keys(depth, &random)
    let shape = key.isTuple ? Shape.tuple(key.parts.map { .scalar($0.type) }) : .scalar(key.type)
    return Operator(
      name: "countBy", output: .tuple([shape, .scalar(.int)]), terms: [key],
      format: { closures, _ in ".countBy { \(closures[0]) }" }
    ) { next, terms, _ in
      deferred {
        var order: [PlainValue] = []
        var counts: [PlainValue: Int] = [:]
        while let element = try next() {
          let key = try terms[0].value(of: element)
          if counts[key] == nil { order.append(key) }
          counts[key, default: 0] += 1
        }
        return order.map { .tuple([$0, .int(counts[$0] ?? 0)]) }
      }
    }
  }

  func aggregateBy(_ random: inout RandomSource) -> Operator? {
    let key = terms.key(depth, &random)
    guard case .row(let kind) = shape else { return nil }
    let (index, type): (Int, ScalarType) = kind == .person ? (3, .int) : (2, .real)
    let field = kind.fields[index].name
    let value = Term.leaf(type, "$1.\(field)", field) { try $0.evaluated(index) }
    return Operator(
      name: "aggregateBy", output: .tuple([.scalar(key.type), .scalar(type)]), terms: [key, value],
      format: { closures, _ in
        ".aggregateBy({ \(closures[0]) }, \(type == .int ? "0" : "0.0")) { $0 + \(closures[1]) }"
      }
    ) { next, terms, _ in
      deferred {
        var order: [PlainValue] = []
        var totals: [PlainValue: PlainValue] = [:]
        while let element = try next() {
          let key = try terms[0].value(of: element)
          if totals[key] == nil { order.append(key) }
          let start = totals[key] ?? (type == .int ? .int(0) : .real(0))
          totals[key] = try sum(start, try terms[1].value(of: element))
        }
        return order.map { .tuple([$0, totals[$0] ?? .none]) }
      }
    }
  }

  /// A chain of elements of the same kind: what is here, or the start of it, with some changes.
  private func similar(_ random: inout RandomSource) -> Chain {
    var other = Chain(source: chain.source, isOfArray: random.chance(20))
    let keeps = chain.operators.lastIndex { $0.output != chain.shape }
    other.operators = Array(chain.operators.prefix(keeps.map { $0 + 1 } ?? 0))
    // The step that makes the shape is after the last that makes another one.
    if let keeps, keeps + 1 < chain.operators.count {
      other.operators.append(chain.operators[keeps + 1])
    }
    if other.shape != chain.shape { other.operators = chain.operators }
    for _ in 0..<random.below(3) {
      other.operators.append(
        OperatorGenerator(other, corpus, depth: 1).keeping(&random, nested: true))
    }
    return other
  }

  func concat(_ random: inout RandomSource) -> Operator {
    combination(.concat, nil, similar(&random))
  }

  func combined(_ next: ChainOperator, _ random: inout RandomSource) -> Operator? {
    if shape.hasEquality, random.chance(50) { return combination(next, nil, similar(&random)) }
    if case .list = shape { return nil }
    return combination(next, terms.keys(depth - 1, &random), similar(&random))
  }

  private func combination(_ next: ChainOperator, _ key: Term?, _ other: Chain) -> Operator {
    let name = next.rawValue
    return Operator(
      name: name + (key == nil ? "" : "(by:)"), output: shape, terms: key.map { [$0] } ?? [],
      others: [other],
      format: { closures, other in
        ".\(name)(\(other)" + (closures.first.map { ", by: { \($0) })" } ?? ")")
      }
    ) { [operation = next] next, terms, other in
      func key(_ element: PlainValue) throws -> PlainValue {
        try terms.first?.value(of: element) ?? element.whole()
      }
      switch operation {
      case .concat: return followed(next, by: other)
      case .union: return firsts(followed(next, by: other), key)
      default:
        var known: Set<PlainValue>?
        return {
          var keys = try known ?? Set(collect(other(), key))
          defer { known = keys }
          while let element = try next() {
            let isNew =
              operation == .intersect
              ? keys.remove(try key(element)) != nil : keys.insert(try key(element)).inserted
            if isNew { return element }
          }
          return nil
        }
      }
    }
  }

  func zip(_ random: inout RandomSource) -> Operator {
    let other = second(&random)
    return Operator(
      name: "zip", output: .tuple([shape, other.shape]), others: [other],
      format: { _, other in ".zip(\(other))" }
    ) { next, _, other in
      var started: Pull?
      return {
        let second = try started ?? other()
        started = second
        guard let left = try next(), let right = try second() else { return nil }
        return .tuple([left, right])
      }
    }
  }

  /// A chain of rows for the second place.
  private func second(_ random: inout RandomSource) -> Chain {
    var other = Chain(source: random.chance(60) ? .person : .purchase)
    other.isOfArray = random.chance(25)
    for _ in 0..<random.below(3) {
      other.operators.append(
        OperatorGenerator(other, corpus, depth: 1).keeping(&random, nested: true))
    }
    return other
  }

  /// Keys of one type for the elements of both chains.
  private func joinKeys(
    _ others: TermGenerator, _ random: inout RandomSource
  ) -> (Term, Term) {
    var key = terms.key(1, &random)
    if key.type.base == .long, others.leaf(key.type, &random) == nil {
      key = terms.term(.text, 1, &random)
    }
    let otherKey =
      random.chance(70)
      ? others.leaf(key.type, &random) ?? others.term(key.type, 1, &random)
      : others.term(key.type, 1, &random)
    return (key, otherKey)
  }

  func join(_ next: ChainOperator, _ random: inout RandomSource) -> Operator {
    let other = second(&random)
    let others = TermGenerator(other.shape, corpus)
    if next == .join || next == .leftJoin, random.chance(30),
      let operation = join(next, other, others, &random)
    {
      return operation
    }
    var (key, otherKey) = joinKeys(others, &random)
    if random.chance(20) {
      let (second, otherSecond) = joinKeys(others, &random)
      (key, otherKey) = (.tuple([key, second]), .tuple([otherKey, otherSecond]))
    }
    let keys = (key, otherKey)
    let name = next.rawValue
    let left = next == .rightJoin || next == .fullJoin ? Shape.optional(shape) : shape
    let right =
      switch next {
      case .groupJoin: Shape.list(other.shape)
      case .leftJoin, .fullJoin: Shape.optional(other.shape)
      default: other.shape
      }
    return Operator(
      name: name, output: .tuple([left, right]), terms: [keys.0, keys.1], others: [other],
      format: { closures, other in
        ".\(name)(\(other), on: { \(closures[0]) }, equals: { \(closures[1]) })"
      }
    ) { [operation = next] next, terms, other in
      deferred {
        let inner = try collect(other())
        let innerKeys = try inner.map { try terms[1].value(of: $0) }
        let outer = try collect(next)
        let outerKeys = try outer.map { try terms[0].value(of: $0) }
        // Joins of joins grow beyond all bounds.
        guard outer.count * inner.count <= Self.mostPairs else { throw Failure.tooLarge }
        return pairs(operation, outer, outerKeys, inner, innerKeys)
      }
    }
  }

  /// A join on a condition about two values of one type, which may fail for some pairs.
  private func join(
    _ next: ChainOperator, _ other: Chain, _ others: TermGenerator, _ random: inout RandomSource
  ) -> Operator? {
    // A closure in a member would have a `$0` of its own.
    func isPlain(_ term: Term) -> Bool { !term.text.contains("{") }
    guard
      let left = terms.leaves.filter({ $0.type.isOrdered && isPlain($0) })
        .randomElement(&random),
      let right = others.leaves.filter({ $0.type == left.type && isPlain($0) })
        .randomElement(&random)
    else { return nil }
    let (first, second) = (left.text, right.text.replacing("$0", with: "$1"))
    typealias Test = (PlainValue, PlainValue) throws -> Bool
    var tests: [(String, Test)] = [
      ("\(first) == \(second)", { $0 == $1 }), ("\(first) != \(second)", { $0 != $1 }),
    ]
    if !left.type.isOptional {
      tests += [
        ("\(first) < \(second)", { $0.precedes($1) }),
        ("\(first) >= \(second) && \(second) != \(first)", { $1.precedes($0) && $0 != $1 }),
      ]
    }
    if left.type == .int {
      let number = random.below(40)
      tests.append(
        (
          "(\(first) == \(second) || 60 / (\(second) - \(number)) > \(first))",
          { first, second in
            if first == second { return true }
            let (divisor, isTooLarge) = second.int.subtractingReportingOverflow(number)
            if isTooLarge { throw Failure.overflow }
            if divisor == 0 { throw Failure.divisionByZero }
            return 60 / divisor > first.int
          }
        ))
    }
    let (name, test) = (next.rawValue, random.pick(tests))
    let isLeft = next == .leftJoin
    return Operator(
      name: "\(name)(where)",
      output: .tuple([shape, isLeft ? .optional(other.shape) : other.shape]), others: [other],
      format: { _, other in ".\(name)(\(other), where: { \(test.0) })" }
    ) { next, _, other in
      // Pairs are compared one by one, as far as the chain reads.
      var sides: (outer: [PlainValue], inner: [PlainValue])?
      var (index, position, hasMatch) = (0, 0, false)
      return {
        if sides == nil {
          let inner = try collect(other())
          sides = (try collect(next), inner)
        }
        guard let (outer, inner) = sides else { return nil }
        guard outer.count * inner.count <= Self.mostPairs else { throw Failure.tooLarge }
        while index < outer.count {
          let element = outer[index]
          while position < inner.count {
            defer { position += 1 }
            guard try test.1(try left.value(of: element), try right.value(of: inner[position]))
            else { continue }
            hasMatch = true
            return .tuple([element, inner[position]])
          }
          let isUnmatched = isLeft && !hasMatch
          (index, position, hasMatch) = (index + 1, 0, false)
          if isUnmatched { return .tuple([element, .none]) }
        }
        return nil
      }
    }
  }

  func crossJoin(_ random: inout RandomSource) -> Operator {
    let other = second(&random)
    return Operator(
      name: "crossJoin", output: .tuple([shape, other.shape]), terms: [], others: [other],
      format: { _, other in ".crossJoin(\(other))" }
    ) { next, _, other in
      deferred {
        let inner = try collect(other())
        let outer = try collect(next)
        guard outer.count * inner.count <= Self.mostPairs else { throw Failure.tooLarge }
        return outer.flatMap { element in inner.map { .tuple([element, $0]) } }
      }
    }
  }
}

/// The sum of two numbers.
private func sum(_ left: PlainValue, _ right: PlainValue) throws -> PlainValue {
  guard case .int(let first) = left, case .int(let second) = right else {
    let result = left.real + right.real
    if result.isNaN { throw Failure.notANumber }
    return .real(result)
  }
  let (result, overflow) = first.addingReportingOverflow(second)
  if overflow { throw Failure.overflow }
  return .int(result)
}

/// The elements of one chain, then those of another.
private func followed(_ next: @escaping Pull, by other: @escaping () throws -> Pull) -> Pull {
  var second: Pull?
  return {
    if let second { return try second() }
    if let element = try next() { return element }
    let started = try other()
    second = started
    return try started()
  }
}

/// The pairs of a join.
private func pairs(
  _ next: ChainOperator, _ outer: [PlainValue], _ outerKeys: [PlainValue], _ inner: [PlainValue],
  _ innerKeys: [PlainValue]
) -> [PlainValue] {
  func partners(_ key: PlainValue, _ elements: [PlainValue], _ keys: [PlainValue]) -> [PlainValue] {
    Swift.zip(elements, keys).filter { $0.1 == key }.map(\.0)
  }
  if next == .rightJoin {
    return Swift.zip(inner, innerKeys).flatMap { element, key -> [PlainValue] in
      let found = partners(key, outer, outerKeys)
      return (found.isEmpty ? [.none] : found).map { .tuple([$0, element]) }
    }
  }
  var result: [PlainValue] = Swift.zip(outer, outerKeys).flatMap { element, key -> [PlainValue] in
    let found = partners(key, inner, innerKeys)
    if next == .groupJoin { return [.tuple([element, .list(found)])] }
    return (found.isEmpty && next != .join ? [.none] : found).map { .tuple([element, $0]) }
  }
  if next == .fullJoin {
    let known = Set(outerKeys)
    for (element, key) in Swift.zip(inner, innerKeys) where !known.contains(key) {
      result.append(.tuple([.none, element]))
    }
  }
  return result
}
