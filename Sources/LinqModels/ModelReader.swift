internal import LinqSQL
package import StoreEngine
internal import StoreSupport

/// The definitions of the tables of a database.
package struct SchemaDefinitions {
  package let tables: [TableDefinition]
  /// The tables that cannot be read, and why.
  let unreadable: [(table: String, error: any Error)]

  /// - Parameter names: the tables that are left out.
  package init(_ connection: Connection, leavingOut names: Set<String> = []) throws {
    var unreadable: [(table: String, error: any Error)] = []
    tables = try connection.tableDefinitions { unreadable.append(($0, $1)) }
      .filter { !names.contains($0.table.name) }
    self.unreadable = unreadable.filter { !names.contains($0.table) }
  }
}

/// Makes the models of the tables of a database.
final class ModelReader {
  private let connection: Connection
  private let readsValues: (_ table: String) -> Bool
  private(set) var models: [TableModel] = []
  private(set) var notes: [String] = []
  private var definitions: [TableDefinition] = []
  private var types: Set<String> = []

  init(_ connection: Connection, _ readsValues: @escaping (_ table: String) -> Bool) {
    self.connection = connection
    self.readsValues = readsValues
  }

  private var isServer: Bool { !connection.engine.isInProcess }

  func read(_ schema: SchemaDefinitions, _ names: [String]?) throws {
    let all = schema.tables
    for (name, error) in schema.unreadable where names?.contains(name) ?? true {
      note("\(name) is left out: \(Self.reason(of: error))")
    }
    for name in names ?? [] where !all.contains(where: { $0.table.name == name }) {
      throw UnknownTable(name: name, known: all.map(\.table.name))
    }
    // The history of migrations is no table of the program, unless it is asked for.
    for definition in all
    where names?.contains(definition.table.name) ?? (definition.table.name != "schema_migration") {
      guard !definition.table.name.isEmpty else {
        note("a table without a name is left out")
        continue
      }
      do {
        guard let model = try model(of: definition) else { continue }
        models.append(model)
        definitions.append(definition)
      } catch let error as DatabaseError {
        // Such as an index with a collation of another program.
        note("\(definition.table.name) is left out: \(Self.reason(of: error))")
      }
    }
    let references = references()
    match(references)
    addRelations(references)
  }

  // MARK: - Tables

  private func model(of definition: TableDefinition) throws -> TableModel? {
    let table = definition.table
    let isView = table.kind == .view
    let values = try !isServer && readsValues(table.name) ? values(of: table) : [:]
    var columns: [ColumnModel] = []
    let rowKey = definition.primaryKey.count == 1 ? definition.primaryKey[0] : nil
    let type = SwiftNames.unused(SwiftNames.type(table.name), &types)
    var properties: Set<String> = []
    // The key is named first, so that no other column takes its name.
    if let rowKey, SwiftNames.isIdentifier(rowKey, of: table.name) { properties.insert("id") }
    for column in table.columns {
      guard !column.name.isEmpty else {
        note("a column of \(table.name) that has no name is left out")
        continue
      }
      let details = definition.details[column.name]
      let form =
        isServer
        ? column.formOnServer(details)
        : column.form(allowed: isView ? nil : details?.allowed, values[column.name])
      guard let form else {
        note("\(table.name).\(column.name) is left out: no type of Swift reads all of its values")
        continue
      }
      let property =
        column.name == rowKey && properties.contains("id")
          && SwiftNames.isIdentifier(column.name, of: table.name)
        ? "id" : SwiftNames.unused(SwiftNames.property(column.name), &properties)
      let isExpression = details?.defaultSQL.map { !SwiftSource.isConstant($0) } ?? false
      let role: ColumnModel.Role =
        isView ? .stored : column.isGenerated ? .generated : isExpression ? .defaulted : .stored
      columns.append(
        ColumnModel(
          name: column.name, property: property, form: form,
          isOptional: !column.isNotNull || isExpression, role: role,
          defaultSQL: details?.defaultSQL, comment: details?.comment))
    }
    var model = TableModel(
      name: table.name, isView: isView, type: type, comment: definition.comment, columns: columns)
    let hasKey =
      try isView ? addKey(toView: &model) : addKey(to: &model, definition, values, &properties)
    guard hasKey else {
      note("\(table.name) is left out: no columns are unique and never NULL, so it has no key")
      return nil
    }
    return model
  }

  /// Marks the columns of the key; false if there are none.
  private func addKey(
    to model: inout TableModel, _ definition: TableDefinition, _ values: [String: ColumnValues],
    _ properties: inout Set<String>
  ) throws -> Bool {
    let table = definition.table
    var candidates = [definition.primaryKey].filter { !$0.isEmpty }
    candidates += table.uniqueIndexes.map { index in
      table.columns.map(\.name).filter { index.contains($0.lowercased()) }
    }.filter { !$0.isEmpty }.sorted { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
    for (number, names) in candidates.enumerated() {
      let indexes = names.compactMap { model.index(ofColumn: $0) }
      let isPrimary = number == 0 && !definition.primaryKey.isEmpty
      let isUsable =
        indexes.count == names.count
        && names.allSatisfy { name in
          // A key of SQLite may have NULL, if it is none of integers.
          guard let column = table.column(named: name) else { return false }
          return !column.isGenerated
            && (column.isNotNull || isPrimary && values[name]?.hasNull != true)
        }
      guard isUsable else { continue }
      let first = model.columns[indexes[0]]
      let isAssigned =
        indexes.count == 1 && table.column(named: first.name)?.isAssigned == true
        && first.form.isInteger
      return markKey(indexes, of: &model, isAssigned: isAssigned)
    }
    guard definition.hasRowID else { return false }
    let names = ["rowid", "oid", "_rowid_"].filter { table.column(named: $0) == nil }
    guard let name = names.first else { return false }
    let property = SwiftNames.unused(properties.contains("id") ? "rowID" : "id", &properties)
    model.columns.insert(
      ColumnModel(
        name: name, property: property, form: ColumnForm(.int64), isOptional: false,
        role: .key(isAssigned: true), defaultSQL: nil,
        comment: "The number of the row, which the table has no column for."), at: 0)
    return true
  }

  /// Marks columns of a view whose values are unique and never NULL; false if there are none. If no
  /// values are read, that is the first column.
  private func addKey(toView model: inout TableModel) throws -> Bool {
    for index in model.columns.indices { model.columns[index].isOptional = true }
    guard readsValues(model.name) else { return markKey([0], of: &model) }
    let names = model.columns.map { $0.name.enclosed(in: "\"") }
    let table = model.name.enclosed(in: "\"")
    let sums = names.map { "count(\($0))" } + names.map { "count(DISTINCT \($0))" }
    let counts = try connection.query(
      "SELECT count(*), \(sums.joined(separator: ", ")) FROM \(table)"
    ) { row in try (0...(2 * names.count)).map { try row.integer($0) } }[0]
    let full = names.indices.filter { counts[1 + $0] == counts[0] }
    var key = full.first { counts[1 + names.count + $0] == counts[0] }.map { [$0] }
    let pairs = full.prefix(6).flatMap { left in
      full.prefix(6).filter { $0 > left }.map { [left, $0] }
    }
    for pair in pairs where key == nil {
      let columns = pair.map { names[$0] }.joined(separator: ", ")
      let count = try connection.query(
        "SELECT count(*) FROM (SELECT DISTINCT \(columns) FROM \(table)) t"
      ) { try $0.integer(0) }
      if count == [counts[0]] { key = pair }
    }
    return markKey(key ?? full, of: &model)
  }

  /// Marks the columns of a key; false if there are none.
  private func markKey(
    _ indexes: [Int], of model: inout TableModel, isAssigned: Bool = false
  ) -> Bool {
    for index in indexes {
      model.columns[index].role = .key(isAssigned: isAssigned)
      model.columns[index].isOptional = false
      if model.columns[index].form.kind == .int { model.columns[index].form.kind = .int64 }
    }
    return !indexes.isEmpty
  }

  private func note(_ text: String) { notes.append(text) }

  /// Returns the text of an error without the statement, which the user has not written.
  private static func reason(of error: any Error) -> String {
    if case DatabaseError.failed(let failure) = error { failure.reason } else { "\(error)" }
  }

  // MARK: - Values

  /// Reads the values of the columns whose declared type does not tell the form.
  private func values(of table: StoredTable) throws -> [String: ColumnValues] {
    let columns = table.columns.filter { column in
      !(column.refusesOthers
        && ["INTEGER", "INT", "REAL", "BLOB"].contains(column.type.uppercased()))
    }
    guard !columns.isEmpty else { return [:] }
    // The first bytes tell enough.
    let list = columns.map { column in
      let name = column.name.enclosed(in: "\"")
      return "iif(typeof(\(name)) = 'blob', substr(\(name), 1, 17), \(name))"
    }.joined(separator: ", ")
    var values = [ColumnValues](repeating: ColumnValues(), count: columns.count)
    try connection.withStatement("SELECT \(list) FROM \(table.name.enclosed(in: "\""))") {
      statement in
      while try statement.step() {
        for index in columns.indices { values[index].add(try statement.value(index)) }
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(columns.map(\.name), values))
  }

  // MARK: - Foreign keys

  /// A foreign key from one model to another.
  private typealias Reference = (from: Int, to: Int, key: ForeignKey)

  /// Returns the foreign keys whose tables are all among the models.
  private func references() -> [Reference] {
    definitions.enumerated().flatMap { from, definition in
      definition.foreignKeys.compactMap { key in
        models.firstIndex { $0.name.lowercased() == key.table.lowercased() }
          .map { (from: from, to: $0, key: key) }
      }
    }
  }

  /// Gives the columns of a foreign key the type of the columns that they refer to.
  private func match(_ references: [Reference]) {
    var changed = true
    while changed {
      changed = false
      for (from, to, key) in references {
        for (name, other) in zip(key.columns, key.referenced) {
          guard let own = models[from].index(ofColumn: name),
            let target = models[to].index(ofColumn: other)
          else { continue }
          let (left, right) = (models[from].columns[own].form, models[to].columns[target].form)
          if left.isInteger, right.isInteger, left.kind != right.kind {
            models[from].columns[own].form.kind = .int64
            models[to].columns[target].form.kind = .int64
            changed = true
          } else if case .enumeration = left.kind, right.kind == .text {
            models[from].columns[own].form.kind = .text
            changed = true
          } else if left.kind == .bool, right.isInteger {
            models[from].columns[own].form = right
            changed = true
          }
        }
      }
    }
  }

  private func addRelations(_ references: [Reference]) {
    var names = RelationNames(models)
    // First what a row refers to, then what refers to it.
    var children: [(index: Int, relation: RelationModel)] = []
    for (from, to, key) in references {
      let pairs = zip(key.columns, key.referenced).compactMap { name, other in
        models[from].index(ofColumn: name).flatMap { own in
          models[to].index(ofColumn: other).map { (own: own, other: $0) }
        }
      }
      let (child, parent) = (models[from], models[to])
      let fits =
        pairs.count == key.columns.count
        && pairs.allSatisfy {
          child.columns[$0.own].form.kind == parent.columns[$0.other].form.kind
        }
      guard fits else {
        note(
          "\(child.name) has no relation to \(parent.name): the types of "
            + "\(key.columns.joined(separator: ", ")) differ")
        continue
      }
      let isAlone = references.count { $0.from == from && $0.to == to } == 1
      let properties = pairs.map {
        (own: child.columns[$0.own].property, other: parent.columns[$0.other].property)
      }
      let isOne = definitions[from].table.isUnique(key.columns)
      let found = names.add(
        child: from, parent: to, column: key.columns.count == 1 ? key.columns[0] : nil,
        isAlone: isAlone, isOne: isOne)
      models[from].relations.append(
        RelationModel(property: found.parent, type: parent.type, kind: .one, matches: properties))
      children.append(
        (
          to,
          RelationModel(
            property: found.children, type: child.type, kind: isOne ? .one : .many,
            matches: properties.map { (own: $0.other, other: $0.own) })
        ))
    }
    for (index, relation) in children { models[index].relations.append(relation) }
    addLinks(references, &names)
  }

  /// Adds the relations through tables whose key is that of two others.
  private func addLinks(_ references: [Reference], _ names: inout RelationNames) {
    for (index, definition) in definitions.enumerated() {
      let keys = references.filter { $0.from == index && $0.key.columns.count == 1 }
      let columns = Set(keys.flatMap { $0.key.columns.map { $0.lowercased() } })
      let primary = Set(definition.primaryKey.map { $0.lowercased() })
      guard keys.count == 2, columns.count == 2,
        columns == primary || definition.table.uniqueIndexes.contains(columns)
      else { continue }
      let link = models[index]
      for (own, other) in [(keys[0], keys[1]), (keys[1], keys[0])] {
        guard let ownLink = link.index(ofColumn: own.key.columns[0]),
          let otherLink = link.index(ofColumn: other.key.columns[0]),
          let ownColumn = models[own.to].index(ofColumn: own.key.referenced[0]),
          let otherColumn = models[other.to].index(ofColumn: other.key.referenced[0])
        else { continue }
        let ownForms = (link.columns[ownLink], models[own.to].columns[ownColumn])
        let otherForms = (link.columns[otherLink], models[other.to].columns[otherColumn])
        guard ownForms.0.holdsSame(as: ownForms.1), otherForms.0.holdsSame(as: otherForms.1) else {
          continue
        }
        let isSelf = own.to == other.to
        let property = names.add(
          link: own.to, target: other.to, column: isSelf ? other.key.columns[0] : nil)
        models[own.to].relations.append(
          RelationModel(
            property: property, type: models[other.to].type,
            kind: .through(
              type: link.type,
              link: (link.columns[ownLink].property, link.columns[otherLink].property),
              own: models[own.to].columns[ownColumn].property,
              other: models[other.to].columns[otherColumn].property), matches: []))
      }
    }
  }
}
