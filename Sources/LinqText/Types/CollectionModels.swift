internal import LinqCore

/// An array or a dictionary, whose elements may be values that chains can compare.
protocol CollectionOfValues {
  /// The model of the type; nil if chains cannot compare its elements.
  static var model: Model? { get }
}

extension Array: CollectionOfValues {
  static var model: Model? {
    func open<Item: ChainValue>(_ type: Item.Type) -> Model { .list(of: type, Item.model) }
    return (Element.self as? any ChainValue.Type).map { open($0) }
  }
}

extension Dictionary: CollectionOfValues {
  static var model: Model? {
    func open<Item: ChainValue>(_ type: Item.Type) -> Model? {
      switch Key.self {
      case is String.Type: .dictionary(of: String.self, Item.self)
      case is Int.Type: .dictionary(of: Int.self, Item.self)
      default: nil
      }
    }
    return (Value.self as? any ChainValue.Type).flatMap { open($0) }
  }
}

extension Optional: CollectionOfValues {
  static var model: Model? {
    func open<Collection: CollectionOfValues & Sendable>(_ type: Collection.Type) -> Model? {
      Collection.model.map { .optional(type, $0) }
    }
    return (Wrapped.self as? any (CollectionOfValues & Sendable).Type).flatMap { open($0) }
  }
}

/// The subscript of a dictionary inside an expression, its literals and its equality.
struct DictionaryHooks: Sendable {
  let key: Model
  /// Returns the value for a key, which is a literal or a term; nil for one of another type.
  let value: @Sendable (any AnyTypedExpression, _ literal: Syntax, _ key: Term?) -> Term?
  /// Returns the dictionary of literals that has the type of another one, which may be an optional.
  let literal:
    @Sendable (_ other: Term, _ keys: [Syntax], _ values: [Syntax]) throws(ChainError) -> Term
  /// Returns whether two dictionaries, or optionals of them, are equal, or whether they differ; nil
  /// for expressions of other types.
  let equal: @Sendable (_ left: Term, _ right: Term, _ isEqual: Bool) -> QueryExpression<Bool>?
}

extension Term {
  /// The operations of the dictionary, which may be nil; nil for a value of another type.
  var dictionary: DictionaryHooks? { model.dictionary ?? model.wrapped?.model.dictionary }
}

extension Model {
  /// Returns the model of a dictionary.
  static func dictionary<Key: ChainValue & CodingKeyRepresentable, Item: ChainValue>(
    of key: Key.Type, _ item: Item.Type
  ) -> Model {
    typealias Pair = (key: Key, value: Item)
    func part<Value: ChainValue>(
      _ name: String, _ keyPath: any KeyPath<Pair, Value> & Sendable
    ) -> Member {
      Member(name: name) { pair in
        (pair as? TypedExpression<Pair>).map { Term($0.expression[dynamicMember: keyPath]) }
      }
    }
    let pair = Model(
      name: "(key: \(Key.model.name), value: \(Item.model.name))",
      members: [part("key", \.key), part("value", \.value)]
    ) { value in
      guard let pair = value as? Pair else { return .null }
      return .tuple([Key.model.print(pair.key), Item.model.print(pair.value)])
    }
    let pairs = Model.list(of: Pair.self, pair).hooks(for: [Key: Item].self)
    func member<Value: ChainValue>(
      _ name: String,
      _ values: @escaping @Sendable (QueryExpression<[Key: Item]>) -> QueryExpression<[Value]>
    ) -> Member {
      Member(name: name) { expression in
        (expression as? TypedExpression<[Key: Item]>).map {
          Term(values($0.expression), .list(of: Value.self, Value.model))
        }
      }
    }
    let values = DictionaryHooks(
      key: Key.model,
      value: { expression, literal, key in
        guard let dictionary = (expression as? TypedExpression<[Key: Item]>)?.expression else {
          return nil
        }
        if let key = key?.cast(Key.self) { return Term(dictionary[key]) }
        return Key.literal(literal).map { Term(dictionary[$0]) }
      },
      literal: { other, keys, values throws(ChainError) in
        let entries = try [Key: Item](keys, values)
        guard other.model.wrapped != nil else {
          return Term(QueryExpression<[Key: Item]>(entries), other.model)
        }
        return Term(QueryExpression<[Key: Item]?>(entries), other.model)
      },
      equal: { left, right, isEqual in
        func open<Value: Equatable & Sendable>(_ type: Value.Type) -> QueryExpression<Bool>? {
          guard let left = left.cast(type), let right = right.cast(type) else { return nil }
          return isEqual ? left == right : left != right
        }
        return open([Key: Item].self) ?? open([Key: Item]?.self)
      })
    return Model(
      name: "[\(Key.model.name): \(Item.model.name)]",
      members: [member("keys") { $0.keys }, member("values") { $0.values }] + pairs.members,
      list: pairs.list, dictionary: values
    ) { value in
      let dictionary = value as? [Key: Item] ?? [:]
      return .object(
        dictionary.orderedElements.map { key, value in
          .init(name: key.codingKey.stringValue, value: Item.model.print(value))
        })
    }
  }
}

extension Dictionary where Key: ChainValue, Value: ChainValue {
  /// Creates a dictionary of literals.
  fileprivate init(_ keys: [Syntax], _ values: [Syntax]) throws(ChainError) {
    func literal<Part: ChainValue>(_ type: Part.Type, _ syntax: Syntax) throws(ChainError) -> Part {
      if let literal = type.literal(syntax) { return literal }
      throw ChainError("a literal of type \(type.model.name) was expected here", at: syntax.range)
    }
    self.init(minimumCapacity: keys.count)
    for (key, value) in zip(keys, values) {
      let value = try literal(Value.self, value)
      guard updateValue(value, forKey: try literal(Key.self, key)) == nil else {
        throw ChainError("the key is there twice", at: key.range)
      }
    }
  }
}
