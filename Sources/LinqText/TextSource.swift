public import LinqCore

/// A table or a sequence that the text of a chain can begin with.
///
/// ```swift
/// TextSource("people", store.people.query, typeName: "Person", members: [
///   TextMember("name", \.name), TextMember("age", \.age),
/// ])
/// ```
public struct TextSource: Sendable {
  /// The name at the beginning of a chain.
  public let name: String

  let query: any AnyTypedQuery
  let model: Model
  /// The elements as a list inside an expression of another chain.
  let list: Term
  /// The members, whose type is that of the elements.
  let members: any Sendable

  /// Creates a source from its query and the members of its elements.
  public init<Row: Hashable & Sendable>(
    _ name: String, _ query: Query<Row>, typeName: String, members: [TextMember<Row>]
  ) {
    self.name = name
    self.query = TypedQuery(query)
    let printed = members.filter(\.isPrinted)
    let model = Model(
      name: typeName, members: members.map { .init(name: $0.name, term: $0.term) },
      columns: printed.map(\.name), equality: HashableHooks<Row>()
    ) { value in
      guard let row = value as? Row else { return .null }
      return .object(printed.map { .init(name: $0.name, value: $0.value(row)) })
    }
    self.model = model
    list = Term(query.elements, .list(of: Row.self, model))
    self.members = members
  }
}

/// A member of a source's elements.
public struct TextMember<Row: Sendable>: Sendable {
  /// The name in Swift.
  public let name: String

  /// Whether it is a part of a printed element. It should be `false` if it is computed from other
  /// members.
  public let isPrinted: Bool

  let term: @Sendable (any AnyTypedExpression) -> Term?
  let value: @Sendable (Row) -> ResultValue
  /// Returns the assignment of an expression to the member; nil for an expression of another type.
  let assignment: @Sendable (any AnyTypedExpression) -> (any AnyAssignment<Row>)?

  /// Creates a member that chains can compare and sort by: a number, a string, a date or an
  /// optional of one of them; or an array or a dictionary of such values.
  public init<Value: Sendable>(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable, isPrinted: Bool = true
  ) {
    // A value of another type can be printed, but not used in an expression.
    let model =
      (Value.self as? any ChainValue.Type)?.model
      ?? (Value.self as? any CollectionOfValues.Type)?.model
      ?? Model(name: "\(Value.self)") { .text("\($0)") }
    self.init(name, keyPath, model, isPrinted: isPrinted)
  }

  /// Creates a member that contains elements of another source. It is printed as a list of them.
  public init<Item: Sendable>(
    _ name: String, _ keyPath: any KeyPath<Row, [Item]> & Sendable, of source: TextSource
  ) {
    self.init(name, keyPath, .list(of: Item.self, source.model), isPrinted: true)
  }

  private init<Value: Sendable>(
    _ name: String, _ keyPath: any KeyPath<Row, Value> & Sendable, _ model: Model, isPrinted: Bool
  ) {
    self.name = name
    self.isPrinted = isPrinted
    term = { expression in
      (expression as? TypedExpression<Row>).map {
        Term($0.expression[dynamicMember: keyPath], model)
      }
    }
    value = { model.print($0[keyPath: keyPath]) }
    assignment = { expression in
      (expression as? TypedExpression<Value>).map {
        Assignment(keyPath: keyPath, value: $0.expression)
      }
    }
  }
}
