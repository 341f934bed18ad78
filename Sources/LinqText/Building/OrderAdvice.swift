/// The advice of the error that optionals have no order: the same comparison of their values.
enum OrderAdvice {
  /// Returns what to write instead of a comparison, as the end of a sentence.
  ///
  /// ```swift
  /// // of $0.age > 30
  /// ": use ?? or map, such as $0.age.map { $0 > 30 } == true"
  /// ```
  ///
  /// - Parameter isOptional: returns whether an operand may be nil.
  static func text(
    _ symbol: String, _ operands: (Syntax, Syntax)?, isOptional: (Syntax) -> Bool
  ) -> String {
    let general = ": use ?? or map"
    guard let (left, right) = operands, isOptional(left) != isOptional(right) else {
      return general
    }
    let (optional, other) = isOptional(left) ? (left, right) : (right, left)
    guard let optional = optional.plainText, let other = other.plainText, !other.contains("$")
    else { return general }
    let condition = isOptional(left) ? "$0 \(symbol) \(other)" : "\(other) \(symbol) $0"
    return general + ", such as \(optional).map { \(condition) } == true"
  }
}

extension Syntax {
  /// The text of a literal, of a member and of a call with such arguments; nil for anything else.
  fileprivate var plainText: String? {
    switch form {
    case .integer(let value): return "\(value)"
    case .double(_, let digits): return digits
    case .string(let text): return text.contains { "\"\\".contains($0) } ? nil : "\"\(text)\""
    case .given(let text), .name(let text): return text
    case .parameter(let index): return "$\(index)"
    case .member(let base, let name): return base.plainText.map { "\($0).\(name)" }
    case .prefix(let symbol, let operand): return operand.plainText.map { symbol + $0 }
    case .call(let base, let name, let arguments): return Self.call(base, name, arguments)
    case .interpolation, .bool, .nil, .keyPath, .array, .dictionary, .tuple, .range, .binary,
      .conditional, .closure, .statements, .optionalChain, .unwrapped:
      return nil
    }
  }

  private static func call(_ base: Syntax?, _ name: String, _ arguments: [Argument]) -> String? {
    var parts: [String] = []
    for argument in arguments {
      guard let text = argument.value.plainText else { return nil }
      parts.append((argument.label.map { "\($0): " } ?? "") + text)
    }
    let list = parts.joined(separator: ", ")
    guard let base else { return "\(name)(\(list))" }
    guard let text = base.plainText else { return nil }
    return name == subscriptName ? "\(text)[\(list)]" : "\(text).\(name)(\(list))"
  }
}
