internal import Linq

extension QueryNode {
  /// The same step on a source without elements: a plan that is kept must not keep the database
  /// open that it was made for.
  var detached: any QueryNode {
    guard let upstream else { return self }
    func attach<Upstream: QueryNode>(behind upstream: Upstream) -> any QueryNode {
      attached(to: Query<Upstream.Element>("nothing") { [] }.node)
    }
    return attach(behind: upstream)
  }
}

extension Shape {
  /// The same shape, whose steps are without those before them.
  var detached: Shape {
    switch self {
    case .row, .value: self
    case .made(let node, let parts):
      .made(
        by: node.detached, of: parts.map { Part(type: $0.type, shape: $0.shape.detached) })
    case .optional(let shape, let presence): .optional(shape.detached, presence: presence)
    case .group: preconditionFailure("groups are rows with items in a plan")
    }
  }
}
