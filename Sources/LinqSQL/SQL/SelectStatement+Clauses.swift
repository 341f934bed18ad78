extension SelectStatement {
  /// A clause that an operator adds to a statement.
  enum Clause {
    /// `WHERE`, or `HAVING` for groups.
    case filter
    /// `GROUP BY`, and aggregates of all rows.
    case group
    /// Window functions, which number the rows or look at others.
    case window
    /// The columns.
    case columns
    /// `ORDER BY`.
    case order
    /// `LIMIT` with a number that is not known.
    case limit
    /// `OFFSET`, and the reverse of all terms of the order.
    case offset
    /// The statement is a part of another one, to whose conditions its own are added.
    case part
  }

  /// Makes the statement one to which a clause can be added. SQL evaluates the clauses in a fixed
  /// order, whatever the order of the operators is, so a statement with a clause that would come
  /// too late becomes the source of a new one.
  ///
  /// | clause | `GROUP BY` of keys | the first row of each group | `LIMIT` | `OFFSET` |
  /// |---|---|---|---|---|
  /// | filter, order | | nested | nested | nested |
  /// | group, window, part | nested | nested | nested | nested |
  /// | columns | | nested | | |
  /// | limit | | | nested | |
  /// | offset | | | nested | nested |
  mutating func open(_ clause: Clause) { if !isOpen(clause) { nestSafely() } }

  /// Whether a clause can be added.
  func isOpen(_ clause: Clause) -> Bool {
    switch clause {
    case .filter, .order: grouping?.keepsFirst != true && !isLimited
    case .group, .window, .part: grouping == nil && !isLimited
    case .columns: grouping?.keepsFirst != true
    case .limit: limit == nil
    case .offset: !isLimited
    }
  }
}
