// Arrays of the rows of a source that have a value of the element.
extension OperatorGenerator {
  /// One list of the related rows of all elements, or of values of both; nil where no values can be
  /// equal.
  func related(_ random: inout RandomSource) -> Operator? {
    guard let rows = RelatedRows(terms, corpus, &random) else { return nil }
    let count = random.chance(30) ? 1 + random.below(3) : nil
    let parts = rows.parts(&random)
    return Operator(
      name: "selectMany related", output: parts?.shape ?? .row(rows.kind),
      format: { _, _ in
        let array = rows.text + (count.map { ".take(\($0))" } ?? "") + (parts?.text ?? "")
        return ".selectMany { \(Term.outerName) in \(array) }"
      }
    ) { next, _, _ in
      var found: [PlainValue] = []
      var pairs = 0
      return {
        while found.isEmpty {
          guard let element = try next() else { return nil }
          pairs += Corpus.current.rows(rows.kind).count
          guard pairs <= Self.mostPairs else { throw Failure.tooLarge }
          found = try rows.rows(of: element, atMost: count).map { row in
            try parts?.value(element, row) ?? row
          }.reversed()
        }
        return found.removeLast()
      }
    }
  }

  /// What is reached from rows through related rows of the same source; nil for other elements.
  func expand(_ random: inout RandomSource) -> Operator? {
    guard case .row(let kind) = shape,
      let rows = RelatedRows(terms, corpus, &random, of: kind)
    else { return nil }
    let count = random.chance(20) ? 1 + random.below(3) : nil
    return Operator(
      name: "expand", output: .tuple([shape, .scalar(.int)]),
      format: { _, _ in
        let take = count.map { ".take(\($0))" } ?? ""
        return ".expand { \(Term.outerName) in \(rows.text)\(take) }"
      }
    ) { next, _, _ in
      deferred {
        var reached: Set<Int> = []
        var found: [PlainValue] = []
        var level = try collect(next)
        var distance = 0
        while !level.isEmpty {
          let new = level.filter { reached.insert($0.part(0).int).inserted }
            .sorted { $0.part(0).int < $1.part(0).int }
          found += new.map { .tuple([$0, .int(distance)]) }
          level = try new.flatMap { try rows.rows(of: $0, atMost: count) }
          distance += 1
        }
        return found
      }
    }
  }

  /// A value of each element, and the first of its related rows.
  func selectRelated(_ random: inout RandomSource) -> Operator? {
    guard let rows = RelatedRows(terms, corpus, &random),
      let own = terms.named.randomElement(&random)
    else { return nil }
    let key = rows.items.leaves.filter { $0.type.isOrdered && !$0.type.isOptional }
      .randomElement(&random)
    let isDescending = random.chance(50)
    let sort = key.map { MemberSort(key: $0, isDescending: isDescending) }
    let count = random.chance(50) ? 1 + random.below(3) : nil
    let values = rows.values(&random)
    let parts = values == nil && random.chance(30) ? rows.parts(&random) : nil
    return Operator(
      name: "select related",
      output: .tuple([.scalar(own.type), .list(values?.shape ?? parts?.shape ?? .row(rows.kind))]),
      format: { _, _ in
        let take = count.map { ".take(\($0))" } ?? ""
        let array = rows.text + (sort?.text ?? "") + take + (values?.text ?? parts?.text ?? "")
        return ".select { \(Term.outerName) in (\(own.outerText), \(array)) }"
      }
    ) { next, _, _ in
      {
        guard let element = try next() else { return nil }
        let all = try rows.rows(of: element, atMost: sort == nil ? count : nil)
        let sorted = try sort?.sorted(all) ?? all
        let found = Array(sorted.prefix(count ?? sorted.count))
        return .tuple([
          try own.value(of: element),
          .list(try values?.of(found) ?? found.map { try parts?.value(element, $0) ?? $0 }),
        ])
      }
    }
  }
}

/// The rows of a source with a member that equals one of the element.
private struct RelatedRows {
  let kind: RowKind
  let items: TermGenerator
  private let own: Term
  private let member: Term
  private let outer: TermGenerator

  init?(
    _ outer: TermGenerator, _ corpus: Corpus, _ random: inout RandomSource, of kind: RowKind? = nil
  ) {
    let kind = kind ?? random.pick([RowKind.person, .purchase])
    self.kind = kind
    items = TermGenerator(.row(kind), corpus)
    self.outer = outer
    let members = items.leaves
    let pairs = outer.named.flatMap { own in
      members.filter { $0.type == own.type }.map { (own, $0) }
    }
    guard let (own, member) = pairs.randomElement(&random) else { return nil }
    (self.own, self.member) = (own, member)
  }

  var text: String {
    "\(kind.source).matching { \(member.text) == \(own.outerText) }"
  }

  /// Returns the rows of an element. Those after the last one that counts are not read.
  func rows(of element: PlainValue, atMost count: Int? = nil) throws -> [PlainValue] {
    let value = try own.value(of: element)
    var found: [PlainValue] = []
    for row in Corpus.current.rows(kind) where found.count != count {
      if try member.value(of: row) == value { found.append(row) }
    }
    return found
  }

  /// Values of the rows of one array: of subqueries, or without equal ones; nil for the rows.
  func values(
    _ random: inout RandomSource
  ) -> (shape: Shape, text: String, of: ([PlainValue]) throws -> [PlainValue])? {
    let type = random.pick([ScalarType.int, .bool, .text, .int])
    if random.chance(30),
      let value = TermGenerator(.row(kind), items.corpus, isTop: true).subquery(type, 2, &random)
    {
      return (
        .scalar(value.type), ".select { \(value.closure()) }",
        { try $0.map { try value.value(of: $0) } }
      )
    }
    guard random.chance(25), let member = items.leaves.randomElement(&random) else { return nil }
    return (
      .scalar(member.type), ".select { \(member.text) }.distinct()",
      { rows in
        var known: Set<PlainValue> = []
        return try rows.map { try member.value(of: $0) }.filter { known.insert($0).inserted }
      }
    )
  }

  /// Values of the element and of a row as a tuple; nil for the row itself.
  func parts(
    _ random: inout RandomSource
  ) -> (shape: Shape, text: String, value: (PlainValue, PlainValue) throws -> PlainValue)? {
    guard random.chance(60), let own = outer.named.randomElement(&random),
      let member = items.leaves.randomElement(&random)
    else { return nil }
    return (
      .tuple([.scalar(own.type), .scalar(member.type)]),
      ".select { (\(own.outerText), \(member.text)) }",
      { element, row in .tuple([try own.value(of: element), try member.value(of: row)]) }
    )
  }
}

extension TermGenerator {
  /// The members that a closure inside of another one can name.
  var named: [Term] {
    leaves.filter {
      !$0.text.contains("{") && ![.bool, .character, .substring].contains($0.type.base)
    }
  }
}

extension Term {
  /// The text in a closure inside the one of the element.
  var outerText: String { text.replacing("$0", with: Self.outerName) }
}

extension Array {
  func randomElement(_ random: inout RandomSource) -> Element? {
    isEmpty ? nil : random.pick(self)
  }
}
