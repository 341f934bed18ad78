import LinqText

extension Corpus {
  /// The rows that subqueries read while a chain is evaluated.
  @TaskLocal static var current = Corpus.nothing
}

extension Term {
  /// The name of the parameter of a closure whose subqueries use it.
  static let outerName = "outer"

  /// The text of a closure, without its braces.
  func closure(_ body: (String) -> String = { $0 }) -> String {
    let text = text
    return text.contains("\(Self.outerName)") ? "\(Self.outerName) in \(body(text))" : body(text)
  }
}

extension TermGenerator {
  /// A value of the rows of a source; nil where there can be none.
  func subquery(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term? {
    guard isTop, depth > 0 else { return nil }
    let items: TermGenerator
    var rows: Rows
    if case .group(_, let item) = shape, random.chance(60) {
      items = TermGenerator(item, corpus)
      rows = Rows(.items)
    } else if !lists.isEmpty, random.chance(60) {
      let list = random.pick(lists)
      items = TermGenerator(list.item, corpus)
      rows = Rows(.list(list))
    } else {
      let kind = random.pick([RowKind.person, .purchase])
      items = TermGenerator(.row(kind), corpus)
      rows = Rows(.rows(kind))
    }
    if random.chance(75), let link = link(to: items, &random) { rows.add(link) }
    if random.chance(40) { rows.add(items.bool(min(depth - 1, 1), &random)) }
    switch (type.base, type.isOptional) {
    case (.bool, false): return condition(rows, items, &random)
    case (.int, false):
      if random.chance(40) {
        return rows.value(.int, "count", { $0 + ".count" }) { .int($0.count) }
      }
      if random.chance(40), !items.leaves.isEmpty {
        let part = random.pick(items.leaves)
        return rows.value(.int, "distinct", part, { "\($0).select { \($1) }.distinct().count" }) {
          .int(Set(try ChainFuzzing.values($0, $1)).count)
        }
      }
      return sum(.int, rows, items, &random)
    case (.real, false), (.decimal, false):
      return sum(type, rows, items, &random)
    case (.real, true) where random.chance(50):
      let statistic = Statistic.any(&random)
      let name = statistic.operation.rawValue
      let part = items.term(random.pick([.int, .real]), 1, &random)
      return rows.value(
        type, name, part, fails: true, { "\($0).\(name)\(statistic.arguments) { \($1) }" }
      ) {
        try statistic.value(ChainFuzzing.values($0, $1))
      }
    case (.text, false):
      let part = items.term(random.pick([.text, .text.optional, .substring]), 1, &random)
      let separator = random.pick(joinedSeparators)
      if random.chance(30), let member = items.leaf(.text, &random) {
        let order = random.pick([
          "", ".sort { $0 }", ".sortDescending { $0 }", ".reverse()", ".select { $0.prefix(1) }",
        ])
        return rows.value(
          type, "distinct joined", member,
          { "\($0).select { \($1) }.distinct()\(order).joined(separator: \(written(separator)))" }
        ) {
          var known: Set<PlainValue> = []
          var texts = try ChainFuzzing.values($0, $1).filter { known.insert($0).inserted }
          if order.contains("sort") { texts.sort { $0.precedes($1) } }
          if order.contains("Descending") || order.contains("reverse") { texts.reverse() }
          if order.contains("prefix") { texts = texts.map { .text(String($0.text.prefix(1))) } }
          return joined(texts, separator)
        }
      }
      if random.chance(40), let member = items.leaf(.text, &random) {
        return rows.value(
          type, "sorted joined", member,
          { "\($0).sort { \($1) }.joined(separator: \(written(separator))) { \($1) }" }
        ) {
          joined(try ChainFuzzing.values($0, $1).sorted { $0.precedes($1) }, separator)
        }
      }
      return rows.value(
        type, "joined", part, { "\($0).joined(separator: \(written(separator))) { \($1) }" }
      ) {
        joined(try ChainFuzzing.values($0, $1), separator)
      }
    case (.character, _), (.bool, _), (.substring, _), (.identifier, _), (_, false): return nil
    case (_, true): return optional(type, rows, items, &random)
    }
  }

  private func condition(
    _ rows: Rows, _ items: TermGenerator, _ random: inout RandomSource
  ) -> Term {
    switch random.below(4) {
    case 0: return rows.value(.bool, "any()", { $0 + ".any()" }, lazily: { .bool(try $0() != nil) })
    case 1:
      let part = items.bool(1, &random)
      return rows.value(
        .bool, "all", part, { "\($0).all { \($1) }" },
        { next, part in
          while let row = try next() {
            if try !part.value(of: row).bool { return .bool(false) }
          }
          return .bool(true)
        })
    case 2:
      let members = leaves.filter { ![.bool, .character, .substring].contains($0.type.base) }
      let pairs = members.flatMap { own in
        items.leaves.filter { $0.type == own.type || $0.type == own.type.optional }
          .map { (own, $0) }
      }.filter { !$0.0.text.contains("{") }
      guard !pairs.isEmpty else { fallthrough }
      let (own, member) = random.pick(pairs)
      return rows.value(
        .bool, "contains", member, outer: own, { "\($0).select { \($1) }.contains(\($2))" }
      ) { next, part, value in
        while let row = try next() {
          if try part.value(of: row) == value { return .bool(true) }
        }
        return .bool(false)
      }
    default:
      let part = items.bool(1, &random)
      return rows.value(
        .bool, "any", part, { "\($0).any { \($1) }" },
        { next, part in
          while let row = try next() {
            if try part.value(of: row).bool { return .bool(true) }
          }
          return .bool(false)
        })
    }
  }

  private func sum(
    _ type: ScalarType, _ rows: Rows, _ items: TermGenerator, _ random: inout RandomSource
  ) -> Term {
    let part = items.term(random.chance(30) ? type.optional : type, 1, &random)
    return rows.value(type, "sum", part, fails: true, { "\($0).sum { \($1) }" }) {
      try total(ChainFuzzing.values($0, $1).filter { !$0.isNone }, type)
    }
  }

  private func optional(
    _ type: ScalarType, _ rows: Rows, _ items: TermGenerator, _ random: inout RandomSource
  ) -> Term? {
    let part = items.term(type.wrapped, 1, &random)
    switch random.below(3) {
    case 0:
      return rows.value(type, "min", part, { "\($0).min { \($1) }" }) {
        extreme(try ChainFuzzing.values($0, $1), isHighest: false)
      }
    case 1:
      return rows.value(type, "max", part, { "\($0).max { \($1) }" }) {
        extreme(try ChainFuzzing.values($0, $1), isHighest: true)
      }
    default:
      guard let member = items.leaf(type.wrapped, &random) else { return nil }
      let isLast = random.chance(50)
      return rows.value(
        type, "sorted first", member,
        { "\($0).sort\(isLast ? "Descending" : "") { \($1) }.select { \($1) }.first" }
      ) { extreme(try ChainFuzzing.values($0, $1), isHighest: isLast) }
    }
  }

  /// A comparison of a member of the rows with one of the element.
  private func link(to items: TermGenerator, _ random: inout RandomSource) -> Rows.Link? {
    let pairs = leaves.filter {
      !$0.text.contains("{") && ![.bool, .character, .substring].contains($0.type.base)
    }.flatMap { own in items.leaves.filter { $0.type == own.type }.map { (own, $0) } }
    guard !pairs.isEmpty else { return nil }
    let (own, member) = random.pick(pairs)
    let symbols =
      own.type.isOptional || !own.type.isOrdered
      ? ["==", "!="] : ["==", "==", "==", "!=", "<", ">="]
    return Rows.Link(own: own, member: member, symbol: random.pick(symbols))
  }
}

/// The rows of a source that a subquery reads.
private struct Rows {
  struct Link {
    let own: Term
    let member: Term
    let symbol: String
  }

  /// What a subquery reads.
  enum Source {
    case rows(RowKind)
    /// The items of the group around it.
    case items
    /// A list of the element around it.
    case list(ListLeaf)

    func text(isNamed: Bool) -> String {
      func named(_ text: String) -> String {
        isNamed ? text.replacing("$0", with: Term.outerName) : text
      }
      return switch self {
      case .rows(let kind): kind.source
      case .items: named("$0.items")
      case .list(let list): named(list.text)
      }
    }

    /// The name of the operator that chooses some of the rows.
    var filter: String {
      if case .rows = self { "matching" } else { "where" }
    }

    func elements(_ outer: PlainValue) throws -> [PlainValue] {
      switch self {
      case .rows(let kind): Corpus.current.rows(kind)
      case .items:
        if case .group(_, let items) = outer { items } else { [] }
      case .list(let list): try list.elements(outer)
      }
    }
  }

  let source: Source
  private var link: Link?
  private var condition: Term?

  init(_ source: Source) { self.source = source }

  mutating func add(_ link: Link) { self.link = link }

  mutating func add(_ condition: Term) { self.condition = condition }

  /// A value of all rows.
  func value(
    _ type: ScalarType, _ name: String, _ format: @escaping (String) -> String,
    _ compute: @escaping ([PlainValue]) throws -> PlainValue
  ) -> Term {
    term(type, name, nil, nil, false, { rows, _, _ in format(rows) }) { next, _, _ in
      try compute(collect(next))
    }
  }

  /// A value of some rows, which are read one after the other.
  func value(
    _ type: ScalarType, _ name: String, _ format: @escaping (String) -> String,
    lazily compute: @escaping (Pull) throws -> PlainValue
  ) -> Term {
    term(type, name, nil, nil, false, { rows, _, _ in format(rows) }) { next, _, _ in
      try compute(next)
    }
  }

  /// A value of a part of some rows, which are read one after the other.
  func value(
    _ type: ScalarType, _ name: String, _ part: Term, fails: Bool = false,
    _ format: @escaping (String, String) -> String,
    _ compute: @escaping (Pull, Term) throws -> PlainValue
  ) -> Term {
    term(type, name, part, nil, fails, { rows, part, _ in format(rows, part) }) { next, part, _ in
      guard let part else { return .none }
      return try compute(next, part)
    }
  }

  /// A value of a part of some rows and of the element.
  func value(
    _ type: ScalarType, _ name: String, _ part: Term, outer: Term,
    _ format: @escaping (String, String, String) -> String,
    _ compute: @escaping (Pull, Term, PlainValue) throws -> PlainValue
  ) -> Term {
    term(type, name, part, outer, false, format) { next, part, value in
      guard let part, let value else { return .none }
      return try compute(next, part, value)
    }
  }

  private func term(
    _ type: ScalarType, _ name: String, _ part: Term?, _ outer: Term?, _ fails: Bool,
    _ format: @escaping (String, String, String) -> String,
    _ compute: @escaping (@escaping Pull, Term?, PlainValue?) throws -> PlainValue
  ) -> Term {
    var parts: [Term] = []
    var inner: Set<Int> = []
    func add(_ term: Term?, isInner: Bool) -> Int? {
      guard let term else { return nil }
      if isInner { inner.insert(parts.count) }
      parts.append(term)
      return parts.count - 1
    }
    let own = add(link?.own, isInner: false)
    let member = add(link?.member, isInner: true)
    let filter = add(condition, isInner: true)
    let value = add(part, isInner: true)
    let other = add(outer, isInner: false)
    let (source, symbol) = (source, link?.symbol ?? "==")
    let isNamed = own != nil || other != nil
    func named(_ text: String) -> String { text.replacing("$0", with: Term.outerName) }
    return Term(
      type: type, member: "subquery \(name)", parts: parts, inner: inner, fails: fails,
      format: { texts in
        var rows = source.text(isNamed: isNamed)
        if let own, let member {
          rows += ".\(source.filter) { \(texts[member]) \(symbol) \(named(texts[own])) }"
        }
        if let filter { rows += ".where { \(texts[filter]) }" }
        if own == nil, filter == nil, source.filter == "matching" { rows += ".elements" }
        return format(rows, value.map { texts[$0] } ?? "", other.map { named(texts[$0]) } ?? "")
      },
      compute: { element, parts in
        // `matching` looks the value up first; a condition is asked about each element, if any.
        var ownValue: PlainValue?
        if let own, source.filter == "matching" { ownValue = try parts[own].value(of: element) }
        let rows = pull(try source.elements(element))
        let kept: Pull = {
          while let row = try rows() {
            if let own, let member {
              let ownValue = try ownValue ?? parts[own].value(of: element)
              let found = try parts[member].value(of: row)
              let isKept =
                switch symbol {
                case "==": found == ownValue
                case "!=": found != ownValue
                case "<": found.precedes(ownValue)
                default: !found.precedes(ownValue)
                }
              guard isKept else { continue }
            }
            if let filter, try !parts[filter].value(of: row).bool { continue }
            return row
          }
          return nil
        }
        return try compute(
          kept, value.map { parts[$0] }, other.map { try parts[$0].value(of: element) })
      })
  }
}

/// The values of a part of all rows.
private func values(_ next: Pull, _ part: Term) throws -> [PlainValue] {
  try collect(next) { try part.value(of: $0) }
}
