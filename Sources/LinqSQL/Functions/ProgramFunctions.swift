internal import LinqCore
internal import StoreEngine

/// Functions that the program defines (`QueryFunction`) and those of the `Vocabulary`, as functions
/// of SQL.
enum ProgramFunctions {
  /// Returns a function under a name.
  static func scalar(
    _ name: String, _ function: any AnyQueryFunction, _ call: @escaping FunctionCall
  ) -> ScalarFunction {
    let reader = ArgumentReader()
    // SQLite evaluates calls of deterministic functions with constant arguments in advance, whether
    // a row needs them or not (S36).
    var scalar = ScalarFunction(
      name, argumentCount: function.argumentCount,
      isDeterministic: function.identity == nil && !function.canFail,
      body(function.shortcut) { arguments, result in
        reader.arguments = arguments
        switch try call(reader) {
        case .null: break
        case .integer(let value): try result.give(.integer(value))
        case .real(let value):
          if value.isNaN { throw ExpressionError.notANumber }
          try result.give(.real(value))
        case .text(let value): try result.give(.text(CanonicalText.form(of: value)))
        }
      })
    scalar.identity = function.identity
    return scalar
  }

  private typealias Body = @Sendable (FunctionArguments, any ScalarResult) throws -> Void

  /// Returns the body of a function: a shortcut for simple texts, if there is one, and a call for
  /// other arguments.
  private static func body(_ shortcut: FunctionShortcut?, _ call: @escaping Body) -> Body {
    switch shortcut {
    case nil: call
    case .count:
      { arguments, result in
        let count = arguments.simpleText(0, \.count)
        guard let count else { return try call(arguments, result) }
        try result.give(.integer(Int64(count)))
      }
    case .test(let test):
      { arguments, result in
        let isTrue = arguments.simpleText(0) { text in
          arguments.simpleText(1) { test(text, $0) }
        }
        guard let isTrue = isTrue ?? nil else { return try call(arguments, result) }
        try result.give(.integer(isTrue ? 1 : 0))
      }
    case .part(let part):
      { arguments, result in
        guard let number = arguments.integer(1) else { return try call(arguments, result) }
        let count = Int(clamping: max(0, number))
        let isGiven: Void? = arguments.simpleText(0) { text in
          result.give(text: UnsafeBufferPointer(rebasing: part(text, count)))
        }
        if isGiven == nil { try call(arguments, result) }
      }
    }
  }
}

/// The arguments of the current call.
///
/// `@unchecked Sendable`: each connection has one per function (`Connection.register(_:as:)`), and
/// calls functions on one thread at a time, the one that steps the statement. A function reads its
/// arguments before it does anything else, so a call inside of a call does not change them.
private final class ArgumentReader: FunctionArgumentReader, @unchecked Sendable {
  // Checking for exclusive access takes longer than some functions.
  @exclusivity(unchecked) var arguments = FunctionArguments.none

  override func isNull(_ index: Int) -> Bool { arguments.isNull(index) }
  override func integer(_ index: Int) -> Int64? { arguments.integer(index) }
  override func real(_ index: Int) -> Double? { arguments.real(index) }
  override func text(_ index: Int) throws -> String? { try arguments.text(index) }

  override func mismatch(_ index: Int, expected: Any.Type) -> any Error {
    DatabaseError.decoding(
      DecodingFailure(
        table: nil, column: "argument \(index + 1) of a function", row: .unknown,
        expected: "\(expected)", found: (try? "\(arguments[index])") ?? "text that is not UTF-8"))
  }
}

extension FunctionArguments {
  /// Calls a closure with the bytes of a text in which each byte is one character, or returns nil
  /// for another text.
  fileprivate func simpleText<Result>(
    _ index: Int, _ body: (FunctionShortcut.Text) throws -> Result
  ) rethrows -> Result? {
    try withUTF8(index) { bytes in
      for byte in bytes where byte >= 0x80 || byte == 0x0D { return nil }
      return try body(bytes)
    } ?? nil
  }
}
