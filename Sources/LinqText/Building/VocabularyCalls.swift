internal import Foundation
internal import LinqCore

/// The functions and properties of values in a chain: entries of the `Vocabulary`, found by their
/// names, their labels and the type of the receiver.
extension ExpressionBuilder {
  /// Returns a property of a value; nil if it has none with this name.
  func property(_ name: String, of receiver: Term) -> Term? {
    let entry = Vocabulary.members(named: name).first { $0.isProperty && $0.accepts(receiver) }
    return entry?.term([receiver])
  }

  /// Returns a call of a method of a value; nil if it has none with this name.
  func method(
    _ name: String, of receiver: Term, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    if let list = try textParts(name, of: receiver, arguments, syntax) { return list }
    if let term = try declared(name, of: receiver, arguments, syntax) { return term }
    let entries = Vocabulary.members(named: name).filter { !$0.isProperty && $0.accepts(receiver) }
    return try call(entries, [receiver], arguments, syntax)
  }

  /// Returns a call of a function that the source of the receiver declares; nil if it has none with
  /// this name, or if nothing is in the parentheses of a member.
  private func declared(
    _ name: String, of receiver: Term, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    guard let function = receiver.model.functions.first(where: { $0.name == name }) else {
      return nil
    }
    let isMember = receiver.model.members.contains { $0.name == name }
    if arguments.isEmpty, isMember { return nil }
    guard arguments.map(\.label) == [function.label] else {
      let label = function.label.map { "\($0): " } ?? ""
      throw ChainError("write .\(name)(\(label)…)", at: syntax.nameRange)
    }
    let value = try value(arguments[0].value, of: function.argument)
    return value.accepted(as: function.argument).flatMap { function.term(receiver.expression, $0) }
  }

  /// Returns a call of a function that is no member; nil if there is none with this name.
  func vocabularyFunction(
    _ name: String, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    try call(Vocabulary.functions(named: name), [], arguments, syntax)
  }

  private func call(
    _ entries: [any VocabularyEntry], _ receiver: [Term], _ arguments: [Syntax.Argument],
    _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    guard let last = entries.last else { return nil }
    let usages = entries.compactMap(\.usage).joined(separator: " or ")
    let advice = ChainError("write \(usages)", at: syntax.nameRange)
    let labels = arguments.map(\.label)
    guard let entry = entries.first(where: { $0.spelling?.labels == labels }) else { throw advice }
    var terms = receiver
    var literals: [any Sendable] = []
    for (type, argument) in zip(entry.argumentTypes.dropFirst(receiver.count), arguments) {
      // Some entries accept literals alone, and only some of them: see `VocabularyEntry.literals`.
      if let literal = (type as? TypeHint).flatMap({ $0.constant(argument.value) }) {
        literals.append(literal)
      }
      terms.append(try term(argument, as: type))
    }
    if let test = entry.literals {
      guard literals.count == arguments.count else { throw advice }
      guard test(literals) else {
        let name = entry.spelling?.name ?? ""
        throw ChainError("\(name) does not take these values: \(advice.message)", at: advice.range)
      }
    }
    guard let term = entry.term(terms) else {
      throw ChainError("there is no \(last.spelling?.name ?? "") of these values", at: syntax.range)
    }
    return term
  }

  /// Returns an argument, which must have a type.
  private func term(_ argument: Syntax.Argument, as type: Any.Type) throws(ChainError) -> Term {
    // A time zone is passed by its identifier.
    if argument.label == "in" {
      return Term(QueryExpression<String>(try timeZone(argument.value).identifier))
    }
    return try value(argument.value, of: type)
  }

  /// Returns a value of a type, unless chains do not know the type.
  private func value(_ syntax: Syntax, of type: Any.Type) throws(ChainError) -> Term {
    guard let type = type as? TypeHint else { return try term(syntax) }
    let term = try term(syntax, expecting: syntax.isLiteral ? type : nil)
    guard term.accepted(as: type) != nil else {
      throw ChainError(
        "a value of type \(type.model.name) was expected, not \(term.model.name)",
        at: syntax.range)
    }
    return term
  }

  private func timeZone(_ syntax: Syntax) throws(ChainError) -> TimeZone {
    switch syntax.form {
    case .name(".gmt"): return .gmt
    case .call(nil, "TimeZone", let arguments) where arguments.map(\.label) == ["identifier"]:
      if let zone = arguments[0].value.string.flatMap({ TimeZone(identifier: $0) }) { return zone }
    default: break
    }
    throw ChainError(
      "a time zone was expected: .gmt or TimeZone(identifier: \"Europe/Berlin\")",
      at: syntax.range)
  }

  /// Returns the parts of a text as a list; nil for other calls.
  private func textParts(
    _ name: String, of receiver: Term, _ arguments: [Syntax.Argument], _ syntax: Syntax
  ) throws(ChainError) -> Term? {
    guard let label = Term.textParts[name], let text = receiver.text else { return nil }
    guard arguments.map(\.label) == [label], let separator = arguments[0].value.string else {
      let usage = "\(name)(\(label): \"\(name == "split" ? " " : ", ")\")"
      throw ChainError("write .\(usage)", at: syntax.nameRange)
    }
    let parts =
      name == "split"
      ? text.split(separator: separator) : text.components(separatedBy: separator)
    return Term(parts, .list(of: String.self, String.model))
  }
}

extension Term {
  /// The methods of a text that return a list, with the labels of their arguments.
  fileprivate static let textParts = ["split": "separator", "components": "separatedBy"]

  /// The properties of the value that the vocabulary has.
  var properties: [String] { names { $0.isProperty } }

  /// The methods of the value.
  var methods: [String] {
    if model.list != nil { return ListCall.names }
    if model.window != nil { return WindowCall.usages.keys.sorted() }
    let names = names { !$0.isProperty } + model.functions.map(\.name)
    if text != nil { return names + Self.textParts.keys.sorted() }
    return model.wrapped == nil ? names : ["map", "flatMap"]
  }

  private func names(_ isWanted: (any VocabularyEntry) -> Bool) -> [String] {
    var names: [String] = []
    for entry in Vocabulary.all where isWanted(entry) {
      guard let spelling = entry.spelling, spelling.isMember, entry.accepts(self),
        !names.contains(spelling.name)
      else { continue }
      names.append(spelling.name)
    }
    return names
  }

  /// The value as a string, if it is a text.
  fileprivate var text: QueryExpression<String>? {
    cast(String.self) ?? cast(Substring.self).map { QueryExpression<String>($0) }
  }

  /// Returns the expression (`QueryExpression<Value>`) as one of a type; nil if it has another one.
  /// A substring is a string for functions.
  fileprivate func accepted(as type: Any.Type) -> (any Sendable)? {
    func open<Expression: AnyTypedExpression>(_ expression: Expression) -> (any Sendable)? {
      Expression.Value.self == type ? expression.expression : nil
    }
    return open(expression) ?? (type == String.self ? text : nil)
  }
}

extension VocabularyEntry {
  fileprivate var isProperty: Bool { spelling.map { $0.labels == nil } ?? false }

  /// Returns whether a value can be the receiver.
  fileprivate func accepts(_ receiver: Term) -> Bool {
    receiver.accepted(as: argumentTypes[0]) != nil
  }

  /// Returns the call with arguments; nil if they have other types.
  fileprivate func term(_ arguments: [Term]) -> Term? {
    let parts = zip(arguments, argumentTypes).compactMap { $0.accepted(as: $1) }
    let result = expression(of: parts)
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      (result as? QueryExpression<Value>).map { Term($0) }
    }
    return (resultType as? any ChainValue.Type).flatMap { open($0) }
  }

  /// How a chain calls it, from its sample.
  fileprivate var usage: String? {
    guard let spelling else { return nil }
    let labels = (spelling.labels ?? []).map { $0.map { "\($0): …" } ?? "…" }
    let call = "\(spelling.isMember ? "." : "")\(spelling.name)("
    guard let sample = sample?.chain, let start = sample.range(of: call)?.lowerBound else {
      return call + labels.joined(separator: ", ") + ")"
    }
    var (usage, depth) = ("", 0)
    for character in sample[start...] {
      usage.append(character)
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if character == ")", depth == 0 { break }
    }
    return usage
  }
}

extension ChainValue {
  /// Returns the value of a literal; nil for other syntax.
  fileprivate static func constant(_ syntax: Syntax) -> (any Sendable)? { literal(syntax) }
}
