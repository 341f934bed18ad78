internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// A sequence in memory as a source of rows, in a query that begins with a table.
///
/// A row has the index of its element, by which the element is found again, and the members that
/// expressions of the query use.
final class SequenceRows<Element>: SourceNode, SQLSource {
  let connections: ConnectionSource
  let identity = TableIdentity()
  let statement: SelectStatement
  var storedStatement: SelectStatement { statement }

  /// Throws for elements whose members no column holds.
  ///
  /// - Parameters:
  ///   - node: the sequence.
  ///   - context: what the subqueries of the query share.
  init(
    _ node: some QueryNode<Element>, _ context: SubqueryContext
  ) throws(Untranslatable) {
    connections = context.source.connections
    statement = try SelectStatement(readElements(of: node), context.members(of: Element.self))
  }

  var `operator`: QueryOperator { .sequence }
  var checkDeclaration: DeclarationCheck { { _ in true } }
  var textVersion: TextVersion? { nil }
  var searchIndex: SearchIndex? { nil }
  func storedValues(of members: [AnyKeyPath], needsAll: Bool) -> StoredValues? { nil }
  var notice: QueryNotice? { nil }
  var sampling: QuerySampling? { nil }

  func pull(_ run: QueryRun) -> Pull<Element> {
    preconditionFailure("the elements are read by the sequence itself")
  }

  func observe<Result: Sendable>(
    _ query: Query<Result>, in pool: ConnectionPool
  ) -> any QueryObserver<Result> {
    preconditionFailure("a query of a table is observed")
  }
}

/// Returns the elements of a sequence in memory.
private func readElements<Node: QueryNode>(
  of sequence: Node
) throws(Untranslatable) -> [Node.Element] {
  var elements: [Node.Element] = []
  do {
    // A plan is kept for later runs, which may not be asked to end.
    try Interruption.holdOff {
      let next = try sequence.pull(QueryRun(policy: .memoryOnly))
      while elements.count <= ValueRows.maximumValues, let element = try next() {
        elements.append(element)
      }
    }
  } catch {
    throw Untranslatable(reason: "a sequence that cannot be read: \(error)")
  }
  guard elements.count <= ValueRows.maximumValues else {
    throw Untranslatable(reason: "a sequence of more than \(ValueRows.maximumValues) elements")
  }
  return elements
}

extension SelectStatement {
  /// Creates the statement of elements in memory.
  ///
  /// - Parameter members: the members of the elements that become columns.
  fileprivate init<Element>(
    _ elements: [Element], _ members: [any AnyKeyPath & Sendable]
  ) throws(Untranslatable) {
    var rows = ValueRows(count: elements.count)
    let projection: Projection
    if let type = Element.self as? any ColumnValue.Type {
      projection = .value(rows.add(try storedValues(elements), type.columnType))
    } else {
      var columns: [(keyPath: any AnyKeyPath & Sendable, expression: SQLExpression)] = [
        (\SequenceIndex.value, ValueRows.index)
      ]
      for member in members {
        guard let type = type(of: member).valueType as? any ColumnValue.Type else { continue }
        let keyPath: AnyKeyPath = member
        let values = try storedValues(
          elements.map { $0[keyPath: keyPath] }, isCompared: true)
        columns.append((member, rows.add(values, type.columnType)))
      }
      projection = .row(RowProjection(table: SequenceTable(elements), columns: columns))
    }
    try rows.check()
    self.init(
      source: .values(rows), projection: projection,
      ordinal: [OrderTerm(expression: ValueRows.index)])
  }

  /// Creates the statement of the elements of a sequence with the columns of another statement.
  init(_ sequence: any QueryNode, like other: SelectStatement) throws(Untranslatable) {
    func open<Node: QueryNode>(_ node: Node) throws(Untranslatable) -> [Any?] {
      try readElements(of: node)
    }
    let elements = try open(sequence)
    var rows = ValueRows(count: elements.count)
    let projection = try other.projection.filled(with: elements, elementType(sequence), &rows)
    try rows.check()
    self.init(
      source: .values(rows), projection: projection,
      ordinal: [OrderTerm(expression: ValueRows.index)], place: other.place)
  }
}

/// The key path of the index of an element, which is no member of it.
private struct SequenceIndex: Sendable { let value: Int }

/// The elements of a sequence as rows of a table.
///
/// `@unchecked Sendable`: `elements` is constant. The elements come from a `Sendable` sequence,
/// which each run reads anew: the plan of such a query has no complete fingerprint, so that no
/// other query uses it. Only a prepared query keeps its plan.
private final class SequenceTable<Element>: AnyTable, @unchecked Sendable {
  let elements: [Element]
  let identity = TableIdentity()

  init(_ elements: [Element]) { self.elements = elements }

  func reader(of statement: Statement, from column: Int) -> AnyObject {
    ElementReader { [elements] in elements[Int(try statement.integer(column))] }
  }

  func storedReader(
    of statement: Statement, from column: Int, _ unreadable: UnreadableValues?
  ) -> AnyObject { reader(of: statement, from: column) }

  func keyedRows(of statement: Statement, _ keys: [Int], from column: Int) throws -> AnyObject {
    try KeyedRows(of: statement, keys: keys) { elements[Int(try statement.integer(column))] }
  }

  func computed(_ keyPath: AnyKeyPath) -> ExpressionNode? { nil }
  var hasOwnEquality: Bool { false }
  var isSequence: Bool { true }
}

extension Projection {
  /// Whether the elements have parts of a sequence in memory, which SQL cannot compare.
  var hasSequenceElements: Bool {
    switch self {
    case .row(let row): row.table.isSequence
    case .value, .group, .elements, .nested: false
    case .window(let window): window.element.hasSequenceElements
    case .tuple(_, let parts): parts.contains { $0.projection.hasSequenceElements }
    case .optional(let projection, _): projection.hasSequenceElements
    }
  }

  /// Returns the projection with other columns, to which it adds the values of elements; NULL for
  /// those that are nil.
  ///
  /// - Parameters:
  ///   - elements: the elements.
  ///   - type: the type of the elements.
  ///   - rows: the rows to which columns are added.
  fileprivate func filled(
    with elements: [Any?], _ type: Any.Type, _ rows: inout ValueRows
  ) throws(Untranslatable) -> Projection {
    switch self {
    case .value:
      guard let type = type as? any ColumnValue.Type else { break }
      return .value(rows.add(try storedValues(elements), type.columnType))
    case .row(var row):
      // Rows that have more than their columns would come back without it.
      let isWhole = elements.allSatisfy { element in
        element.map { Mirror(reflecting: $0).children.count == row.columns.count } ?? true
      }
      guard isWhole else { break }
      for index in row.columns.indices {
        let keyPath: AnyKeyPath = row.columns[index].keyPath
        let values = elements.map { element in element.flatMap { $0[keyPath: keyPath] } }
        guard let type = Swift.type(of: keyPath).valueType as? any ColumnValue.Type else {
          throw Untranslatable(reason: "\(keyPath.text) is no column")
        }
        row.columns[index].expression = rows.add(try storedValues(values), type.columnType)
      }
      return .row(row)
    case .tuple(let builder, let parts):
      let members = elements.map { element -> [Any?] in
        guard let element else { return parts.map { _ in nil } }
        if let keyPaths = builder.members?.keyPaths {
          return keyPaths.map { element[keyPath: $0 as AnyKeyPath] }
        }
        return Mirror(reflecting: element).children.map { $0.value }
      }
      guard members.allSatisfy({ $0.count == parts.count }) else { break }
      var filled: [Part] = []
      for (index, part) in parts.enumerated() {
        let values = members.map { $0[index] }
        filled.append(
          Part(
            type: part.type, projection: try part.projection.filled(with: values, part.type, &rows))
        )
      }
      return .tuple(builder, of: filled)
    case .optional(let projection, _):
      let wrapped = elements.map { element -> Any? in
        guard let element, Mirror(reflecting: element).displayStyle == .optional else {
          return element
        }
        return Mirror(reflecting: element).children.first?.value
      }
      let presence = rows.add(wrapped.map { $0 == nil ? .null : 1 }, .integer)
      let wrappedType = unwrapped(type)
      return .optional(
        try projection.filled(with: wrapped, wrappedType, &rows), presence: presence)
    case .group, .window, .elements, .nested: break
    }
    throw Untranslatable(reason: "the elements in memory are made of other parts")
  }
}

/// Returns the stored values of elements; NULL for those that are nil.
///
/// - Parameter isCompared: whether the values are only compared, and not returned: a text that is
///   not in canonical form is equal to its stored one.
private func storedValues(
  _ elements: [Any?], isCompared: Bool = false
) throws(Untranslatable) -> [Value] {
  var stored: [Value] = []
  stored.reserveCapacity(elements.count)
  for element in elements {
    guard let element else {
      stored.append(.null)
      continue
    }
    guard let value = element as? any ColumnValue else {
      throw Untranslatable(reason: "a value of type \(type(of: element)) has no SQL")
    }
    var writer = RowWriter()
    guard (try? value.write(to: &writer)) != nil, writer.values.count == 1 else {
      throw Untranslatable(reason: "\(value) cannot be stored")
    }
    if writer.changesValue, !isCompared || writer.values[0].type != .text {
      throw Untranslatable(reason: "\(value) is changed when it is stored")
    }
    stored += writer.values
  }
  return stored
}
