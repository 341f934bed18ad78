// Operations on the bits of whole numbers.

extension QueryExpression where Value == Int {
  /// Returns the bits that are set in both numbers.
  public static func & (left: Self, right: Self) -> Self { Vocabulary.bitAnd(left, right) }

  /// Returns the bits that are set in both numbers.
  public static func & (left: Self, right: Int) -> Self { left & Self(right) }

  /// Returns the bits that are set in one of the numbers.
  public static func | (left: Self, right: Self) -> Self { Vocabulary.bitOr(left, right) }

  /// Returns the bits that are set in one of the numbers.
  public static func | (left: Self, right: Int) -> Self { left | Self(right) }

  /// Returns the bits that are set in only one of the numbers.
  public static func ^ (left: Self, right: Self) -> Self { Vocabulary.bitXor(left, right) }

  /// Returns the bits that are set in only one of the numbers.
  public static func ^ (left: Self, right: Int) -> Self { left ^ Self(right) }

  /// Returns the bits that are not set.
  public static prefix func ~ (operand: Self) -> Self { Vocabulary.bitNot(operand) }

  /// Returns the bits shifted to the left.
  public static func << (left: Self, right: Int) -> Self {
    left << Self(right)
  }

  /// Returns the bits shifted to the left.
  public static func << (left: Self, right: Self) -> Self { Vocabulary.shiftLeft(left, right) }

  /// Returns the bits shifted to the right; the sign stays.
  public static func >> (left: Self, right: Int) -> Self {
    left >> Self(right)
  }

  /// Returns the bits shifted to the right; the sign stays.
  public static func >> (left: Self, right: Self) -> Self { Vocabulary.shiftRight(left, right) }

  /// The number of bits that are set.
  ///
  /// ```swift
  /// people.where { $0.age.nonzeroBitCount == 1 }
  /// // … WHERE swift_nonzero_bits(age) = ? …
  /// ```
  public var nonzeroBitCount: Self { Vocabulary.nonzeroBitCount(self) }

  /// The number of bits before the highest one that is set.
  public var leadingZeroBitCount: Self { Vocabulary.leadingZeroBitCount(self) }

  /// The number of bits after the lowest one that is set.
  public var trailingZeroBitCount: Self { Vocabulary.trailingZeroBitCount(self) }
}

extension Vocabulary {
  static let bits: [any VocabularyEntry] = [
    bitAnd, bitOr, bitXor, bitNot, shiftLeft, shiftRight, nonzeroBitCount, leadingZeroBitCount,
    trailingZeroBitCount,
  ]

  static let bitAnd = whole(sql: "swift_and", server: "int8and") { $0 & $1 }
  static let bitOr = whole(sql: "swift_or", server: "int8or") { $0 | $1 }
  static let bitXor = whole(sql: "swift_xor", server: "int8xor") { $0 ^ $1 }
  static let bitNot = StandardFunction<Int, Int>(sql: "swift_not", server: "int8not") { ~$0 }
  static let shiftLeft = whole(sql: "swift_shift_left") { $0 << $1 }
  static let shiftRight = whole(sql: "swift_shift_right") { $0 >> $1 }

  static let nonzeroBitCount = count("nonzeroBitCount", sql: "swift_nonzero_bits") {
    $0.nonzeroBitCount
  }
  static let leadingZeroBitCount = count("leadingZeroBitCount", sql: "swift_leading_zero_bits") {
    $0.leadingZeroBitCount
  }
  static let trailingZeroBitCount = count("trailingZeroBitCount", sql: "swift_trailing_zero_bits") {
    $0.trailingZeroBitCount
  }

  private static func whole(
    sql name: String, server: String? = nil, _ body: @escaping @Sendable (Int, Int) -> Int
  ) -> StandardFunction<Int, Int, Int> {
    StandardFunction(sql: name, server: server, body)
  }

  private static func count(
    _ name: String, sql: String, _ body: @escaping @Sendable (Int) -> Int
  ) -> StandardFunction<Int, Int> {
    StandardFunction(
      ".\(name)", sql: sql, sample: "people.select { $0.age.\(name) }", contract: "S53", body)
  }
}
