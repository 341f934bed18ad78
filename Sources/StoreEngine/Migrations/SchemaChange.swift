/// The parts of a schema that a file may lose or break without a statement that says so.
package struct SchemaState {
  /// The objects of the schema.
  let objects: [SchemaObject]
  /// The last key of each `AUTOINCREMENT` table by its name in lower case.
  let lastKeys: [String: Int64]
  /// Why a view or a trigger does not work; nil if all do, or if the engine checks them itself.
  let failure: String?
  /// References to tables that do not exist, as the referring table and the missing one.
  let missingParents: [(table: String, parent: String)]

  package init(
    objects: [SchemaObject], lastKeys: [String: Int64] = [:], failure: String? = nil,
    missingParents: [(table: String, parent: String)] = []
  ) {
    self.objects = objects
    self.lastKeys = lastKeys
    self.failure = failure
    self.missingParents = missingParents
  }
}

/// An index, a trigger or the last key of a table, which went with the table when a file made the
/// table anew.
public struct SchemaLoss: Sendable, Hashable, CustomStringConvertible {
  /// `index` or `trigger`; `key` for the last key of an `AUTOINCREMENT` table.
  public let type: String
  /// The name of the object, or the last key.
  public let name: String
  /// The table, which is still there under its name.
  public let table: String

  /// The type and the name.
  public var description: String {
    type == "key" ? "the last key \(name), which AUTOINCREMENT would use again" : "\(type) \(name)"
  }
}

extension [SchemaLoss] {
  /// The names of the tables that lost something.
  var tables: String {
    reduce(into: [String]()) { if !$0.contains($1.table) { $0.append($1.table) } }
      .joined(separator: ", ")
  }
}

/// The statements of a file that take objects away or move them, judging by their first words.
package struct SchemaStatements {
  /// The names after `DROP INDEX`, `DROP TRIGGER` and the like, in lower case.
  private(set) var dropped: Set<String> = []
  /// The names that tables get by `RENAME TO`, in lower case.
  private(set) var renamed: Set<String> = []

  /// Returns whether a statement drops an index or a trigger by its name.
  func drops(_ object: SchemaObject) -> Bool {
    let name = object.key.name.lowercased()
    // A server has triggers of one name on several tables: theirs are `table.trigger`.
    let last = name.split(separator: ".").last.map { String($0) }
    return dropped.contains(name) || last.map { dropped.contains($0) } == true
  }

  init(_ sql: String, _ engine: Engine) {
    let words = Array(SQLTokens(Array(sql.utf8), of: engine)).map(\.name)
    for index in words.indices {
      switch words[index] {
      case "drop" where index + 1 < words.count && ["index", "trigger"].contains(words[index + 1]):
        // The names follow up to the end of the statement, with words between that harm no one.
        dropped.formUnion(words[(index + 2)...].prefix { $0 != ";" })
      case "to" where index > 0 && words[index - 1] == "rename" && index + 1 < words.count:
        renamed.insert(words[index + 1])
      default: break
      }
    }
  }
}

/// What one file changed in a schema without saying so.
struct SchemaChange {
  /// What is gone although its table is still there, or there again.
  let losses: [SchemaLoss]
  /// Why the schema does not work any more; nil if it does, or did not before.
  let damage: String?

  init(from before: SchemaState, to after: SchemaState, by statements: SchemaStatements) {
    losses =
      Self.lost(from: before.objects, to: after.objects, by: statements).map {
        SchemaLoss(type: $0.key.type, name: $0.key.name, table: $0.table)
      }
      + Self.lostKeys(from: before, to: after, by: statements)
    if let failure = after.failure, before.failure == nil {
      damage = failure
    } else {
      // SQLite lets references follow a table that is renamed, and then the table may go.
      let known = Set(before.missingParents.map { $0.parent.lowercased() })
      damage = after.missingParents.first {
        let parent = $0.parent.lowercased()
        return statements.renamed.contains(parent) && !known.contains(parent)
      }.map {
        "\($0.table) refers to \($0.parent), as the table was called after RENAME TO; rename the "
          + "new table, not the old one"
      }
    }
  }

  /// Returns the indexes and triggers that are gone, although their tables are not.
  static func lost(
    from before: [SchemaObject], to after: [SchemaObject], by statements: SchemaStatements
  ) -> [SchemaObject] {
    let present = Set(after.map { [$0.key.type, $0.key.name.lowercased()] })
    return before.filter { object in
      ["index", "trigger"].contains(object.key.type)
        && !present.contains([object.key.type, object.key.name.lowercased()])
        && present.contains(["table", object.table.lowercased()])
        && !statements.drops(object)
    }
  }

  /// Returns the last keys that went back in tables that got their names by `RENAME TO`.
  private static func lostKeys(
    from before: SchemaState, to after: SchemaState, by statements: SchemaStatements
  ) -> [SchemaLoss] {
    before.lastKeys.sorted { $0.key < $1.key }.compactMap { table, last in
      guard statements.renamed.contains(table), let now = after.lastKeys[table], now < last else {
        return nil
      }
      return SchemaLoss(type: "key", name: "\(last)", table: table)
    }
  }
}
