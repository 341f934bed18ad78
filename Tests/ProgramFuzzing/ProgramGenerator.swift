import ChainFuzzing

/// Makes programs, each decided by a seed and its number.
package struct ProgramGenerator {
  private var random: RandomSource
  private var steps: [ProgramStep] = []
  private var shape = ElementShape(fields: [])
  private var isGrouped = false
  private var parameter = ""
  private var element = "$0"

  private init(random: RandomSource) { self.random = random }

  package static func program(_ number: Int, seed: UInt64) -> Program {
    var generator = ProgramGenerator(
      random: RandomSource(seed: seed &* 1_000_003 &+ UInt64(number)))
    return generator.program()
  }

  private mutating func program() -> Program {
    let table = random.pick(ProgramTable.allCases)
    shape = table.shape
    if random.chance(6) { return prepared(table) }
    // The compiler takes very long for what comes after the closures of groups.
    for _ in 0..<(1 + random.below(3)) where !isGrouped { addStep() }
    return Program(table: table, steps: steps, terminal: terminal())
  }

  /// Chooses how the next closure calls its element.
  private mutating func nameElement() {
    let name = random.chance(25) ? random.pick(["row", "c", "it"]) : nil
    parameter = name.map { " \($0) in" } ?? ""
    element = name ?? "$0"
  }

  /// Calls a closure with a generator of values.
  private mutating func values<Result>(
    of shape: ElementShape, _ body: (inout ValueGenerator) -> Result
  ) -> Result {
    var values = ValueGenerator(random: random, element: element, shape: shape)
    defer { random = values.random }
    return body(&values)
  }

  private mutating func condition() -> Condition {
    let depth = random.below(3)
    return values(of: shape) { $0.condition(depth: depth) }
  }

  /// Returns a value of any of some types, with its type.
  private mutating func value(
    of shape: ElementShape, _ types: [ValueType]
  ) -> (Spelling, ValueType)? {
    let known = types.filter { !shape.fields($0).isEmpty }
    guard !known.isEmpty else { return nil }
    let type = random.pick(known)
    return values(of: shape) { $0.value(type) }.map { ($0, type) }
  }

  // MARK: Steps

  private mutating func addStep() {
    nameElement()
    switch random.below(20) {
    case 0...6: addFilter()
    case 7...9: addSelect()
    case 10, 11: addSort()
    case 12: addDistinct()
    case 13, 14: addGroup()
    case 15...17: addJoin()
    case 18: addSet()
    default: addSlice()
    }
  }

  private mutating func addFilter() {
    let condition = condition()
    let (library, plain) = random.pick(weighted: [
      (8, (".where", ".filter")), (1, (".takeWhile", ".plainTakeWhile")),
      (1, (".skipWhile", ".plainSkipWhile")),
    ])
    steps.append(ProgramStep(condition, parameter: parameter, library: library, plain: plain))
  }

  private mutating func addSelect() {
    let types = ValueType.allCases.filter { !shape.fields($0).isEmpty }
    if random.chance(12), shape.table != nil, let field = shape.fields.first {
      let field = random.chance(30) ? field : random.pick(shape.fields)
      steps.append(
        ProgramStep(
          "\(Spelling(library: ".select", plain: ".map"))(\\\(field.path))"))
      shape = ElementShape(fields: [.init(path: "", type: field.type)])
      return
    }
    if random.chance(35), let (value, type) = value(of: shape, types) {
      steps.append(
        ProgramStep("\(Spelling(library: ".select", plain: ".map")) \(closure(parameter, value))"))
      shape = ElementShape(fields: [.init(path: "", type: type)])
      return
    }
    addTuple(types)
  }

  private mutating func addTuple(_ types: [ValueType]) {
    var (parts, fields): ([Spelling], [ElementShape.Field]) = ([], [])
    for _ in 0..<(2 + random.below(3)) {
      let path = ".\(parts.count)"
      switch random.below(8) {
      case 0:
        parts.append(random.pick(["true", "anInt", "7", "aText", "\"x\"", "isOff"]))
      case 1:
        let condition = condition()
        if let (first, type) = value(of: shape, [.text, .int]), random.chance(60),
          let second = values(of: shape, { $0.value(type) })
        {
          let test = condition.spelling
          parts.append(
            Spelling(
              library:
                "QueryExpression.if(\(test.library), then: \(first.library), "
                + "else: \(second.library))",
              plain: "(\(test.plain) ? \(first.plain) : \(second.plain))"))
          fields.append(.init(path: path, type: type))
        } else {
          parts.append(condition.spelling)
          fields.append(.init(path: path, type: .flag))
        }
      default:
        guard let (value, type) = value(of: shape, types) else {
          parts.append("anInt")
          continue
        }
        parts.append(value)
        fields.append(.init(path: path, type: type))
      }
    }
    let tuple = parts.dropFirst().reduce(parts[0]) { "\($0), \($1)" }
    steps.append(
      ProgramStep(
        "\(Spelling(library: ".select", plain: ".map")) \(closure(parameter, "(\(tuple))"))"))
    shape = ElementShape(fields: fields)
  }

  private mutating func addSort() {
    let types: [ValueType] = [.int, .int64, .text, .real, .optionalText, .optionalInt64]
    guard let (first, _) = value(of: shape, types) else { return addFilter() }
    let order = random.pick(["", "Descending"])
    let key: Spelling = closure(parameter, first)
    if random.chance(30), let (second, _) = value(of: shape, types) {
      let nextOrder = random.pick(["", "Descending"])
      let nextKey: Spelling = closure(parameter, second)
      steps.append(
        ProgramStep(
          Spelling(
            library: ".sort\(order) \(key.library).thenBy\(nextOrder) \(nextKey.library)",
            plain: ".plainSort\(nextOrder) \(nextKey.plain).plainSort\(order) \(key.plain)"),
          isOptional: true))
      return
    }
    steps.append(
      ProgramStep(
        "\(Spelling(library: ".sort\(order)", plain: ".plainSort\(order)")) \(key)",
        isOptional: true))
  }

  private mutating func addSlice() {
    let count = random.below(5)
    let (library, plain) = random.pick([
      (".take(\(count))", ".plainTake(\(count))"), (".skip(\(count))", ".plainSkip(\(count))"),
      (".takeLast(\(count))", ".plainTakeLast(\(count))"), (".reverse()", ".plainReverse()"),
    ])
    steps.append(ProgramStep(Spelling(library: library, plain: plain), isOptional: true))
  }

  // MARK: Keys

  /// Types whose values are keys.
  private var keyTypes: [ValueType] {
    [.int, .int64, .text, .flag, .kind, .optionalText, .optionalInt64]
  }

  /// Returns a key of one part or several, some of which are constants.
  private mutating func key(of shape: ElementShape) -> Spelling? {
    guard let (first, _) = value(of: shape, keyTypes) else { return nil }
    guard random.chance(50) else {
      return Spelling(library: first.library, plain: "key(\(first.plain))")
    }
    var parts = [first]
    for _ in 0...random.below(2) {
      if random.chance(40) {
        parts.append(random.pick(["1", "7", "anInt", "true", "\"x\"", "aText", "noText"]))
      } else if let (part, _) = value(of: shape, keyTypes) {
        parts.append(part)
      }
    }
    guard parts.count > 1 else {
      return Spelling(library: first.library, plain: "key(\(first.plain))")
    }
    let list = parts.dropFirst().reduce(parts[0]) { "\($0), \($1)" }
    return Spelling(library: "(\(list.library))", plain: "key(\(list.plain))")
  }

  private mutating func addDistinct() {
    guard let key = key(of: shape) else { return addFilter() }
    steps.append(
      ProgramStep(
        "\(Spelling(library: ".distinct", plain: ".plainDistinct")) \(closure(parameter, key))",
        isOptional: true))
  }

  private mutating func addSet() {
    guard let table = shape.table, let key = key(of: shape) else { return addFilter() }
    let filter = Spelling(library: ".where", plain: ".filter")
    let test = values(of: table.shape) { $0.condition(depth: 1) }
    let (library, plain) = random.pick([
      (".intersect", ".plainIntersect"), (".except", ".plainExcept"), (".union", "+"),
    ])
    let other: Spelling = "t.\(table.rawValue)\(filter) \(closure(parameter, test.spelling))"
    let byKey = closure(parameter, key)
    steps.append(
      ProgramStep(
        Spelling(
          library: "\(library)(\(other.library), by: \(byKey.library))",
          plain: plain == "+"
            ? ".appending(\(other.plain)).plainDistinct(\(byKey.plain))"
            : "\(plain)(\(other.plain), \(byKey.plain))"),
        isOptional: true))
  }

  private mutating func addGroup() {
    guard let (first, type) = value(of: shape, keyTypes) else { return addFilter() }
    var key = first
    var (keys, types): ([Spelling], [ValueType?]) = (["$0.key"], [type])
    if random.chance(45), let (part, partType) = value(of: shape, keyTypes) {
      let (second, secondType): (Spelling, ValueType?) =
        random.chance(60)
        ? (part, partType)
        : random.pick([("1", .int), ("anInt", .int), ("isOn", .flag), ("noText", .optionalText)])
      key = Spelling(
        library: "(\(first.library), \(second.library))",
        plain: "Pair(\(first.plain), \(second.plain))")
      keys = [
        Spelling(library: "$0.key.0", plain: "$0.key.a"),
        Spelling(library: "$0.key.1", plain: "$0.key.b"),
      ]
      types = [type, secondType]
    }
    var values: [(Spelling, ValueType?)] = [
      (Spelling(library: "$0.count", plain: "$0.items.count"), .int)
    ]
    if let path = shape.fields(.int).first?.path {
      values += [
        (
          Spelling(
            library: "$0.sum { $0\(path) }", plain: "$0.items.map { $0\(path) }.reduce(0, +)"),
          .int
        ),
        (
          Spelling(library: "$0.max { $0\(path) }", plain: "$0.items.map { $0\(path) }.max()"),
          nil
        ),
      ]
    }
    let (value, valueType) = random.pick(values)
    let tuple: Spelling = keys.reversed().reduce(value) { "\($1), \($0)" }
    isGrouped = true
    let byKey = closure(parameter, key)
    steps.append(
      ProgramStep(
        Spelling(library: ".groupBy \(byKey.library)", plain: ".plainGroups \(byKey.plain)")))
    if random.chance(30) {
      steps.append(
        ProgramStep(
          Spelling(
            library: ".where { $0.count > 1 }", plain: ".filter { $0.items.count > 1 }"),
          isOptional: true))
    }
    steps.append(ProgramStep("\(Spelling(library: ".select", plain: ".map")) { (\(tuple)) }"))
    shape = ElementShape(
      fields: (types + [valueType]).enumerated().compactMap { place, type in
        type.map { ElementShape.Field(path: ".\(place)", type: $0) }
      })
  }

  private mutating func addJoin() {
    let inner = random.pick(ProgramTable.allCases)
    let type = random.pick(keyTypes)
    guard let left = values(of: shape, { $0.value(type) }), !shape.fields(type).isEmpty,
      !inner.shape.fields(type).isEmpty,
      let right = values(of: inner.shape, { $0.value(type) })
    else { return addFilter() }
    var (outerKey, innerKey) = ([left], [right])
    if random.chance(45) {
      let constant: Spelling = random.pick(["7", "true", "\"x\"", "anInt", "aText"])
      outerKey.append(constant)
      innerKey.append(random.chance(80) ? constant : constant)
      if random.chance(40) {
        let next = random.pick(keyTypes)
        if !shape.fields(next).isEmpty, !inner.shape.fields(next).isEmpty,
          let first = values(of: shape, { $0.value(next) }),
          let second = values(of: inner.shape, { $0.value(next) })
        {
          outerKey.append(first)
          innerKey.append(second)
        }
      }
    }
    func key(_ parts: [Spelling]) -> Spelling {
      let list = parts.dropFirst().reduce(parts[0]) { "\($0), \($1)" }
      return Spelling(
        library: parts.count == 1 ? list.library : "(\(list.library))", plain: "key(\(list.plain))")
    }
    let (on, equals): (Spelling, Spelling) = (
      closure(parameter, key(outerKey)), closure(parameter, key(innerKey))
    )
    let kind = random.pick(["join", "leftJoin", "leftJoin", "rightJoin", "fullJoin"])
    let plain = "plain" + kind.prefix(1).uppercased() + kind.dropFirst()
    steps.append(
      ProgramStep(
        Spelling(
          library: ".\(kind)(t.\(inner), on: \(on.library), equals: \(equals.library))",
          plain: ".\(plain)(t.\(inner), \(on.plain), \(equals.plain))")))
    shape =
      shape.nested(in: ".0", isOptional: kind == "rightJoin" || kind == "fullJoin")
      + inner.shape.nested(in: ".1", isOptional: kind == "leftJoin" || kind == "fullJoin")
  }

  // MARK: Ends

  private mutating func terminal() -> Program.Terminal {
    nameElement()
    func single(_ after: Spelling) -> Program.Terminal {
      Program.Terminal(before: Spelling(library: "[try ", plain: "["), after: "\(after)]")
    }
    if !shape.fields.isEmpty || !shape.optionalRows.isEmpty, random.chance(15) {
      let test = closure(parameter, condition().spelling)
      return random.pick([
        single(
          Spelling(
            library: ".any \(test.library)", plain: ".contains \(test.plain)")),
        single(
          Spelling(
            library: ".all \(test.library)", plain: ".allSatisfy \(test.plain)")),
        single(
          Spelling(
            library: ".first \(test.library)", plain: ".first \(test.plain)")),
      ])
    }
    if random.chance(8) { return single(Spelling(library: ".count()", plain: ".count")) }
    return Program.Terminal()
  }

  /// Returns a prepared query that is called with a value.
  private mutating func prepared(_ table: ProgramTable) -> Program {
    nameElement()
    let (type, value, kind): (String, String, ValueType) = random.pick([
      ("Int", "anInt", .int), ("String", "aText", .text), ("Int64", "anInt64", .int64),
      ("String?", "noText", .optionalText), ("String?", "maybeText", .optionalText),
      ("Int64?", "noInt64", .optionalInt64),
    ])
    let sign = random.pick(["==", "!="])
    let path = values(of: shape) { $0.path(kind) } ?? "\(value)"
    var test: Condition = .leaf("\(path) \(sign) x")
    if type.hasSuffix("?"), random.chance(50) { test = .either(.leaf("x == nil"), test) }
    if random.chance(50) { test = .both(test, condition()) }
    let step = ProgramStep(test, parameter: parameter, library: ".where", plain: ".filter")
    return Program(
      table: table, steps: [step], parameter: Program.Parameter(type: type, value: value))
  }
}
