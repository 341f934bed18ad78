extension SelectStatement {
  /// The columns of its table that the statement reads, if it finds rows by a column, other than
  /// the key, that equals a value of a statement around it; nil if it does not.
  ///
  /// Nil as well if a statement inside this one refers to the columns: SQLite may convert a value
  /// of a statement in `FROM` in place, to compare it, and later uses would read that.
  var lookedUpColumns: [String]? {
    guard case .table = source, let around = place.outer?.allSources,
      conditions.contains(where: { isLookup($0, around) })
    else { return nil }
    var columns: [String] = []
    var isReferenced = false
    func add(_ expression: SQLExpression) {
      expression.forEachOperand { part in
        if case .column(let name, let source) = part, isOwn(source), !columns.contains(name) {
          columns.append(name)
        }
        if part.statement.map(refersToOwnColumn) == true { isReferenced = true }
      }
    }
    returned.forEach(add)
    forEachCondition(add)
    return isReferenced ? nil : columns
  }

  /// Returns whether a statement inside this one, which names the source of its columns, refers to
  /// one of this statement.
  private func refersToOwnColumn(_ inner: SelectStatement) -> Bool {
    var refers = false
    inner.forEachNestedExpression { part in
      if case .column(_, let source?) = part, isOwn(source) { refers = true }
    }
    return refers
  }

  /// Whether the statement selects rows of a table with one key.
  var selectsOneKey: Bool {
    guard case .table = source, grouping == nil, ordinal.count == 1,
      let key = ordinal.first?.expression.columnName
    else { return false }
    return filters.contains { filter in
      switch filter {
      case .binary(.equal, .column(key, nil), let value),
        .binary(.equal, .known(.column(key, nil)), let value),
        .binary(.isSame, .known(.column(key, nil)), let value):
        value.isConstantOfSubquery
      default: false
      }
    }
  }

  private func isOwn(_ source: String?) -> Bool { source == nil || source == referenceName }

  /// Returns whether a condition compares a column with a value of a statement around this one.
  private func isLookup(_ condition: SQLExpression, _ around: Set<String>) -> Bool {
    if let condition = condition.filterCondition { return isLookup(condition, around) }
    switch condition {
    case .binary(.and, let left, let right):
      return isLookup(left, around) || isLookup(right, around)
    case .binary(.equal, let left, let right), .binary(.isSame, let left, let right):
      return isColumn(left) && isFromAround(right, around)
        || isColumn(right) && isFromAround(left, around)
    default: return false
    }
  }

  /// Returns whether an operand is a column by which the engine may need an index.
  private func isColumn(_ operand: SQLExpression) -> Bool {
    switch operand.stored {
    case .column(let name, let source):
      isOwn(source) && (ordinal.count > 1 || ordinal.first?.expression.columnName != name)
    case .known(let operand): isColumn(operand)
    default: false
    }
  }

  private func isFromAround(_ operand: SQLExpression, _ around: Set<String>) -> Bool {
    var (isAround, isOwnValue) = (false, false)
    operand.forEachPart { part in
      if case .column(_, let source?) = part { isAround = isAround || around.contains(source) }
    }
    operand.forEachOperand { part in
      if case .column(_, let source) = part { isOwnValue = isOwnValue || isOwn(source) }
      if part.statement.map(refersToOwnColumn) == true { isOwnValue = true }
    }
    return isAround && !isOwnValue
  }
}

extension SelectStatement {
  /// The comparisons with which a condition begins that can fail as a whole, if an engine can find
  /// rows by them.
  ///
  /// The condition is a `CASE`, by which no engine finds rows. So the comparisons are repeated
  /// before it: `a.id + 1 = b.id AND CASE WHEN a.id + 1 = b.id THEN 60 / b.age > 3 ELSE 0 END`. A
  /// row that they leave out would be left out in the `CASE`, too. What can fail in them does not
  /// depend on the rows that are found, and is evaluated before they are looked for.
  static func leadingLookup(of condition: SQLExpression) -> SQLExpression? {
    switch condition {
    case .conditional(let first, _, .number(0)?): leadingLookup(of: first)
    case .binary(.and, let left, let right):
      .all([left, left.canFail ? .null : right].compactMap(leadingLookup))
    case .binary(.equal, let left, let right), .binary(.isSame, let left, let right):
      isFound(left, by: right) || isFound(right, by: left) ? condition : nil
    case .binary(.less, let column, let value), .binary(.lessOrEqual, let column, let value),
      .binary(.greater, let column, let value), .binary(.greaterOrEqual, let column, let value):
      value.isParameter && isFound(column, by: value) ? condition : nil
    case .isIn(let column, let list):
      list.first.map { isFound(column, by: $0) } == true && list.allSatisfy(\.isParameter)
        ? condition : nil
    default: nil
    }
  }

  /// Returns whether an operand is a column, or a member of JSON in one, and the other one a
  /// constant or a value of other sources.
  private static func isFound(_ operand: SQLExpression, by value: SQLExpression) -> Bool {
    let source: String?
    switch operand.stored {
    case .known(let operand): return isFound(operand, by: value)
    case .column(_, let name), .json(.column(_, let name), _, _): source = name
    default: return false
    }
    if value.isParameter { return true }
    guard !value.hasSubquery else { return false }
    var (isOfOthers, isOfSource) = (false, false)
    value.forEachOperand { part in
      guard case .column(_, let other) = part else { return }
      if other == source { isOfSource = true } else { isOfOthers = true }
    }
    return isOfOthers && !isOfSource
  }
}
