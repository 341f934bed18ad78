import TestModel
import Testing

@Suite("Arithmetic has Swift's meaning in SQL: S11 to S16")
struct ArithmeticTests {
  @Test("sums, differences, products, quotients, remainders")
  func results() throws {
    try expectSame(sql: "SELECT swift_whole(age + ?) FROM person WHERE age < ? ORDER BY id") {
      $0.where { $0.age < 1000 }.select { $0.age + 1 }
    }
    try expectSame(
      sql: """
        SELECT swift_whole((? - age) * ? - age) FROM person WHERE age < ? ORDER BY id
        """
    ) { $0.where { $0.age < 1000 }.select { (7 - $0.age) * 3 - $0.age } }
    try expectSame(sql: "SELECT age / ?, age % ?, age / ? FROM person ORDER BY id") {
      $0.select { ($0.age / 7, $0.age % 7, $0.age / -7) }
    }
    try expectSame(
      sql: """
        SELECT swift_whole(? - age) / ?, swift_whole(? - age) % ? FROM person WHERE \
        swift_evaluated(swift_whole(?1 - age) / ?2, swift_whole(?3 - age) % ?4) ORDER BY id \
        LIMIT -1 OFFSET ?
        """
    ) { $0.select { ((3 - $0.age) / 4, (3 - $0.age) % 4) }.skip(1) }
    try expectSame(
      sql: """
        SELECT swift_whole(-age) FROM person WHERE age < ? AND CASE WHEN age < ?1 THEN CASE \
        WHEN swift_evaluated(swift_whole(-age)) THEN swift_whole(-age) < ? ELSE 0 END ELSE 0 \
        END ORDER BY id
        """
    ) { $0.where { $0.age < 1000 }.select { -$0.age }.where { $0 < -20 } }
    try expectSame(sql: "SELECT … FROM person WHERE id % ? = ? ORDER BY id") {
      $0.where { $0.id % 2 == 0 }
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE swift_abs(swift_whole(? - age)) < ? ORDER BY id
        """
    ) { $0.where { abs(30 - $0.age) < 10 } }
    try expectSame(sql: "SELECT swift_divide(CAST(age AS REAL), ?) FROM person ORDER BY id") {
      $0.select { QueryExpression<Double>($0.age) / 2.0 }
    }
    try expectSame(
      sql: """
        SELECT swift_real((CAST(age AS REAL) + ?) * ? - ?) FROM person ORDER BY id
        """
    ) { $0.select { (QueryExpression<Double>($0.age) + 0.5) * 1.5 - 2.0 } }
    try expectSame(
      sql: """
        SELECT swift_divide(CAST(age AS REAL), CAST(age AS REAL)) FROM person ORDER BY id LIMIT \
        3
        """
    ) {
      $0.select { QueryExpression<Double>($0.age) / QueryExpression<Double>($0.age) }.take(3)
    }
    try expectSame(sql: "SELECT swift_remainder(CAST(age AS REAL), ?) FROM person ORDER BY id") {
      $0.select { QueryExpression<Double>($0.age).truncatingRemainder(dividingBy: 2.5) }
    }
    try expectSame(
      sql: """
        SELECT swift_int(swift_real(CAST(age AS REAL) * ?)) FROM person WHERE age < ? ORDER BY \
        id
        """
    ) {
      $0.where { $0.age < 1000 }.select {
        QueryExpression<Int>(QueryExpression<Double>($0.age) * 1.1)
      }
    }
  }

  @Test("S11 what does not fit is an error")
  func overflow() throws {
    try expectSameError(
      ExpressionError.arithmeticOverflow, sql: "SELECT swift_whole(age + ?) FROM person ORDER BY id"
    ) { $0.select { $0.age + 1 } }
    try expectSameError(
      ExpressionError.arithmeticOverflow,
      sql: "SELECT … FROM person WHERE swift_whole(age * ?) > ? ORDER BY id"
    ) { $0.where { $0.age * 2 > 3 } }
    try expectSameError(
      ExpressionError.arithmeticOverflow,
      sql: """
        SELECT … FROM person WHERE swift_evaluated(swift_whole(age + age)) ORDER BY \
        +swift_whole(age + age), id
        """
    ) { $0.sort { $0.age + $0.age } }
    try expectSameError(
      ExpressionError.arithmeticOverflow,
      sql: """
        SELECT swift_whole(age + ?), name FROM person WHERE CASE WHEN \
        swift_evaluated(swift_whole(age + ?1)) THEN name = ? ELSE 0 END ORDER BY id
        """
    ) {
      $0.select { ($0.age + 1, $0.name) }.where { $0.1 == "x" }
    }
    try expectSameError(
      ExpressionError.arithmeticOverflow,
      sql: "SELECT swift_whole(age + ?) % ? FROM person ORDER BY id"
    ) { $0.select { ($0.age + 1) % 5 } }
  }

  @Test("S12 a division by zero is an error")
  func division() throws {
    try expectSameError(
      ExpressionError.divisionByZero, sql: "SELECT swift_divide(?, age) FROM person ORDER BY id"
    ) { $0.select { 7 / $0.age } }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: "SELECT … FROM person WHERE swift_remainder(?, age) = ? ORDER BY id"
    ) { $0.where { 7 % $0.age == 1 } }
    let zero = 0
    try expectSameError(
      ExpressionError.divisionByZero, sql: "SELECT swift_divide(age, ?) FROM person ORDER BY id"
    ) { $0.select { $0.age / zero } }
    try expectSameError(
      ExpressionError.notANumber,
      sql: """
        SELECT swift_divide(swift_real(CAST(age AS REAL) * ?), CAST(age AS REAL)) FROM person \
        ORDER BY id
        """
    ) {
      $0.select { QueryExpression<Double>($0.age) * 0.0 / QueryExpression<Double>($0.age) }
    }
  }

  @Test("S36 an expression fails only where it is evaluated")
  func laziness() throws {
    try expectSame(
      sql: """
        SELECT … FROM person WHERE CASE WHEN age <> ? THEN swift_divide(?, age) > ? ELSE 0 END \
        ORDER BY id
        """
    ) { $0.where { $0.age != 0 && 100 / $0.age > 2 } }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE CASE WHEN age = ? THEN 1 ELSE swift_divide(?, age) > ? END \
        ORDER BY id
        """
    ) { $0.where { $0.age == 0 || 100 / $0.age > 2 } }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE age <> ? AND CASE WHEN age <> ?1 THEN swift_divide(?, age) > \
        ? ELSE 0 END ORDER BY id
        """
    ) { $0.where { $0.age != 0 }.where { 100 / $0.age > 2 } }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE age <> ? AND CASE WHEN age <> ?1 THEN CASE WHEN \
        swift_divide(?, age) > ? THEN name <> ? ELSE 0 END ELSE 0 END ORDER BY id
        """
    ) { $0.where { $0.age != 0 }.where { 100 / $0.age > 2 }.where { $0.name != "z" } }
    try expectSame(
      sql: """
        SELECT CASE WHEN age = ? THEN ? ELSE swift_divide(?, age) END FROM person ORDER BY id
        """
    ) { $0.select { QueryExpression.if($0.age == 0, then: 0, else: 100 / $0.age) } }
    try expectSame(sql: "SELECT swift_divide(?, age) FROM person WHERE age <> ? ORDER BY id") {
      $0.where { $0.age != 0 }.select { 100 / $0.age }
    }
    // The first four have no age that fails.
    try expectSame(sql: "SELECT swift_divide(?, age) FROM person ORDER BY id LIMIT 4") {
      $0.select { 100 / $0.age }.take(4)
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE swift_divide(?, age) >= ? ORDER BY id LIMIT 3
        """
    ) { $0.where { 100 / $0.age >= 2 }.take(3) }
    try expectSame(
      sql: """
        SELECT swift_divide(?, age) FROM person WHERE swift_divide(?, swift_whole(age - ?)) >= \
        ? ORDER BY id DESC LIMIT 1
        """
    ) {
      $0.reverse().where { 100 / ($0.age - 1) >= 2 }.select { 100 / $0.age }.take(1)
    }
    // A sort wants all elements first, so SQL may evaluate them in any order.
    try expectSame(
      sql: """
        SELECT … FROM person WHERE swift_divide(?, swift_whole(age - ?)) >= ? ORDER BY +name, \
        id LIMIT 3
        """
    ) { $0.where { 100 / ($0.age - 1) >= 2 }.sort { $0.name }.take(3) }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT … FROM person WHERE swift_divide(?, age) >= ? ORDER BY +name, id LIMIT 3
        """
    ) {
      $0.where { 100 / $0.age >= 2 }.sort { $0.name }.take(3)
    }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT swift_divide(?, age), name FROM person WHERE swift_evaluated(swift_divide(?1, \
        age)) ORDER BY +name, id LIMIT 3
        """
    ) {
      $0.select { (100 / $0.age, $0.name) }.sort { $0.1 }.take(3)
    }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT swift_divide(?, age) FROM person WHERE swift_evaluated(swift_divide(?1, age)) \
        ORDER BY id LIMIT -1 OFFSET ?
        """
    ) { $0.select { 100 / $0.age }.skip(50) }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT swift_divide(?, age) FROM person WHERE swift_evaluated(swift_divide(?1, age)) \
        ORDER BY +id DESC LIMIT 3
        """
    ) {
      $0.select { 100 / $0.age }.reverse().take(3)
    }
    // The sort needs the key of those, too, that a later filter leaves out.
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT … FROM person WHERE CASE WHEN swift_evaluated(swift_divide(?, age)) THEN age = ? \
        ELSE 0 END ORDER BY +swift_divide(?1, age), id
        """
    ) {
      $0.sort { 100 / $0.age }.where { $0.age == 25 }
    }
    // Neither a condition that is false for all nor one on keys keeps the others from evaluation.
    let nobody: [String] = []
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT … FROM (SELECT …, swift_divide(?, age) AS c1_6 FROM person WHERE \
        swift_evaluated(swift_divide(?1, age)) ORDER BY +swift_divide(?1, age), id LIMIT -1 \
        OFFSET ?) WHERE CASE WHEN swift_evaluated() THEN 0 ELSE 0 END ORDER BY +c1_6, id
        """
    ) {
      $0.sort { 100 / $0.age }.skip(3).where { nobody.contains($0.name) }
    }
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT … FROM (SELECT …, swift_divide(?, age) AS c1_6 FROM person WHERE \
        swift_evaluated(swift_divide(?1, age)) ORDER BY +swift_divide(?1, age), id LIMIT 4) \
        ORDER BY +c1_6, id LIMIT -1 OFFSET ?
        """
    ) {
      $0.sort { 100 / $0.age }.take(4).skip(6)
    }
    try expectSameError(
      ExpressionError.arithmeticOverflow,
      sql: """
        SELECT name, swift_sum(age) FROM person GROUP BY name HAVING CASE WHEN count(*) THEN \
        CASE WHEN swift_evaluated(swift_sum(age)) THEN name = ? ELSE 0 END ELSE 0 END ORDER BY \
        min(id)
        """
    ) {
      $0.groupBy { $0.name }.select { ($0.key, $0.sum { $0.age }) }.where { $0.0 == "none" }
    }
    // SQLite would test a part of `AND` that depends on the keys alone before it makes groups.
    try expectSameError(
      ExpressionError.divisionByZero,
      sql: """
        SELECT name, swift_divide(?, swift_whole(age - age)), count(*) FROM person GROUP BY name, \
        swift_divide(?1, swift_whole(age - age)) HAVING CASE WHEN count(*) THEN name = ? ELSE 0 \
        END ORDER BY +min(id)
        """
    ) { $0.countBy { ($0.name, 1 / ($0.age - $0.age)) }.where { $0.0.0 == "none" } }
  }
}
