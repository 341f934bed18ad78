internal import LinqCore

/// A description of a Swift type for chains as text: its members and how its values are printed.
final class Model: Sendable {
  /// The name in messages.
  let name: String
  let members: [Member]
  /// The functions that a source declares.
  let functions: [Function]
  let print: @Sendable (Any) -> ResultValue
  /// The names of its columns in a table; empty for a type without columns.
  let columns: [String]
  /// The operations that need `Hashable` elements, or nil if the type is not `Hashable`.
  let equality: (any EqualityHooks)?
  /// The operations of optionals, or nil if the type is not an optional.
  let wrapped: OptionalHooks?
  /// The operations of lists, or nil if the type is not a list.
  let list: ListHooks?
  /// The operations of dictionaries, or nil if the type is not a dictionary.
  let dictionary: DictionaryHooks?
  /// The functions of windows, or nil if the type is not a window.
  let window: WindowHooks?
  /// The operator `expand` by a column; nil for rows that have no column for it.
  let expansion: (any ExpansionHooks)?
  /// The list with a row that may be absent; nil for any other value.
  let rowsOfRelation: (any AnyTypedExpression)?

  struct Member: Sendable {
    let name: String
    let term: @Sendable (any AnyTypedExpression) -> Term?
  }

  /// A function with one argument.
  struct Function: Sendable {
    let name: String
    let label: String?
    /// The type of the argument.
    let argument: any Sendable.Type
    /// Returns the call with a `QueryExpression` of the argument's type; nil for expressions of
    /// other types.
    let term: @Sendable (any AnyTypedExpression, any Sendable) -> Term?
  }

  /// Returns whether it has a function of this name that a source declares.
  func hasFunction(_ name: String) -> Bool { functions.contains { $0.name == name } }

  init(
    name: String, members: [Member] = [], functions: [Function] = [], columns: [String] = [],
    equality: (any EqualityHooks)? = nil,
    wrapped: OptionalHooks? = nil, list: ListHooks? = nil,
    dictionary: DictionaryHooks? = nil, window: WindowHooks? = nil,
    expansion: (any ExpansionHooks)? = nil, rowsOfRelation: (any AnyTypedExpression)? = nil,
    print: @escaping @Sendable (Any) -> ResultValue
  ) {
    self.name = name
    self.members = members
    self.functions = functions
    self.columns = columns
    self.equality = equality
    self.wrapped = wrapped
    self.list = list
    self.dictionary = dictionary
    self.window = window
    self.expansion = expansion
    self.rowsOfRelation = rowsOfRelation
    self.print = print
  }
}

/// The operations on queries whose elements can be compared for equality.
protocol EqualityHooks: Sendable {
  func distinct(_ query: any AnyTypedQuery) -> (any AnyTypedQuery)?
  func combine(
    _ combination: QueryCombination, _ first: any AnyTypedQuery, _ second: any AnyTypedQuery
  ) -> (any AnyTypedQuery)?
  func equal(_ first: any AnyTypedQuery, _ second: any AnyTypedQuery) -> Query<Bool>?
}

struct HashableHooks<Value: Hashable & Sendable>: EqualityHooks {
  func distinct(_ query: any AnyTypedQuery) -> (any AnyTypedQuery)? {
    (query as? TypedQuery<Value>).map { TypedQuery($0.query.distinct()) }
  }

  func combine(
    _ combination: QueryCombination, _ first: any AnyTypedQuery, _ second: any AnyTypedQuery
  ) -> (any AnyTypedQuery)? {
    guard let first = first as? TypedQuery<Value>, let second = second as? TypedQuery<Value> else {
      return nil
    }
    return switch combination {
    case .concat: TypedQuery(first.query.concat(second.query))
    case .union: TypedQuery(first.query.union(second.query))
    case .intersect: TypedQuery(first.query.intersect(second.query))
    case .except: TypedQuery(first.query.except(second.query))
    case .sequenceEqual: nil
    }
  }

  func equal(_ first: any AnyTypedQuery, _ second: any AnyTypedQuery) -> Query<Bool>? {
    guard let first = first as? TypedQuery<Value>, let second = second as? TypedQuery<Value> else {
      return nil
    }
    return first.query.equality(with: second.query)
  }
}

/// `map` and `== nil` of an optional, and the query of those that are not nil.
struct OptionalHooks: Sendable {
  /// The model of the wrapped type.
  let model: Model
  /// The wrapped type.
  let type: any WrappedType
  /// Returns whether an expression is nil, or is not; nil for an expression of another type.
  let isNil: @Sendable (any AnyTypedExpression, Bool) -> QueryExpression<Bool>?
  /// Unwraps an expression, calls the closure with it and wraps the result in an optional.
  let map:
    @Sendable (any AnyTypedExpression, (Term) throws(ChainError) -> Term) throws(ChainError) ->
      Term?
  /// Returns the elements of a query that are not nil; nil for a query of other elements.
  let compact: @Sendable (any AnyTypedQuery) -> (any AnyTypedQuery)?
}

/// The wrapped type of an optional.
protocol WrappedType: Sendable {
  /// Returns an optional member of a row that may be absent; nil for one of another type.
  func member<Row: Sendable>(_ member: Term, of row: QueryExpression<Row?>) -> Term?
}

private struct Wrapping<Wrapped: Sendable>: WrappedType {
  func member<Row: Sendable>(_ member: Term, of row: QueryExpression<Row?>) -> Term? {
    guard let value = member.cast(Wrapped?.self) else { return nil }
    return Term(row.flatMap { _ in value }, member.model)
  }
}

extension OptionalHooks {
  /// Returns the hooks of optionals of a type.
  static func of<Wrapped: Sendable>(_ type: Wrapped.Type, _ model: Model) -> OptionalHooks {
    OptionalHooks(
      model: model, type: Wrapping<Wrapped>(),
      isNil: { ($0 as? TypedExpression<Wrapped?>)?.expression.comparedWithNil($1) },
      map: { expression, transform throws(ChainError) in
        guard let value = (expression as? TypedExpression<Wrapped?>)?.expression else { return nil }
        return try mapped(value, model, transform)
      },
      compact: { ($0 as? TypedQuery<Wrapped?>).map { TypedQuery($0.query.compacted()) } })
  }
}

/// The operators of a list inside an expression, and `selectMany` with its elements.
struct ListHooks: Sendable {
  let item: Model
  /// Returns the result of an operator on an expression of a list; nil if there is none with its
  /// name.
  let call: @Sendable (any AnyTypedExpression, ListCall) throws(ChainError) -> Term?
  /// Returns the elements of the lists that an expression computes for each element of a query.
  let flatten: @Sendable (any AnyTypedQuery, any AnyTypedExpression) -> (any AnyTypedQuery)?
}

extension Model {
  /// Returns the model of a list of elements.
  static func list<Item: Sendable>(of type: Item.Type, _ item: Model) -> Model {
    let hooks = ListHooks(
      item: item,
      call: { expression, call throws(ChainError) in
        guard let list = (expression as? TypedExpression<[Item]>)?.expression else { return nil }
        return try call.result(list, item)
      }
    ) { query, expression in
      guard let list = (expression as? TypedExpression<[Item]>)?.expression else { return nil }
      func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
        TypedQuery(chain.query.selectMany { _ in list })
      }
      return open(query)
    }
    func member(
      _ name: String, _ value: @escaping @Sendable (QueryExpression<[Item]>) -> Term?
    ) -> Member {
      Member(name: name) { ($0 as? TypedExpression<[Item]>).flatMap { value($0.expression) } }
    }
    @Sendable func first(_ list: QueryExpression<[Item]>, _ isFirst: Bool) -> Term? {
      .optional(isFirst ? list.first : list.last, item)
    }
    let members = [
      member("count") { Term($0.count) }, member("isEmpty") { Term($0.isEmpty) },
      member("first") { first($0, true) }, member("last") { first($0, false) },
      // The name of a source stands for its elements already.
      member("elements") { Term($0, .list(of: Item.self, item)) },
    ]
    return Model(name: "[\(item.name)]", members: members, list: hooks) { value in
      .array((value as? [Item] ?? []).map { item.print($0) })
    }
  }

  /// Returns the members and the operators of this model, which is that of a list, for another type
  /// of arrays with the same elements.
  func hooks<Whole: QueryArray & Sendable>(
    for type: Whole.Type
  ) -> (members: [Member], list: ListHooks?) where Whole.Element: Sendable {
    @Sendable func elements(_ whole: any AnyTypedExpression) -> TypedExpression<[Whole.Element]>? {
      (whole as? TypedExpression<Whole>).map { TypedExpression($0.expression.withElement().array) }
    }
    let members = members.map { member in
      Member(name: member.name) { elements($0).flatMap { member.term($0) } }
    }
    let list = list.map { hooks in
      ListHooks(
        item: hooks.item,
        call: { whole, call throws(ChainError) in
          guard let elements = elements(whole) else { return nil }
          return try hooks.call(elements, call)
        }
      ) { query, whole in elements(whole).flatMap { hooks.flatten(query, $0) } }
    }
    return (members, list)
  }
}
