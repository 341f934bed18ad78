internal import LinqCore

/// What a chain's text can do with values of one Swift type: its members, how it is printed.
final class Model: Sendable {
  /// The name in messages.
  let name: String
  let members: [Member]
  let print: @Sendable (Any) -> ResultValue
  /// What its parts are called in a table; empty for a value that stands alone.
  let columns: [String]
  /// What needs equal elements to be known; nil where they are not.
  let equality: (any EqualityHooks)?
  /// What groups can do.
  let group: GroupHooks?
  /// The model of the value of an optional row.
  let wrapped: OptionalHooks?
  /// What lists can do.
  let list: ListHooks?

  struct Member: Sendable {
    let name: String
    let term: @Sendable (any AnyTypedExpression) -> Term?
  }

  init(
    name: String, members: [Member] = [], columns: [String] = [],
    equality: (any EqualityHooks)? = nil,
    group: GroupHooks? = nil, wrapped: OptionalHooks? = nil, list: ListHooks? = nil,
    print: @escaping @Sendable (Any) -> ResultValue
  ) {
    self.name = name
    self.members = members
    self.columns = columns
    self.equality = equality
    self.group = group
    self.wrapped = wrapped
    self.list = list
    self.print = print
  }
}

/// What can be done with elements that are equal or not.
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

/// The aggregates of a group: made where the types of its key and its elements are known.
struct GroupHooks: Sendable {
  let element: Term
  let aggregate: @Sendable (QueryAggregate, any AnyTypedExpression, Term) -> Term?
}

/// `map` on a row that may be missing.
struct OptionalHooks: Sendable {
  /// Gives the row of an expression, calls the closure with it, and makes an optional of the
  /// result.
  let map:
    @Sendable (any AnyTypedExpression, (Term) throws(ChainError) -> Term) throws(ChainError) ->
      Term?
}

/// `selectMany` to the elements of a list.
struct ListHooks: Sendable {
  let item: Model
  /// The elements of the lists that an expression gives for each element of a query.
  let flatten: @Sendable (any AnyTypedQuery, any AnyTypedExpression) -> (any AnyTypedQuery)?
}

extension Model {
  /// A list of elements.
  static func list<Item: Sendable>(of type: Item.Type, _ item: Model) -> Model {
    let hooks = ListHooks(item: item) { query, expression in
      guard let list = (expression as? TypedExpression<[Item]>)?.expression else { return nil }
      func open<Chain: AnyTypedQuery>(_ chain: Chain) -> any AnyTypedQuery {
        TypedQuery(chain.query.selectMany { try ExpressionScope.evaluate(list, for: $0) })
      }
      return open(query)
    }
    return Model(name: "[\(item.name)]", list: hooks) { value in
      .array((value as? [Item] ?? []).map { item.print($0) })
    }
  }
}
