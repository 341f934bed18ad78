internal import LinqCore

extension Translator {
  /// The SQL of an operation on text (S05 to S10): Swift's own functions inside SQLite, and
  /// SQLite's own operators where bytes decide.
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

  /// S07: a range that an index serves, and Swift's own test of what is in it.
  private func prefixTest(_ arguments: [SQLExpression]) -> SQLExpression {
    let test = SQLExpression.call(.hasPrefix, arguments)
    guard case .parameter(let value, _) = arguments[1], let prefix = value as? String else {
      return test
    }
    let form = CanonicalText.form(of: prefix)
    guard !form.isEmpty else { return .number(1) }
    var range = SQLExpression.binary(.greaterOrEqual, arguments[0], .parameter(form))
    if let end = successor(of: form) {
      range = .binary(.and, range, .binary(.less, arguments[0], .parameter(end)))
    }
    return .binary(.and, range, test)
  }

  /// The first text after all that begin with the scalars of another one; nil where there is none.
  private func successor(of text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      // Past the surrogates, which are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        var view = String.UnicodeScalarView(scalars)
        view.append(scalar)
        let end = String(view)
        // Bound values are made canonical, which must not move the end.
        return CanonicalText.isCanonical(end) ? end : nil
      }
    }
    return nil
  }

  /// `||`, where what meets in the middle cannot combine; otherwise the function that makes the
  /// result canonical again.
  private func concatenation(_ arguments: [SQLExpression]) -> SQLExpression {
    let isPlain = arguments[0].endsInert || arguments[1].beginsInert
    return isPlain
      ? .binary(.concatenate, arguments[0], arguments[1]) : .call(.concatenate, arguments)
  }
}

extension SQLExpression {
  /// Whether it is known to begin with a scalar that combines with nothing.
  fileprivate var beginsInert: Bool {
    switch self {
    case .parameter(let value, _): (value as? String)?.unicodeScalars.first?.isInert ?? false
    case .binary(.concatenate, let left, _): left.beginsInert
    // The digits of a whole number, or its sign.
    case .cast(_, "TEXT"): true
    default: false
    }
  }

  /// Whether it is known to end with a scalar that combines with nothing.
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
  /// ASCII but letters, and `<`, `=`, `>`, which a mark can make another character of.
  fileprivate var isInert: Bool {
    isASCII && !properties.isAlphabetic && !"<=>".unicodeScalars.contains(self)
  }
}
