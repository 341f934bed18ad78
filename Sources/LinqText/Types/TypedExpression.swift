internal import LinqCore

// A text has its types at run time, and `QueryExpression` and `Query` have them at compile time.
// So expressions and queries are existentials here, and a function that needs their types has a
// generic function inside it, mostly called `open`: Swift opens an existential only where it is the
// argument of a generic function. A cast (`cast(_:)`) says that two types are the same, which the
// compiler cannot know.
//
// The closure of an operator has been built when the operator is called, from the element that the
// operator will pass to it. So it ignores that element: `query.where { _ in condition }`.

/// An expression with an erased type: the same expression that a Swift closure would build.
protocol AnyTypedExpression: Sendable {
  associatedtype Value: Sendable
  var expression: QueryExpression<Value> { get }
}

struct TypedExpression<Value: Sendable>: AnyTypedExpression {
  let expression: QueryExpression<Value>

  init(_ expression: QueryExpression<Value>) { self.expression = expression }
}

/// A query with an erased element type.
protocol AnyTypedQuery: Elements where Aggregate == Outcome {
  associatedtype Element: Sendable
  var query: Query<Element> { get }
}

struct TypedQuery<Element: Sendable>: AnyTypedQuery {
  let query: Query<Element>

  init(_ query: Query<Element>) { self.query = query }
}

/// An expression with an erased type and the model of its type.
struct Term: Sendable {
  let expression: any AnyTypedExpression
  let model: Model
  /// Whether it is evaluated by an opaque closure, which cannot be translated to SQL.
  var isOpaque = false

  init<Value>(_ expression: QueryExpression<Value>, _ model: Model) where Value: Sendable {
    self.expression = TypedExpression(expression)
    self.model = model
  }

  /// Creates a term of a value whose type has a model.
  init<Value: ChainValue>(_ expression: QueryExpression<Value>) {
    self.init(expression, Value.model)
  }

  /// Returns the term of an optional, which chains can compare if they can compare its values.
  static func optional<Item: Sendable>(_ value: QueryExpression<Item?>, _ item: Model) -> Term {
    func open<Value: ChainValue>(_ type: Value.Type) -> Term? {
      // `Value` is `Item`, which is known to be a `ChainValue` only here.
      let value = (TypedExpression(value) as any AnyTypedExpression) as? TypedExpression<Value?>
      return (value?.expression).map { Term($0) }
    }
    let known = (Item.self as? any ChainValue.Type).flatMap { open($0) }
    return known ?? Term(value, .optional(Item.self, item))
  }

  /// The type of the value, if chains can compare its values.
  var valueType: (any ChainValue.Type)? {
    func open<Expression: AnyTypedExpression>(_ expression: Expression) -> (any ChainValue.Type)? {
      Expression.Value.self as? any ChainValue.Type
    }
    return open(expression)
  }

  /// Returns the expression if it has a given type.
  func cast<Value: Sendable>(_ type: Value.Type) -> QueryExpression<Value>? {
    (expression as? TypedExpression<Value>)?.expression
  }
}
