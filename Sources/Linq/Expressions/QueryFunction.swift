/// A Swift function that chains can call, on values and on expressions alike; in SQL it runs inside
/// the database.
///
/// ```swift
/// let isPrime = QueryFunction("is_prime") { (number: Int) in … }
///
/// isPrime(7)                                  // true
/// people.where { isPrime($0.age) }            // SELECT … FROM person WHERE is_prime(age) ORDER BY id
/// ```
///
/// The function must give the same result for the same arguments. What it throws reaches the caller of
/// the query unchanged.
public struct QueryFunction<each Argument: Sendable, Result: Sendable>: AnyQueryFunction {
  /// The name in SQL. No two functions of a program may share one.
  public let name: String

  /// The number of arguments.
  public let argumentCount: Int

  private let body: @Sendable (repeat each Argument) throws -> Result

  /// A function from its name and its body.
  public init(_ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result) {
    self.name = name
    self.body = body
    // `for … in repeat` over types counts 0 in optimised builds of Swift 6.3.
    var count = 0
    func add<Value>(_ type: Value.Type) { count += 1 }
    repeat add((each Argument).self)
    argumentCount = count
  }

  /// The result for values.
  public func callAsFunction(_ argument: repeat each Argument) throws -> Result {
    try body(repeat each argument)
  }

  /// The result as an expression.
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

  /// The result for arguments that an engine reads, by an engine's own means.
  public func call<Arguments: FunctionValues>(_ arguments: inout Arguments) throws -> Any {
    try body(repeat try arguments.next((each Argument).self))
  }
}

/// A function of the program's own, whatever its types.
public protocol AnyQueryFunction: Sendable {
  /// The name in SQL.
  var name: String { get }
  /// The number of arguments.
  var argumentCount: Int { get }
  /// The result for arguments that an engine reads.
  func call<Arguments: FunctionValues>(_ arguments: inout Arguments) throws -> Any
}

/// The arguments of a function, one after the other.
public protocol FunctionValues {
  /// The next argument.
  mutating func next<Value>(_ type: Value.Type) throws -> Value
}
