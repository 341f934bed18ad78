internal import LinqCore

// Some clauses let SQLite skip rows that the chain in memory reads: those without a match in a
// join, the rest of a list, an array that no element has. If an expression of such rows can fail,
// all of them are evaluated first, by a statement of its own (S38):
//
//     people.join(orders, on: { $0.id / $0.age }, equals: { $0.personID })
//     // SELECT count(*) FILTER (WHERE swift_evaluated(c1_7)) FROM
//     //   (SELECT …, swift_divide(id, age) AS c1_7 FROM person LIMIT -1) AS t
//     // SELECT … FROM (SELECT … LIMIT -1) AS a JOIN "order" AS b ON a.c1_7 = b.person_id …
//
// If the first one fails, memory decides. Otherwise nothing fails in the second one, which reads
// the same snapshot, whatever its order of evaluation.

extension SelectStatement {
  /// Returns expressions of the rows as columns that cannot fail, and neither can the statement.
  @discardableResult
  mutating func checked(
    _ expressions: [SQLExpression] = []
  ) throws(Untranslatable) -> [SQLExpression] {
    guard canFail || expressions.contains(where: \.canFail) else { return expressions }
    return try check(adding: expressions)
  }

  /// Nests the statement with further columns, and has all of it evaluated by another one first.
  ///
  /// - Returns: the columns of the outer statement.
  /// - Throws: if it depends on an element of a statement around it, without which it cannot run.
  mutating func check(
    adding expressions: [SQLExpression] = []
  ) throws(Untranslatable) -> [SQLExpression] {
    let added = nestAsTable(adding: expressions)
    guard case .statement(var inner) = source else {
      preconditionFailure("a nested statement is the source of another one")
    }
    guard !inner.refers(to: place.outer?.allSources ?? []) else {
      throw Untranslatable(reason: "an expression that can fail depends on an element around it")
    }
    inner.isChecked = true
    source = .statement(inner)
    readsAll = false
    return added
  }

  /// The statements inside this one that are evaluated first, the innermost ones first.
  var checks: [SelectStatement] {
    var found: [SelectStatement] = []
    func visit(_ statement: SelectStatement) {
      func visitStatements(of expression: SQLExpression) {
        expression.forEachOperand { part in part.statement.map(visit) }
      }
      statement.source.forEachPart(statement: visit, expression: visitStatements)
      statement.forEachExpression(visitStatements)
      found += statement.otherChecks
      if statement.isChecked { found.append(statement.check) }
    }
    visit(self)
    return found
  }

  /// The statement that evaluates all rows of this one, which is nested.
  private var check: SelectStatement {
    var rows = self
    rows.isChecked = false
    let failing = (output ?? []).filter(\.expression.canFail)
    let columns = failing.map { SQLExpression.column($0.name) }
    var check = SelectStatement(
      source: .statement(rows),
      projection: .value(.count(where: columns.isEmpty ? nil : .evaluated(columns))), ordinal: [])
    check.sourceName = place.name("t")
    return check
  }
}
