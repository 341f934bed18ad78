import LinqCore
import LinqSQL
import StoreSQLite
import TestSupport

/// Runs the actions of a transaction, and compares what each write returns with what is stored.
struct ActionRun {
  let schema: FuzzSchema
  let connection: Connection
  /// Called with each difference.
  let differs: (String) -> Void

  func run(_ actions: [FuzzAction]) throws {
    for action in actions {
      // What is refused leaves the others as they are.
      do {
        try run(action)
      } catch is RowError {
      } catch is ExpressionError {
      } catch let error as DatabaseError {
        if case .transactionEnded = error { throw error }
        guard connection.isInTransaction else { throw error }
      }
    }
  }

  private func access(_ table: Int) -> TableAccess<FuzzRow> {
    TableAccess(schema.declaration(table), on: connection)
  }

  private var view: TableAccess<FuzzRow> { TableAccess(FuzzSchema.rows("v0"), on: connection) }

  /// Returns the stored row with the key of another one.
  private func stored(_ row: FuzzRow, in table: Int) throws -> FuzzRow? {
    schema.kinds[table] == .withoutRowID
      ? try access(table).find(row.id, row.name) : try access(table).find(row.id)
  }

  private func check(_ returned: FuzzRow, _ table: Int, _ what: String) throws {
    let stored = try stored(returned, in: table)
    if stored != returned {
      differs("\(what) of t\(table) returned \(returned), stored is \(stored as Any)")
    }
  }

  private func run(_ action: FuzzAction) throws {
    switch action {
    case .insert(let table, var row):
      if schema.kinds[table] == .withoutRowID, row.id == 0 { row.id = 30 }
      try check(access(table).insert(row), table, "insert")
    case .insertMany(let table, let rows):
      // A row may remove an earlier one, so only the last is compared.
      if let last = try access(table).insert(rows).last { try check(last, table, "insert") }
    case .save(let table, let row): try check(access(table).save(row), table, "save")
    case .update(let table, let row):
      try access(table).update(row)
      if try stored(row, in: table) == nil { differs("update of t\(table): no row \(row)") }
    case .delete(let table, let row):
      let before = try stored(row, in: table)
      let isGone = try access(table).delete(row)
      let after = try stored(row, in: table)
      if isGone != (before != nil && after == nil) {
        differs("delete of t\(table) returned \(isGone): \(before as Any), \(after as Any)")
      }
    case .viewInsert(let row):
      let returned = try view.insert(row)
      let stored = try view.find(row.id)
      if stored != returned { differs("insert of v0 returned \(returned): \(stored as Any)") }
    case .viewUpdate(let row): try view.update(row)
    case .viewDelete(let key):
      let before = try view.find(key)
      let isGone = try view.delete(key)
      let after = try view.find(key)
      if isGone != (before != nil && after == nil) {
        differs("delete of v0 returned \(isGone): \(before as Any), \(after as Any)")
      }
    case .chainUpdate(let table, let form, let number): try update(table, form, number)
    case .chainDelete(let table, let form, let number): try delete(table, form, number)
    case .sql(let sql): try connection.execute(sql)
    case .statement(let sql): try connection.run(sql)
    case .firstRow(let sql): try connection.withStatement(sql) { _ = try $0.step() }
    case .nested(let actions, let isUndone):
      do {
        try connection.transaction {
          try run(actions)
          if isUndone { throw Stop() }
        }
      } catch is Stop where isUndone && connection.isInTransaction {}
    case .stop: throw Stop()
    }
  }

  private func update(_ table: Int, _ form: Int, _ number: Int) throws {
    let (rows, others) = (access(table), access((table + 1) % 3))
    switch form {
    case 0: try rows.query.update { $0.set(\.number, to: number) }
    case 1: try rows.where { $0.number > number }.update { $0.set(\.number, to: $0.number - 3) }
    case 2:
      try rows.where { $0.id > Int64(number / 4) }.update { row in
        row.set(
          \.number, to: others.matching { other in other.name == row.name }.count + row.number)
      }
    case 3:
      try rows.where { row in others.matching { $0.id == row.id }.any() }
        .update { $0.set(\.name, to: $0.name + "s") }
    case 4: try updateByOwnRows(table, number)
    default: try view.where { $0.number > number }.update { $0.set(\.number, to: number) }
    }
  }

  /// Changes the rows for which there are others like them, and compares it with a change of the
  /// same rows, found before.
  private func updateByOwnRows(_ table: Int, _ number: Int) throws {
    let rows = access(table)
    let chain = rows.where { row in
      rows.matching { $0.number == row.number && $0.name != row.name }.any()
    }
    let found = Set(try chain.toArray())
    func outcome(_ change: () throws -> Int) throws -> String? {
      var outcome: String?
      do {
        try connection.transaction {
          let count = try change()
          outcome = "\(count): \(try rows.all())"
          throw Stop()
        }
      } catch {
        guard connection.isInTransaction else { throw error }
        // Other programs have written the key in another form.
        if case RowError.notFound = error { return nil }
        if !(error is Stop) { outcome = "\(error)" }
      }
      return outcome
    }
    let together = try outcome { try chain.update { $0.set(\.number, to: number) } }
    let apart = try outcome {
      try rows.where { (row: FuzzRow) in found.contains(row) }
        .update { $0.set(\.number, to: number) }
    }
    if let together, let apart, together != apart {
      differs("update of t\(table): \(together), not \(apart)")
    }
    _ = try chain.update { $0.set(\.number, to: number) }
  }

  private func delete(_ table: Int, _ form: Int, _ number: Int) throws {
    let (rows, others) = (access(table), access((table + 1) % 3))
    switch form {
    case 0: try rows.query.delete()
    case 1: try rows.where { $0.number > number }.delete()
    case 2: try rows.where { row in others.matching { $0.id == row.id }.any() }.delete()
    default:
      let chain = view.where { $0.number > number }
      let before = try chain.count()
      let count = try chain.delete()
      let after = try chain.count()
      if count != before - after { differs("delete of v0 returned \(count): \(before) - \(after)") }
    }
  }
}
