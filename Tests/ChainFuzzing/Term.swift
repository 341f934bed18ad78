/// An expression of a chain's closure: its text, and beside it what it means in plain Swift.
struct Term {
  let type: ScalarType
  /// The member or the operator that it is, for the count of what was tried.
  let member: String
  /// The expressions that it is made of.
  var parts: [Term] = []
  /// The parts whose `$0` is another one.
  var inner: Set<Int> = []
  /// Whether it may end in an error of its own.
  var fails = false
  let format: ([String]) -> String
  let compute: (PlainValue, [Term]) throws -> PlainValue

  var text: String { format(parts.map(\.text)) }

  /// Whether it may end in an error.
  var canFail: Bool { fails || parts.contains(where: \.canFail) }

  func value(of element: PlainValue) throws -> PlainValue { try compute(element, parts) }

  /// All members in it.
  var members: [String] { [member] + parts.flatMap(\.members) }

  /// Whether a subquery reads rows for it.
  var hasSubquery: Bool { member.hasPrefix("subquery ") || parts.contains(where: \.hasSubquery) }

  /// Simpler expressions of the same type.
  var simpler: [Term] {
    var terms: [Term] = []
    for (index, part) in parts.enumerated() {
      // A tuple has the type of its first part, but is not one.
      if part.type == type, !isTuple, !inner.contains(index) { terms.append(part) }
      for other in part.simpler {
        var term = self
        term.parts[index] = other
        terms.append(term)
      }
    }
    return terms
  }
}

extension Term {
  /// A member of the element.
  static func leaf(
    _ type: ScalarType, _ text: String, _ member: String,
    _ get: @escaping (PlainValue) throws -> PlainValue
  ) -> Term {
    Term(
      type: type, member: member, format: { _ in text }, compute: { element, _ in try get(element) }
    )
  }

  /// A value that is written down.
  static func literal(_ type: ScalarType, _ value: PlainValue) -> Term {
    let text: String
    switch value {
    case .none: text = "nil"
    case .text(let value): text = written(value)
    case .day: text = "CalendarDate(\(value.json))"
    case .moment(let value) where value % 1_000_000 == 0:
      text = "Date(\(PlainValue.moment(value).json), strategy: .iso8601)"
    case .moment(let value):
      text = "Date(timeIntervalSince1970: \(Double(value) / 1_000_000))"
    case .decimal: text = "Decimal(string: \"\(value.json)\")"
    case .identifier: text = "UUID(uuidString: \(value.json))"
    default: text = value.json
    }
    return Term(type: type, member: "literal", format: { _ in text }, compute: { _, _ in value })
  }

  /// A tuple, which has no type of its own.
  static func tuple(_ parts: [Term]) -> Term {
    Term(
      type: parts[0].type, member: "tuple", parts: parts,
      format: { "(" + $0.joined(separator: ", ") + ")" }
    ) { element, parts in .tuple(try parts.map { try $0.value(of: element) }) }
  }

  var isTuple: Bool { member == "tuple" }

  /// What an operation makes of values that are there.
  static func operation(
    _ type: ScalarType, _ member: String, _ parts: [Term], fails: Bool = false,
    _ format: @escaping ([String]) -> String,
    _ compute: @escaping ([PlainValue]) throws -> PlainValue
  ) -> Term {
    Term(type: type, member: member, parts: parts, fails: fails, format: format) { element, parts in
      try compute(parts.map { try $0.value(of: element) })
    }
  }
}

/// A text as a literal of Swift that no character can break.
func written(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    if scalar.isASCII, scalar.properties.isAlphabetic || scalar == "@" || scalar == "." {
      result.unicodeScalars.append(scalar)
    } else {
      result += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }
  return result + "\""
}
