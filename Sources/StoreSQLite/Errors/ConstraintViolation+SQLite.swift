internal import StoreEngine

extension ConstraintViolation {
  /// Parses the kind, the table and the columns from SQLite's error.
  init(_ error: EngineError) {
    let kind = Self.kind(of: error.extendedCode)
    let constraint: String?
    let table: String?
    let columns: [String]
    // "UNIQUE constraint failed: person.email", "CHECK constraint failed: person_age",
    // "cannot store TEXT value in INTEGER column person.age", "FOREIGN KEY constraint failed".
    let detail: Substring
    if kind == .other {
      detail = ""  // the text is a trigger's own
    } else if let range = error.message.firstRange(of: " failed: ") {
      detail = error.message[range.upperBound...]
    } else if kind == .type, let range = error.message.firstRange(of: " column ") {
      detail = error.message[range.upperBound...]
    } else {
      detail = ""
    }
    if kind == .unique, let name = detail.wholeMatch(of: /index '(.*)'/)?.1 {
      // SQLite names no columns for an index on an expression.
      constraint = String(name)
      table = nil
      columns = []
    } else if kind == .check {
      constraint = detail.isEmpty ? nil : String(detail)
      table = nil
      columns = []
    } else {
      let places = detail.split(separator: ",").map { place in
        place.drop { $0 == " " }.split(separator: ".", maxSplits: 1)
      }
      constraint = nil
      table = places.first.flatMap { $0.count == 2 ? String($0[0]) : nil }
      columns = places.compactMap { $0.last.map(String.init) }
    }
    self.init(error, kind: kind, table: table, columns: columns, constraint: constraint)
  }

  private static func kind(of code: Int32) -> Kind {
    switch code {
    case 2067: .unique  // SQLITE_CONSTRAINT_UNIQUE and its kin are macros with casts and shifts
    case 1555, 2579: .primaryKey  // …_PRIMARYKEY, …_ROWID
    case 1299: .notNull
    case 275: .check
    case 787: .foreignKey
    case 3091: .type  // …_DATATYPE
    default: .other
    }
  }
}
