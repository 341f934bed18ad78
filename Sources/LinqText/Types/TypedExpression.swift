internal import LinqCore

/// An expression of some type: the same as a closure of Swift would make.
protocol AnyTypedExpression: Sendable {
  associatedtype Value: Sendable
  var expression: QueryExpression<Value> { get }
}

struct TypedExpression<Value: Sendable>: AnyTypedExpression {
  let expression: QueryExpression<Value>

  init(_ expression: QueryExpression<Value>) { self.expression = expression }
}

/// A query of elements of some type.
protocol AnyTypedQuery: Sendable {
  associatedtype Element: Sendable
  var query: Query<Element> { get }
}

struct TypedQuery<Element: Sendable>: AnyTypedQuery {
  let query: Query<Element>

  init(_ query: Query<Element>) { self.query = query }
}

/// A typed expression with what is known of its type.
struct Term: Sendable {
  let expression: any AnyTypedExpression
  let model: Model
  /// Whether a closure evaluates it, into which no translation can see.
  var isOpaque = false

  init<Value>(_ expression: QueryExpression<Value>, _ model: Model) where Value: Sendable {
    self.expression = TypedExpression(expression)
    self.model = model
  }

  /// A term of a value that stands alone.
  init<Value: ChainValue>(_ expression: QueryExpression<Value>) {
    self.init(expression, Value.model)
  }

  /// The expression, where it is of a type.
  func cast<Value: Sendable>(_ type: Value.Type) -> QueryExpression<Value>? {
    (expression as? TypedExpression<Value>)?.expression
  }
}
