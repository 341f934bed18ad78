internal import StoreSupport
internal import Synchronization

// An expression is never nil, and no `Int`: a closure that tests it for that, such as
// `[$0.home, $0.away].compactMap { $0 }` or a function with a parameter `T?`, gets an answer about
// the expression, and the value has no part in what the closure returns. So a member that may be
// nil and is read for nothing is an error.
//
// Other members may be read for nothing: `let name = $0.name; return words.allSatisfy { name … }`.

extension ExpressionNode {
  /// Notes that the expression is a part of another one, or the value of a closure.
  func noteUse() {
    guard case .member(let base, _) = form, unused.load(ordering: .relaxed) == 0 else { return }
    unused.store(1, ordering: .relaxed)
    base.addUnused(-1)
  }

  /// Notes that a member of the expression has been read.
  func noteRead(of member: ExpressionNode) {
    addUnused(1)
    UnusedReads.note(member)
  }

  /// Changes the number of unused members of the element that the expression is, or is a member of.
  private func addUnused(_ change: Int) {
    let root = root
    guard case .element = root.form else { return }
    // One thread builds an expression, so nothing is lost between the two.
    root.unused.store(root.unused.load(ordering: .relaxed) &+ change, ordering: .relaxed)
  }

  /// What the expression is a member of, if it is one.
  fileprivate var root: ExpressionNode {
    var node = self
    while case .member(let base, _) = node.form { node = base }
    return node
  }
}

/// The members that a closure reads, recorded when it is called once more.
enum UnusedReads {
  private static let count = Atomic<Int>(0)
  private static let reads = Locked<[ThreadIdentity: [ExpressionNode]]>([:])

  /// Records an error if a closure has read a member of its parameter that may be nil, and that is
  /// no part of another expression.
  ///
  /// - Parameters:
  ///   - element: the parameter with which the closure was called.
  ///   - closure: calls the closure, and notes the use of its values.
  static func check<Element>(
    of element: QueryExpression<Element>, _ closure: (QueryExpression<Element>) -> Void
  ) {
    guard element.expressionNode.unused.load(ordering: .relaxed) != 0 else { return }
    let again = QueryExpression<Element>.element()
    let members = record { closure(again) }
    let isUnused = members.contains { member in
      member.unused.load(ordering: .relaxed) == 0 && member.root === again.expressionNode
        && member.type is any ExpressibleByNilLiteral.Type
    }
    if isUnused { BuildFailures.add(ExpressionError.describedExpression) }
  }

  private static func record(_ body: () -> Void) -> [ExpressionNode] {
    let outer = reads.withLock { reads in
      count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
      return reads.updateValue([], forKey: .current)
    }
    body()
    return reads.withLock { reads in
      count.store(count.load(ordering: .relaxed) - 1, ordering: .relaxed)
      let members = reads.removeValue(forKey: .current) ?? []
      reads[.current] = outer.map { $0 + members }
      return members
    }
  }

  fileprivate static func note(_ member: ExpressionNode) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    reads.withLock { $0[.current]?.append(member) }
  }
}
