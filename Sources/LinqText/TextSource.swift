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

  /// Creates a source from its query, and from the members and the functions of its elements.
  public init<Row: Hashable & Sendable>(
    _ name: String, _ query: Query<Row>, typeName: String, members: [TextMember<Row>],
    functions: [TextFunction<Row>] = []
  ) {
    self.init(
      name, query, typeName: typeName, members: members, functions: functions, expansion: nil)
  }

  /// Creates a source of rows that `expand` tells apart by a key, if they have one.
  package init<Row: Hashable & Sendable, Key: Hashable & Comparable>(
    _ name: String, _ query: Query<Row>, typeName: String, members: [TextMember<Row>],
    key: (any KeyPath<Row, Key> & Sendable)?
  ) {
    self.init(
      name, query, typeName: typeName, members: members, functions: [],
      expansion: key.map { KeyExpansion(key: $0) })
  }

  private init<Row: Hashable & Sendable>(
    _ name: String, _ query: Query<Row>, typeName: String, members: [TextMember<Row>],
    functions: [TextFunction<Row>], expansion: (any ExpansionHooks)?
  ) {
    self.name = name
    self.query = TypedQuery(query)
    let printed = members.filter(\.isPrinted)
    let model = Model(
      name: typeName, members: members.map { .init(name: $0.name, term: $0.term) },
      functions: functions.map(\.function), columns: printed.map(\.name),
      equality: HashableHooks<Row>(), expansion: expansion
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
    self.init(name, keyPath, .of(Value.self), isPrinted: isPrinted)
  }

  /// Creates a member that contains elements of another source. It is printed as a list of them.
  public init<Item: Sendable>(
    _ name: String, _ keyPath: any KeyPath<Row, [Item]> & Sendable, of source: TextSource
  ) {
    self.init(name, keyPath, .list(of: Item.self, source.model), isPrinted: true)
  }

  /// Creates a member that is an expression of a row, and no part of it.
  init(
    _ name: String, term: @escaping @Sendable (QueryExpression<Row>) -> Term
  ) {
    self.name = name
    isPrinted = false
    self.term = { ($0 as? TypedExpression<Row>).map { term($0.expression) } }
    value = { _ in .null }
    assignment = { _ in nil }
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

/// A function of a source's elements with one argument.
///
/// ```swift
/// TextFunction("age", label: "on") { person, day in person.age(on: day) }
/// // people.where { $0.age(on: CalendarDate("2020-01-01")) == 36 }
/// ```
public struct TextFunction<Row: Sendable>: Sendable {
  /// The name in Swift. A member may have the same one.
  public let name: String

  let function: Model.Function

  /// Creates a function from the expression of its result.
  ///
  /// - Parameters:
  ///   - name: the name in Swift.
  ///   - label: the label of the argument; nil if it has none.
  ///   - call: the same function of expressions, of an element and of the argument, whose types are
  ///     numbers, strings, dates and the like.
  public init<Argument: Sendable, Result: Sendable>(
    _ name: String, label: String?,
    _ call:
      @escaping @Sendable (QueryExpression<Row>, QueryExpression<Argument>) -> QueryExpression<
        Result
      >
  ) {
    self.name = name
    function = .init(name: name, label: label, argument: Argument.self) { row, argument in
      guard let row = row as? TypedExpression<Row>,
        let argument = argument as? QueryExpression<Argument>
      else { return nil }
      return Term(call(row.expression, argument), .of(Result.self))
    }
  }
}

extension Model {
  /// Returns the model of a type. A value that chains do not know can be printed, but not used in
  /// an expression.
  fileprivate static func of<Value>(_ type: Value.Type) -> Model {
    (type as? any ChainValue.Type)?.model
      ?? (type as? any CollectionOfValues.Type)?.model
      ?? Model(name: "\(type)") { .text("\($0)") }
  }
}
