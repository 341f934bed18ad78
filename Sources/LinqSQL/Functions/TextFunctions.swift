internal import LinqCore
internal import StoreEngine

/// Swift's operations on text as functions of SQL (S07 to S10, S34).
///
/// Each takes and returns text in canonical form. In ASCII text without carriage returns each byte
/// is one character, which most of the functions use.
enum TextFunctions {
  static let all: [ScalarFunction] = [
    ScalarFunction(SQLFunction.count.rawValue, argumentCount: 1) { arguments in
      if let count = arguments.simpleText(0, \.count) { return .integer(Int64(count)) }
      return try arguments.text(0).map { .integer(Int64($0.count)) } ?? .null
    },
    test(.hasPrefix) { text, part in
      text.count >= part.count && text.prefix(part.count).elementsEqual(part)
    } _: {
      $0.hasPrefix($1)
    },
    test(.hasSuffix) { text, part in
      text.count >= part.count && text.suffix(part.count).elementsEqual(part)
    } _: {
      $0.hasSuffix($1)
    },
    test(.contains, contains) { $0.contains($1) },
    part(.prefix) {
      $0.prefix($1)
    } _: {
      $0.prefix($1)
    },
    part(.suffix) {
      $0.suffix($1)
    } _: {
      $0.suffix($1)
    },
    part(.dropFirst) {
      $0.dropFirst($1)
    } _: {
      $0.dropFirst($1)
    },
    part(.dropLast) {
      $0.dropLast($1)
    } _: {
      $0.dropLast($1)
    },
    changed(.first) { $0.first.map { String($0) } },
    changed(.last) { $0.last.map { String($0) } },
    changed(.uppercased) { $0.uppercased() },
    changed(.lowercased) { $0.lowercased() },
    changed(.capitalized) { TextOperation.capitalized($0) },
    changed(.reversed) { String($0.reversed()) },
    changed(.trimming) { TextOperation.trimmed($0) },
    ScalarFunction(SQLFunction.replacing.rawValue, argumentCount: 3) { arguments in
      guard let text = try arguments.text(0), let part = try arguments.text(1),
        let other = try arguments.text(2)
      else { return .null }
      return .text(CanonicalText.form(of: TextOperation.replacing(part, in: text, with: other)))
    },
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
    ScalarFunction(SQLFunction.concatenate.rawValue, argumentCount: 2) { arguments in
      guard let left = try arguments.text(0), let right = try arguments.text(1) else {
        return .null
      }
      return .text(CanonicalText.form(of: left + right))
    },
  ]

  /// Creates a function that transforms a text.
  private static func changed(
    _ function: SQLFunction, _ body: @escaping @Sendable (String) -> String?
  ) -> ScalarFunction {
    ScalarFunction(function.rawValue, argumentCount: 1) { arguments in
      guard let text = try arguments.text(0), let result = body(text) else { return .null }
      return .text(CanonicalText.form(of: result))
    }
  }

  /// Creates a function that tests a text for another one: by bytes if both are simple, otherwise
  /// by characters.
  private static func test(
    _ function: SQLFunction,
    _ simple: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool,
    _ body: @escaping @Sendable (String, String) -> Bool
  ) -> ScalarFunction {
    ScalarFunction(function.rawValue, argumentCount: 2) { arguments in
      let quick = arguments.simpleText(0) { text in arguments.simpleText(1) { simple(text, $0) } }
      if let result = quick ?? nil { return .integer(result ? 1 : 0) }
      guard let text = try arguments.text(0), let part = try arguments.text(1) else { return .null }
      return .integer(body(text, part) ? 1 : 0)
    }
  }

  /// Creates a function that returns a part of a text, given a number of characters at one of its
  /// ends.
  private static func part(
    _ function: SQLFunction,
    _ simple:
      @escaping @Sendable (UnsafeBufferPointer<UInt8>, Int) -> Slice<UnsafeBufferPointer<UInt8>>,
    _ body: @escaping @Sendable (String, Int) -> Substring
  ) -> ScalarFunction {
    ScalarFunction(function.rawValue, argumentCount: 2) { arguments, result in
      guard let count = arguments.integer(1).map({ Int(clamping: $0) }) else { return }
      let isGiven: Void? = arguments.simpleText(0) {
        result.give(text: UnsafeBufferPointer(rebasing: simple($0, count)))
      }
      if isGiven == nil, let text = try arguments.text(0) {
        try result.give(.text(String(body(text, count))))
      }
    }
  }

  /// Returns whether a sequence of bytes contains another one.
  @Sendable private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = part.first else { return true }
    guard text.count >= part.count else { return false }
    for start in 0...(text.count - part.count) where text[start] == first {
      if (1..<part.count).allSatisfy({ text[start + $0] == part[$0] }) { return true }
    }
    return false
  }
}

extension FunctionArguments {
  /// Calls a closure with the bytes of a text in which each byte is one character, or returns nil
  /// for another text. That is ASCII without carriage returns: one together with a line feed is a
  /// single character.
  func simpleText<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withUTF8(index) { bytes in
      for byte in bytes where byte >= 0x80 || byte == 0x0D { return nil }
      return try body(bytes)
    } ?? nil
  }
}
