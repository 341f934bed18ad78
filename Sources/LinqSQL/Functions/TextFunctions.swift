internal import LinqCore
internal import StoreEngine

/// The texts of values as functions of SQL (S05, S34, S73).
enum TextFunctions {
  static let all: [ScalarFunction] = [
    ScalarFunction(SQLFunction.doubleText.rawValue, argumentCount: 1) { arguments in
      arguments.real(0).map { .text("\($0)") } ?? .null
    },
    ScalarFunction(SQLFunction.decimalKey.rawValue, argumentCount: 1) { arguments in
      guard let text = try arguments.text(0) else { return .null }
      guard let key = DecimalText.key(of: text) else {
        throw DatabaseError.decoding(
          DecodingFailure(
            table: nil, column: "a decimal number", row: .unknown,
            expected: "a decimal number such as 12.5", found: "'\(text)'"))
      }
      return .text(key)
    },
    ScalarFunction(SQLFunction.decimalValue.rawValue, argumentCount: 1) { arguments in
      try arguments.text(0).flatMap { DecimalText.text(ofKey: $0) }.map { .text($0) } ?? .null
    },
    ScalarFunction(SQLFunction.dateText.rawValue, argumentCount: 1) { arguments in
      arguments.integer(0).map { .text(StoredDate.text($0)) } ?? .null
    },
  ]
}
