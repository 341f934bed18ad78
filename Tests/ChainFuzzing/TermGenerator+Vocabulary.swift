import Foundation
import LinqCore

extension TermGenerator {
  /// A call of a function or a property of the vocabulary with random arguments; nil if none has a
  /// result of the type.
  ///
  /// Its value is that of the entry's own body: what is tried is the way through the text form,
  /// SQL, the cache of plans and the operators around it.
  func vocabulary(_ type: ScalarType, _ depth: Int, _ random: inout RandomSource) -> Term? {
    guard let calls = Self.calls[type], depth > 0 else { return nil }
    let call = random.pick(calls)
    var parts: [Term] = []
    if call.spelling.isMember {
      // A literal has no members to ask for.
      guard let receiver = receiver(call.types[0], depth - 1, &random) else { return nil }
      parts.append(receiver)
    }
    let types = call.types.dropFirst(parts.count)
    parts += arguments(of: call, types, depth - 1, &random)
    let spelling = call.spelling
    return .operation(
      type, spelling.isMember ? ".\(spelling.name)" : spelling.name, parts, fails: true,
      { spelling.text($0) }
    ) { try call.value($0) }
  }

  private func receiver(
    _ type: ScalarType, _ depth: Int, _ random: inout RandomSource
  ) -> Term? {
    let isText = type == .text && random.chance(20)
    let term = isText ? self.term(.substring, depth, &random) : self.term(type, depth, &random)
    return term.member == "literal" ? leaf(type, &random) : term
  }

  private func arguments(
    of call: VocabularyCall, _ types: ArraySlice<ScalarType>, _ depth: Int,
    _ random: inout RandomSource
  ) -> [Term] {
    let labels = call.spelling.labels ?? []
    return zip(types, labels).enumerated().compactMap { index, argument in
      let (type, label) = argument
      // The time zone is always the same.
      if label == "in" { return nil }
      guard call.hasLiterals else { return term(type, depth, &random) }
      if type == .int { return .literal(.int, .int(index == 2 ? 0 : random.below(9))) }
      return .literal(.text, .text(random.pick(["b", "e", "\u{E9}", "ab", "."])))
    }
  }

  private static let calls: [ScalarType: [VocabularyCall]] = Dictionary(
    grouping: Vocabulary.all.compactMap { VocabularyCall($0) },
    by: \.result)
}

/// An entry of the vocabulary whose types random values have.
private struct VocabularyCall: Sendable {
  let spelling: Spelling
  let types: [ScalarType]
  let result: ScalarType
  /// Whether the arguments after the receiver are literals.
  let hasLiterals: Bool
  /// The result for values.
  let value: @Sendable ([PlainValue]) throws -> PlainValue

  init?(_ entry: any VocabularyEntry) {
    let types = entry.argumentTypes.compactMap { ScalarType($0) }
    guard let spelling = entry.spelling, types.count == entry.argumentTypes.count,
      let result = ScalarType(entry.resultType)
    else { return nil }
    self.spelling = spelling
    self.types = types
    self.result = result
    hasLiterals = entry.literals != nil
    value = { values in
      let zone = values.count < types.count ? [PlainValue.text("GMT")] : []
      let arguments = zip(values + zone, types).map { $0.constant($1) }
      guard let expression = entry.expression(of: arguments) as? any EvaluatedExpression else {
        preconditionFailure("\(spelling) does not take \(values)")
      }
      do {
        return PlainValue(of: try expression.value())
      } catch let error as ExpressionError {
        switch error {
        case .arithmeticOverflow: throw Failure.overflow
        case .divisionByZero: throw Failure.divisionByZero
        case .notANumber: throw Failure.notANumber
        default: throw error
        }
      }
    }
  }
}

/// An expression of constants.
private protocol EvaluatedExpression {
  func value() throws -> Any
}

extension QueryExpression: EvaluatedExpression {
  fileprivate func value() throws -> Any { try ExpressionScope.evaluate(self, for: ()) as Any }
}

extension Spelling {
  /// The call with the texts of its arguments.
  fileprivate func text(_ texts: [String]) -> String {
    let labels = labels ?? []
    var arguments = zip(labels, texts.dropFirst(isMember ? 1 : 0)).map { label, text in
      "\(label.map { "\($0): " } ?? "")\(text)"
    }
    if labels.last == "in" { arguments.append("in: .gmt") }
    let call = self.labels == nil ? name : "\(name)(\(arguments.joined(separator: ", ")))"
    guard isMember else { return call }
    return texts[0].hasPrefix("-") ? "(\(texts[0])).\(call)" : "\(texts[0]).\(call)"
  }
}

extension ScalarType {
  /// The type of random values of a Swift type; nil for a type that they do not have.
  fileprivate init?(_ type: Any.Type) {
    switch type {
    case is Int.Type: self = .int
    case is Int?.Type: self = .int.optional
    case is Double.Type: self = .real
    case is Bool.Type: self = .bool
    case is String.Type: self = .text
    case is Substring.Type: self = .substring
    case is Character.Type: self = .character
    case is Character?.Type: self = .character.optional
    case is CalendarDate.Type: self = .day
    case is Date.Type: self = .moment
    case is UUID.Type: self = .identifier
    default: return nil
    }
  }
}

extension PlainValue {
  /// The value as a constant of a type.
  fileprivate func constant(_ type: ScalarType) -> any Sendable {
    switch (self, type.base) {
    case (.text(let text), .character): return QueryExpression<Character>(Character(text))
    case (.text(let text), _): return QueryExpression<String>(text)
    case (.int(let value), _): return QueryExpression<Int>(value)
    case (.real(let value), _): return QueryExpression<Double>(value)
    case (.moment(let value), _): return QueryExpression<Date>(Date(microseconds: value))
    case (.identifier(let value), _): return QueryExpression<UUID>(value)
    case (.day(let year, let month, let day), _):
      guard let day = CalendarDate(year: year, month: month, day: day) else { break }
      return QueryExpression<CalendarDate>(day)
    default: break
    }
    preconditionFailure("\(self) is no argument")
  }

  /// The plain value of a value of Swift.
  fileprivate init(of value: Any) {
    switch value {
    case let value as Int: self = .int(value)
    case let value as Double: self = .real(value)
    case let value as Bool: self = .bool(value)
    case let value as String: self = .text(value)
    case let value as Substring: self = .text(String(value))
    case let value as Character: self = .text(String(value))
    case let value as CalendarDate:
      self = .day(year: value.year, month: value.month, day: value.day)
    case let value as Date: self = .moment(value.microseconds)
    default: self = .none
    }
  }
}
