import LinqSQL

/// One operator of a chain: its text, and beside it what it means in plain Swift.
struct Operator {
  let name: String
  let output: Shape
  /// The expressions in its closures.
  var terms: [Term] = []
  /// Whether the first closure is one of Swift alone.
  var isOpaque = false
  /// The second query of a join or a set operation; in an array for the sake of its size.
  var others: [Chain] = []
  /// A key of an order: how it sorts, and whether only between the equals of the sort before.
  var sort: (isDescending: Bool, isSecondary: Bool)?
  /// The sorts in which an operator ends that is no sort itself.
  var levels: [Operator] = []
  let format: (_ closures: [String], _ other: String) -> String
  /// Makes the elements of those before it; of a sort, nothing.
  var apply:
    (_ next: @escaping Pull, _ terms: [Term], _ other: @escaping () throws -> Pull) throws -> Pull =
      {
        next, _, _ in next
      }

  /// Whether a closure of the program gets the elements.
  var needsWholeElements: Bool { isOpaque || name == "aggregateBy" }

  var text: String {
    if name == "select tuple" {
      // Its terms are parts of one closure.
      let text = format(terms.map(\.text), "")
      let names = text.contains(Term.outerName) ? "{ \(Term.outerName) in (" : "{ ("
      return text.replacing("{ (", with: names, maxReplacements: 1)
    }
    var closures = terms.map { $0.closure() }
    if isOpaque { closures[0] = terms[0].closure { "inMemory(\($0))" } }
    return format(closures, others.first?.text ?? "")
  }
}

/// What ends a chain with one value.
struct Terminal {
  let name: String
  var terms: [Term] = []
  var others: [Chain] = []
  let format: (_ closures: [String], _ other: String) -> String
  let apply:
    (_ next: @escaping Pull, _ terms: [Term], _ other: () throws -> Pull) throws -> PlainValue

  var text: String { format(terms.map { $0.closure() }, others.first?.text ?? "") }
}

/// A chain: a source, operators, and perhaps a terminal.
struct Chain {
  let source: RowKind
  /// Whether the rows are those of an array, and not of the table.
  var isOfArray = false
  var operators: [Operator] = []
  var terminal: Terminal?
  /// The place before which a closure of the program gets all elements.
  var closureAt: Int?

  /// What its elements are made of.
  var shape: Shape { operators.last?.output ?? .row(source) }

  var text: String { head + tail }

  private var sourceName: String { isOfArray ? source.array : source.source }

  private var head: String { operators.reduce(sourceName) { $0 + $1.text } }

  private var tail: String { terminal?.text ?? "" }

  /// The chain's list, whatever its terminal makes of it, with more after it.
  func list(then rest: String) -> String { head + rest }

  /// The places where a step between two operators changes nothing: not between a sort and its
  /// `thenBy`.
  var seams: [Int] {
    (0...operators.count).filter { place in
      place == operators.count || operators[place].sort?.isSecondary != true
    }
  }

  /// The chain with a filter that leaves out nothing, which only Swift can run.
  func split(at place: Int) -> (text: String, chain: Chain) {
    var chain = self
    chain.closureAt = place
    let text =
      sourceName + operators[..<place].map(\.text).joined() + ".where { inMemory(true) }"
      + operators[place...].map(\.text).joined() + tail
    return (text, chain)
  }

  /// The chain with its operators in the order in which a plan runs them, where it moves some
  /// before filters in memory; nil if it moves none. Where it moves the terminal, too, the closure
  /// that a split adds gets no other elements than the result needs, and is left out.
  func ordered(as plan: QueryPlan) -> Chain? {
    // The first is the source. In memory are only operators before which others were moved.
    let planned = plan.operators.dropFirst()
    guard planned.contains(where: { !$0.movedBefore.isEmpty }) else { return nil }
    let inSQL = Array(planned.filter { $0.place == .sql })
    let waiting = planned.count - inSQL.count
    // The steps as written, each known by its place in the plan.
    var written: [Int] = []
    for rank in 0...waiting {
      written += inSQL.indices.filter { inSQL[$0].movedBefore.count == rank }
      if rank < waiting { written.append(inSQL.count + rank) }
    }
    // Nil is the closure that a split adds.
    var steps: [Operator?] = operators
    if let closureAt { steps.insert(nil, at: closureAt) }
    guard written.count >= steps.count else { return nil }
    let moved: [Operator?] = zip(written, steps).sorted { $0.0 < $1.0 }.map(\.1)
    var chain = self
    chain.operators = moved.compactMap { $0 }
    let movesTerminal = written.dropFirst(steps.count).contains { $0 < inSQL.count }
    chain.closureAt = movesTerminal ? nil : moved.firstIndex { $0 == nil }
    return chain
  }

  /// The chain with its second queries replaced, those inside them first; nil if none changes.
  func mapOthers(_ body: (Chain) -> Chain?) -> Chain? {
    var chain = self
    var isChanged = false
    func map(_ other: Chain) -> Chain {
      let inner = other.mapOthers(body)
      let mapped = body(inner ?? other)
      if inner != nil || mapped != nil { isChanged = true }
      return mapped ?? inner ?? other
    }
    for index in chain.operators.indices {
      chain.operators[index].others = chain.operators[index].others.map(map)
    }
    if let others = chain.terminal?.others { chain.terminal?.others = others.map(map) }
    return isChanged ? chain : nil
  }
}

// The meaning in plain Swift.
extension Chain {
  /// The result: a list, or the value of the terminal.
  func evaluated(on corpus: Corpus) throws -> PlainValue {
    try Corpus.$current.withValue(corpus) {
      let next = try elements(of: corpus)
      guard let terminal else { return .list(try collect(wholes(next))) }
      return try terminal.apply(next, terminal.terms) { try other(terminal.others, corpus) }.whole()
    }
  }

  private func other(_ chains: [Chain], _ corpus: Corpus) throws -> Pull {
    guard let chain = chains.first else {
      preconditionFailure("an operator without its second query")
    }
    return try chain.elements(of: corpus)
  }

  private func elements(of corpus: Corpus) throws -> Pull {
    var next = pull(isOfArray ? corpus.arrayRows(source) : corpus.rows(source))
    var place = 0
    while place < operators.count {
      let step = operators[place]
      if step.needsWholeElements || place == closureAt { next = wholes(next) }
      if step.sort == nil {
        next = try step.apply(next, step.terms) { try other(step.others, corpus) }
        place += 1
        if step.levels.isEmpty { continue }
      } else {
        place += 1
      }
      let rest = operators[place...].prefix { $0.sort?.isSecondary == true }
      if rest.contains(where: \.needsWholeElements) { next = wholes(next) }
      next = sorted(next, by: (step.sort == nil ? step.levels : [step]) + rest)
      place += rest.count
    }
    if place == closureAt { next = wholes(next) }
    return next
  }
}

/// The elements in the order of several keys, equals in the order they had.
private func sorted(_ next: @escaping Pull, by levels: [Operator]) -> Pull {
  deferred {
    let elements = try collect(next)
    let keys = try levels.map { level in try elements.map { try level.terms[0].value(of: $0) } }
    let order = elements.indices.sorted { left, right in
      for (level, keys) in zip(levels, keys) {
        if keys[left].precedes(keys[right]) { return level.sort?.isDescending != true }
        if keys[right].precedes(keys[left]) { return level.sort?.isDescending == true }
      }
      return left < right
    }
    return order.map { elements[$0] }
  }
}
