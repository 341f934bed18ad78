import ChainFuzzing

/// Spells values and conditions of an element, as people do.
struct ValueGenerator {
  var random: RandomSource
  /// How the element is called: `$0`, or a name.
  let element: String
  let shape: ElementShape

  /// Returns the path of a value, or nil if the element has none of a type.
  mutating func path(_ type: ValueType) -> Spelling? {
    let fields = shape.fields(type)
    return fields.isEmpty ? nil : "\(element)\(random.pick(fields).path)"
  }

  /// Returns a value of a type; nil if the element has none.
  mutating func value(_ type: ValueType, depth: Int = 1) -> Spelling? {
    guard let path = path(type) else { return computed(type) }
    guard depth > 0, random.chance(45) else { return path }
    switch type {
    case .int:
      return random.pick([
        "\(path) + 1", "\(path) * 2 - 1", "abs(\(path) - 3)", "max(\(path), anInt)",
        "min(5, \(path))", "\(path) % 3", "\(path) / 2", "-\(path)", "anInt + \(path)",
        "\(path).signum()",
      ])
    case .int64: return random.pick(["\(path) + 1", "\(path) % 2", "anInt64 - \(path)"])
    case .real: return random.pick(["\(path) * 2", "\(path) + aReal", "\(path).rounded()"])
    case .text:
      return random.pick([
        "\(path).uppercased()", "\(path) + \"!\"", "\"<\" + \(path)", "\"\\(\(path))-x\"",
        "\(path) + aText", "\"\\(\(path)) \\(\(self.path(.int64) ?? "anInt"))\"",
      ])
    case .flag: return random.pick(["!\(path)", "\(path) == true", "isOn && \(path)"])
    case .kind: return path
    case .optionalText:
      return random.pick([
        "\(path).map { $0.uppercased() }", "\(path).map { $0 + \"!\" }",
        "\(path)?.lowercased()", "\(path) ?? noText", "\(path) ?? maybeText",
      ])
    case .optionalInt64:
      return random.pick(["\(path).map { $0 + 1 }", "\(path) ?? noInt64", "\(path) ?? maybeInt64"])
    }
  }

  /// Returns a value of a type that no field has.
  private mutating func computed(_ type: ValueType) -> Spelling? {
    switch type {
    case .int:
      if let text = path(.text) { return "\(text).count" }
      if let row = row(with: .int) { return row.count(random.chance(50) ? "?" : "map") }
    case .text: if let text = path(.optionalText) { return "(\(text) ?? \"none\")" }
    case .int64:
      if let number = path(.optionalInt64) { return "(\(number) ?? 0)" }
    case .flag: return condition(depth: 0).spelling
    default: break
    }
    return nil
  }

  /// A value of a row that may be missing.
  private struct RowValue {
    let row: String
    let member: String

    func count(_ form: String) -> Spelling {
      form == "?" ? "(\(row)?\(member) ?? 0)" : "(\(row).map { $0\(member) } ?? 0)"
    }
  }

  private mutating func row(with type: ValueType) -> RowValue? {
    guard !shape.optionalRows.isEmpty else { return nil }
    let row = random.pick(shape.optionalRows)
    let fields = row.fields.filter { $0.type == type }
    guard !fields.isEmpty else { return nil }
    return RowValue(row: element + row.path, member: random.pick(fields).path)
  }

  // MARK: Conditions

  /// Returns a condition of up to some levels of `&&`, `||` and `!`.
  mutating func condition(depth: Int) -> Condition {
    guard depth > 0 else { return .leaf(leaf()) }
    switch random.below(10) {
    case 0...3: return .both(condition(depth: depth - 1), condition(depth: depth - 1))
    case 4...6: return .either(condition(depth: depth - 1), condition(depth: depth - 1))
    case 7: return .not(condition(depth: depth - 1))
    case 8: return guarded()
    default: return .leaf(leaf())
    }
  }

  /// Returns the idiom of optional filters: a side that would end the program if it were evaluated
  /// although the other one decides.
  private mutating func guarded() -> Condition {
    let text = path(.text) ?? "\"Oslo\""
    let number = path(.int) ?? "anInt"
    let name = random.pick(["noText", "maybeText"])
    let list = random.pick(["noTexts", "texts"])
    let limit = random.pick(["noInt", "maybeInt"])
    let other = leaf()
    let plain: [Condition] = [
      .either(.leaf("\(name) == nil"), .leaf("\(text).hasPrefix(\(name)!)")),
      .both(.leaf("\(name) != nil"), .leaf("\(text) == \(name)!")),
      .both(.leaf("!\(list).isEmpty"), .leaf("\(text) == \(list)[0]")),
      .either(.leaf("\(list).isEmpty"), .leaf("\(text) != \(list)[0]")),
      .both(.both(.leaf(other), .leaf("!\(list).isEmpty")), .leaf("\(text) == \(list)[0]")),
      .either(.either(.leaf(other), .leaf("\(limit) == nil")), .leaf("\(number) > \(limit)!")),
      .both(.leaf("\(list).contains(\(text))"), .leaf("\(text) == \(list)[0]")),
      .both(.leaf("\(text) == \(name)"), .leaf("\(text).hasPrefix(\(name)!)")),
      .either(.not(.both(.leaf(other), .leaf("\(limit) != nil"))), .leaf("\(number) < \(limit)!")),
    ]
    return random.pick(plain)
  }

  /// Returns a condition without `&&` and `||`.
  mutating func leaf() -> Spelling {
    let kinds: [ValueType] = ValueType.allCases.filter { !shape.fields($0).isEmpty }
    if !shape.optionalRows.isEmpty, random.chance(50) { return rowLeaf() }
    guard !kinds.isEmpty else {
      return random.pick(["isOn", "isOff", "anInt > 2", "noText == nil"])
    }
    if random.chance(8), let text = path(.text), let number = path(.int) {
      return random.pick([
        "(\(text), \(number)) == (\"Oslo\", 3)", "(\(text), \(number)) != (aText, anInt)",
        "(\(number), \(text)) == (7, aText)",
      ])
    }
    if random.chance(6) { return random.pick(["isOn", "!isOff", "anInt == 3", "noInt == nil"]) }
    let type = random.pick(kinds)
    guard let value = value(type) else { return "isOn" }
    return random.pick(leaves(type, value))
  }

  private mutating func leaves(_ type: ValueType, _ value: Spelling) -> [Spelling] {
    let sign = random.pick(["==", "!=", "<", "<=", ">", ">="])
    let equality = random.pick(["==", "!="])
    let isNamed = element != "$0"
    switch type {
    case .int:
      return [
        "\(value) \(sign) 3", "7 \(sign) \(value)", "\(value) \(sign) anInt",
        "\(value) \(sign) aByte", "aBigInt \(sign) \(value)", "\(value) \(sign) anInt64",
        "\(value) \(equality) maybeInt", "noInt \(equality) \(value)", "\(value) \(equality) nil",
        "[1, 3, 7].contains(\(value))", "numbers.contains(\(value))", "(1..<5).contains(\(value))",
        "(3...).contains(\(value))", "1...5 ~= \(value)", "(\(value)).isMultiple(of: 2)",
        "\(value) \(sign) \(path(.int) ?? "2")",
      ]
    case .int64:
      return [
        "\(value) \(sign) 3", "\(value) \(sign) anInt64", "\(value) \(sign) anInt",
        "ids.contains(\(value))", "noIDs.contains(\(value))", "aByte \(sign) \(value)",
        "\(value) \(equality) maybeInt64", "\(value) \(equality) noInt64",
        "\(value) \(equality) nil", "\(value) \(equality) \(path(.optionalInt64) ?? "maybeInt64")",
        "[1, 2].contains(\(value))",
      ]
    case .real:
      return [
        "\(value) \(sign) 1.5", "\(value) \(sign) 1", "aReal \(sign) \(value)",
        "(0.0...2.0).contains(\(value))",
      ]
    case .text:
      return [
        "\(value) \(sign) \"Oslo\"", "aText \(sign) \(value)", "\(value) \(equality) aPart",
        "\(value) \(equality) maybeText", "\(value) \(equality) noText",
        "(\(value)).hasPrefix(\"O\")", "(\(value)).hasSuffix(aText)", "(\(value)).contains(\"s\")",
        "(\(value)).isEmpty", "(\(value)).count \(sign) 3", "texts.contains(\(value))",
        "noTexts.contains(\(value))", "[\"Oslo\", aText].contains(\(value))",
        "(\(value)).first \(equality) \"O\"", "(\(value)).first \(equality) nil",
        "\(value) \(equality) nil", "\(value) \(equality) \(path(.optionalText) ?? "maybeText")",
        "(\(value)).lowercased() == \"oslo\"", "(\"A\"...\"P\").contains(\(value))",
        isNamed ? "texts.contains { $0 == \(value) }" : "(\(value)).prefix(1) == \"O\"",
      ]
    case .flag:
      return [
        value, "!(\(value))", "(\(value)) == true", "(\(value)) \(equality) maybeFlag",
        "(\(value)) \(equality) isOff", "noFlag \(equality) (\(value))",
      ]
    case .kind:
      return [
        "\(value) \(equality) .a", "\(value) \(equality) aKind", "[.a, .c].contains(\(value))",
        "\(value) \(equality) maybeKind", "noKind \(equality) \(value)",
        "\(value).rawValue \(equality) \"b\"", "Kind.a ~= \(value)",
      ]
    case .optionalText:
      return [
        "(\(value)) \(equality) nil", "nil \(equality) (\(value))", "(\(value)) \(equality) .none",
        "(\(value)) \(equality) \"Oslo\"", "(\(value)) \(equality) aText",
        "(\(value)) \(equality) noText", "(\(value)) \(equality) maybeText",
        "((\(value)) ?? \"x\").hasPrefix(\"O\")", "(\(value))?.isEmpty == true",
        "(\(value)).map { $0.count > 2 } ?? false", "(\(value)).map { $0.count } \(equality) 4",
        "((\(value)) ?? aText) \(sign) \"Oslo\"", "(\(value))?.hasPrefix(\"O\") ?? false",
        "(\(value)) \(equality) \(path(.text) ?? "aText")", "nil ~= (\(value))",
        "(\(value)).map { texts.contains($0) } == true", "(\(value)) \(equality) .some(\"Rom\")",
      ]
    case .optionalInt64:
      return [
        "(\(value)) \(equality) nil", "nil \(equality) (\(value))", "(\(value)) \(equality) 2",
        "(\(value)) \(equality) anInt64", "(\(value)) \(equality) noInt64",
        "((\(value)) ?? 0) \(sign) 1", "(\(value)).map { $0 > 1 } ?? true",
        "(\(value)) \(equality) \(path(.int64) ?? "anInt64")",
        "(\(value)).map { ids.contains($0) } ?? false", "(\(value)) \(equality) maybeInt64",
      ]
    }
  }

  /// Returns a condition of a row that may be missing.
  private mutating func rowLeaf() -> Spelling {
    let equality = random.pick(["==", "!="])
    let row = "\(element)\(random.pick(shape.optionalRows).path)"
    if let number = self.row(with: .int), random.chance(40) {
      let (row, member) = (number.row, number.member)
      return random.pick([
        "\(row).map { $0\(member) } \(equality) 7", "\(row)?\(member) \(equality) 7",
        "(\(row).map { $0\(member) } ?? 0) > anInt", "(\(row)?\(member) ?? 0) < 5",
        "\(row).map { $0\(member) > 2 } ?? false", "\(row).map { $0\(member) } == nil",
      ])
    }
    return random.pick([
      "\(row) \(equality) nil", "nil \(equality) \(row)", "!(\(row) \(equality) nil)",
      "(\(row) \(equality) nil)", "nil ~= \(row)",
    ])
  }
}
