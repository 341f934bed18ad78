internal import LinqCore
internal import StoreEngine

/// Functions that the program defines (`QueryFunction`) and those of the `Vocabulary`, as functions
/// of SQL.
enum ProgramFunctions {
  /// Returns a function under a name.
  static func scalar(
    _ name: String, _ function: any AnyQueryFunction, _ call: @escaping FunctionCall
  ) -> ScalarFunction {
    let (reader, shortcut) = (ArgumentReader(), function.shortcut)
    var scalar = ScalarFunction(
      name, argumentCount: function.argumentCount,
      // SQLite evaluates calls of deterministic functions with constant arguments in advance,
      // whether a row needs them or not (S36).
      isDeterministic: function.identity == nil && !function.canFail
    ) { arguments, result in
      reader.arguments = arguments
      switch shortcut?(reader) {
      case .integer(let value): return try result.give(.integer(value))
      case .text(let bytes): return result.give(text: bytes)
      case nil: break
      }
      switch try call(reader) {
      case .null: break
      case .integer(let value): try result.give(.integer(value))
      case .real(let value):
        if value.isNaN { throw ExpressionError.notANumber }
        try result.give(.real(value))
      case .text(let value): try result.give(.text(CanonicalText.form(of: value)))
      }
    }
    scalar.identity = function.identity
    return scalar
  }
}

/// The arguments of the current call.
///
/// `@unchecked Sendable`: each connection has one per function and uses it on one thread at a time.
/// A function reads its arguments before it does anything else.
private final class ArgumentReader: FunctionArgumentReader, @unchecked Sendable {
  // Checking for exclusive access takes longer than some functions.
  @exclusivity(unchecked) var arguments = FunctionArguments.none

  override func isNull(_ index: Int) -> Bool { arguments.isNull(index) }
  override func integer(_ index: Int) -> Int64? { arguments.integer(index) }
  override func real(_ index: Int) -> Double? { arguments.real(index) }
  override func text(_ index: Int) throws -> String? { try arguments.text(index) }

  override func simpleText(_ index: Int) -> UnsafeBufferPointer<UInt8>? {
    arguments.withUTF8(index) { bytes in
      for byte in bytes where byte >= 0x80 || byte == 0x0D { return nil }
      return bytes
    } ?? nil
  }

  override func mismatch(_ index: Int, expected: Any.Type) -> any Error {
    DatabaseError.decoding(
      DecodingFailure(
        table: nil, column: "argument \(index + 1) of a function", row: .unknown,
        expected: "\(expected)", found: (try? "\(arguments[index])") ?? "text that is not UTF-8"))
  }
}
