internal import LinqCore

/// The result of building a chain: a query and how its elements become the result.
struct Outcome: Sendable {
  enum Finish: Sendable {
    /// The result is all elements.
    case list
    /// The result is the only element of the query.
    case one
    /// The result is the negation of the only element of the query.
    case opposite
    /// The result is the first element. If there is none, it is an error or null.
    case first(isOptional: Bool)
    /// The result is the only element. More than one is an error; none is an error or null.
    case single(isOptional: Bool)
    case element(Int, isOptional: Bool)
    /// The result is pairs of a key and a value. The last of the pairs with equal keys is kept.
    case dictionary

    /// Whether operators can follow.
    var isList: Bool { if case .list = self { true } else { false } }
  }

  let query: any AnyTypedQuery
  let model: Model
  let finish: Finish

  init(_ query: any AnyTypedQuery, _ model: Model, _ finish: Finish = .list) {
    self.query = query
    self.model = model
    self.finish = finish
  }
}
