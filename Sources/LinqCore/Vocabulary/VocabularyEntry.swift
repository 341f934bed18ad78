/// A function or a property of values that a chain can use: an entry of the ``Vocabulary``.
package protocol VocabularyEntry: Sendable {
  /// How Swift writes it; nil for one that a chain as text cannot call.
  var spelling: Spelling? { get }

  /// A chain that uses it; nil for one that another entry's sample shows.
  var sample: Sample? { get }

  /// Tests the values of the arguments after the receiver; nil if they need not be literals.
  var literals: LiteralTest? { get }

  /// The types of the arguments. The first is that of the receiver, if there is one.
  var argumentTypes: [Any.Type] { get }

  var resultType: Any.Type { get }

  /// Returns the call as an expression (`QueryExpression<Result>`); nil if the arguments are not
  /// expressions of the types.
  func expression(of arguments: [any Sendable]) -> (any Sendable)?
}

/// Whether literals can be the arguments of a function.
package typealias LiteralTest = @Sendable ([any Sendable]) -> Bool

/// A chain that the documentation shows and the tests run.
package struct Sample: Sendable {
  /// The chain, as Swift and the text form write it.
  package let chain: String
  /// The row of the contract.
  package let contract: String
}

/// How Swift writes a function: `.isLetter`, `.trimming()` or `.replacing(_:with:)` of a receiver,
/// or `floor(_:)`.
package struct Spelling: Sendable {
  /// The name without labels.
  package let name: String
  /// The labels of the arguments; nil for a property.
  package let labels: [String?]?
  /// Whether it is a member of its first argument.
  package let isMember: Bool

  init(_ text: String) {
    isMember = text.hasPrefix(".")
    let parts = text.drop { $0 == "." }.split(separator: "(", maxSplits: 1)
    name = String(parts[0])
    labels =
      parts.count == 1
      ? nil
      : parts[1].dropLast().split(separator: ":").map { $0 == "_" ? nil : String($0) }
  }
}

/// An entry that is made of other expressions, and is no function of an engine.
package struct ComposedFunction<each Argument: Sendable, Result: Sendable>: VocabularyEntry {
  package let spelling: Spelling?
  package let sample: Sample?
  package var literals: LiteralTest? { nil }
  private let body: @Sendable (repeat QueryExpression<each Argument>) -> QueryExpression<Result>

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - spelling: the function in a chain, as ``Spelling`` reads it.
  ///   - sample: a chain that calls it.
  ///   - contract: the row of the contract that it belongs to.
  ///   - body: the expression.
  package init(
    _ spelling: String, sample: String? = nil, contract: String = "",
    _ body: @escaping @Sendable (repeat QueryExpression<each Argument>) -> QueryExpression<Result>
  ) {
    self.spelling = Spelling(spelling)
    self.sample = sample.map { Sample(chain: $0, contract: contract) }
    self.body = body
  }

  package var argumentTypes: [Any.Type] {
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    return types
  }

  package var resultType: Any.Type { Result.self }

  package func expression(of arguments: [any Sendable]) -> (any Sendable)? {
    guard arguments.count == argumentTypes.count else { return nil }
    var next = arguments.makeIterator()
    do { return body(repeat try typed(&next, (each Argument).self)) } catch { return nil }
  }
}

private struct OtherType: Error {}

/// Returns the next argument as an expression of a type.
func typed<Value>(
  _ next: inout IndexingIterator<[any Sendable]>, _ type: Value.Type
) throws -> QueryExpression<Value> {
  guard let expression = next.next() as? QueryExpression<Value> else { throw OtherType() }
  return expression
}
