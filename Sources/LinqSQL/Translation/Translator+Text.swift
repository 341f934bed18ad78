internal import LinqCore

extension Translator {
  /// Returns the SQL of an operation on text (S05 to S10): Swift's own functions registered in
  /// SQLite, and SQLite's operators where comparing bytes is enough.
  func text(
    _ operation: ExpressionOperation, _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> SQLExpression {
    let arguments = try translate(operands)
    let function: SQLFunction
    switch operation {
    case .isEmpty: return .binary(.equal, arguments[0], .parameter(""))
    case .hasPrefix: return prefixTest(arguments)
    case .concatenate: return concatenation(arguments)
    case .count: function = .count
    case .hasSuffix: function = .hasSuffix
    case .containsText: function = .contains
    case .prefix: function = .prefix
    case .suffix: function = .suffix
    case .dropFirst: function = .dropFirst
    case .dropLast: function = .dropLast
    case .first: function = .first
    case .last: function = .last
    case .uppercased: function = .uppercased
    case .lowercased: function = .lowercased
    case .capitalized: function = .capitalized
    case .reversed: function = .reversed
    case .trimming: function = .trimming
    case .replacing: function = .replacing
    default: throw Untranslatable(reason: "\(operation.rawValue) of text")
    }
    return .call(function, arguments)
  }

  /// Returns the SQL of a prefix test: a range that an index can serve, and Swift's own test for
  /// the texts inside it (S07). The ends of the range are parameters, too, so that all prefixes of
  /// one kind share a plan.
  private func prefixTest(_ arguments: [SQLExpression]) -> SQLExpression {
    let test = SQLExpression.call(.hasPrefix, arguments)
    guard case .parameter(let prefix) = arguments[1],
      let kind = prefix.decide(.prefixKind) ?? nil,
      let start = prefix.inForm(.prefixStart)
    else { return test }
    // Every text begins with the empty one, but the evaluation of the text may fail (S36).
    if kind == .everything {
      return arguments[0].canFail ? .evaluated([arguments[0]]) : .number(1)
    }
    var range = SQLExpression.binary(.greaterOrEqual, arguments[0], .parameter(start))
    if kind == .bounded, let end = prefix.inForm(.prefixEnd) {
      range = .binary(.and, range, .binary(.less, arguments[0], .parameter(end)))
    }
    return .binary(.and, range, test)
  }

  /// Returns `||` if the scalars where the texts meet cannot combine, otherwise a call of the
  /// function that restores the canonical form.
  private func concatenation(_ arguments: [SQLExpression]) -> SQLExpression {
    let isPlain = arguments[0].endsInert || arguments[1].beginsInert
    return isPlain
      ? .binary(.concatenate, arguments[0], arguments[1]) : .call(.concatenate, arguments)
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
