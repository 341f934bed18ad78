extension SelectStatement {
  /// Returns the terms that order groups as their first rows are ordered; nil if only the positions
  /// of rows do.
  ///
  /// ```swift
  /// customers.leftJoin(orders, on: { $0.id }, equals: { $0.customer }).countBy { $0.0.city }
  /// // SELECT a.city, count(*) FROM customer AS a LEFT JOIN "order" AS b ON a.id = b.customer
  /// // GROUP BY a.city ORDER BY min(a.id)
  /// ```
  ///
  /// The rows are ordered by `a.id, b.id`. Each customer is in one group, so the least `a.id` of
  /// two groups are never equal.
  func firstTerms(ofGroupsBy keys: [SQLExpression]) -> [OrderTerm]? {
    guard isOpen(.window), sorts.isEmpty, !ordinal.isEmpty,
      !ordinal.contains(where: \.isDescending)
    else { return nil }
    // Terms that are keys have one value in a group.
    let known = ordinal.prefix { term in keys.contains { $0.isSame(as: term.expression) } }
    if !known.isEmpty,
      keys.allSatisfy({ key in known.contains { $0.expression.isSame(as: key) } })
    {
      return Array(known)
    }
    if known.count + 1 >= ordinal.count {
      return known + ordinal.dropFirst(known.count).map(\.leastOfGroup)
    }
    guard let origin = origins(of: ordinal[0].expression), origin.count == 1,
      keys.allSatisfy({ origins(of: $0)?.isSubset(of: origin) == true }),
      ordinal.dropFirst().allSatisfy({
        origins(of: $0.expression)?.isDisjoint(with: origin) == true
      })
    else { return nil }
    return [ordinal[0].leastOfGroup]
  }

  /// Returns the tables, each as the path of names that leads to it, whose rows decide the value of
  /// an expression; nil if something else does, such as other rows.
  private func origins(of expression: SQLExpression) -> Set<String>? {
    var origins = Origins()
    return origins.add(expression, in: self, at: "") ? origins.paths : nil
  }
}

private struct Origins {
  var paths: Set<String> = []

  /// Adds the tables of an expression. Returns false if its value is not decided by rows of tables.
  mutating func add(
    _ expression: SQLExpression, in statement: SelectStatement, at path: String
  ) -> Bool {
    switch expression {
    case .column(let name, let source):
      guard source == nil || source == statement.referenceName || statement.source.isJoin else {
        return false
      }
      return add(column: name, of: source, in: statement.source, at: path)
    case .function, .ordered, .over, .count, .countDistinct, .exists, .scalar, .isInStatement:
      return false
    case .call(let function, _) where function.isAggregate: return false
    default: return !expression.containsOperand { !add($0, in: statement, at: path) }
    }
  }

  private mutating func add(
    column name: String, of qualifier: String?, in source: SelectStatement.Source, at path: String
  ) -> Bool {
    switch source {
    case .table:
      paths.insert(path)
      return true
    case .statement(let inner):
      guard inner.grouping == nil, let column = inner.output?.first(where: { $0.name == name })
      else { return false }
      return add(column.expression, in: inner, at: path + "/")
    case .join(_, let left, let right, _):
      guard let side = [left, right].first(where: { $0.name == qualifier }) else { return false }
      return add(column: name, of: nil, in: side.source, at: "\(path)\(side.name)/")
    case .union, .list, .candidates, .values, .reached, .nothing: return false
    }
  }
}

extension OrderTerm {
  /// The least value of the term in a group.
  var leastOfGroup: OrderTerm {
    OrderTerm(
      expression: .call(.min, [expression]), isDescending: isDescending, isNullable: isNullable)
  }
}

extension SelectStatement.Source {
  fileprivate var isJoin: Bool { if case .join = self { true } else { false } }
}
