/// A line of a file that counts rows before the file runs, and says what they are.
///
/// ```sql
/// -- refuse: people without an age: SELECT count(*) FROM person WHERE age IS NULL
/// -- lose: notes of people: SELECT count(note) FROM person
/// ```
struct RowDirective {
  enum Kind: String, CaseIterable {
    /// The file does not run while there are such rows.
    case refuse
    /// The file removes what these rows hold.
    case lose
  }

  let kind: Kind
  /// What the rows are.
  let what: String
  /// The query that counts them.
  let query: String
  /// The line of the directive.
  let line: Int

  /// Returns the directives of a file.
  ///
  /// - Throws: ``MigrationError/refused(file:line:statement:reason:)`` for a line that says no
  ///   query.
  static func all(
    in sql: String, of file: String, _ engine: Engine
  ) throws(MigrationError) -> [RowDirective] {
    var directives: [RowDirective] = []
    for (comment, line) in SQLTokens.lineComments(of: sql, engine) {
      let text = comment.trimmingPrefix { $0.isWhitespace }
      guard
        let kind = Kind.allCases.first(where: { text.lowercased().hasPrefix($0.rawValue + ":") })
      else { continue }
      let rest = text.dropFirst(kind.rawValue.count + 1)
      guard let colon = rest.firstRange(of: /:\s*(?=select\b)/.ignoresCase()),
        rest[..<colon.lowerBound].contains(where: { !$0.isWhitespace })
      else {
        throw .refused(
          file: file, line: line, statement: "-- \(kind): without a query",
          reason: "write what is counted, a colon and the query on this line, "
            + "-- \(kind): orders without a customer: SELECT count(*) FROM …")
      }
      directives.append(
        RowDirective(
          kind: kind,
          what: String(rest[..<colon.lowerBound].trimmingPrefix { $0.isWhitespace }),
          query: String(rest[colon.upperBound...]), line: line))
    }
    return directives
  }
}

/// Rows of which a file that is taken back keeps less.
///
/// ```swift
/// for loss in try migrator.losses(.down(), on: connection) { print(loss) }
/// // 12 notes of people
/// ```
public struct RowLoss: Sendable, Hashable, Encodable, CustomStringConvertible {
  /// What is lost.
  public let what: String
  /// The number of rows.
  public let count: Int

  /// The number and what is lost.
  public var description: String { "\(count) \(what)" }
}

extension Migrator {
  /// Returns what the files that a goal reverts say they lose (`-- lose:`), before they run; nil if
  /// one of them does not say.
  ///
  /// The queries run with the schema of now; those that do not fit it are left out.
  public func losses(_ goal: MigrationGoal, on connection: Connection) throws -> [RowLoss]? {
    var losses: [RowLoss] = []
    for step in try plan(goal, status(on: connection)) where step.direction == .down {
      let said = try RowDirective.all(in: sql(of: step), of: step.fileName, connection.engine)
        .filter { $0.kind == .lose }
      guard !said.isEmpty else { return nil }
      losses += said.compactMap { directive in
        guard let count = try? connection.count(directive), count > 0 else { return nil }
        return RowLoss(what: directive.what, count: count)
      }
    }
    return losses
  }

  /// Counts the rows that a file says it loses.
  ///
  /// - Throws: ``MigrationError/refusesRows(file:line:what:count:)`` if there are rows with which
  ///   it does not run.
  func losses(of step: MigrationStep, on connection: any MigratingConnection) throws -> [RowLoss] {
    try RowDirective.all(in: sql(of: step), of: step.fileName, connection.engine)
      .compactMap { directive in
        let count: Int
        do {
          count = try connection.count(directive)
        } catch let error as DatabaseError {
          guard case .failed = error else { throw error }
          throw MigrationError.failed(file: step.fileName, line: directive.line, error)
        }
        guard count > 0 else { return nil }
        guard directive.kind == .lose else {
          throw MigrationError.refusesRows(
            file: step.fileName, line: directive.line, what: directive.what, count: count)
        }
        return RowLoss(what: directive.what, count: count)
      }
  }
}

extension Connection {
  fileprivate func count(_ directive: RowDirective) throws -> Int {
    Int(try query(directive.query) { try $0.integer(0) }.first ?? 0)
  }
}
