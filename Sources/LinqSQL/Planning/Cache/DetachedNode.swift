internal import Linq

/// A source without elements: what the steps of a plan stand on, so that a plan that is kept does not keep
/// the database open that it was made for.
private final class NoElements<Element>: QueryNode {
  var step: QueryStep { .sequence }
  var upstream: (any QueryNode)? { nil }

  func attached(to upstream: any QueryNode) -> any QueryNode<Element> { self }

  func pull(_ run: QueryRun) -> Pull<Element> { { nil } }
}

extension QueryNode {
  /// The same step, without those before it.
  var detached: any QueryNode {
    guard let upstream else { return self }
    func attach<Upstream: QueryNode>(behind upstream: Upstream) -> any QueryNode {
      attached(to: NoElements<Upstream.Element>())
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
