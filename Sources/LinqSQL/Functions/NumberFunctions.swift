internal import LinqCore
internal import StoreEngine

/// Swift's arithmetic as functions of SQL (S11 to S16). Where SQLite would return a wrong number,
/// they raise an error.
///
/// Functions that can fail are not registered as deterministic: SQLite would evaluate calls with
/// constant arguments in advance, whether a row needs them or not (S36).
enum NumberFunctions {
  static let all: [ScalarFunction] = [
    failing(.whole, 1) { arguments in
      if let value = arguments.integer(0) { return .integer(value) }
      if arguments.isNull(0) { return .null }
      throw ExpressionError.arithmeticOverflow
    },
    fitting(.int8, Int8.self), fitting(.int16, Int16.self), fitting(.int32, Int32.self),
    fitting(.uint8, UInt8.self), fitting(.uint16, UInt16.self), fitting(.uint32, UInt32.self),
    failing(.real, 1) { arguments in
      guard let value = arguments.real(0) else { throw ExpressionError.notANumber }
      return .real(value)
    },
    failing(.absolute, 1) { arguments in
      guard let value = arguments.integer(0) else { return .null }
      guard value != .min else { throw ExpressionError.arithmeticOverflow }
      return .integer(Swift.abs(value))
    },
    failing(.integer, 1) { arguments in
      guard let value = arguments.real(0) else { return .null }
      guard let result = Int64(exactly: value.rounded(.towardZero)) else {
        throw ExpressionError.arithmeticOverflow
      }
      return .integer(result)
    },
    failing(.divide, 2) { arguments in
      if let dividend = arguments.integer(0), let divisor = arguments.integer(1) {
        return try whole(divisor) { dividend.dividedReportingOverflow(by: divisor) }
      }
      guard let dividend = arguments.real(0), let divisor = arguments.real(1) else { return .null }
      return try real(dividend / divisor)
    },
    failing(.remainder, 2) { arguments in
      if let dividend = arguments.integer(0), let divisor = arguments.integer(1) {
        return try whole(divisor) { dividend.remainderReportingOverflow(dividingBy: divisor) }
      }
      guard let dividend = arguments.real(0), let divisor = arguments.real(1) else { return .null }
      return try real(dividend.truncatingRemainder(dividingBy: divisor))
    },
    ScalarFunction(SQLFunction.jsonReal.rawValue, argumentCount: 1) { arguments in
      // Another text is returned as it is, and rejected by the reader.
      guard let text = try? arguments.text(0), text != "null" else { return .null }
      return Double(text).map { .real($0) } ?? .text(text)
    },
    ScalarFunction(SQLFunction.jsonNumbers.rawValue, argumentCount: 1) { arguments in
      try arguments.text(0).map { .text(quotingNumbers(of: $0)) } ?? .null
    },
    // Always true; its arguments are evaluated for the errors that they may raise.
    failing(.evaluated, nil) { _ in .integer(1) },
  ]

  /// Returns a list or an object of JSON with its numbers as texts, without those of lists and
  /// objects in it.
  private static func quotingNumbers(of json: String) -> String {
    var result: [UInt8] = []
    var depth = 0
    var isInText = false
    var isInNumber = false
    var isEscaped = false
    for byte in json.utf8 {
      if isInText {
        isInText = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        result.append(byte)
        continue
      }
      let isNumber =
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        // A number ends with something else, and `true` has an `e`.
        case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isInNumber
        default: false
        }
      if isNumber != isInNumber, depth == 1 { result.append(UInt8(ascii: "\"")) }
      isInNumber = isNumber
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""): isInText = true
      default: break
      }
      result.append(byte)
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func failing(
    _ function: SQLFunction, _ count: Int?,
    _ body: @escaping @Sendable (FunctionArguments) throws -> Value
  ) -> ScalarFunction {
    ScalarFunction(function.rawValue, argumentCount: count, isDeterministic: false, body)
  }

  /// Creates a function that returns an integer which fits a type of less than 64 bits.
  private static func fitting<Number: FixedWidthInteger & Sendable>(
    _ function: SQLFunction, _ type: Number.Type
  ) -> ScalarFunction {
    failing(function, 1) { arguments in
      guard let value = arguments.integer(0) else { return .null }
      guard Number(exactly: value) != nil else { throw ExpressionError.arithmeticOverflow }
      return .integer(value)
    }
  }

  private static func whole(
    _ divisor: Int64, _ result: () -> (partialValue: Int64, overflow: Bool)
  ) throws -> Value {
    guard divisor != 0 else { throw ExpressionError.divisionByZero }
    let (value, overflow) = result()
    guard !overflow else { throw ExpressionError.arithmeticOverflow }
    return .integer(value)
  }

  private static func real(_ value: Double) throws -> Value {
    guard !value.isNaN else { throw ExpressionError.notANumber }
    return .real(value)
  }
}
