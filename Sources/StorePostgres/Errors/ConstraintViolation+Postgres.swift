#if Postgres
internal import StoreEngine

extension ConstraintViolation {
  /// Creates a violation from the fields of PostgreSQL's error.
  init(
    _ error: EngineError, table: String?, column: String?, constraint: String?, detail: String?
  ) {
    let kind: Kind =
      switch error.state {
      case "23505": constraint?.hasSuffix("_pkey") == true ? .primaryKey : .unique
      case "23503": .foreignKey
      case "23502": .notNull
      case "23514": .check
      default: .other
      }
    // "Key (email)=(ada@example.com) already exists."
    let columns =
      detail?.firstMatch(of: /Key \(([^)]*)\)=/).map {
        $0.1.split(separator: ", ").map { String($0.filter { $0 != "\"" }) }
      } ?? column.map { [$0] } ?? []
    self.init(error, kind: kind, table: table, columns: columns, constraint: constraint)
  }
}
#endif
