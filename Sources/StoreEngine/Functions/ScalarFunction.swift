/// A Swift function that SQL can call, which returns one value for its arguments.
///
/// ```swift
/// try connection.register(
///   ScalarFunction("reverse", argumentCount: 1) { arguments in
///     try arguments.text(0).map { .text(String($0.reversed())) } ?? .null
///   })
/// // SELECT reverse(name) FROM person
/// ```
///
/// An error that the function throws stops the statement and reaches its caller unchanged.
public struct ScalarFunction: Sendable {
  /// The name in SQL.
  public let name: String
  /// The number of arguments; nil for any number.
  public let argumentCount: Int?
  /// Whether equal arguments always lead to the same value, so that SQLite may call it less often.
  public let isDeterministic: Bool

  /// What distinguishes the function from others with its name, which it may replace while no
  /// statement runs; nil for a function that its name identifies.
  package var identity: (any AnyObject & Sendable)?

  package let body: @Sendable (FunctionArguments, any ScalarResult) throws -> Void

  /// Creates a function whose body returns its value.
  public init(
    _ name: String, argumentCount: Int?, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (FunctionArguments) throws -> Value
  ) {
    self.init(name, argumentCount: argumentCount, isDeterministic: isDeterministic) {
      arguments, result in try result.give(body(arguments))
    }
  }

  /// Creates a function whose body passes its value to a ``ScalarResult``, which can avoid a copy
  /// of an argument. The value is NULL if the body passes none.
  public init(
    _ name: String, argumentCount: Int?, isDeterministic: Bool = true,
    _ body: @escaping @Sendable (FunctionArguments, any ScalarResult) throws -> Void
  ) {
    self.name = name
    self.argumentCount = argumentCount
    self.isDeterministic = isDeterministic
    self.body = body
  }
}

/// A Swift aggregate function that SQL can call for the rows of a group.
///
/// ```swift
/// try connection.register(
///   AggregateFunction("longest", argumentCount: 1, initial: "") { longest, arguments in
///     if let text = try arguments.text(0), text.count > longest.count { longest = text }
///   } result: { .text($0) })
/// // SELECT longest(surname) FROM person
/// ```
public struct AggregateFunction: Sendable {
  /// The name in SQL.
  public let name: String
  /// The number of arguments; nil for any number.
  public let argumentCount: Int?

  /// Whether `OVER` may follow a call.
  package let isWindowFunction: Bool

  package let makeAccumulator: @Sendable () -> any Accumulator

  /// Creates an aggregate from its initial state, a closure that updates the state for each row,
  /// and one that returns the value of the final state.
  public init<State>(
    _ name: String, argumentCount: Int?, initial: @autoclosure @escaping @Sendable () -> State,
    _ step: @escaping @Sendable (inout State, FunctionArguments) throws -> Void,
    result: @escaping @Sendable (State) throws -> Value
  ) {
    self.init(name, argumentCount: argumentCount, initial: initial(), step, leave: nil) {
      try result($0)
    }
  }

  /// Creates an aggregate of the rows of a window, which rows enter at the end and leave at the
  /// beginning.
  ///
  /// - Parameters:
  ///   - initial: the state of an empty window.
  ///   - step: updates the state with a row that enters.
  ///   - leave: updates the state when the first row leaves, whose arguments are those with which
  ///     it entered; nil for an aggregate of groups only.
  ///   - value: returns the value for the rows in the window.
  package init<State>(
    _ name: String, argumentCount: Int?,
    initial: @autoclosure @escaping @Sendable () -> State,
    _ step: @escaping @Sendable (inout State, FunctionArguments) throws -> Void,
    leave: (@Sendable (inout State, FunctionArguments) throws -> Void)?,
    value: @escaping @Sendable (inout State) throws -> Value
  ) {
    self.name = name
    self.argumentCount = argumentCount
    isWindowFunction = leave != nil
    makeAccumulator = {
      FoldingAccumulator(state: initial(), stepBody: step, leaveBody: leave, resultBody: value)
    }
  }
}

/// The running state of an aggregate over one group or one window.
package protocol Accumulator: AnyObject {
  func step(_ arguments: FunctionArguments) throws
  /// The first row leaves the window.
  func leave(_ arguments: FunctionArguments) throws
  func result() throws -> Value
}

private final class FoldingAccumulator<State>: Accumulator {
  private var state: State
  private let stepBody: (inout State, FunctionArguments) throws -> Void
  private let leaveBody: ((inout State, FunctionArguments) throws -> Void)?
  private let resultBody: (inout State) throws -> Value

  init(
    state: State, stepBody: @escaping (inout State, FunctionArguments) throws -> Void,
    leaveBody: ((inout State, FunctionArguments) throws -> Void)?,
    resultBody: @escaping (inout State) throws -> Value
  ) {
    self.state = state
    self.stepBody = stepBody
    self.leaveBody = leaveBody
    self.resultBody = resultBody
  }

  func step(_ arguments: FunctionArguments) throws { try stepBody(&state, arguments) }

  func leave(_ arguments: FunctionArguments) throws { try leaveBody?(&state, arguments) }

  func result() throws -> Value { try resultBody(&state) }
}

/// The result of a Swift function that SQL calls.
public protocol ScalarResult {
  /// Sets the result to a value.
  ///
  /// - Throws: ``DatabaseError/notANumber(column:parameter:)`` for NaN.
  func give(_ value: Value) throws

  /// Sets the result to a text with these bytes, which must be valid UTF-8 and may contain NUL. The
  /// bytes are copied.
  func give(text bytes: UnsafeBufferPointer<UInt8>)
}
