internal import Foundation
internal import LinqCore

extension ExpressionBuilder {
  func binary(
    _ symbol: String, _ first: Syntax, _ second: Syntax, _ syntax: Syntax,
    expecting type: TypeHint?
  ) throws(ChainError) -> Term {
    switch symbol {
    case "&&":
      let (left, right) = (try bool(first, "before &&"), try bool(second, "after &&"))
      return Term(left && right)
    case "||":
      let (left, right) = (try bool(first, "before ||"), try bool(second, "after ||"))
      return Term(left || right)
    case "??": return try coalesce(first, second)
    case "~=":
      guard case .range = first.form else {
        throw ChainError("a range was expected before ~=", at: first.range)
      }
      return try membership(first, "contains", [.init(label: nil, value: second)], syntax)
    case "==", "!=", "<", "<=", ">", ">=":
      if case .tuple(let lefts) = first.form, case .tuple(let rights) = second.form {
        return try comparison(symbol, lefts, rights, syntax)
      }
      if let test = try nilTest(symbol, first, second) { return test }
      if let test = try nilTest(symbol, second, first) { return test }
      let (left, right) = try pair(first, second)
      return try comparison(symbol, left, right, syntax, of: (first, second))
    default:
      let (left, right) = try pair(first, second, expecting: type)
      if let result = arithmetic(symbol, left, right) { return result }
      if left.model.name != right.model.name { throw mismatch(left, right, at: syntax.range) }
      throw ChainError("there is no \(symbol) of \(left.model.name)", at: syntax.nameRange)
    }
  }

  /// Returns whether an optional row or tuple is nil; nil for other comparisons.
  private func nilTest(
    _ symbol: String, _ optional: Syntax, _ other: Syntax
  ) throws(ChainError) -> Term? {
    guard case .nil = other.form, !optional.isLiteral, symbol == "==" || symbol == "!=" else {
      return nil
    }
    let term = try term(optional)
    guard term.valueType == nil, let hooks = term.model.wrapped,
      let test = hooks.isNil(term.expression, symbol == "==")
    else { return nil }
    return Term(test)
  }

  /// Compares two tuples part by part.
  private func comparison(
    _ symbol: String, _ left: [Syntax], _ right: [Syntax], _ syntax: Syntax
  ) throws(ChainError) -> Term {
    guard left.count == right.count, symbol == "==" || symbol == "!=" else {
      throw ChainError(
        "tuples with the same number of values are compared by == and !=", at: syntax.range)
    }
    var result: QueryExpression<Bool>?
    for (left, right) in zip(left, right) {
      let (first, second) = try pair(left, right)
      let term = try comparison("==", first, second, syntax)
      guard let isEqual = term.cast(Bool.self) else { preconditionFailure("== gives a Bool") }
      result = result.map { $0 && isEqual } ?? isEqual
    }
    guard let result else { preconditionFailure("a tuple has parts") }
    return Term(symbol == "==" ? result : !result)
  }

  /// - Parameter operands: the operands as they are written, which a message repeats.
  private func comparison(
    _ symbol: String, _ left: Term, _ right: Term, _ syntax: Syntax,
    of operands: (Syntax, Syntax)? = nil
  ) throws(ChainError) -> Term {
    func open<Value: ChainValue>(_ type: Value.Type) throws(ChainError) -> Term? {
      guard let left = left.cast(Value.self), let right = right.cast(Value.self) else { return nil }
      switch symbol {
      case "==": return Term(left == right)
      case "!=": return Term(left != right)
      default:
        guard let result = Value.compare(symbol, left, right) else {
          let advice =
            isOptional(Value.self)
            ? OrderAdvice.text(symbol, operands) { (try? term($0)).map { isOptional($0) } ?? false }
            : ""
          throw ChainError("\(Value.model.name) has no order\(advice)", at: syntax.nameRange)
        }
        return Term(result)
      }
    }
    if let hooks = left.dictionary, symbol == "==" || symbol == "!=" {
      guard let test = hooks.equal(left, right, symbol == "==") else {
        throw mismatch(left, right, at: syntax.range)
      }
      return Term(test)
    }
    guard let type = left.valueType else {
      throw ChainError("a whole \(left.model.name) cannot be compared", at: syntax.range)
    }
    if let term = try open(type) ?? mixedComparison(symbol, left, right) { return term }
    throw mismatch(left, right, at: syntax.range)
  }

  /// Compares integers of different types, and strings with substrings, as Swift does.
  private func mixedComparison(_ symbol: String, _ left: Term, _ right: Term) -> Term? {
    func integers<Left: FixedWidthInteger & Sendable, Right: FixedWidthInteger & Sendable>(
      _ first: Left.Type, _ second: Right.Type
    ) -> Term? {
      guard let left = left.cast(Left.self), let right = right.cast(Right.self) else { return nil }
      return switch symbol {
      case "==": Term(left == right)
      case "!=": Term(left != right)
      case "<": Term(left < right)
      case "<=": Term(left <= right)
      case ">": Term(left > right)
      default: Term(left >= right)
      }
    }
    func strings<Left: StringProtocol & Sendable, Right: StringProtocol & Sendable>(
      _ first: Left.Type, _ second: Right.Type
    ) -> Term? {
      guard let left = left.cast(Left.self), let right = right.cast(Right.self) else { return nil }
      return switch symbol {
      case "==": Term(left == right)
      case "!=": Term(left != right)
      default: nil
      }
    }
    func second<Left: FixedWidthInteger & ChainValue>(_ first: Left.Type) -> Term? {
      for type in NumberCalls.integers { if let term = integers(first, type) { return term } }
      return nil
    }
    for type in NumberCalls.integers { if let term = second(type) { return term } }
    return strings(String.self, Substring.self) ?? strings(Substring.self, String.self)
  }

  private func isOptional(_ type: Any.Type) -> Bool { type is any OptionalType.Type }

  private func coalesce(_ first: Syntax, _ second: Syntax) throws(ChainError) -> Term {
    let left = try term(first)
    guard let wrapped = (left.valueType as? any OptionalType.Type)?.wrapped else {
      guard left.model.wrapped == nil else {
        throw ChainError(
          "\(left.model.name) has no ?? here; use ?. or map, such as $0.tags?.count",
          at: first.range)
      }
      throw ChainError("\(left.model.name) is never nil", at: first.range)
    }
    let right = try term(second, expecting: wrapped)
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      guard let left = left.cast(Value?.self) else { return nil }
      if let right = right.cast(Value.self) { return Term(left ?? right) }
      if let right = right.cast(Value?.self) { return Term(left ?? right) }
      return nil
    }
    guard let term = open(wrapped) else {
      throw mismatch(left, right, at: first.range.lowerBound..<second.range.upperBound)
    }
    return term
  }

  /// Builds a choice between two values, of which one may be nil.
  func conditional(
    _ condition: Syntax, _ first: Syntax, _ second: Syntax, expecting type: TypeHint?
  ) throws(ChainError) -> Term {
    let test = try bool(condition, "as a condition")
    let (left, right): (Term, Term)
    if case .nil = second.form {
      (left, right) = try valueAndNil(first, second, expecting: type)
    } else if case .nil = first.form {
      (right, left) = try valueAndNil(second, first, expecting: type)
    } else {
      (left, right) = try pair(first, second, expecting: type)
    }
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      guard let left = left.cast(Value.self), let right = right.cast(Value.self) else { return nil }
      return Term(QueryExpression.if(test, then: left, else: right))
    }
    guard let type = left.valueType, let term = open(type) else {
      throw mismatch(left, right, at: first.range.lowerBound..<second.range.upperBound)
    }
    return term
  }

  /// Returns an operand as an optional, and nil of the same type.
  private func valueAndNil(
    _ value: Syntax, _ absent: Syntax, expecting type: TypeHint?
  ) throws(ChainError) -> (Term, Term) {
    let value = try term(value, expecting: type)
    let optional = isOptional(value) ? value : wrapped(value)
    return (optional, try literal(absent, expecting: optional.valueType ?? type))
  }

  private func arithmetic(_ symbol: String, _ left: Term, _ right: Term) -> Term? {
    if let left = left.cast(String.self), let right = right.cast(String.self) {
      return symbol == "+" ? Term(left + right) : nil
    }
    func whole<Value: FixedWidthInteger & ChainValue>(_ type: Value.Type) -> Term? {
      guard let left = left.cast(type), let right = right.cast(type) else { return nil }
      return self.whole(symbol, left, right).map { Term($0) }
    }
    for type in NumberCalls.integers { if let term = whole(type) { return term } }
    if let left = left.cast(Double.self), let right = right.cast(Double.self) {
      return NumberCalls.realOperations[symbol].map { Term($0(left, right)) }
    }
    if let left = left.cast(Decimal.self), let right = right.cast(Decimal.self) {
      return NumberCalls.decimalOperations[symbol].map { Term($0(left, right)) }
    }
    return nil
  }

  private func whole<Value: FixedWidthInteger & Sendable>(
    _ symbol: String, _ left: QueryExpression<Value>, _ right: QueryExpression<Value>
  ) -> QueryExpression<Value>? {
    switch symbol {
    case "+": left + right
    case "-": left - right
    case "*": left * right
    case "/": left / right
    case "%": left % right
    default: nil
    }
  }

  func negative(_ operand: Syntax, _ syntax: Syntax) throws(ChainError) -> Term {
    let value = try term(operand)
    func whole<Value: FixedWidthInteger & SignedInteger & ChainValue>(_ type: Value.Type) -> Term? {
      value.cast(type).map { Term(-$0) }
    }
    for type in NumberCalls.signedIntegers { if let term = whole(type) { return term } }
    if let value = value.cast(Double.self) { return Term(-value) }
    if let value = value.cast(Decimal.self) { return Term(-value) }
    throw ChainError("there is no negative \(value.model.name)", at: syntax.range)
  }

  /// Builds `[1, 2].contains($0.age)` and `(18..<65).contains($0.age)`.
  func membership(
    _ base: Syntax, _ name: String, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term {
    guard name == "contains", arguments.count == 1 else {
      throw ChainError("a list or a range is used with .contains(…)", at: syntax.nameRange)
    }
    let value = try term(arguments[0].value)
    func open<Value: ChainValue>(_ type: Value.Type) throws(ChainError) -> Term? {
      guard let value = value.cast(Value.self) else { return nil }
      func literal(_ syntax: Syntax) throws(ChainError) -> Value {
        guard let literal = Value.literal(syntax) else {
          throw ChainError(
            "a value of type \(Value.model.name) was expected here", at: syntax.range)
        }
        return literal
      }
      switch base.form {
      case .array(let elements):
        var list: [Value] = []
        for element in elements { list.append(try literal(element)) }
        return Term(list.contains(value))
      case .range(let lower, let upper, let isClosed):
        let bounds = (
          try lower.map { syntax throws(ChainError) in try literal(syntax) },
          try upper.map { syntax throws(ChainError) in try literal(syntax) }
        )
        guard let result = Value.isInRange(value, bounds.0, bounds.1, isClosed: isClosed) else {
          throw ChainError("this is no range of \(Value.model.name)", at: base.range)
        }
        return Term(result)
      default: return nil
      }
    }
    guard let type = value.valueType, let term = try open(type) else {
      throw ChainError("a \(value.model.name) is in no list", at: arguments[0].value.range)
    }
    return term
  }

  /// Builds `Decimal(x)` of a whole number; nil for other arguments.
  private func decimal(_ arguments: [Syntax.Argument]) throws(ChainError) -> Term? {
    guard arguments.count == 1, arguments[0].label == nil else { return nil }
    let value = try term(arguments[0].value)
    func whole<Value: FixedWidthInteger & ChainValue>(_ type: Value.Type) -> Term? {
      value.cast(type).map { Term(QueryExpression<Decimal>($0)) }
    }
    return NumberCalls.integers.lazy.compactMap { whole($0) }.first
  }

  /// Builds `abs(x)`, `Double(x)`, `Int(x)`, `Decimal(x)` and `String(x)`.
  func function(
    _ name: String, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term {
    let names =
      ["abs", "Double", "Int", "String", "if", "min", "max"]
      + LiteralCall.allCases.map(\.rawValue) + Vocabulary.functionNames
    if name == "inMemory" {
      throw ChainError(
        "inMemory(…) is a closure's whole body: of where, select, sort, thenBy, distinct, "
          + "takeWhile, "
          + "skipWhile or groupBy", at: syntax.range)
    }
    guard names.contains(name) else {
      throw ChainError("there is no function", name, at: syntax.nameRange, among: names)
    }
    if let call = LiteralCall(rawValue: name) {
      if call == .decimal, let term = try decimal(arguments) { return term }
      throw ChainError(call.message, at: syntax.range)
    }
    if let term = try vocabularyFunction(name, arguments, syntax) { return term }
    if name == "min" || name == "max" {
      guard arguments.count == 2 else {
        throw ChainError("\(name) takes two values", at: syntax.range)
      }
      let (left, right) = try pair(arguments[0].value, arguments[1].value)
      if let term = NumberCalls.extreme(name, left, right) { return term }
      throw ChainError("there is no \(name) of \(left.model.name)", at: syntax.range)
    }
    guard arguments.count == 1 else {
      throw ChainError("\(name) takes one value", at: syntax.range)
    }
    let value = try term(arguments[0].value)
    switch name {
    case "abs":
      func whole<Value: FixedWidthInteger & SignedInteger & ChainValue>(_ type: Value.Type) -> Term?
      {
        value.cast(type).map { Term(abs($0)) }
      }
      for type in NumberCalls.signedIntegers { if let term = whole(type) { return term } }
      if let value = value.cast(Double.self) { return Term(abs(value)) }
    case "Double":
      func whole<Value: FixedWidthInteger & ChainValue>(_ type: Value.Type) -> Term? {
        value.cast(type).map { Term(QueryExpression<Double>($0)) }
      }
      for type in NumberCalls.integers { if let term = whole(type) { return term } }
      if let value = value.cast(String.self) { return Term(QueryExpression<Double?>(value)) }
      if let value = value.cast(Decimal.self) { return Term(QueryExpression<Double>(value)) }
      if value.cast(Double.self) != nil { return value }
    case "Int":
      if let value = value.cast(Double.self) { return Term(QueryExpression<Int>(value)) }
      if let value = value.cast(String.self) { return Term(QueryExpression<Int?>(value)) }
      if value.cast(Int.self) != nil { return value }
      func whole<Value: FixedWidthInteger & ChainValue>(_ type: Value.Type) -> Term? {
        value.cast(type).map { Term(QueryExpression<Int>($0)) }
      }
      for type in NumberCalls.integers { if let term = whole(type) { return term } }
    case "String":
      if let value = value.cast(Substring.self) { return Term(QueryExpression<String>(value)) }
      if let value = value.cast(Character.self) { return Term(QueryExpression<String>(value)) }
      if value.cast(String.self) != nil { return value }
      guard value.valueType != nil, !isOptional(value) else { break }
      return try interpolation(["", ""], [arguments[0].value])
    default: break
    }
    throw ChainError("there is no \(name) of \(value.model.name)", at: syntax.range)
  }
}
