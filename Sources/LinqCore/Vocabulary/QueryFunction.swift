/// A Swift function that queries can call, with values and with expressions. In SQL it runs inside
/// the database.
///
/// ```swift
/// let isPrime = QueryFunction("is_prime") { (number: Int) in … }
///
/// isPrime(7)                                  // true
/// people.where { isPrime($0.age) }         // SELECT … FROM person WHERE is_prime(age) ORDER BY id
/// ```
///
/// The function must return the same result for the same arguments. An error that it throws reaches
/// the caller of the query unchanged. A function with types that are not a ``FunctionValue`` runs
/// in memory.
///
/// A function is known by its value and its copies, not by its name: two functions with one name
/// are two functions. Make a function once, as a constant: queries with another value of it have
/// another plan.
public struct QueryFunction<each Argument: Sendable, Result: Sendable>: AnyQueryFunction {
  /// The name in plans and in SQL. Another function of one statement with this name gets a number.
  /// A function with the name of one of SQLite runs in memory.
  public let name: String

  /// What the copies of the function share, and no other function has.
  package let identity: (any AnyObject & Sendable)?

  /// The number of arguments.
  package let argumentCount: Int

  /// The function with the arguments of an engine, or nil if the engine cannot pass them.
  package let call: FunctionCall?

  let body: @Sendable (repeat each Argument) throws -> Result

  package var resultType: Any.Type { Result.self }

  /// Creates a function that runs in memory.
  @_disfavoredOverload
  public init(_ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result) {
    self.init(name, body, nil)
  }

  @usableFromInline init(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result,
    _ call: FunctionCall?
  ) {
    self.name = name
    identity = FunctionIdentity()
    self.body = body
    self.call = call
    // `for … in repeat` over types counts 0 in optimized builds of Swift 6.3.
    var count = 0
    func add<Value>(_ type: Value.Type) { count += 1 }
    repeat add((each Argument).self)
    argumentCount = count
  }

  /// Calls the function with values.
  public func callAsFunction(_ argument: repeat each Argument) throws -> Result {
    try body(repeat each argument)
  }

  /// Returns the result of the function as an expression. Arguments may be constants.
  ///
  /// ```swift
  /// people.where { isBetween($0.age, 18, 65) }      // WHERE is_between(age, ?, ?)
  /// ```
  @_disfavoredOverload
  public func callAsFunction<each Part: SelectPart>(
    _ argument: repeat each Part
  ) -> QueryExpression<Result> where (repeat (each Part).Part) == (repeat each Argument) {
    self(repeat (each argument).selectedPart)
  }

  /// Returns the result of the function as an expression.
  public func callAsFunction(
    _ argument: repeat QueryExpression<each Argument>
  ) -> QueryExpression<Result> {
    var nodes: [ExpressionNode] = []
    for argument in repeat each argument { nodes.append(argument.expressionNode) }
    let values = (repeat (each argument).expressionValue)
    return QueryExpression<Result>(.function(self, nodes)) { scope in
      try body(repeat try (each values)(scope))
    }
  }
}

extension QueryFunction where repeat each Argument: FunctionValue, Result: FunctionValue {
  /// Creates a function that runs inside the database. It is inlinable, so that it can be
  /// specialized for its types: it is called for each row.
  @inlinable public init(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    self.init(name, body) { arguments in
      var place = -1
      func next() -> Int {
        place += 1
        return place
      }
      return try body(
        repeat try (each Argument).read(from: arguments, at: next())
      ).functionResult
    }
  }
}

/// A function that takes the arguments of an engine.
@usableFromInline package typealias FunctionCall =
  @Sendable (_ arguments: FunctionArgumentReader) throws -> FunctionResult

/// What the copies of a function of the program share.
private final class FunctionIdentity: Sendable {}

/// A custom function of any types.
package protocol AnyQueryFunction: Sendable {
  /// The name in SQL.
  var name: String { get }
  /// What distinguishes a function of the program from others with its name; nil for a function
  /// that its name identifies.
  var identity: (any AnyObject & Sendable)? { get }
  /// The object that distinguishes the function in plans, and lives as long as they do; nil for a
  /// function that its name identifies.
  var planIdentity: (any AnyObject & Sendable)? { get }
  /// The number of arguments.
  var argumentCount: Int { get }
  /// The function with the arguments of an engine, or nil if the engine cannot pass them.
  var call: FunctionCall? { get }
  /// A faster way to the result for some arguments, if there is one.
  var shortcut: FunctionShortcut? { get }
  /// Whether a call may end in an error.
  var canFail: Bool { get }
  /// The function of a server with the same results, if there is one.
  var serverName: String? { get }
  /// The type of the result.
  var resultType: Any.Type { get }
}

extension AnyQueryFunction {
  /// The default is a function that its name identifies.
  package var identity: (any AnyObject & Sendable)? { nil }

  /// The default is that of a function of the program.
  package var planIdentity: (any AnyObject & Sendable)? { identity }

  /// The default is a function without a shortcut.
  package var shortcut: FunctionShortcut? { nil }

  /// The default is a function that may fail.
  package var canFail: Bool { true }

  /// The default is a function that only the program has.
  package var serverName: String? { nil }
}
