import Foundation
import LinqText
import TestModel

/// Makes random expressions on the elements of a chain.
struct TermGenerator {
  let shape: Shape
  let corpus: Corpus
  /// Whether the expressions are those of an operator's closure, and not of one inside it.
  let isTop: Bool
  /// What can be said of the element directly.
  let leaves: [Term]
  /// The lists and dictionaries that the element has.
  let lists: [ListLeaf]

  init(_ shape: Shape, _ corpus: Corpus, isTop: Bool = false) {
    self.shape = shape
    self.isTop = isTop
    self.corpus = corpus
    leaves = Self.leaves(of: shape)
    lists = Self.lists(of: shape)
  }

  /// An expression of a type.
  func term(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term {
    if type.isOptional { return optional(type, depth, &random) }
    switch type.base {
    case .int: return int(depth, &random)
    case .long: return leaf(.long, &random) ?? literal(.long, &random)
    case .real: return real(depth, &random)
    case .bool: return bool(depth, &random)
    case .text: return text(depth, &random)
    case .substring: return substring(&random)
    case .day: return leaf(.day, &random) ?? literal(.day, &random)
    case .character: return literal(.character, &random)
    case .moment: return moment(depth, &random)
    case .decimal: return decimal(depth, &random)
    case .identifier: return leafOrLiteral(.identifier, &random)
    case .localized: preconditionFailure("a text in the order of a language is only a key")
    }
  }

  /// An expression of any type that has an order and equality.
  ///
  /// - Parameter isOrdered: whether an order is needed, and not only equality.
  func key(
    _ depth: Int, _ random: inout RandomSource, optionals: Bool = true, isOrdered: Bool = false
  ) -> Term {
    let simple = leaves.filter {
      $0.type.base != .bool && (optionals || !$0.type.isOptional)
        && (!isOrdered || $0.type.isOrdered)
    }
    if isOrdered, random.chance(15), let text = localized(depth, &random) { return text }
    if !simple.isEmpty, random.chance(50) { return random.pick(simple) }
    switch random.below(optionals ? 9 : 6) {
    case 0 where random.chance(40): return decimal(depth, &random)
    case 1 where random.chance(40): return moment(depth, &random)
    case 0, 1: return int(depth, &random)
    case 2: return real(depth, &random)
    case 3, 4: return text(depth, &random)
    case 5: return substring(&random)
    case 6: return firstCharacter(&random)
    case 7: return optional(.text.optional, depth, &random)
    default: return optional(.day.optional, depth, &random)
    }
  }

  /// A key, or a tuple of two or three, each of a type of its own.
  func keys(_ depth: Int, _ random: inout RandomSource) -> Term {
    guard random.chance(25) else { return key(depth, &random) }
    return .tuple((0..<(random.chance(70) ? 2 : 3)).map { _ in key(depth - 1, &random) })
  }

  /// An expression of any type.
  func any(_ depth: Int, _ random: inout RandomSource) -> Term {
    random.chance(15) ? bool(depth, &random) : key(depth, &random)
  }

  /// A member of the element, if there is one of this type.
  func leaf(_ type: ScalarType, _ random: inout RandomSource) -> Term? {
    let suited = leaves.filter { $0.type == type }
    return suited.isEmpty ? nil : random.pick(suited)
  }

  func leafOrLiteral(_ type: ScalarType, _ random: inout RandomSource) -> Term {
    (random.chance(80) ? leaf(type, &random) : nil) ?? literal(type, &random)
  }

  /// A value, mostly one that the data has.
  func literal(_ type: ScalarType, _ random: inout RandomSource) -> Term {
    .literal(type, value(type, &random))
  }

  func value(_ type: ScalarType, _ random: inout RandomSource) -> PlainValue {
    if type.isOptional, random.chance(25) { return .none }
    let rows = corpus.people
    let person = rows.isEmpty ? nil : random.pick(rows)
    let purchase = corpus.purchases.isEmpty ? nil : random.pick(corpus.purchases)
    switch type.base {
    case .int:
      if let person, random.chance(40) { return .int(person.age) }
      return .int(random.pick([0, 1, 2, 3, 7, 17, 25, 30, -1, 100]))
    case .long:
      return .int(random.chance(60) ? 1 + random.below(max(1, rows.count)) : random.below(4))
    case .real:
      if let purchase, random.chance(60) { return .real(purchase.price) }
      return .real(random.pick([0, 0.5, 1, 2.5, -1, 10]))
    case .bool: return .bool(random.chance(50))
    case .text:
      if let person, random.chance(85) {
        if type.isOptional, let email = person.email { return .text(email) }
        return .text(random.chance(50) ? person.name : person.surname)
      }
      return .text(random.pick(Corpus.texts + [""]))
    case .substring, .character:
      let text = person?.name ?? "b"
      return .text(String(text.prefix(1)))
    case .day:
      if let day = person?.birthDate ?? purchase?.day {
        return .day(year: day.year, month: day.month, day: day.day)
      }
      return .day(year: 1903, month: 1, day: 4)
    case .moment:
      if let purchase, random.chance(60) { return .moment(purchase.ordered.microseconds) }
      return .moment(random.pick(Corpus.moments) + random.pick([0, 500_000, 125_000]))
    case .decimal:
      if let purchase, random.chance(60) { return .decimal(purchase.cost) }
      return .decimal(Decimal(string: random.pick(Corpus.costs + ["0.125", "-0.005"])) ?? 0)
    case .identifier: return .identifier(purchase?.token ?? random.pick(Corpus.tokens))
    case .localized: preconditionFailure("there is no literal of a text in an order")
    }
  }
}

extension TermGenerator {
  func int(_ depth: Int, _ random: inout RandomSource) -> Term {
    guard depth > 0 else { return leafOrLiteral(.int, &random) }
    if random.chance(6), let value = subquery(.int, depth, &random) { return value }
    if random.chance(10), let value = vocabulary(.int, depth, &random) { return value }
    if random.chance(6), let value = partOfMoment(&random) { return value }
    switch random.below(12) {
    case 0, 1, 2: return leafOrLiteral(.int, &random)
    case 3:
      if random.chance(20) { return numberOfParts(depth, &random) }
      return .operation(.int, "count", [text(depth - 1, &random)], { "\($0[0]).count" }) {
        .int($0[0].text.count)
      }
    case 4: return arithmetic(int(depth - 1, &random), int(depth - 1, &random), &random)
    case 5: return arithmetic(int(depth - 1, &random), literal(.int, &random), &random)
    case 6: return part(of: day(depth - 1, &random), &random)
    case 7:
      return .operation(.int, "abs", [int(depth - 1, &random)], fails: true, { "abs(\($0[0]))" }) {
        .int(
          try checked(0.subtractingReportingOverflow($0[0].int < 0 ? $0[0].int : 0)) == 0
            ? $0[0].int : try checked(0.subtractingReportingOverflow($0[0].int)))
      }
    case 8:
      return .operation(.int, "negative", [int(depth - 1, &random)], fails: true, { "-\($0[0])" }) {
        .int(try checked(0.subtractingReportingOverflow($0[0].int)))
      }
    case 9:
      guard random.chance(30) else { return conditional(.int, depth, &random) }
      return .operation(.int, "Int", [real(depth - 1, &random)], fails: true, { "Int(\($0[0]))" }) {
        guard let number = Int(exactly: $0[0].real.rounded(.towardZero)) else {
          throw Failure.overflow
        }
        return .int(number)
      }
    case 10: return coalesce(.int, depth, &random)
    default: return aggregate(.int, depth, &random) ?? leafOrLiteral(.int, &random)
    }
  }

  /// The number of parts of a text between separators.
  private func numberOfParts(_ depth: Int, _ random: inout RandomSource) -> Term {
    let separator: Character = random.pick(["b", "e", "\u{E9}", "a"])
    return .operation(
      .int, "split", [text(depth - 1, &random)],
      { "\($0[0]).split(separator: \(written(String(separator)))).count" }
    ) { values in
      var (count, isInPart) = (0, false)
      for character in values[0].text {
        if character == separator {
          isInPart = false
        } else if !isInPart {
          (count, isInPart) = (count + 1, true)
        }
      }
      return .int(count)
    }
  }

  private func arithmetic(_ left: Term, _ right: Term, _ random: inout RandomSource) -> Term {
    let symbol = random.pick(["+", "-", "*", "/", "%"])
    return .operation(
      .int, symbol, [left, right], fails: true, { "(\($0[0]) \(symbol) \($0[1]))" }
    ) { values in
      let (left, right) = (values[0].int, values[1].int)
      switch symbol {
      case "+": return .int(try checked(left.addingReportingOverflow(right)))
      case "-": return .int(try checked(left.subtractingReportingOverflow(right)))
      case "*": return .int(try checked(left.multipliedReportingOverflow(by: right)))
      default:
        if right == 0 { throw Failure.divisionByZero }
        return .int(
          try checked(
            symbol == "/"
              ? left.dividedReportingOverflow(by: right)
              : left.remainderReportingOverflow(dividingBy: right)))
      }
    }
  }

  private func real(_ depth: Int, _ random: inout RandomSource) -> Term {
    guard depth > 0 else { return leafOrLiteral(.real, &random) }
    if random.chance(6), let value = subquery(.real, depth, &random) { return value }
    if random.chance(15), let value = vocabulary(.real, depth, &random) { return value }
    if random.chance(10) { return realFunction(depth, &random) }
    if random.chance(8), let value = seconds(&random) { return value }
    switch random.below(8) {
    case 0, 1, 2: return leafOrLiteral(.real, &random)
    case 3 where random.chance(20):
      let part = decimal(depth - 1, &random)
      guard part.member != "literal" else { return leafOrLiteral(.real, &random) }
      return .operation(.real, "Double of a decimal", [part], { "Double(\($0[0]))" }) {
        .real(Double("\($0[0].decimal)") ?? .nan)
      }
    case 3:
      return .operation(.real, "Double", [int(depth - 1, &random)], { "Double(\($0[0]))" }) {
        .real(Double($0[0].int))
      }
    case 4: return coalesce(.real, depth, &random)
    case 5: return conditional(.real, depth, &random)
    case 6: return aggregate(.real, depth, &random) ?? leafOrLiteral(.real, &random)
    default:
      let symbol = random.pick(["+", "-", "*", "/"])
      let parts = [real(depth - 1, &random), real(depth - 1, &random)]
      return .operation(
        .real, "real \(symbol)", parts, fails: true, { "(\($0[0]) \(symbol) \($0[1]))" }
      ) { values in
        let (left, right) = (values[0].real, values[1].real)
        let result =
          switch symbol {
          case "+": left + right
          case "-": left - right
          case "*": left * right
          default: left / right
          }
        if result.isNaN { throw Failure.notANumber }
        return .real(result)
      }
    }
  }

  /// A function of a floating-point number.
  private func realFunction(_ depth: Int, _ random: inout RandomSource) -> Term {
    let functions: [(String, (Double) -> Double)] = [
      ("floor", { $0.rounded(.down) }), ("ceil", { $0.rounded(.up) }),
      ("trunc", { $0.rounded(.towardZero) }), ("round", { $0.rounded() }),
      ("sqrt", { $0.squareRoot() }), ("log", { Foundation.log($0) }),
      ("exp", { Foundation.exp($0) }), ("cbrt", { Foundation.cbrt($0) }),
      ("tanh", { Foundation.tanh($0) }), ("acosh", { Foundation.acosh($0) }),
    ]
    guard random.chance(70) else {
      let name = random.pick(["min", "max"])
      let parts = [real(depth - 1, &random), real(0, &random)]
      return .operation(.real, name, parts, { "\(name)(\($0[0]), \($0[1]))" }) { values in
        let (left, right) = (values[0].real, values[1].real)
        return .real(name == "min" ? Swift.min(left, right) : Swift.max(left, right))
      }
    }
    let (name, function) = random.pick(functions)
    let part = real(depth - 1, &random)
    // The type of a literal would be a whole number.
    guard part.member != "literal" else { return part }
    return .operation(.real, name, [part], fails: true, { "\(name)(\($0[0]))" }) { values in
      let result = function(values[0].real)
      if result.isNaN { throw Failure.notANumber }
      return .real(result)
    }
  }

  private func text(_ depth: Int, _ random: inout RandomSource) -> Term {
    guard depth > 0 else { return leafOrLiteral(.text, &random) }
    if random.chance(4), let value = subquery(.text, depth, &random) { return value }
    if random.chance(10), let value = vocabulary(.text, depth, &random) { return value }
    if let identifier = leaf(.identifier, &random), random.chance(20) {
      return .operation(.text, "uuidString", [identifier], { "\($0[0]).uuidString" }) {
        .text($0[0].description)
      }
    }
    func inner() -> Term { text(depth - 1, &random) }
    switch random.below(13) {
    case 0, 1, 2: return leafOrLiteral(.text, &random)
    case 11: return interpolation(depth, &random)
    case 12:
      let value = described(depth, &random)
      guard value.member != "literal" else { return leafOrLiteral(.text, &random) }
      return .operation(.text, "String of", [value], { "String(\($0[0]))" }) {
        .text($0[0].description)
      }
    case 3:
      let name = random.pick(["uppercased", "lowercased", "reversed", "trimming"])
      return .operation(.text, name, [inner()], { "\($0[0]).\(name)()" }) { values in
        let text = values[0].text
        switch name {
        case "uppercased": return .text(text.uppercased())
        case "lowercased": return .text(text.lowercased())
        case "reversed": return .text(String(text.reversed()))
        default:
          let start = text.drop(while: \.isWhitespace)
          return .text(String(start.reversed().drop(while: \.isWhitespace).reversed()))
        }
      }
    case 4:
      return .operation(.text, "String", [substring(&random)], { "String(\($0[0]))" }) { $0[0] }
    case 5:
      return .operation(.text, "text +", [inner(), text(0, &random)], { "(\($0[0]) + \($0[1]))" }) {
        .text($0[0].text + $0[1].text)
      }
    case 6: return coalesce(.text, depth, &random)
    case 7: return conditional(.text, depth, &random)
    case 8:
      let (part, other) = (
        random.pick(["b", "e", "\u{E9}", "a"]), random.pick(["", "\u{301}", "q"])
      )
      return .operation(
        .text, "replacing", [inner()],
        { "\($0[0]).replacing(\(written(part)), with: \(written(other)))" }
      ) { values in
        .text(values[0].text.map { String($0) == part ? other : String($0) }.joined())
      }
    case 9:
      return .operation(.text, "capitalized", [inner()], { "\($0[0]).capitalized" }) {
        .text($0[0].text.capitalized)
      }
    default: return aggregate(.text, depth, &random) ?? leafOrLiteral(.text, &random)
    }
  }

  /// A string with values in it.
  private func interpolation(_ depth: Int, _ random: inout RandomSource) -> Term {
    let parts = (0..<1 + random.below(2)).map { _ in described(depth, &random) }
    let literals = parts.map { _ in random.pick(["", " ", "a", "(", "\u{E9}"]) }
    func quoted(_ text: String) -> Substring { written(text).dropFirst().dropLast() }
    return .operation(
      .text, "interpolation", parts,
      { texts in
        "\"" + zip(literals, texts).map { quoted($0) + "\\(\($1))" }.joined() + "\""
      }
    ) { values in .text(zip(literals, values).map { $0 + $1.description }.joined()) }
  }

  /// A value whose text Swift and SQL write alike.
  private func described(_ depth: Int, _ random: inout RandomSource) -> Term {
    switch random.below(4) {
    case 0: text(depth - 1, &random)
    case 1:
      leaf(.long, &random) ?? leaf(.decimal, &random) ?? leaf(.bool, &random)
        ?? int(depth - 1, &random)
    case 2: leaf(.day, &random) ?? leaf(.real, &random) ?? text(depth - 1, &random)
    default: int(depth - 1, &random)
    }
  }

  private func substring(_ random: inout RandomSource) -> Term {
    if random.chance(15), let value = vocabulary(.substring, 1, &random) { return value }
    let name = random.pick(["prefix", "suffix", "dropFirst", "dropLast"])
    let count = random.below(4)
    return .operation(
      .substring, name, [leafOrLiteral(.text, &random)], { "\($0[0]).\(name)(\(count))" }
    ) {
      let characters = Array($0[0].text)
      let part =
        switch name {
        case "prefix": characters.prefix(count)
        case "suffix": characters.suffix(count)
        case "dropFirst": characters.dropFirst(count)
        default: characters.dropLast(count)
        }
      return .text(String(part))
    }
  }

  private func firstCharacter(_ random: inout RandomSource) -> Term {
    let name = random.pick(["first", "last"])
    return .operation(
      .character.optional, name, [leafOrLiteral(.text, &random)], { "\($0[0]).\(name)" }
    ) {
      (name == "first" ? $0[0].text.first : $0[0].text.last).map { .text(String($0)) } ?? .none
    }
  }

  private func day(_ depth: Int, _ random: inout RandomSource) -> Term {
    if random.chance(20), let value = vocabulary(.day, depth, &random) { return value }
    if let leaf = leaf(.day, &random) { return leaf }
    guard leaf(.day.optional, &random) != nil else { return literal(.day, &random) }
    return coalesce(.day, depth, &random)
  }

  /// A literal has no members to ask for.
  private func part(of day: Term, _ random: inout RandomSource) -> Term {
    guard day.member != "literal" else { return literal(.int, &random) }
    let name = random.pick(["year", "month", "day"])
    return .operation(.int, name, [day], { "\($0[0]).\(name)" }) { values in
      guard case .day(let year, let month, let day) = values[0] else { return .none }
      return .int(name == "year" ? year : name == "month" ? month : day)
    }
  }

  /// An optional: a member, or what `map` makes of one.
  private func optional(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term {
    if random.chance(6), let value = subquery(type, depth, &random) { return value }
    if random.chance(8), let value = vocabulary(type, depth, &random) { return value }
    if depth > 0, random.chance(30), let value = memberOfItem(type, &random) { return value }
    if let leaf = leaf(type, &random), random.chance(70) { return leaf }
    if depth > 0, type.base != .character, random.chance(15) {
      return valueOrNil(type, depth, &random)
    }
    if type.base == .character { return firstCharacter(&random) }
    let sources = leaves.filter { $0.type.isOptional && $0.type.base != .bool }
    guard depth > 0, !sources.isEmpty else {
      // What is there is an optional, too, where one is wanted.
      return leaf(type, &random) ?? firstCharacterOrMember(type, &random)
    }
    let source = random.pick(sources)
    let wrapped = TermGenerator(.scalar(source.type.wrapped), corpus)
    let result = wrapped.term(type.wrapped, depth - 1, &random)
    let isChained = random.chance(50)
    return Term(
      type: type, member: "map", parts: [source, result], inner: [1],
      format: { texts in
        // `$0.year` of the value is `?.year` of the optional.
        let member = texts[1].dropFirst(3)
        return isChained && texts[1].hasPrefix("$0.") && !member.contains { !$0.isLetter }
          ? "\(texts[0])?.\(member)" : "\(texts[0]).map { \(texts[1]) }"
      }
    ) { element, parts in
      let value = try parts[0].value(of: element)
      return value.isNone ? .none : try parts[1].value(of: value)
    }
  }

  /// A value where a condition is true, and nil where it is not.
  private func valueOrNil(
    _ type: ScalarType, _ depth: Int, _ random: inout RandomSource
  ) -> Term {
    let value = term(type.wrapped, depth - 1, &random)
    // A literal has a type only beside another value.
    guard value.member != "literal" else { return firstCharacterOrMember(type, &random) }
    let isFirst = random.chance(50)
    return Term(
      type: type, member: "? nil", parts: [bool(depth - 1, &random), value],
      format: { isFirst ? "(\($0[0]) ? \($0[1]) : nil)" : "(\($0[0]) ? nil : \($0[1]))" }
    ) { element, parts in
      try parts[0].value(of: element).bool == isFirst ? try parts[1].value(of: element) : .none
    }
  }

  private func firstCharacterOrMember(_ type: ScalarType, _ random: inout RandomSource) -> Term {
    let first = firstCharacter(&random)
    let wrapped = TermGenerator(.scalar(.character), corpus)
    return Term(
      type: type, member: "map", parts: [first, wrapped.literal(type.wrapped, &random)], inner: [1],
      format: { "\($0[0]).map { _ in \($0[1]) }" }
    ) { element, parts in
      let value = try parts[0].value(of: element)
      return value.isNone ? .none : try parts[1].value(of: value)
    }
  }

  private func coalesce(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term {
    let parts = [
      optional(type.optional, depth - 1, &random), term(type, depth - 1, &random),
    ]
    return Term(
      type: type, member: "??", parts: parts, format: { "(\($0[0]) ?? \($0[1]))" }
    ) { element, parts in
      let value = try parts[0].value(of: element)
      return value.isNone ? try parts[1].value(of: element) : value
    }
  }

  func conditional(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term {
    let parts = [
      bool(depth - 1, &random), term(type, depth - 1, &random), term(type, depth - 1, &random),
    ]
    return Term(
      type: type, member: "? :", parts: parts, format: { "(\($0[0]) ? \($0[1]) : \($0[2]))" }
    ) { element, parts in
      try parts[0].value(of: element).bool
        ? try parts[1].value(of: element) : try parts[2].value(of: element)
    }
  }

  /// A value from the items, where the elements are groups.
  func aggregate(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term? {
    guard case .group(_, let item) = shape else { return nil }
    let items = TermGenerator(item, corpus)
    func made(
      _ name: String, arguments: String = "", _ inner: Term, fails: Bool,
      _ compute: @escaping ([PlainValue]) throws -> PlainValue
    ) -> Term {
      Term(
        type: type, member: "group \(name)", parts: [inner], inner: [0], fails: fails,
        format: { "$0.\(name)\(arguments) { \($0[0]) }" }
      ) { element, parts in
        guard case .group(_, let items) = element else { return .none }
        return try compute(items.map { try parts[0].value(of: $0) })
      }
    }
    switch (type.isOptional, random.below(3)) {
    case (true, 0) where type == .real.optional:
      let statistic = Statistic.any(&random)
      let part = items.term(random.pick([.int, .real, .int.optional]), depth - 1, &random)
      return made(
        statistic.operation.rawValue, arguments: statistic.arguments, part, fails: true
      ) { values in
        try statistic.value(values.filter { !$0.isNone })
      }
    case (true, let choice):
      let name = choice == 1 ? "min" : "max"
      return made(name, items.term(type.wrapped, depth - 1, &random), fails: false) {
        extreme($0, isHighest: name == "max")
      }
    case (false, 0) where type == .int:
      return made("count", items.bool(depth - 1, &random), fails: false) {
        .int($0.count { $0.bool })
      }
    case (false, _) where [.int, .real, .decimal].contains(type):
      let isOptional = random.chance(30)
      let part = items.term(isOptional ? type.optional : type, depth - 1, &random)
      return made("sum", part, fails: true) { values in
        try total(values.filter { !$0.isNone }, type)
      }
    case (false, _) where type == .text:
      let part = items.term(random.pick([.text, .text.optional]), depth - 1, &random)
      let separator = random.pick(joinedSeparators)
      return made("joined", arguments: "(separator: \(written(separator)))", part, fails: false) {
        joined($0, separator)
      }
    default: return nil
    }
  }

  /// A member of the first or the last item that a condition chooses; nil unless the elements are
  /// groups.
  private func memberOfItem(_ type: ScalarType, _ random: inout RandomSource) -> Term? {
    guard case .group(_, let item) = shape else { return nil }
    let items = TermGenerator(item, corpus)
    guard
      let member = items.leaves.filter({ $0.type.optional == type.optional }).last(
        where: { _ in random.chance(60) })
    else { return nil }
    let condition = random.chance(40) ? items.bool(1, &random) : .literal(.bool, .bool(true))
    let keys = items.leaves.filter { $0.type.isOrdered && !$0.type.isOptional }
    let key = keys.isEmpty || random.chance(50) ? nil : random.pick(keys)
    let (isDescending, isLast) = (random.chance(50), random.chance(50))
    let sort = key.map { MemberSort(key: $0, isDescending: isDescending) }
    let call = member.type.isOptional ? "flatMap" : "map"
    return Term(
      type: type.optional, member: "group first", parts: [condition, member], inner: [0, 1],
      format: { texts in
        let chosen = texts[0] == "true" ? "" : ".where { \(texts[0]) }"
        let items = "$0.items\(chosen)\(sort?.text ?? "")"
        return "\(items).\(isLast ? "last" : "first").\(call) { \(texts[1]) }"
      }
    ) { element, parts in
      guard case .group(_, let items) = element else { return .none }
      func isChosen(_ item: PlainValue) throws -> Bool { try parts[0].value(of: item).bool }
      guard sort != nil || isLast else {
        return try items.first(where: isChosen).map { try parts[1].value(of: $0) } ?? .none
      }
      let chosen = try items.filter(isChosen)
      let sorted = try sort?.sorted(chosen) ?? chosen
      let found = isLast ? sorted.last : sorted.first
      return try found.map { try parts[1].value(of: $0) } ?? .none
    }
  }

  /// An aggregate that may be nil.
  func optionalAggregate(_ depth: Int, _ random: inout RandomSource) -> Term? {
    aggregate(random.pick([.int.optional, .text.optional, .real.optional]), depth, &random)
  }
}

/// The result of an operation that tells whether it fits.
func checked(_ result: (partialValue: Int, overflow: Bool)) throws -> Int {
  if result.overflow { throw Failure.overflow }
  return result.partialValue
}

/// The first of the lowest or of the highest, nil left out.
func extreme(_ values: [PlainValue], isHighest: Bool) -> PlainValue {
  var best = PlainValue.none
  for value in values where !value.isNone {
    if best.isNone || (isHighest ? best.precedes(value) : value.precedes(best)) { best = value }
  }
  return best
}
