import People
import Testing

@Suite("Arithmetic has Swift's meaning in SQL: S11 to S16")
struct ArithmeticTests {
  @Test("sums, differences, products, quotients, remainders")
  func results() throws {
    try expectSame { $0.where { $0.age < 1000 }.select { $0.age + 1 } }
    try expectSame { $0.where { $0.age < 1000 }.select { (7 - $0.age) * 3 - $0.age } }
    try expectSame { $0.select { ($0.age / 7, $0.age % 7, $0.age / -7) } }
    try expectSame { $0.select { ((3 - $0.age) / 4, (3 - $0.age) % 4) }.skip(1) }
    try expectSame { $0.where { $0.age < 1000 }.select { -$0.age }.where { $0 < -20 } }
    try expectSame { $0.where { $0.id % 2 == 0 } }
    try expectSame { $0.where { abs(30 - $0.age) < 10 } }
    try expectSame { $0.select { QueryExpression<Double>($0.age) / 2.0 } }
    try expectSame { $0.select { (QueryExpression<Double>($0.age) + 0.5) * 1.5 - 2.0 } }
    try expectSame {
      $0.select { QueryExpression<Double>($0.age) / QueryExpression<Double>($0.age) }.take(3)
    }
    try expectSame {
      $0.select { QueryExpression<Double>($0.age).truncatingRemainder(dividingBy: 2.5) }
    }
    try expectSame {
      $0.where { $0.age < 1000 }.select {
        QueryExpression<Int>(QueryExpression<Double>($0.age) * 1.1)
      }
    }
  }

  @Test("S11 what does not fit is an error")
  func overflow() throws {
    try expectSameError(ExpressionError.arithmeticOverflow) { $0.select { $0.age + 1 } }
    try expectSameError(ExpressionError.arithmeticOverflow) { $0.where { $0.age * 2 > 3 } }
    try expectSameError(ExpressionError.arithmeticOverflow) { $0.sort { $0.age + $0.age } }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.select { ($0.age + 1, $0.name) }.where { $0.1 == "x" }
    }
    try expectSameError(ExpressionError.arithmeticOverflow) { $0.select { ($0.age + 1) % 5 } }
  }

  @Test("S12 a division by zero is an error")
  func division() throws {
    try expectSameError(ExpressionError.divisionByZero) { $0.select { 7 / $0.age } }
    try expectSameError(ExpressionError.divisionByZero) { $0.where { 7 % $0.age == 1 } }
    let zero = 0
    try expectSameError(ExpressionError.divisionByZero) { $0.select { $0.age / zero } }
    try expectSameError(ExpressionError.notANumber) {
      $0.select { QueryExpression<Double>($0.age) * 0.0 / QueryExpression<Double>($0.age) }
    }
  }

  @Test("S36 an expression fails only where it is evaluated")
  func laziness() throws {
    try expectSame { $0.where { $0.age != 0 && 100 / $0.age > 2 } }
    try expectSame { $0.where { $0.age == 0 || 100 / $0.age > 2 } }
    try expectSame { $0.where { $0.age != 0 }.where { 100 / $0.age > 2 } }
    try expectSame { $0.where { $0.age != 0 }.where { 100 / $0.age > 2 }.where { $0.name != "z" } }
    try expectSame { $0.select { QueryExpression.if($0.age == 0, then: 0, else: 100 / $0.age) } }
    try expectSame { $0.where { $0.age != 0 }.select { 100 / $0.age } }
    // The first four have no age that fails.
    try expectSame { $0.select { 100 / $0.age }.take(4) }
    try expectSame { $0.where { 100 / $0.age >= 2 }.take(3) }
    try expectSame {
      $0.reverse().where { 100 / ($0.age - 1) >= 2 }.select { 100 / $0.age }.take(1)
    }
    // A sort wants all elements first, so SQL may evaluate them in any order.
    try expectSame { $0.where { 100 / ($0.age - 1) >= 2 }.sort { $0.name }.take(3) }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.where { 100 / $0.age >= 2 }.sort { $0.name }.take(3)
    }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.select { (100 / $0.age, $0.name) }.sort { $0.1 }.take(3)
    }
    try expectSameError(ExpressionError.divisionByZero) { $0.select { 100 / $0.age }.skip(50) }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.select { 100 / $0.age }.reverse().take(3)
    }
    // The sort needs the key of those, too, that a later filter leaves out.
    try expectSameError(ExpressionError.divisionByZero) {
      $0.sort { 100 / $0.age }.where { $0.age == 25 }
    }
    // Neither a condition that is false for all nor one on keys keeps the others from evaluation.
    let nobody: [String] = []
    try expectSameError(ExpressionError.divisionByZero) {
      $0.sort { 100 / $0.age }.skip(3).where { nobody.contains($0.name) }
    }
    try expectSameError(ExpressionError.divisionByZero) {
      $0.sort { 100 / $0.age }.take(4).skip(6)
    }
    try expectSameError(ExpressionError.arithmeticOverflow) {
      $0.groupBy { $0.name }.select { ($0.key, $0.sum { $0.age }) }.where { $0.0 == "none" }
    }
  }
}
