internal import LinqCore
internal import StoreEngine

/// A statement that runs before one that asks an index of substrings, and tells whether the index
/// exists and finds few rows. Otherwise the table is read as a whole: it takes less time than many
/// rows one by one, and ends early where the first rows suffice.
///
/// ```sql
/// SELECT count(*) FROM (SELECT 1 FROM person_substring WHERE person_substring MATCH ? LIMIT 20001)
/// ```
struct SubstringProbe: Sendable {
  let sql: SQLText
  /// The highest number of rows that are few. Reading them takes a tenth of a second at most.
  private static let limit = 20_000
  /// The index of the first of its values among those of the query.
  private let firstValue: Int

  /// Returns the probes of a statement.
  ///
  /// - Parameter valueCount: the number of values of the statements before.
  static func all(
    of statement: SelectStatement, _ dialect: any Dialect, _ valueCount: inout Int
  ) -> [SubstringProbe] {
    var candidates: [IndexCandidates] = []
    statement.forEachNestedExpression { expression in
      guard case .isInStatement(_, let keys) = expression,
        case .candidates(let found) = keys.source,
        !found.isSearch, !candidates.contains(where: found.isSame)
      else { return }
      candidates.append(found)
    }
    return candidates.map { candidates in
      var sql = SQLText(dialect)
      candidates.appendCount(upTo: Self.limit, to: &sql)
      defer { valueCount += sql.parameters.count }
      return SubstringProbe(sql: sql, firstValue: valueCount)
    }
  }

  /// Returns whether the index exists and finds few rows.
  fileprivate func findsFew(_ values: [any ColumnValue], on connection: Connection) -> Bool {
    let count = try? connection.withStatement(sql.statementText) { statement in
      try bind(values[firstValue..<firstValue + sql.parameters.count], to: statement)
      return try statement.step() ? try statement.integer(0) : .max
    }
    return count.map { $0 <= Self.limit } ?? false
  }
}

extension PlannedQuery {
  /// Returns the values of the statements, without those of the probes.
  func shownValues(_ values: [any ColumnValue]) -> ArraySlice<any ColumnValue> {
    values.dropLast(substringProbes.reduce(0) { $0 + $1.sql.parameters.count })
  }
}

extension DatabaseEngine {
  /// Returns a query as it is planned for the rows that its indexes of substrings find: without
  /// these indexes, if they find many.
  func fitted<Element>(
    _ planned: PlannedRun<Element>, _ policy: QueryPolicy, on connection: Connection
  ) throws -> PlannedRun<Element> {
    guard let query = planned.query,
      !isFitting(planned.plan, planned.values, on: connection)
    else { return planned }
    return try plannedRun(
      query, policy, isPart: planned.isPart, usingSubstrings: false, times: planned.times)
  }

  /// Returns whether the indexes of substrings that a plan asks exist and find few rows.
  func isFitting(
    _ plan: PlannedQuery, _ values: [any ColumnValue], on connection: Connection
  ) -> Bool {
    plan.substringProbes.allSatisfy { $0.findsFew(values, on: connection) }
  }
}
