internal import LinqCore

extension Translator {
  /// Returns the SQL of a call of a function: an expression with the same meaning, if SQL has one
  /// that is faster or that an index can serve, otherwise the call of Swift's own function.
  func nativeForm(
    of function: any AnyQueryFunction, _ arguments: [SQLExpression]
  ) -> SQLExpression {
    let form = function.identity == nil ? Self.nativeForms[function.name] : nil
    return form?(arguments) ?? .function(function, arguments)
  }

  private typealias NativeForm = @Sendable ([SQLExpression]) -> SQLExpression

  private static let nativeForms: [String: NativeForm] = [
    Vocabulary.isEmpty.name: { .binary(.equal, $0[0], .parameter("")) },
    Vocabulary.hasPrefix.name: { prefixTest($0) },
    Vocabulary.concatenate.name: { concatenation($0) },
    // A day is stored as a text of digits at fixed places.
    Vocabulary.year.name: { .cast(.call(.substr, [$0[0], .number(1), .number(4)]), "INTEGER") },
    Vocabulary.month.name: { .cast(.call(.substr, [$0[0], .number(6), .number(2)]), "INTEGER") },
    Vocabulary.day.name: { .cast(.call(.substr, [$0[0], .number(9)]), "INTEGER") },
  ]

  /// Returns the SQL of a prefix test: a range that an index can serve, and Swift's own test for
  /// the texts inside it (S07). The ends of the range are parameters, too, so that all prefixes of
  /// one kind share a plan.
  private static func prefixTest(_ arguments: [SQLExpression]) -> SQLExpression {
    let test = SQLExpression.function(Vocabulary.hasPrefix, arguments)
    guard case .parameter(let prefix) = arguments[1],
      let kind = prefix.decide(.prefixKind) ?? nil,
      let start = prefix.inForm(.prefixStart)
    else { return test }
    // Every text begins with the empty one, but the evaluation of the text may fail (S36).
    if kind == .everything {
      return arguments[0].canFail ? .evaluated([arguments[0]]) : .number(1)
    }
    // No index serves what a function of Swift returns, and the range would call it twice more.
    if case .function = arguments[0] { return test }
    var range = SQLExpression.binary(.greaterOrEqual, arguments[0], .parameter(start))
    if kind == .bounded, let end = prefix.inForm(.prefixEnd) {
      range = .binary(.and, range, .binary(.less, arguments[0], .parameter(end)))
    }
    return .binary(.and, range, test)
  }

  /// Returns `||` if the scalars where the texts meet cannot combine, otherwise a call of the
  /// function that restores the canonical form.
  private static func concatenation(_ arguments: [SQLExpression]) -> SQLExpression {
    let isPlain = arguments[0].endsInert || arguments[1].beginsInert
    return isPlain
      ? .binary(.concatenate, arguments[0], arguments[1])
      : .function(Vocabulary.concatenate, arguments)
  }
}

extension SQLExpression {
  /// Whether the text is known to begin with a scalar that never combines.
  fileprivate var beginsInert: Bool {
    switch self {
    case .parameter(let value): value.decide(.beginsInert) ?? false
    case .binary(.concatenate, let left, _): left.beginsInert
    // An integer begins with a digit or its sign.
    case .cast(_, "TEXT"): true
    default: false
    }
  }

  /// Whether the text is known to end with a scalar that never combines.
  fileprivate var endsInert: Bool {
    switch self {
    case .parameter(let value): value.decide(.endsInert) ?? false
    case .binary(.concatenate, _, let right): right.endsInert
    case .cast(_, "TEXT"): true
    default: false
    }
  }
}

extension ConstantQuestion<Bool> {
  /// Whether the text begins with a scalar that never combines.
  fileprivate static let beginsInert = ConstantQuestion("begins inert") {
    ($0 as? String)?.unicodeScalars.first?.isInert ?? false
  }

  /// Whether the text ends with a scalar that never combines.
  fileprivate static let endsInert = ConstantQuestion("ends inert") {
    ($0 as? String)?.unicodeScalars.last?.isInert ?? false
  }
}

extension ConstantQuestion<PrefixRange.Kind?> {
  /// The kind of the range of texts with the prefix; nil for a value that is no text.
  fileprivate static let prefixKind = ConstantQuestion("kind of prefix") {
    ($0 as? String).map { PrefixRange(of: $0).kind }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is ASCII and never combines: not a letter, and not `<`, `=` or `>`, which a
  /// combining mark can turn into another character.
  fileprivate var isInert: Bool {
    isASCII && !properties.isAlphabetic && !"<=>".unicodeScalars.contains(self)
  }
}
