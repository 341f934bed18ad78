public import LinqCore

extension Table {
  /// Returns the same table with a validation, which runs before each write of a row.
  ///
  /// ```swift
  /// let invoices = Table("invoice", …).validated { invoice in
  ///   guard invoice.total >= 0 else {
  ///     throw RowValidationError([
  ///       .init(field: "total", value: "\(invoice.total)", reason: "must not be negative")
  ///     ])
  ///   }
  /// }
  /// ```
  ///
  /// An `update` by a chain that changes a property of such a table reads the rows first, to
  /// validate each of them as a whole. A rule for a property costs less: ``validated(_:problem:)``.
  ///
  /// - Parameter validate: throws ``RowValidationError`` to reject a row. The caller receives it as
  ///   ``RowError/invalid(table:_:)``, and any other error unchanged.
  public func validated(by validate: @escaping @Sendable (Row) throws -> Void) -> Table {
    var table = self
    table.validatesWholeRows = true
    table.validate = Self.both(self.validate, validate)
    return table
  }

  /// Returns the same table with a rule for the values of a property, which are validated before
  /// each write.
  ///
  /// ```swift
  /// let invoices = Table("invoice", …)
  ///   .validated(\.total) { $0 < 0 ? "must not be negative" : nil }
  ///
  /// invoices.where { $0.day < today }.update { $0.set(\.total, to: $0.total - 10) }
  /// // UPDATE invoice SET total = valid_total(total - ?) WHERE day < ?
  /// ```
  ///
  /// A row that is inserted or saved must be valid as a whole. An `update` by a chain validates the
  /// properties that it sets: a value of the program once, and a computed one in the statement, by
  /// a function. If one is refused, nothing is changed.
  ///
  /// - Parameters:
  ///   - property: the property of a column.
  ///   - problem: returns what is wrong with a value, as the rest of a sentence that begins with
  ///     the column; nil for a valid value. The caller receives it as
  ///     ``RowError/invalid(table:_:)``.
  public func validated<Value: ColumnValue & FunctionValue>(
    _ property: any KeyPath<Row, Value> & Sendable,
    problem: @escaping @Sendable (Value) -> String?
  ) -> Table {
    guard let index = columnIndex(of: property) else {
      var table = self
      table.declarationProblems.append(.rule(property: "\(property)"))
      table.identity = TableIdentity()
      return table
    }
    let rule = PropertyRule(property, field: columns[index].name, problem: problem)
    var table = self
    table.rules.append(rule)
    table.validate = Self.both(validate) { row in
      let problems = rule.problems(in: row)
      if !problems.isEmpty { throw RowValidationError(problems) }
    }
    return table
  }

  /// Returns the same table with a validation that applies some rules, and nothing else.
  package func validated(
    by validate: @escaping @Sendable (Row) throws -> Void, applying rules: [PropertyRule<Row>]
  ) -> Table {
    var table = self
    table.rules += rules
    table.validate = Self.both(self.validate, validate)
    return table
  }

  /// Returns a validation that collects the problems of two.
  private static func both(
    _ first: (@Sendable (Row) throws -> Void)?, _ second: @escaping @Sendable (Row) throws -> Void
  ) -> @Sendable (Row) throws -> Void {
    guard let first else { return second }
    return { row in
      do {
        try first(row)
      } catch let error as RowValidationError {
        do {
          try second(row)
        } catch let other as RowValidationError {
          throw RowValidationError(error.problems + other.problems)
        }
        throw error
      }
      try second(row)
    }
  }

  /// Returns the rules for the values of a column.
  func rules(of column: Int) -> [PropertyRule<Row>] {
    rules.filter { columnIndex(of: $0.keyPath) == column }
  }

  /// Validates a row, if the table has a validation.
  ///
  /// - Throws: ``RowError/invalid(table:_:)``, or another error of the validation.
  @inlinable func check(_ row: Row) throws {
    guard let validate else { return }
    do {
      try validate(row)
    } catch let error as RowValidationError {
      throw RowError.invalid(table: name, error)
    }
  }

  /// Validates a row of which some columns have changed: as a whole, if the table has more than
  /// rules for single columns.
  ///
  /// - Parameter rules: those of the columns that have changed.
  func check(_ row: Row, changedIn rules: [PropertyRule<Row>]) throws {
    guard !validatesWholeRows else { return try check(row) }
    let problems = rules.flatMap { $0.problems(in: row) }
    if !problems.isEmpty { throw RowError.invalid(table: name, RowValidationError(problems)) }
  }
}
