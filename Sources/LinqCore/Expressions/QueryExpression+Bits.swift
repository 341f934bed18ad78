// Operations on the bits of whole numbers.

extension QueryExpression where Value == Int {
  /// Returns the bits that are set in both numbers.
  public static func & (left: Self, right: Self) -> Self { BitFunctions.and(left, right) }

  /// Returns the bits that are set in both numbers.
  public static func & (left: Self, right: Int) -> Self { left & Self(right) }

  /// Returns the bits that are set in one of the numbers.
  public static func | (left: Self, right: Self) -> Self { BitFunctions.or(left, right) }

  /// Returns the bits that are set in one of the numbers.
  public static func | (left: Self, right: Int) -> Self { left | Self(right) }

  /// Returns the bits that are set in only one of the numbers.
  public static func ^ (left: Self, right: Self) -> Self { BitFunctions.xor(left, right) }

  /// Returns the bits that are set in only one of the numbers.
  public static func ^ (left: Self, right: Int) -> Self { left ^ Self(right) }

  /// Returns the bits that are not set.
  public static prefix func ~ (operand: Self) -> Self { BitFunctions.not(operand) }

  /// Returns the bits shifted to the left.
  public static func << (left: Self, right: Int) -> Self {
    left << Self(right)
  }

  /// Returns the bits shifted to the left.
  public static func << (left: Self, right: Self) -> Self { BitFunctions.left(left, right) }

  /// Returns the bits shifted to the right; the sign stays.
  public static func >> (left: Self, right: Int) -> Self {
    left >> Self(right)
  }

  /// Returns the bits shifted to the right; the sign stays.
  public static func >> (left: Self, right: Self) -> Self { BitFunctions.right(left, right) }

  /// The number of bits that are set.
  ///
  /// ```swift
  /// people.where { $0.age.nonzeroBitCount == 1 }
  /// // … WHERE swift_nonzero_bits(age) = ? …
  /// ```
  public var nonzeroBitCount: Self { BitFunctions.nonzero(self) }

  /// The number of bits before the highest one that is set.
  public var leadingZeroBitCount: Self { BitFunctions.leading(self) }

  /// The number of bits after the lowest one that is set.
  public var trailingZeroBitCount: Self { BitFunctions.trailing(self) }
}

/// The operations on bits as engines call them.
private enum BitFunctions {
  static let and = whole("swift_and", server: "int8and") { $0 & $1 }
  static let or = whole("swift_or", server: "int8or") { $0 | $1 }
  static let xor = whole("swift_xor", server: "int8xor") { $0 ^ $1 }
  static let left = whole("swift_shift_left") { $0 << $1 }
  static let right = whole("swift_shift_right") { $0 >> $1 }
  static let nonzero = StandardFunction("swift_nonzero_bits") { (number: Int) in
    number.nonzeroBitCount
  }
  static let leading = StandardFunction("swift_leading_zero_bits") { (number: Int) in
    number.leadingZeroBitCount
  }
  static let trailing = StandardFunction("swift_trailing_zero_bits") { (number: Int) in
    number.trailingZeroBitCount
  }
  static let not = StandardFunction<Int, Int>("swift_not", server: "int8not") { ~$0 }

  private static func whole(
    _ name: String, server: String? = nil, _ body: @escaping @Sendable (Int, Int) -> Int
  ) -> StandardFunction<Int, Int, Int> { StandardFunction(name, server: server, body) }
}
