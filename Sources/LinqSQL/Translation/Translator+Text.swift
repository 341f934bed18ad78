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
  /// the texts inside it (S07).
  private func prefixTest(_ arguments: [SQLExpression]) -> SQLExpression {
    let test = SQLExpression.call(.hasPrefix, arguments)
    guard case .parameter(let value, _) = arguments[1], let prefix = value as? String else {
      return test
    }
    let form = CanonicalText.form(of: prefix)
    // Every text begins with the empty one, but the evaluation of the text may fail (S36).
    guard !form.isEmpty else {
      return arguments[0].canFail ? .evaluated([arguments[0]]) : .number(1)
    }
    var range = SQLExpression.binary(.greaterOrEqual, arguments[0], .parameter(form))
    if let end = successor(of: form) {
      range = .binary(.and, range, .binary(.less, arguments[0], .parameter(end)))
    }
    return .binary(.and, range, test)
  }

  /// Returns the first text after all texts that begin with the scalars of another one; nil if
  /// there is none.
  private func successor(of text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      // The surrogates are not scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        var view = String.UnicodeScalarView(scalars)
        view.append(scalar)
        let end = String(view)
        // Bound values are converted to canonical form, which must not move the end of the range.
        return CanonicalText.isCanonical(end) ? end : nil
      }
    }
    return nil
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
    case .parameter(let value, _): (value as? String)?.unicodeScalars.first?.isInert ?? false
    case .binary(.concatenate, let left, _): left.beginsInert
    // An integer begins with a digit or its sign.
    case .cast(_, "TEXT"): true
    default: false
    }
  }

  /// Whether the text is known to end with a scalar that never combines.
  fileprivate var endsInert: Bool {
    switch self {
    case .parameter(let value, _): (value as? String)?.unicodeScalars.last?.isInert ?? false
    case .binary(.concatenate, _, let right): right.endsInert
    case .cast(_, "TEXT"): true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is ASCII and never combines: not a letter, and not `<`, `=` or `>`, which a
  /// combining mark can turn into another character.
  fileprivate var isInert: Bool {
    isASCII && !properties.isAlphabetic && !"<=>".unicodeScalars.contains(self)
  }
}
