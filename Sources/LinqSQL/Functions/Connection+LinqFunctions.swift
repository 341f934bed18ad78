internal import LinqCore
internal import StoreEngine

extension Connection {
  /// Registers the functions that the translation uses, once for each connection.
  func registerLinqFunctions() throws {
    guard !hasFunction(SQLFunction.whole.rawValue) else { return }
    for function in NumberFunctions.all { try register(function) }
    for function in AggregateFunctions.all + WindowFunctions.all { try register(function) }
    for function in TextFunctions.all { try register(function) }
  }

  /// Registers a function of the program under a name, unless it is registered.
  ///
  /// - Throws: ``ExpressionFailure`` if the name belongs to another function.
  func register(_ function: any AnyQueryFunction, as name: String) throws {
    guard !hasFunction(name, function.identity) else { return }
    guard let call = function.call else {
      preconditionFailure("\(function.name) is translated and cannot be called")
    }
    do {
      try register(ProgramFunctions.scalar(name, function, call))
    } catch {
      throw ExpressionFailure(error: error)
    }
  }
}
