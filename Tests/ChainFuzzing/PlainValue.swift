import Foundation

/// A value of the independent evaluation: plain Swift, which knows nothing of queries.
indirect enum PlainValue: Hashable {
  case none
  case bool(Bool)
  case int(Int)
  case real(Double)
  /// Texts, their parts and characters.
  case text(String)
  case day(year: Int, month: Int, day: Int)
  /// Microseconds since 1970.
  case moment(Int)
  case decimal(Decimal)
  case identifier(UUID)
  /// A text in the order of a language.
  case localized(String, locale: String, isNumeric: Bool)
  case row(RowKind, [PlainValue])
  case tuple([PlainValue])
  case list([PlainValue])
  case dictionary([String: PlainValue])
  case group(key: PlainValue, items: [PlainValue])
  /// A stored value that the declaration of its column cannot read.
  case unreadable(Failure)
}

/// What went wrong, as this evaluation sees it.
enum Failure: Error, Hashable {
  case overflow
  case divisionByZero
  case notANumber
  case noElements
  case moreThanOneElement
  case outOfRange(Int)
  /// A stored value that cannot be read was evaluated.
  case unreadable(column: String, id: Int)
  /// A join of more pairs than are of use: such chains are not run.
  case tooLarge
}

extension PlainValue {
  var int: Int { if case .int(let value) = self { value } else { unexpected("a whole number") } }
  var real: Double { if case .real(let value) = self { value } else { unexpected("a number") } }
  var text: String { if case .text(let value) = self { value } else { unexpected("a text") } }
  var bool: Bool { if case .bool(let value) = self { value } else { unexpected("a truth value") } }
  var decimal: Decimal {
    if case .decimal(let value) = self { value } else { unexpected("a decimal number") }
  }
  var moment: Int {
    if case .moment(let value) = self { value } else { unexpected("a point in time") }
  }
  var isNone: Bool { self == .none }

  /// A part of a row or of a tuple.
  func part(_ index: Int) -> PlainValue {
    switch self {
    case .row(_, let parts), .tuple(let parts): parts[index]
    default: unexpected("a row")
    }
  }

  /// A part of a row that an expression evaluates.
  func evaluated(_ index: Int) throws -> PlainValue {
    let value = part(index)
    if case .unreadable(let failure) = value { throw failure }
    return value
  }

  /// The value, all of whose parts are evaluated.
  func whole() throws -> PlainValue {
    switch self {
    case .unreadable(let failure): throw failure
    case .row(_, let parts), .tuple(let parts), .list(let parts):
      for part in parts { _ = try part.whole() }
    case .group(let key, let items):
      _ = try key.whole()
      for item in items { _ = try item.whole() }
    default: break
    }
    return self
  }

  /// The pairs of a dictionary, in the order of their keys.
  var pairs: [PlainValue] {
    guard case .dictionary(let values) = self else { unexpected("a dictionary") }
    return values.map { PlainValue.tuple([.text($0), $1]) }.sorted {
      $0.part(0).precedes($1.part(0))
    }
  }

  private func unexpected(_ expected: String) -> Never {
    preconditionFailure("\(self) is not \(expected): the generator mixed up its types")
  }

  /// Whether it comes before another: nil before all else (S04), text by the scalars of its
  /// composed form (S06).
  func precedes(_ other: PlainValue) -> Bool {
    switch (self, other) {
    case (.none, .none), (_, .none): false
    case (.none, _): true
    case (.int(let left), .int(let right)): left < right
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)):
      composed(left).lexicographicallyPrecedes(composed(right))
    case (.day(let year, let month, let day), .day(let year2, let month2, let day2)):
      (year, month, day) < (year2, month2, day2)
    case (.moment(let left), .moment(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left < right
    case (.localized(let left, let locale, let isNumeric), .localized(let right, _, _)):
      localizedPrecedes(composed(left), composed(right), locale, isNumeric: isNumeric)
    default: preconditionFailure("\(self) and \(other) have no order")
    }
  }

  /// As JSON, the way the text form prints.
  var json: String {
    switch self {
    case .none: "null"
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    // Zero is printed without a sign: for Swift both are equal.
    case .real(let value): value.isFinite ? String(value == 0 ? 0 : value) : "\"\(value)\""
    case .text(let value): quoted(value)
    case .day(let year, let month, let day):
      "\"\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))\""
    case .moment(let microseconds): quoted(momentText(microseconds))
    case .decimal(let value): "\(value)"
    case .identifier(let value): quoted(value.uuidString)
    case .localized(let text, _, _): quoted(text)
    case .row(let kind, let parts):
      "{" + zip(kind.names, parts).map { quoted($0) + ":" + $1.json }.joined(separator: ",") + "}"
    case .tuple(let parts), .list(let parts):
      "[" + parts.map(\.json).joined(separator: ",") + "]"
    case .dictionary:
      "{" + pairs.map { quoted($0.part(0).text) + ":" + $0.part(1).json }.joined(separator: ",")
        + "}"
    case .unreadable(let failure): "\(failure)"
    case .group(let key, let items):
      "{\"key\":\(key.json),\"items\":\(PlainValue.list(items).json)}"
    }
  }
}

/// The scalars of a text, composed.
private func composed(_ text: String) -> [UInt8] {
  if text.utf8.allSatisfy({ $0 < 128 }) { return Array(text.utf8) }
  return Array(text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping.utf8)
}

/// Whether composed text comes before another in the order of a language, as Foundation compares
/// them, and by its scalars where they are the same.
private func localizedPrecedes(
  _ left: [UInt8], _ right: [UInt8], _ locale: String, isNumeric: Bool
) -> Bool {
  let order = String(decoding: left, as: UTF8.self).compare(
    String(decoding: right, as: UTF8.self), options: isNumeric ? .numeric : [], range: nil,
    locale: Locale(identifier: locale))
  return order == .orderedSame
    ? left.lexicographicallyPrecedes(right) : order == .orderedAscending
}

/// A point in time in ISO 8601, with as many digits of the second as it needs.
private func momentText(_ microseconds: Int) -> String {
  let fraction = microseconds % 1_000_000
  let part = fraction < 0 ? fraction + 1_000_000 : fraction
  let text = Date(microseconds: microseconds - part).ISO8601Format()
  guard part > 0 else { return text }
  let last = digits(part, 6).reversed().drop { $0 == "0" }.reversed()
  return text.dropLast() + "." + String(last) + "Z"
}

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: count - text.count) + text
}

private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x22: result += "\\\""
    case 0x5C: result += "\\\\"
    case 0x0A: result += "\\n"
    case 0x0D: result += "\\r"
    case 0x09: result += "\\t"
    case 0..<0x20:
      result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

extension PlainValue: CustomStringConvertible {
  /// The text of a value, as Swift writes it in a string.
  var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    case .day(let year, let month, let day):
      [(year, 4), (month, 2), (day, 2)].map { number, width in
        String(repeating: "0", count: width - "\(number)".count) + "\(number)"
      }.joined(separator: "-")
    case .decimal(let value): "\(value)"
    case .identifier(let value): value.uuidString
    case .localized(let text, _, _): text
    case .none, .moment, .row, .tuple, .list, .dictionary, .group,
      .unreadable:
      json
    }
  }
}
