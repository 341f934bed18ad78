internal import LinqCore
internal import StoreEngine

extension Connection {
  /// Registers the functions that the translation uses, once for each connection.
  func registerLinqFunctions() throws {
    guard !hasFunction(SQLFunction.count.rawValue) else { return }
    for function in NumberFunctions.all { try register(function) }
    for function in AggregateFunctions.all { try register(function) }
    for function in TextFunctions.all { try register(function) }
  }

  /// Registers a function of the program.
  func register(_ function: any AnyQueryFunction) throws {
    guard let call = function.call else {
      preconditionFailure("\(function.name) is translated and cannot be called")
    }
    try register(
      ProgramFunctions.scalar(function.name, argumentCount: function.argumentCount, call))
  }
}
