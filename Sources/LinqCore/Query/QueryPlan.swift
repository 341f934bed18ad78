/// A description of how a query runs: which operators run in SQL, which in memory, and why.
///
/// ```swift
/// print(try store.people.where { isPrime($0.id) }.sort { $0.surname }.plan())
/// // person               SQL
/// // sort                 SQL, moved before where
/// // where                memory: a closure that is not an expression
/// // SELECT id, name, … FROM person ORDER BY surname, id
/// ```
public struct QueryPlan: Sendable, Hashable {
  /// The place where an operator runs.
  public enum Place: Sendable, Hashable {
    /// In SQL.
    case sql
    /// In memory, with the reason.
    case memory(reason: String)
  }

  /// An operator of the chain.
  public struct Operator: Sendable, Hashable {
    /// The name of the operator.
    public let name: String
    /// The place where the operator runs.
    public let place: Place
    /// The names of the operators that it was moved before.
    public let movedBefore: [String]

    /// Creates an operator of a plan.
    public init(name: String, place: Place, movedBefore: [String] = []) {
      self.name = name
      self.place = place
      self.movedBefore = movedBefore
    }
  }

  /// The operators, in the order in which they run.
  public let operators: [Operator]

  /// The SQL statement, with `?` for parameters; nil if everything runs in memory.
  public let sql: String?

  /// The statements that read the arrays of rows in the elements, one for each array, whatever the
  /// number of elements.
  public let nestedSQL: [String]

  /// How SQLite will find the rows: the lines of `EXPLAIN QUERY PLAN`.
  public let access: [String]

  /// Suggestions that would make the query faster, such as an index to create.
  public let advice: [String]

  /// Whether several connections read parts of the rows at the same time.
  public enum Parallelism: Sendable, Hashable {
    /// Up to a number of connections read ranges of the key. The statement of each range is
    /// ``QueryPlan/sql`` with a condition on the key.
    case ranges(of: String, readers: Int)
    /// One connection reads all rows, with the reason.
    case oneConnection(reason: String)
  }

  /// Whether several connections read parts of the rows; nil unless the policy is
  /// ``QueryPolicy/parallel(readers:)``.
  public package(set) var parallelism: Parallelism?

  /// Creates a plan.
  public init(
    operators: [Operator], sql: String?, nestedSQL: [String] = [], access: [String] = [],
    advice: [String] = []
  ) {
    self.operators = operators
    self.sql = sql
    self.nestedSQL = nestedSQL
    self.access = access
    self.advice = advice
  }

  /// Whether every operator runs in SQL.
  public var isAllSQL: Bool { operators.allSatisfy { $0.place == .sql } }
}

extension QueryPlan: CustomStringConvertible {
  /// The operators, one per line, followed by the SQL, how SQLite finds the rows, and the advice.
  public var description: String {
    let width = (operators.map(\.name.count).max() ?? 0) + 2
    var lines = operators.map { step in
      var line = step.name + String(repeating: " ", count: width - step.name.count)
      switch step.place {
      case .sql: line += "SQL"
      case .memory(let reason): line += "memory: \(reason)"
      }
      if !step.movedBefore.isEmpty {
        line += ", moved before \(step.movedBefore.joined(separator: ", "))"
      }
      return line
    }
    if let sql { lines.append(sql) }
    switch parallelism {
    case .ranges(let key, let readers):
      lines.append("in ranges of \(key), with up to \(readers) connections")
    case .oneConnection(let reason): lines.append("with one connection: \(reason)")
    case nil: break
    }
    return (lines + nestedSQL + access + advice).joined(separator: "\n")
  }
}

extension [QueryPlan.Operator] {
  /// Throws if an operator would run in memory.
  package func requireSQL() throws {
    for planned in self {
      guard case .memory(let reason) = planned.place else { continue }
      throw QueryError.wouldRunInMemory(operator: planned.name, reason: reason)
    }
  }
}
