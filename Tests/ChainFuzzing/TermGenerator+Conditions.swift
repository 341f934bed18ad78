extension TermGenerator {
  /// A condition.
  func bool(_ depth: Int, _ random: inout RandomSource) -> Term {
    guard depth > 0 else { return comparison(leafType(&random), 0, &random) }
    if random.chance(8), let value = subquery(.bool, depth, &random) { return value }
    if random.chance(10), let value = vocabulary(.bool, depth, &random) { return value }
    if random.chance(3), let value = localizedComparison(depth, &random) { return value }
    switch random.below(17) {
    case 0, 1, 2, 3: return comparison(leafType(&random), depth - 1, &random)
    case 4:
      return Term(
        type: .bool, member: "!", parts: [bool(depth - 1, &random)], format: { "!(\($0[0]))" }
      ) { element, parts in .bool(try !parts[0].value(of: element).bool) }
    case 5, 6:
      let symbol = random.pick(["&&", "||"])
      let parts = [bool(depth - 1, &random), bool(depth - 1, &random)]
      return Term(
        type: .bool, member: symbol, parts: parts, format: { "(\($0[0]) \(symbol) \($0[1]))" }
      ) { element, parts in
        let left = try parts[0].value(of: element).bool
        if left == (symbol == "||") { return .bool(left) }
        return try parts[1].value(of: element)
      }
    case 7: return search(depth, &random)
    case 8: return membership(depth, &random)
    case 9: return range(depth, &random)
    case 10:
      return .operation(.bool, "isEmpty", [term(.text, depth - 1, &random)], { "\($0[0]).isEmpty" })
      {
        .bool($0[0].text.isEmpty)
      }
    case 11: return isNil(&random)
    case 12: return leaf(.bool, &random) ?? comparison(.int, depth - 1, &random)
    case 13: return mixedComparison(depth - 1, &random)
    case 14: return constantLogic(depth, &random)
    case 15: return dictionaryEquality(&random) ?? optionalEquality(depth, &random)
    default: return optionalEquality(depth, &random)
    }
  }

  /// The type of something that the element has.
  private func leafType(_ random: inout RandomSource) -> ScalarType {
    let types = leaves.map(\.type).filter {
      !$0.isOptional && $0.isOrdered && $0.base != .character
    }
    return types.isEmpty ? random.pick([.int, .text]) : random.pick(types)
  }

  private func comparison(
    _ type: ScalarType, _ depth: Int, _ random: inout RandomSource
  ) -> Term {
    let type = type.base == .substring ? .text : type
    let symbol = random.pick(["==", "!=", "<", "<=", ">", ">="])
    let left = leafOrTerm(type, depth, &random)
    // Two literals have no common type to be of.
    let right =
      random.chance(60) && left.member != "literal"
      ? literal(type, &random) : leafOrTerm(type, depth, &random)
    return compared(symbol, left, right)
  }

  private func leafOrTerm(
    _ type: ScalarType, _ depth: Int, _ random: inout RandomSource
  ) -> Term {
    (random.chance(50) ? leaf(type, &random) : nil) ?? term(type, depth, &random)
  }

  func compared(_ symbol: String, _ left: Term, _ right: Term) -> Term {
    .operation(.bool, symbol, [left, right], { "\($0[0]) \(symbol) \($0[1])" }) { values in
      let (left, right) = (values[0], values[1])
      switch symbol {
      case "==": return .bool(left == right)
      case "!=": return .bool(left != right)
      case "<": return .bool(left.precedes(right))
      case "<=": return .bool(!right.precedes(left))
      case ">": return .bool(right.precedes(left))
      default: return .bool(!left.precedes(right))
      }
    }
  }

  /// Integers of different types, strings with substrings, values with optionals.
  private func mixedComparison(_ depth: Int, _ random: inout RandomSource) -> Term {
    var parts: [Term]
    var symbol = random.pick(["==", "!="])
    switch random.below(3) {
    case 0:
      guard let long = leaf(.long, &random) else { return comparison(.int, depth, &random) }
      let int = term(.int, depth, &random)
      // The type of a literal would be that of the other side.
      guard int.member != "literal" else { return comparison(.int, depth, &random) }
      symbol = random.pick(["==", "!=", "<", "<=", ">", ">="])
      parts = [long, int]
    case 1:
      let text = term(.text, depth, &random)
      guard text.member != "literal" else { return comparison(.text, depth, &random) }
      parts = [term(.substring, depth, &random), text]
    default:
      let members = leaves.filter { $0.type.isOptional && $0.type.base != .bool }
      guard let member = members.isEmpty ? nil : random.pick(members) else {
        return comparison(.int, depth, &random)
      }
      let value = term(member.type.wrapped, depth, &random)
      guard value.member != "literal" else { return compared(symbol, member, value) }
      parts = [member, value]
    }
    if random.chance(50) { parts.reverse() }
    return compared(symbol, parts[0], parts[1])
  }

  /// A constant on one side of `&&` or `||`.
  private func constantLogic(_ depth: Int, _ random: inout RandomSource) -> Term {
    let symbol = random.pick(["&&", "||"])
    let (constant, isFirst) = (random.chance(50), random.chance(50))
    return Term(
      type: .bool, member: "constant \(symbol)", parts: [bool(depth - 1, &random)],
      format: { isFirst ? "(\(constant) \(symbol) \($0[0]))" : "(\($0[0]) \(symbol) \(constant))" }
    ) { element, parts in
      if isFirst, constant == (symbol == "||") { return .bool(constant) }
      let value = try parts[0].value(of: element).bool
      return .bool(symbol == "&&" ? value && constant : value || constant)
    }
  }

  private func search(_ depth: Int, _ random: inout RandomSource) -> Term {
    let name = random.pick(["hasPrefix", "hasSuffix", "contains"])
    let part = random.pick(["b", "B", "", "e", "\u{E9}", "\r", "\0", "%", "_", "a", "*", "\u{301}"])
    let searched =
      (random.chance(25) ? leaf(.text, &random) : nil) ?? Term.literal(.text, .text(part))
    return .operation(
      .bool, name, [term(.text, depth - 1, &random), searched], { "\($0[0]).\(name)(\($0[1]))" }
    ) { values in
      let (text, part) = (Array(values[0].text), Array(values[1].text))
      switch name {
      case "hasPrefix": return .bool(text.starts(with: part))
      case "hasSuffix": return .bool(text.reversed().starts(with: part.reversed()))
      default:
        return .bool(
          part.isEmpty || text.indices.contains { text[$0...].starts(with: part) })
      }
    }
  }

  private func membership(_ depth: Int, _ random: inout RandomSource) -> Term {
    let members = leaves.filter { ![.bool, .character, .substring].contains($0.type.base) }
    let element = members.isEmpty ? term(.int, depth - 1, &random) : random.pick(members)
    // Longer lists have more parameters than values.
    let count = random.chance(20) ? 5 + random.below(16) : random.below(5)
    let list = (0..<count).map { _ in literal(element.type, &random) }
    return .operation(
      .bool, "[].contains", [element] + list,
      { "[\($0.dropFirst().joined(separator: ", "))].contains(\($0[0]))" }
    ) { values in .bool(values.dropFirst().contains(values[0])) }
  }

  private func range(_ depth: Int, _ random: inout RandomSource) -> Term {
    let members = leaves.filter { [.int, .real, .text, .day, .moment, .decimal].contains($0.type) }
    let element = members.isEmpty ? term(.int, depth - 1, &random) : random.pick(members)
    var bounds = [value(element.type, &random), value(element.type, &random)]
    if bounds[1].precedes(bounds[0]) { bounds.swapAt(0, 1) }
    let texts = bounds.map { Term.literal(element.type, $0).text }
    let (hasLower, hasUpper) = random.pick([
      (true, true), (true, true), (true, false), (false, true),
    ])
    let isClosed = !hasUpper || random.chance(50)
    let range =
      (hasLower ? texts[0] : "") + (isClosed ? "..." : "..<") + (hasUpper ? texts[1] : "")
    // A range of texts would need spaces around it.
    let isPattern = element.type != .text && random.chance(40)
    return .operation(
      .bool, isPattern ? "~=" : "range", [element],
      { isPattern ? "(\(range)) ~= \($0[0])" : "(\(range)).contains(\($0[0]))" }
    ) { values in
      .bool(
        !(hasLower && values[0].precedes(bounds[0]))
          && (!hasUpper
            || (isClosed ? !bounds[1].precedes(values[0]) : values[0].precedes(bounds[1])))
      )
    }
  }

  private func isNil(_ random: inout RandomSource) -> Term {
    let members = leaves.filter(\.type.isOptional)
    guard !members.isEmpty else { return comparison(.int, 0, &random) }
    let symbol = random.pick(["==", "!="])
    return .operation(.bool, "\(symbol) nil", [random.pick(members)], { "\($0[0]) \(symbol) nil" })
    {
      .bool($0[0].isNone == (symbol == "=="))
    }
  }

  /// Whether a dictionary is equal to one that is written down; nil if the element has none.
  private func dictionaryEquality(_ random: inout RandomSource) -> Term? {
    let dictionaries = lists.filter { if case .pair = $0.item { true } else { false } }
    guard !dictionaries.isEmpty else { return nil }
    let dictionary = random.pick(dictionaries)
    guard case .pair(_, let type) = dictionary.item else { return nil }
    var entries: [String: PlainValue] = [:]
    for _ in 0..<random.below(3) {
      // Texts in JSON have no NUL.
      let value =
        type == .text ? PlainValue.text(random.pick(Corpus.tags)) : .int(random.below(4))
      entries[random.pick(Corpus.markKeys)] = value
    }
    let pairs = PlainValue.dictionary(entries).pairs
    let written = pairs.map { pair in
      Term.literal(.text, pair.part(0)).text + ": " + Term.literal(type, pair.part(1)).text
    }
    let literal = pairs.isEmpty ? "[:]" : "[\(written.joined(separator: ", "))]"
    let symbol = random.pick(["==", "!="])
    let sides = random.chance(50) ? [dictionary.text, literal] : [literal, dictionary.text]
    return .leaf(.bool, sides.joined(separator: " \(symbol) "), "dictionary \(symbol)") { element in
      .bool((try dictionary.elements(element) == pairs) == (symbol == "=="))
    }
  }

  private func optionalEquality(_ depth: Int, _ random: inout RandomSource) -> Term {
    let members = leaves.filter { $0.type.isOptional && $0.type.base != .bool }
    guard !members.isEmpty else { return comparison(leafType(&random), depth - 1, &random) }
    let left = random.pick(members)
    let same = members.filter { $0.type == left.type }
    let right =
      random.chance(60) ? .literal(left.type, value(left.type, &random)) : random.pick(same)
    return compared(random.pick(["==", "!="]), left, right)
  }
}
