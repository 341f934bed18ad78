internal import LinqCore

/// The reason why an expression must run in memory.
struct Untranslatable: Error {
  let reason: String

  /// The reason for a closure that is not an expression.
  static let opaque = Untranslatable(reason: "a closure that is not an expression")

  /// The spellings that make an expression of a closure, for the advice of a plan.
  static let spellings = """
    in SQL: ?? or map { … } for !, ?. and if let; .if(…, then: …, else: …) for ? :, if and switch; \
    or !, ?., if and ? : as they are, in a #Predicate or #Expression; \
    .double, .int, .decimal and "\\(…)" for Double(…), Int(…), Decimal(…) and String(…)
    in SQL: matching { … } for a query inside the closure; $0.0, $0.1 for the labels of a tuple; \
    a QueryFunction for a function of Swift; QueryExpression<Value?>(…) for a value beside one \
    that may be nil; and the file imports LinqSQL or People
    """
}

/// Translates the expressions of one operator to SQL with the same meaning.
///
/// Every comparison that it writes is 0 or 1 and never NULL (S03), so `NOT`, `AND` and `OR` are
/// two-valued as in Swift. Every text that it writes is in canonical form (S05).
struct Translator {
  /// The columns of the element, and what is built from them.
  let projection: Projection
  /// Where the statement of the element stands.
  var place = StatementPlace()
  /// The name with which subqueries refer to the columns, if they need one.
  var sourceName: String?
  /// The item of a group whose `map` is being translated.
  private var mappedItem: Projection?

  init(projection: Projection, place: StatementPlace = StatementPlace(), sourceName: String? = nil)
  {
    self.projection = projection
    self.place = place
    self.sourceName = sourceName
  }

  /// Returns the SQL of an expression with a single value.
  func translate(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    switch try resolve(node) {
    case .value(let value): return value
    case .nested(let elements):
      if let value = elements.groupValue { return value }
      if let value = try valueOfFirstItem(node) { return value }
    default: break
    }
    // `map` to a member that may be nil itself.
    let wrapped = (node.type as? any OptionalValue.Type)?.wrappedType
    let advice = wrapped.map(isOptional) == true ? "; flatMap in place of map has" : ""
    throw Untranslatable(reason: "a whole \(node.type) has no SQL\(advice)")
  }

  /// Returns the projection of an expression.
  func resolve(_ node: ExpressionNode) throws(Untranslatable) -> Projection {
    switch node.form {
    case .element(let parameter): return try element(parameter)
    case .subquery(let subquery, let result):
      if let value = try valueOfWindow(node) { return value }
      return try resolve(subquery, result, node.type)
    case .operation(.elementBefore, _), .operation(.elementAfter, _), .operation(.partNumber, _):
      guard let value = try valueOfWindow(node) else {
        throw Untranslatable(reason: "a window in a closure of its elements")
      }
      return value
    case .member(let base, let keyPath): return try member(keyPath, of: base)
    case .constant: return .value(try constant(node))
    case .parameter(let index):
      guard let type = node.type as? any ColumnValue.Type else {
        throw Untranslatable(reason: "a value of type \(node.type) has no SQL")
      }
      let parameter = PreparedParameter(
        index: index, type: type.columnType, isOptional: type.isOptional)
      return .value(.parameter(BoundValue(parameter)))
    case .operation(.unwrapped, let operands):
      let base = try resolve(operands[0])
      switch base {
      case .optional(let wrapped, _): return wrapped
      case .nested: return mappedItem ?? base
      default: return base
      }
    case .operation(.wrap, let operands) where isOptional(operands[0].type):
      return .optional(try resolve(operands[0]), presence: .number(1))
    case .operation(.map, let operands):
      if let value = mappedValueOfWindow(node) { return value }
      return try mapped(operands, node.type)
    case .operation(.equal, let operands) where isNilTest(operands):
      return .value(.binary(.isSame, try presence(operands), .null))
    case .operation(.notEqual, let operands) where isNilTest(operands):
      return .value(.binary(.isNotSame, try presence(operands), .null))
    case .operation(let operation, let operands):
      return .value(try translate(operation, operands, node.type))
    case .function(let function, let arguments):
      guard function.call != nil else {
        let types = arguments.map { "\($0.type)" }.joined(separator: ", ")
        throw Untranslatable(reason: "a function from (\(types)) to \(node.type) runs in memory")
      }
      return .value(nativeForm(of: function, try translate(arguments)))
    case .tuple(let nodes, let builder):
      if let mistake = builder.members?.mistake { throw Untranslatable(reason: mistake) }
      var parts: [Projection.Part] = []
      for node in nodes { parts.append(try part(node)) }
      return .tuple(builder, of: parts)
    }
  }

  /// Returns the projection of the element that a parameter stands for.
  private func element(_ parameter: ExpressionParameter) throws(Untranslatable) -> Projection {
    guard isOuter(parameter) else { return projection }
    guard let projection = place.outer?.projection(of: parameter) else {
      throw Untranslatable(reason: "the parameter of another closure")
    }
    return projection
  }

  /// Returns whether a parameter stands for the element of a statement around this one.
  func isOuter(_ parameter: ExpressionParameter) -> Bool {
    place.level > 0 && parameter != place.parameter
      && (place.parameter != nil || parameter.role == .subquery)
  }

  /// Returns the projection of a part of an element that is selected.
  func part(_ node: ExpressionNode) throws(Untranslatable) -> Projection.Part {
    var projection = try resolve(node)
    if case .nested(var elements) = projection, elements.isOfItems, elements.groupValue == nil {
      elements.groupValue = (try? valueOfFirstItem(node)) ?? nil
      projection = .nested(elements)
    }
    if case .value = projection, !(node.type is any ColumnValue.Type) {
      throw Untranslatable(reason: "no column can hold a value of type \(node.type)")
    }
    if case .group = projection { throw Untranslatable(reason: "a group is read as a whole") }
    if case .window = projection { throw Untranslatable(reason: "whole windows are no rows") }
    return Projection.Part(type: node.type, projection: try projection.withNestedElements())
  }

  /// Returns the parts of a key.
  func keys(_ node: ExpressionNode) throws(Untranslatable) -> [SQLExpression] {
    guard case .tuple(let parts, let builder) = node.form else { return [try translate(node)] }
    if let mistake = builder.members?.mistake { throw Untranslatable(reason: mistake) }
    return try translate(parts)
  }

  func translate(
    _ operands: [ExpressionNode]
  ) throws(Untranslatable) -> [SQLExpression] {
    var translated: [SQLExpression] = []
    for operand in operands { translated.append(try translate(operand)) }
    return translated
  }

  private func member(
    _ keyPath: any AnyKeyPath & Sendable, of base: ExpressionNode
  ) throws(Untranslatable) -> Projection {
    switch try resolve(base) {
    case .row(let row):
      if let column = row.expression(of: keyPath) { return .value(column) }
      if let expression = row.table.computed(keyPath) {
        return try computed(expression, of: .row(row))
      }
      throw Untranslatable(reason: "\(keyPath.text) is not a column")
    case .tuple(let builder, let parts):
      if let members = builder.members {
        if let index = members.keyPaths.firstIndex(where: { $0 == keyPath }) {
          return parts[index].projection
        }
        throw Untranslatable(reason: "\(keyPath.text) is not a parameter of the initializer")
      }
      if let part = TupleLayout.part(of: parts, at: keyPath) { return part.projection }
      throw Untranslatable(reason: "\(keyPath.text) is not an element of the tuple")
    case .group(let key, _, _, _):
      guard let members = (base.type as? any QueryGrouping.Type)?.memberKeyPaths else { break }
      if keyPath == members.key { return key }
      if keyPath == members.count {
        try checkOwn(base)
        return .value(.count(where: nil))
      }
      if keyPath == members.items {
        throw Untranslatable(reason: "items are read with their group, as a whole")
      }
    case .window(let window):
      guard let members = (base.type as? any AnyQueryWindow.Type)?.memberKeyPaths else { break }
      if keyPath == members.element { return window.element }
      let node = ExpressionNode(form: .member(base, keyPath), type: Int.self)
      if let value = try valueOfWindow(node) { return value }
    case .value(let value):
      if let type = base.type as? any JSONColumnValue.Type {
        return .value(try member(keyPath, of: type, at: value))
      }
    case .optional, .elements, .nested: break
    }
    throw Untranslatable(reason: "\(keyPath.text) is a member of a value")
  }

  /// Returns the SQL of a property of a value that is stored as JSON.
  private func member<Root: JSONColumnValue>(
    _ keyPath: any AnyKeyPath & Sendable, of type: Root.Type, at value: SQLExpression
  ) throws(Untranslatable) -> SQLExpression {
    guard let (key, kind) = type.jsonMember(keyPath) else {
      throw Untranslatable(reason: "\(keyPath.text) is no member of the JSON that SQL can read")
    }
    return value.member(key, kind)
  }

  /// Returns the SQL of the value for a constant key of a dictionary that is stored as JSON.
  func value(of operands: [ExpressionNode]) throws(Untranslatable) -> SQLExpression {
    guard let kind = (operands[0].type as? any JSONObject.Type)?.itemKind else {
      throw Untranslatable(reason: "the values of \(operands[0].type) in JSON are no column values")
    }
    guard let key = operands[1].constant?.decide(.key) else { throw Untranslatable.opaque }
    return try translate(operands[0]).member(key, kind)
  }

  /// Returns the projection of an expression of a row, which may be that of a statement around this
  /// one.
  private func computed(
    _ expression: ExpressionNode, of row: Projection
  ) throws(Untranslatable) -> Projection {
    var translator = Translator(projection: row, place: place, sourceName: sourceName)
    translator.place.parameter = nil
    return try translator.resolve(expression)
  }

  private func constant(_ node: ExpressionNode) throws(Untranslatable) -> SQLExpression {
    guard let constant = node.constant, let value = constant.bound else {
      throw Untranslatable(reason: "a value of type \(node.type) has no SQL")
    }
    // NULL would be both a value that is nil and none.
    if let type = node.type as? any OptionalValue.Type, isOptional(type.wrappedType) {
      throw Untranslatable(reason: "an optional of an optional, \(node.type), is no single value")
    }
    return constant.isNil ? .null : .parameter(value)
  }

  /// Returns the projection of `map` on an optional, whose closure is evaluated where it is not
  /// nil.
  ///
  /// - Parameter type: the type of the result, which is that of the closure for `flatMap`.
  private func mapped(
    _ operands: [ExpressionNode], _ type: Any.Type
  ) throws(Untranslatable) -> Projection {
    let base = try resolve(operands[0])
    guard case .nested(var item) = base, item.isOfItems else {
      return try mapped(base, to: try resolve(operands[1]), operands, type)
    }
    if let value = item.groupValue {
      return try mapped(.value(value), to: try resolve(operands[1]), operands, type)
    }
    let row = item.rows.projection
    // A row that is an optional has its own nil, beside that of a group without the item.
    if item.isOptionalItem {
      let wrapped = if case .optional(let wrapped, _) = row { wrapped } else { row }
      item.rows.projection = try mapped(row, to: mapped(wrapped, operands[1]), operands, type)
    } else {
      item.rows.projection = try mapped(row, operands[1])
      item.isOptionalItem = operands[1].type == type
    }
    return .nested(item)
  }

  /// Returns a result that is nil where an optional is.
  private func mapped(
    _ base: Projection, to result: Projection, _ operands: [ExpressionNode], _ type: Any.Type
  ) throws(Untranslatable) -> Projection {
    let presence: SQLExpression
    switch base {
    case .value(let value): presence = value
    case .optional(_, let expression): presence = expression
    default: throw Untranslatable(reason: "a whole \(operands[0].type) has no SQL")
    }
    let isPresent = SQLExpression.binary(.isNotSame, presence, .null)
    /// Returns a value that is NULL where the optional is nil.
    func whereNotNil(_ value: SQLExpression) -> SQLExpression {
      guard !value.isNull(whereAbsent: presence, of: base) else { return value }
      return .conditional(isPresent, then: value, else: nil)
    }
    // Equal results may come from different values.
    var flag = whereNotNil(.number(1))
    if case .scalar = presence { flag = presence }
    switch result {
    case .value(let value):
      // An optional of an optional: one that is nil is not the same as none.
      let isNested = isOptional(operands[1].type) && operands[1].type != type
      let value = Projection.value(whereNotNil(value))
      return isNested ? .optional(value, presence: flag) : value
    case .optional(let projection, let inner) where operands[1].type == type:
      return .optional(projection, presence: whereNotNil(inner))
    case .nested, .group: throw Untranslatable(reason: "an array in a closure of map")
    case .row(let row): return .optional(.row(row), presence: presence)
    case let projection: return .optional(projection.map(whereNotNil), presence: flag)
    }
  }

  /// Returns the result of the closure of `map` for an item of a group.
  func mapped(
    _ item: Projection, _ result: ExpressionNode
  ) throws(Untranslatable) -> Projection {
    var translator = self
    guard mappedItem == nil else { throw Untranslatable(reason: "an item beside another one") }
    translator.mappedItem = item
    let result = try translator.part(result).projection
    var isOfGroup = result.hasNestedElements
    result.forEachColumn { column in
      column.forEachPart { part in
        isOfGroup = isOfGroup || part.hasAggregate || part.statement != nil || part.canFail
      }
    }
    guard !isOfGroup else {
      throw Untranslatable(reason: "a value of an item that depends on more than the item")
    }
    return result
  }

  /// Returns whether the operands compare an optional row or tuple with nil.
  private func isNilTest(_ operands: [ExpressionNode]) -> Bool {
    guard operands[1].constant?.isNil == true,
      case .optional? = try? resolve(operands[0])
    else { return false }
    return true
  }

  private func presence(_ operands: [ExpressionNode]) throws(Untranslatable) -> SQLExpression {
    guard case .optional(_, let presence) = try resolve(operands[0]) else { return .null }
    return presence
  }
}

extension SQLExpression {
  /// Returns whether a value is NULL where an optional is nil: as a part of it.
  fileprivate func isNull(whereAbsent presence: SQLExpression, of base: Projection) -> Bool {
    switch (self, presence) {
    case (.column, _), (.decoded(.column, _), _), (.over, _):
      var isPart = false
      base.forEachColumn { isPart = isPart || $0.isSame(as: self) }
      return isPart
    case (.scalar(var row), .scalar):
      row.projection = .value(.number(1))
      return SQLExpression.scalar(row).isSame(as: presence)
    default: return false
    }
  }

  /// Returns a member of JSON.
  fileprivate func member(_ key: String, _ kind: JSONKind) -> SQLExpression {
    guard case .json(let operand, let path, .json) = self else {
      return .json(self, path: [key], kind)
    }
    return .json(operand, path: path + [key], kind)
  }
}

func isOptional(_ type: Any.Type) -> Bool { type is any OptionalValue.Type }

/// Returns the wrapped type of an optional type; other types are unchanged.
func unwrapped(_ type: Any.Type) -> Any.Type {
  (type as? any OptionalValue.Type)?.wrappedType ?? type
}

/// An optional as an existential.
protocol OptionalValue {
  associatedtype Wrapped
  static var wrappedType: Any.Type { get }
  /// The text of the wrapped value, or `nil`.
  var text: String { get }
  init(_ wrapped: Wrapped?)
}

extension Optional: OptionalValue {
  static var wrappedType: Any.Type { Wrapped.self }
  var text: String { map { "\($0)" } ?? "nil" }
  init(_ wrapped: Wrapped?) { self = wrapped }
}
