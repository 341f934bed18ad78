extension FixedWidthInteger {
  /// Returns the quotient, rounded down, and what remains, which is not negative.
  package func dividedDown(by divisor: Self) -> (whole: Self, rest: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
