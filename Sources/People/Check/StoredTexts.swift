internal import LinqCore
internal import LinqSQL
internal import StoreSQLite

/// Checks each text of the store, row by row, for values that this library would not have written.
enum StoredTexts {
  /// A fault of a text, and its canonical form if that repairs it.
  struct Fault {
    let finding: CheckFinding
    let form: String?
  }

  /// A column of texts, and the rule for them.
  struct Column: Sendable {
    let table: String
    let name: String
    var rule = Rule.any
    var isUnique = false
  }

  /// The rule that a text must follow.
  enum Rule { case any, email, day, attributes }

  /// The columns of the store that contain texts.
  static let columns = [
    Column(table: "person", name: "name"),
    Column(table: "person", name: "surname"),
    Column(table: "person", name: "email", rule: .email, isUnique: true),
    Column(table: "person", name: "birth_date", rule: .day),
    Column(table: "person", name: "attributes", rule: .attributes),
    Column(table: "person_group", name: "letter", isUnique: true),
  ]

  /// Calls `body` with each fault of the texts of a column, in the order of the rows' keys.
  static func faults(
    in column: Column, of connection: Connection, _ body: (Fault) -> Void
  ) throws {
    let sql = """
      SELECT id, \(column.name) FROM \(column.table) WHERE \(column.name) IS NOT NULL ORDER BY id
      """
    try connection.withStatement(sql) { statement in
      while try statement.step() {
        let row = try statement.integer(0)
        // This happens only if the table is not the one that the migrations create.
        guard statement.type(1) == .text else {
          body(fault(.value, column, row, "is \(statement.type(1).rawValue), not TEXT"))
          continue
        }
        try statement.withUTF8(1) { bytes in
          // Only UTF-8 has a canonical form.
          guard let text = String(validating: bytes, as: UTF8.self) else {
            return body(fault(.encoding, column, row, "is not UTF-8"))
          }
          try faults(in: text, column, row) { fault in
            body(try naming(fault, column, connection))
          }
        }
      }
    }
  }

  /// Returns a fault that says which row has the text already that would be its repair.
  private static func naming(
    _ fault: Fault, _ column: Column, _ connection: Connection
  ) throws -> Fault {
    guard column.isUnique, let form = fault.form, let row = fault.finding.row else { return fault }
    let sql = "SELECT id FROM \(column.table) WHERE \(column.name) = ? AND id <> ?"
    let others = try connection.query(sql, [.text(form), .integer(row)]) { try $0.integer(0) }
    guard let other = others.first else { return fault }
    let message =
      fault.finding.message + "; row \(other) has the same text in that form, so "
      + "change one of the two"
    return Self.fault(fault.finding.kind, column, row, message, form: form)
  }

  private static func faults(
    in text: String, _ column: Column, _ row: Int64, _ body: (Fault) throws -> Void
  ) throws {
    if column.rule == .any || column.rule == .email, !CanonicalText.isCanonical(text) {
      let message = "'\(text)' is not in canonical form"
      try body(fault(.text, column, row, message, form: CanonicalText.form(of: text)))
    }
    switch column.rule {
    case .any: break
    case .email:
      if !EmailAddress.isValid(text) {
        try body(fault(.value, column, row, "'\(text)' is no e-mail address"))
      }
    case .day:
      if CalendarDate(text) == nil {
        try body(fault(.value, column, row, "'\(text)' is no day of the calendar (YYYY-MM-DD)"))
      }
    case .attributes:
      guard text != "{}" else { return }
      guard let form = ForeignJSON.texts(text) else {
        return try body(fault(.value, column, row, "'\(text)' is no object of texts in JSON"))
      }
      if let defect = ForeignJSON.defect(of: text) {
        let dropped = ForeignJSON.uncountedTexts(text).map {
          "; a repair keeps '\($0.counted)' of '\($0.key)' and drops '\($0.other)'"
        }
        let message = "'\(text)' has \(defect.description)" + dropped.joined()
        try body(fault(.text, column, row, message, form: form))
      }
    }
  }

  private static func fault(
    _ kind: CheckFinding.Kind, _ column: Column, _ row: Int64, _ message: String,
    form: String? = nil
  ) -> Fault {
    Fault(
      finding: CheckFinding(
        kind: kind, table: column.table, column: column.name, row: row, message: message),
      form: form)
  }
}
