internal import LinqSQL
public import StoreSQLite

extension PersonStore {
  /// Searches the file for faults: damage, dangling references, a schema that differs from that of
  /// the migrations, text that is not in canonical form or not UTF-8, days that do not exist,
  /// invalid e-mail addresses, and attributes that are no texts. Reads the whole file in one
  /// snapshot. A server looks after damage and references itself.
  ///
  /// Each part of the file that can be read is checked, whatever is wrong with the others.
  ///
  /// ```swift
  /// for finding in try store.check() { print(finding) }
  /// // text: person.name row 7: 'é' is not in canonical form
  /// // value: person.birth_date row 9: '2024-02-31' is no day of the calendar (YYYY-MM-DD)
  /// ```
  ///
  /// - Parameter others: the migrators of other sets whose tables the file contains. The schema of
  ///   sets that are not given is not compared.
  /// - Returns: the faults; empty if there are none.
  /// - Throws: `MigrationError`, `DatabaseError`.
  public func check(with others: [Migrator] = []) throws -> [CheckFinding] {
    let findings = try pool.withReader { try Self.check($0, with: others) }
    return try canWrite ? findings + pool.withWriter(Self.checkIndex) : findings
  }

  /// Searches the file for faults without blocking the calling thread; see the synchronous form.
  public func check(with others: [Migrator] = []) async throws -> [CheckFinding] {
    let findings = try await pool.withReader { try Self.check($0, with: others) }
    return try await canWrite ? findings + pool.withWriter(Self.checkIndex) : findings
  }

  private var canWrite: Bool { pool.configuration.access != .read }

  /// Returns what SQLite finds in the search index, which it tells only to those who may write.
  private static func checkIndex(_ connection: Connection) throws -> [CheckFinding] {
    do {
      try Person.table.searchIndex?.checkContents(on: connection)
      return []
    } catch DatabaseError.corrupt(_, let error) {
      return [CheckFinding(.integrity, "the search index: \(error.message)")]
    } catch DatabaseError.failed(let error) where error.isOfStatement {
      return [CheckFinding(.integrity, "the search index: \(error.message)")]
    }
  }

  /// Converts all text to canonical form, and gives people with an ID above ``Person/highestID``
  /// the next free ID, in their groups too, in one transaction. Other faults are not changed, and
  /// IDs not on a server, which does not let go of a row that others refer to.
  ///
  /// `UPDATE person SET name = ? WHERE id = ?` for each such text. A text that would become equal
  /// to that of another row, where the two must differ, is left as it is; `check()` names the row.
  ///
  /// - Returns: the faults that were repaired.
  @discardableResult
  public func repair() throws -> [CheckFinding] {
    try pool.write { try Self.repair($0) }
  }

  /// Converts all text to canonical form without blocking the calling thread; see the synchronous
  /// form.
  @discardableResult
  public func repair() async throws -> [CheckFinding] {
    try await pool.write { try Self.repair($0) }
  }

  private static func check(_ connection: Connection, with others: [Migrator]) throws
    -> [CheckFinding]
  {
    let isFile = connection.engine.isInProcess
    var findings: [CheckFinding] = []
    var isComplete = false
    /// Runs one part of the check. Tables that cannot be read are a finding, too.
    func part(_ name: String, _ body: () throws -> Void) throws {
      do {
        try body()
      } catch DatabaseError.corrupt(_, let error) {
        findings.append(CheckFinding(.integrity, "\(name) cannot be read: \(error.message)"))
      } catch DatabaseError.failed(let error) where error.isOfStatement {
        // The table or a column is missing, for example.
        findings.append(CheckFinding(.schema, "\(name) cannot be read: \(error.message)"))
      }
    }
    func checkSchema() throws {
      try part("the schema") {
        let migrator = try migrator(for: connection.engine)
        findings += try migrator.verifyKnownSets(with: others, on: connection).differences.map {
          CheckFinding(.schema, table: $0.table, "\($0)")
        }
      }
    }
    // A server runs the files in a transaction, which cannot be inside of one that only reads. It
    // keeps the references intact, and looks after its own files.
    if !isFile { try checkSchema() }
    do {
      try connection.snapshot {
        if isFile {
          try part("the file") {
            try connection.withStatement("PRAGMA integrity_check") { row in
              while try row.step() {
                let message = try row.text(0)
                if message != "ok" { findings.append(CheckFinding(.integrity, message)) }
              }
            }
          }
          try part("the references") { findings += try danglingReferences(connection) }
          try checkSchema()
        }
        try part("person.id") { findings += try highIDs(connection) }
        for column in StoredTexts.columns {
          try part("\(column.table).\(column.name)") {
            try StoredTexts.faults(in: column, of: connection) { findings.append($0.finding) }
          }
        }
        try part("the search index") { try checkWords(connection) { findings.append($0) } }
        isComplete = true
      }
    } catch DatabaseError.corrupt where isComplete {
      // The end of a transaction that encountered damage reports it once more.
    }
    return findings
  }

  /// Returns a finding for each person whose ID leaves few IDs, or none, for new people.
  private static func highIDs(_ connection: Connection) throws -> [CheckFinding] {
    let people = try connection.query(
      "SELECT id FROM person WHERE id > ? ORDER BY id", [.integer(Person.highestID)]
    ) { row in
      CheckFinding(
        .value, table: "person", column: "id", row: try row.integer(0),
        "is above \(Person.highestID): few ids are left for new people, or none")
    }
    guard !connection.engine.hasSequences else { return people }
    let retired = try connection.query(
      "SELECT last FROM retired_key WHERE table_name = 'person' AND last > ?",
      [.integer(Person.highestID)]
    ) { row in
      CheckFinding(
        .value, table: "retired_key", column: "last",
        "is \(try row.integer(0)), of a deleted person: few ids are left for new people, or none")
    }
    return people + retired
  }

  /// Returns a finding for each row that refers to a row that does not exist.
  private static func danglingReferences(_ connection: Connection) throws -> [CheckFinding] {
    // SQLite does not identify the rows of this table, which has no integer key.
    let items = try connection.query(
      """
      SELECT 'group_id', group_id, position, 'group ' || group_id FROM person_group_item
      WHERE group_id NOT IN (SELECT id FROM person_group)
      UNION ALL
      SELECT 'person_id', group_id, position, 'person ' || person_id FROM person_group_item
      WHERE person_id NOT IN (SELECT id FROM person)
      ORDER BY 2, 3, 1
      """
    ) { row in
      CheckFinding(
        .foreignKey, table: "person_group_item", column: try row.text(0),
        "item \(try row.integer(2)) of group \(try row.integer(1)) refers to \(try row.text(3)), "
          + "which does not exist")
    }
    let others = try connection.query(
      """
      SELECT "table", rowid, parent FROM pragma_foreign_key_check
      WHERE "table" <> 'person_group_item'
      """
    ) { row in
      CheckFinding(
        .foreignKey, table: try row.text(0), row: row.isNull(1) ? nil : try row.integer(1),
        "refers to a row of \(try row.text(2)) that does not exist")
    }
    return items + others
  }

  private static func repair(_ connection: Connection) throws -> [CheckFinding] {
    var faults: [StoredTexts.Fault] = []
    for column in StoredTexts.columns {
      try StoredTexts.faults(in: column, of: connection) { faults.append($0) }
    }
    var repaired = try faults.compactMap { try repair($0, connection) }
    if !connection.engine.hasSequences {
      repaired += try repairIDs(connection)
      try markChecked(on: connection)
    }
    return repaired + (try repairSearch(connection))
  }

  /// Calls a closure with what is wrong with the words in the search index.
  private static func checkWords(
    _ connection: Connection, _ report: (CheckFinding) -> Void
  ) throws {
    try Person.table.searchIndex?.check(on: connection) { key, message in
      report(CheckFinding(.integrity, table: Person.table.name, row: key, message))
    }
  }

  /// Makes the search index anew if something is wrong with it, and returns what was.
  private static func repairSearch(_ connection: Connection) throws -> [CheckFinding] {
    guard let index = Person.table.searchIndex else { return [] }
    var findings: [CheckFinding] = []
    do {
      try checkWords(connection) { findings.append($0) }
      try index.checkContents(on: connection)
    } catch let error as DatabaseError {
      findings.append(CheckFinding(.integrity, "the search index cannot be read: \(error)"))
    }
    if !findings.isEmpty { try index.rebuild(on: connection) }
    return findings
  }

  /// Marks the rows of other programs whose texts are in canonical form, so that queries need not
  /// check them again.
  static func markChecked(on connection: Connection) throws {
    try Person.table.textVersion?.markChecked(on: connection)
    try GroupHead.table.textVersion?.markChecked(on: connection)
  }

  /// Converts a text to canonical form, and returns what was repaired; nil if it cannot be, or if
  /// another row has the canonical form.
  private static func repair(
    _ fault: StoredTexts.Fault, _ connection: Connection
  ) throws -> CheckFinding? {
    let finding = fault.finding
    guard let form = fault.form, let table = finding.table, let column = finding.column,
      let row = finding.row
    else { return nil }
    do {
      try connection.run(
        "UPDATE \(table) SET \(column) = ? WHERE id = ?", [.text(form), .integer(row)])
      return finding
    } catch DatabaseError.constraint(let violation) where violation.kind == .unique {
      return nil
    }
  }

  /// Gives people with an ID that is too high the next free one, and returns what was repaired.
  private static func repairIDs(_ connection: Connection) throws -> [CheckFinding] {
    let findings = try highIDs(connection)
    guard !findings.isEmpty else { return [] }
    let highest = [Value.integer(Person.highestID)]
    var last =
      try connection.query(
        """
        SELECT max(
          coalesce((SELECT max(id) FROM person WHERE id <= ?1), 0),
          coalesce((SELECT last FROM retired_key WHERE table_name = 'person' AND last <= ?1), 0))
        """, highest
      ) { try $0.integer(0) }.first ?? 0
    let rows = findings.compactMap(\.row)
    // There is no room for them after a person with the highest ID.
    guard last <= Person.highestID - Int64(rows.count) else { return [] }
    // The references are changed after the rows that they refer to.
    try connection.run("PRAGMA defer_foreign_keys = ON")
    for row in rows {
      last += 1
      try connection.run("UPDATE person SET id = ? WHERE id = ?", [.integer(last), .integer(row)])
      try connection.run(
        "UPDATE person_group_item SET person_id = ? WHERE person_id = ?",
        [.integer(last), .integer(row)])
    }
    try connection.run(
      "UPDATE retired_key SET last = ? WHERE table_name = 'person' AND last > ?",
      [.integer(last)] + highest)
    return findings
  }
}

extension CheckFinding {
  fileprivate init(
    _ kind: Kind, table: String? = nil, column: String? = nil, row: Int64? = nil, _ message: String
  ) {
    self.init(kind: kind, table: table, column: column, row: row, message: message)
  }
}
