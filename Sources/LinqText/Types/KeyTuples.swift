internal import LinqCore

/// A tuple of values as a key, or inside another tuple. Swift's tuples are not `Hashable`.
struct KeyPair<First: ChainValue, Second: ChainValue>: ChainValue {
  let first: First
  let second: Second

  static var model: Model {
    .key(
      Self.self, [TuplePart(\.first, First.model), TuplePart(\.second, Second.model)])
  }

  static var optional: any ChainValue.Type { Self?.self }

  static func literal(_ syntax: Syntax) -> KeyPair? { nil }

  /// Returns the pair of two expressions.
  static func term(
    _ first: QueryExpression<First>, _ second: QueryExpression<Second>
  ) -> Term {
    Term(
      QueryExpression<KeyPair>(
        parts: [first.expressionNode, second.expressionNode],
        builder: ElementBuilder { columns in
          let (first, second) = (columns.next(First.self).read, columns.next(Second.self).read)
          return ElementReader { KeyPair(first: try first(), second: try second()) }
        }
      ) { KeyPair(first: try first.expressionValue($0), second: try second.expressionValue($0)) })
  }
}

/// Three values as a key, or inside a tuple.
struct KeyTriple<First: ChainValue, Second: ChainValue, Third: ChainValue>: ChainValue {
  let first: First
  let second: Second
  let third: Third

  static var model: Model {
    .key(
      Self.self,
      [
        TuplePart(\.first, First.model), TuplePart(\.second, Second.model),
        TuplePart(\.third, Third.model),
      ])
  }

  static var optional: any ChainValue.Type { Self?.self }

  static func literal(_ syntax: Syntax) -> KeyTriple? { nil }

  /// Returns the triple of three expressions.
  static func term(
    _ first: QueryExpression<First>, _ second: QueryExpression<Second>,
    _ third: QueryExpression<Third>
  ) -> Term {
    Term(
      QueryExpression<KeyTriple>(
        parts: [first.expressionNode, second.expressionNode, third.expressionNode],
        builder: ElementBuilder { columns in
          let (first, second) = (columns.next(First.self).read, columns.next(Second.self).read)
          let third = columns.next(Third.self).read
          return ElementReader {
            KeyTriple(first: try first(), second: try second(), third: try third())
          }
        }
      ) {
        KeyTriple(
          first: try first.expressionValue($0), second: try second.expressionValue($0),
          third: try third.expressionValue($0))
      })
  }
}

extension Model {
  fileprivate static func key<Key: ChainValue>(
    _ key: Key.Type, _ parts: [TuplePart<Key>]
  ) -> Model {
    let tuple = tuple(parts, [])
    return Model(
      name: tuple.name, members: tuple.members, equality: HashableHooks<Key>(), print: tuple.print)
  }
}

extension ExpressionBuilder {
  /// Returns a tuple of two or three values, as a key or inside another tuple.
  func key(_ parts: [Syntax], _ syntax: Syntax) throws(ChainError) -> Term {
    var terms: [Term] = []
    for part in parts { terms.append(try term(part)) }
    return try key(of: terms, parts, syntax)
  }

  /// Builds a key of two or three terms.
  ///
  /// - Parameter parts: the terms as they are written.
  func key(
    of terms: [Term], _ parts: [Syntax], _ syntax: Syntax
  ) throws(ChainError) -> Term {
    var types: [any ChainValue.Type] = []
    for (term, part) in zip(terms, parts) {
      guard let type = term.valueType else {
        throw ChainError("a whole \(term.model.name) is no part of a tuple here", at: part.range)
      }
      types.append(type)
    }
    func two<A: ChainValue, B: ChainValue>(_ a: A.Type, _ b: B.Type) -> Term? {
      guard let a = terms[0].cast(A.self), let b = terms[1].cast(B.self) else { return nil }
      return KeyPair.term(a, b)
    }
    func three<A: ChainValue, B: ChainValue, C: ChainValue>(
      _ a: A.Type, _ b: B.Type, _ c: C.Type
    ) -> Term? {
      guard let a = terms[0].cast(A.self), let b = terms[1].cast(B.self),
        let c = terms[2].cast(C.self)
      else { return nil }
      return KeyTriple.term(a, b, c)
    }
    let key =
      switch types.count {
      case 2: two(types[0], types[1])
      case 3: three(types[0], types[1], types[2])
      default: nil as Term?
      }
    guard let key else {
      throw ChainError("a tuple has two or three values here", at: syntax.range)
    }
    return key
  }
}

// MARK: - Tuples as elements

extension Model {
  /// Returns the model of pairs. They can be compared if both of their parts can.
  static func pair<First: Sendable, Second: Sendable>(
    _ first: Model, _ second: Model, _ names: [String], of type: (First, Second).Type
  ) -> Model {
    func hooks<A: ChainValue, B: ChainValue>(_ a: A.Type, _ b: B.Type) -> any EqualityHooks {
      PairHooks<A, B>()
    }
    var equality: (any EqualityHooks)?
    if let first = First.self as? any ChainValue.Type,
      let second = Second.self as? any ChainValue.Type
    {
      equality = hooks(first, second)
    }
    let parts: [TuplePart<(First, Second)>] = [TuplePart(\.0, first), TuplePart(\.1, second)]
    return tuple(parts, names, equality: equality)
  }
}

/// The operations on queries of pairs.
private struct PairHooks<First: ChainValue, Second: ChainValue>: EqualityHooks {
  func distinct(_ query: any AnyTypedQuery) -> (any AnyTypedQuery)? {
    (query as? TypedQuery<(First, Second)>).map { TypedQuery($0.query.distinct()) }
  }

  func combine(
    _ combination: QueryCombination, _ first: any AnyTypedQuery, _ second: any AnyTypedQuery
  ) -> (any AnyTypedQuery)? {
    guard let first = (first as? TypedQuery<(First, Second)>)?.query,
      let second = (second as? TypedQuery<(First, Second)>)?.query
    else { return nil }
    return switch combination {
    case .concat: TypedQuery(first.concat(second))
    case .union: TypedQuery(first.union(second))
    case .intersect: TypedQuery(first.intersect(second))
    case .except: TypedQuery(first.except(second))
    case .sequenceEqual: nil
    }
  }

  func equal(_ first: any AnyTypedQuery, _ second: any AnyTypedQuery) -> Query<Bool>? { nil }
}
