internal import Linq
internal import SQLite

/// The program's own functions (`QueryFunction`) as functions of SQL.
enum ProgramFunctions {
  static func scalar(_ function: any AnyQueryFunction) -> ScalarFunction {
    ScalarFunction(function.name, argumentCount: function.argumentCount, isDeterministic: false) {
      var values = ArgumentValues(arguments: $0)
      return try FunctionType.value(of: function.call(&values))
    }
  }
}

/// The types that functions may take and give.
enum FunctionType {
  private static let types: Set<ObjectIdentifier> = {
    func both<Value>(_ type: Value.Type) -> [ObjectIdentifier] {
      [ObjectIdentifier(type), ObjectIdentifier(Value?.self)]
    }
    return Set(
      both(Int.self) + both(Int64.self) + both(Double.self) + both(Bool.self) + both(String.self)
        + both(Substring.self) + both(Character.self) + both(CalendarDate.self))
  }()

  static func check(_ type: Any.Type) throws(Untranslatable) {
    guard types.contains(ObjectIdentifier(type)) else {
      throw Untranslatable(reason: "functions with values of type \(type) run in memory")
    }
  }

  /// The value of SQL for a value of one of the types.
  static func value(of result: Any) throws -> Value {
    switch result {
    case let value as Int: .integer(Int64(value))
    case let value as Int64: .integer(value)
    case let value as Double:
      if value.isNaN { throw ExpressionError.notANumber } else { .real(value) }
    case let value as Bool: .integer(value ? 1 : 0)
    case let value as String: .text(CanonicalText.form(of: value))
    case let value as Substring: .text(CanonicalText.form(of: String(value)))
    case let value as Character: .text(CanonicalText.form(of: String(value)))
    case let value as CalendarDate: .text(value.description)
    default: .null
    }
  }
}

private struct ArgumentValues: FunctionValues {
  let arguments: FunctionArguments
  private var index = 0

  init(arguments: FunctionArguments) { self.arguments = arguments }

  mutating func next<Value>(_ type: Value.Type) throws -> Value {
    defer { index += 1 }
    if let value = try read(type) as? Value { return value }
    throw DatabaseError.decoding(
      DecodingFailure(
        table: nil, column: "argument \(index + 1) of a function", row: .unknown,
        expected: "\(type)", found: "\(try arguments[index])"))
  }

  private func read(_ type: Any.Type) throws -> Any? {
    if arguments.isNull(index) { return Any?.none as Any }
    switch type {
    case is Int.Type, is Int?.Type: return arguments.integer(index).map { Int($0) }
    case is Int64.Type, is Int64?.Type: return arguments.integer(index)
    case is Double.Type, is Double?.Type: return arguments.real(index)
    case is Bool.Type, is Bool?.Type: return arguments.integer(index).map { $0 != 0 }
    case is Substring.Type, is Substring?.Type:
      return try arguments.text(index).map { Substring($0) }
    case is Character.Type, is Character?.Type: return try arguments.text(index)?.first
    case is CalendarDate.Type, is CalendarDate?.Type:
      return try arguments.text(index).flatMap { CalendarDate($0) }
    default: return try arguments.text(index)
    }
  }
}
