internal import LinqCore

/// What a chain gives: a query, and what becomes of its elements.
struct Outcome: Sendable {
  enum Finish: Sendable {
    /// All elements.
    case list
    /// The one element that there is.
    case one
    /// The one element, which says the opposite.
    case opposite
    /// The first; an error or null where there is none.
    case first(isOptional: Bool)
    /// The only one.
    case single(isOptional: Bool)
    case element(Int, isOptional: Bool)
    /// Pairs of a key and a value, the last of those with equal keys.
    case dictionary
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
