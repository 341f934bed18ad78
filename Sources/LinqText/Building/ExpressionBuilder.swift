internal import Foundation
internal import LinqCore

/// Builds the expression that a Swift closure with the same text would build.
struct ExpressionBuilder {
  /// The values of `$0` and `$1`.
  let parameters: [Term]
  /// The names of the closure's parameters.
  let names: [String]
  /// The sources, whose elements are lists.
  let sources: [TextSource]
  /// The parameters of the closures around this one, which are found by their names.
  private var outer: [(name: String, value: Term)] = []
  /// The value of the optional, in the second part of an optional chain.
  var unwrapped: Term?

  /// Creates a builder outside of a closure.
  init(sources: [TextSource], parameters: [Term] = [], names: [String] = []) {
    self.sources = sources
    self.parameters = parameters
    self.names = names
  }

  typealias TypeHint = any ChainValue.Type

  /// Returns the expression of a syntax tree. A literal gets the expected type if it can have it.
  func term(_ syntax: Syntax, expecting type: TypeHint? = nil) throws(ChainError) -> Term {
    if syntax.isLiteral { return try literal(syntax, expecting: type) }
    switch syntax.form {
    case .integer, .double, .string, .bool, .nil, .given:
      return try literal(syntax, expecting: type)
    case .interpolation(let literals, let parts): return try interpolation(literals, parts)
    case .optionalChain(let base, let rest): return try optionalChain(base, rest)
    case .unwrapped:
      guard let unwrapped else { preconditionFailure("a value without its optional") }
      return unwrapped
    case .parameter(let index):
      guard index < parameters.count else {
        throw ChainError("the closure has no parameter $\(index)", at: syntax.range)
      }
      return parameters[index]
    case .name(let name):
      if let index = names.firstIndex(of: name), index < parameters.count {
        return parameters[index]
      }
      if let value = outer.last(where: { $0.name == name })?.value { return value }
      if let source = sources.first(where: { $0.name == name }) { return source.list }
      throw ChainError(
        "nothing here is called", name, at: syntax.range,
        among: names + outer.map(\.name) + sources.map(\.name) + ["$0"])
    case .member(let base, let name):
      return try member(name, of: try term(base), at: syntax.nameRange)
    case .call(let base, let name, let arguments):
      return try call(base, name, arguments, syntax, expecting: type)
    case .prefix("!", let operand):
      return Term(!(try bool(operand, "after !")))
    case .prefix(_, let operand): return try negative(operand, syntax)
    case .binary(let symbol, let left, let right):
      return try binary(symbol, left, right, syntax, expecting: type)
    case .conditional(let condition, let first, let second):
      return try conditional(condition, first, second, expecting: type)
    case .array, .range:
      throw ChainError("a list or a range is used with .contains(…)", at: syntax.range)
    case .dictionary:
      throw ChainError("a dictionary is used with == or != beside one of the row", at: syntax.range)
    case .tuple(let parts): return try key(parts, syntax)
    case .closure: throw ChainError("a closure was not expected here", at: syntax.range)
    case .statements:
      throw ChainError("one expression was expected here, not several statements", at: syntax.range)
    case .keyPath(let names):
      guard let first = parameters.first else {
        throw ChainError("a key path was not expected here", at: syntax.range)
      }
      var result = first
      for name in names { result = try member(name.text, of: result, at: name.range) }
      return result
    }
  }

  private func optionalChain(_ base: Syntax, _ rest: Syntax) throws(ChainError) -> Term {
    let receiver = try term(base)
    guard let wrapped = receiver.model.wrapped else {
      throw ChainError("\(receiver.model.name) is never nil: leave out ?", at: base.range)
    }
    let result = try wrapped.map(receiver.expression) { value throws(ChainError) in
      var builder = self
      builder.unwrapped = value
      return try builder.term(rest)
    }
    guard let result else {
      throw ChainError("a single value was expected after ?.", at: rest.range)
    }
    return result
  }

  /// Returns a string of literal parts, and values between them as Swift writes them.
  func interpolation(
    _ literals: [String], _ parts: [Syntax]
  ) throws(ChainError) -> Term {
    // Swift calls these functions for a literal, so the text means the same as in Swift.
    var text = QueryExpression<String>.StringInterpolation(
      literalCapacity: 0, interpolationCount: parts.count)
    text.appendLiteral(literals[0])
    for (part, literal) in zip(parts, literals.dropFirst()) {
      try append(try term(part), at: part.range, to: &text)
      text.appendLiteral(literal)
    }
    return Term(QueryExpression<String>(stringInterpolation: text))
  }

  private func append(
    _ term: Term, at range: Range<Int>, to text: inout QueryExpression<String>.StringInterpolation
  ) throws(ChainError) {
    func open<Expression: AnyTypedExpression>(_ expression: Expression) {
      text.appendInterpolation(expression.expression)
    }
    guard term.valueType != nil else {
      throw ChainError("a whole \(term.model.name) has no text here", at: range)
    }
    open(term.expression)
  }

  /// Returns an expression that must be a `Bool`.
  func bool(_ syntax: Syntax, _ place: String) throws(ChainError) -> QueryExpression<Bool> {
    let term = try term(syntax)
    guard let bool = term.cast(Bool.self) else {
      throw ChainError("a Bool was expected \(place), not \(term.model.name)", at: syntax.range)
    }
    return bool
  }

  /// Returns an expression that must be an `Int`.
  func whole(_ syntax: Syntax) throws(ChainError) -> QueryExpression<Int> {
    let term = try term(syntax, expecting: syntax.isLiteral ? Int.self : nil)
    guard let number = term.cast(Int.self) else {
      throw ChainError("an Int was expected, not \(term.model.name)", at: syntax.range)
    }
    return number
  }

  func literal(
    _ syntax: Syntax, expecting type: TypeHint?
  ) throws(ChainError) -> Term {
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      Value.literal(syntax).map { Term(QueryExpression($0)) }
    }
    if let type {
      if let term = open(type) { return term }
      if case .given(let text) = syntax.form {
        throw ChainError(
          "a value of type \(type.model.name) was expected here, not \(text)", at: syntax.range)
      }
      try check(syntax)
      if case .nil = syntax.form {
        throw ChainError("a value of type \(type.model.name) is never nil", at: syntax.range)
      }
      let call = LiteralCall.allCases.first { $0.type == type || $0.type.optional == type }
      let advice = syntax.string.flatMap { text in call.map { "; write \($0.usage(text))" } } ?? ""
      throw ChainError(
        "a value of type \(type.model.name) was expected here\(advice)", at: syntax.range)
    }
    if let given = syntax.literalOfGiven { return try literal(given, expecting: nil) }
    // A whole number is an `Int`, so this type comes before `Double`.
    for type: TypeHint in [Int.self, Double.self, String.self, Bool.self] {
      if let term = open(type) { return term }
    }
    for call in LiteralCall.allCases { if let term = open(call.type) { return term } }
    try check(syntax)
    if case .prefix(_, let operand) = syntax.form {
      throw ChainError(
        "there is no negative \(try literal(operand, expecting: nil).model.name)", at: syntax.range)
    }
    throw ChainError("nil has no type here", at: syntax.range)
  }

  /// Reports a call of an initializer that gives no value.
  private func check(_ syntax: Syntax) throws(ChainError) {
    guard case .call(_, let name, _) = syntax.form, let call = LiteralCall(rawValue: name) else {
      return
    }
    func open<Value: ChainValue>(_ type: Value.Type) -> Bool { Value.literal(syntax) != nil }
    if !open(call.type) { throw ChainError(call.message, at: syntax.range) }
  }

  /// Returns a member of a value, a row, a tuple or a group.
  private func member(
    _ name: String, of base: Term, at range: Range<Int>
  ) throws(ChainError) -> Term {
    if let member = base.model.members.first(where: { $0.name == name }),
      let term = member.term(base.expression)
    {
      return term
    }
    if let term = property(name, of: base) { return term }
    let known = base.model.members.map(\.name) + base.properties
    let isMethod = Vocabulary.members(named: name).contains { $0.spelling?.labels != nil }
    if isMethod || name == "map" || base.methods.contains(name) {
      throw ChainError("\(name) is called with parentheses", at: range)
    }
    let message = "\(base.model.name) has no member"
    if base.model.wrapped != nil, known.isEmpty {
      throw ChainError(
        "\(message) \(name); it may be nil: use map or ??", at: range, insteadOf: ["map"])
    }
    let methods = base.methods.filter { !known.contains($0) }
    throw ChainError(message, name, at: range, among: known + methods)
  }

  /// Returns two operands of the same type. A literal gets the type of the other operand, and a
  /// value is converted to an optional if the other operand is an optional.
  func pair(
    _ first: Syntax, _ second: Syntax, expecting type: TypeHint? = nil
  ) throws(ChainError) -> (Term, Term) {
    let (left, right) = try terms(first, second, in: self, expecting: type)
    return optionalAlike(left, right)
  }

  /// Returns two values, of which a literal gets the type of the other one.
  ///
  /// - Parameter other: the builder of the second value.
  func terms(
    _ first: Syntax, _ second: Syntax, in other: ExpressionBuilder, expecting type: TypeHint? = nil
  ) throws(ChainError) -> (Term, Term) {
    if case .dictionary = first.form {
      let right = try other.term(second)
      return (try dictionary(first, like: right), right)
    }
    if case .dictionary = second.form {
      let left = try term(first)
      return (left, try dictionary(second, like: left))
    }
    if first.isLiteral, !second.isLiteral {
      let right = try other.term(second, expecting: type)
      return (try literal(first, expecting: right.valueType ?? type), right)
    }
    let left = try term(first, expecting: type)
    let hint = second.isLiteral ? left.valueType ?? type : type
    return (left, try other.term(second, expecting: hint))
  }

  /// Returns two operands of which both or none are optionals: a value becomes an optional beside
  /// one.
  func optionalAlike(_ left: Term, _ right: Term) -> (Term, Term) {
    if isOptional(left), !isOptional(right) { return (left, wrapped(right)) }
    if isOptional(right), !isOptional(left) { return (wrapped(left), right) }
    return (left, right)
  }

  private func call(
    _ base: Syntax?, _ name: String, _ arguments: [Syntax.Argument], _ syntax: Syntax,
    expecting type: TypeHint?
  ) throws(ChainError) -> Term {
    if name == "if", arguments.count == 3 {
      return try conditional(
        arguments[0].value, arguments[1].value, arguments[2].value, expecting: type)
    }
    guard let base else { return try function(name, arguments, syntax) }
    switch base.form {
    case .array, .range: return try membership(base, name, arguments, syntax)
    default: break
    }
    let receiver = try term(base)
    if name == Syntax.subscriptName { return try value(of: receiver, arguments, syntax) }
    if let term = try mapped(receiver, name, arguments) { return term }
    if let list = receiver.model.list {
      let call = ListCall(name: name, arguments: arguments, syntax: syntax, builder: self)
      if let term = try list.call(receiver.expression, call) { return term }
      throw ChainError(
        "\(receiver.model.name) has no operator", name, at: syntax.nameRange,
        among: ListCall.names)
    }
    if let window = receiver.model.window {
      let call = WindowCall(name: name, arguments: arguments, syntax: syntax, builder: self)
      if let term = try window.call(receiver.expression, call) { return term }
    }
    if let term = try method(name, of: receiver, arguments, syntax) { return term }
    if receiver.model.members.contains(where: { $0.name == name })
      || receiver.properties.contains(name)
    {
      throw ChainError("\(name) is no function: leave out the parentheses", at: syntax.nameRange)
    }
    let known = receiver.properties + receiver.methods
    if let wrapped = receiver.model.wrapped?.model,
      wrapped.hasFunction(name) || !Vocabulary.members(named: name).isEmpty
    {
      throw ChainError(
        "\(receiver.model.name) has no function \(name); it may be nil: use ?. or map",
        at: syntax.nameRange, insteadOf: ["map"])
    }
    throw ChainError(
      "\(receiver.model.name) has no function", name, at: syntax.nameRange, among: known)
  }

  /// Builds `map` and `flatMap` of optionals. Returns nil for other calls.
  private func mapped(
    _ receiver: Term, _ name: String, _ arguments: [Syntax.Argument]
  ) throws(ChainError) -> Term? {
    guard arguments.count == 1, let argument = arguments.first?.value,
      let wrapped = receiver.model.wrapped, name == "map" || name == "flatMap"
    else { return nil }
    let result = try wrapped.map(receiver.expression) { value throws(ChainError) in
      try closure(argument, [value])
    }
    guard let result else {
      throw ChainError("the closure must give a single value", at: argument.range)
    }
    return result
  }

  /// Returns the expression of a closure or a key path with these parameters.
  func closure(_ syntax: Syntax, _ parameters: [Term]) throws(ChainError) -> Term {
    let (builder, body) = try body(of: syntax, parameters)
    return try builder.term(body)
  }

  /// Returns the expression of a closure that may be `{ inMemory(…) }`, which is opaque.
  func anyClosure(_ syntax: Syntax, _ parameters: [Term]) throws(ChainError) -> Term {
    let (builder, body) = try body(of: syntax, parameters)
    guard case .call(nil, "inMemory", let arguments) = body.form, arguments.count == 1 else {
      return try builder.term(body)
    }
    var term = try builder.term(arguments[0].value)
    term.isOpaque = true
    return term
  }

  /// Returns the body of a closure and its builder. A key path is its own body.
  func body(
    of syntax: Syntax, _ parameters: [Term]
  ) throws(ChainError) -> (ExpressionBuilder, Syntax) {
    switch syntax.form {
    case .keyPath:
      return (inner([parameters[0]], []), syntax)
    case .closure(let names, let body):
      guard names.count <= parameters.count else {
        throw ChainError(
          "the closure has \(parameters.count) parameter\(parameters.count == 1 ? "" : "s")",
          at: names[parameters.count].range)
      }
      return (inner(parameters, names.map(\.text)), body)
    default:
      throw ChainError("a closure { … } or a key path \\.… was expected", at: syntax.range)
    }
  }

  /// Returns the builder of a closure inside this one.
  private func inner(_ parameters: [Term], _ names: [String]) -> ExpressionBuilder {
    var builder = ExpressionBuilder(sources: sources, parameters: parameters, names: names)
    builder.outer = outer + zip(self.names, self.parameters).map { (name: $0, value: $1) }
    return builder
  }

  func isOptional(_ term: Term) -> Bool { term.valueType is any OptionalType.Type }

  /// Returns the value as an optional.
  func wrapped(_ term: Term) -> Term {
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      term.cast(Value.self).map { Term($0.wrapped()) }
    }
    return term.valueType.flatMap { open($0) } ?? term
  }

  func mismatch(_ left: Term, _ right: Term, at range: Range<Int>) -> ChainError {
    ChainError("\(left.model.name) and \(right.model.name) do not go together", at: range)
  }
}
