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
    guard let elementOfMember, unused.load(ordering: .relaxed) == 0 else { return }
    unused.store(1, ordering: .relaxed)
    elementOfMember.addUnused(-1)
  }

  fileprivate func addUnused(_ change: Int) {
    // One thread builds an expression, so nothing is lost between the two.
    unused.store(unused.load(ordering: .relaxed) &+ change, ordering: .relaxed)
  }
}

/// The members that a closure reads, recorded when it is called once more.
enum UnusedReads {
  /// The number of elements whose members are recorded: normally 0.
  private static let count = Atomic<Int>(0)
  private static let reads = Locked<[ObjectIdentifier: [ExpressionNode]]>([:])

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
    let members = recording(ObjectIdentifier(again.expressionNode)) { closure(again) }
    let isUnused = members.contains { member in
      member.unused.load(ordering: .relaxed) == 0
        && member.type is any ExpressibleByNilLiteral.Type
    }
    if isUnused { BuildFailures.add(ExpressionError.describedExpression) }
  }

  /// Calls a closure, and returns the members of an element that it reads.
  private static func recording(
    _ element: ObjectIdentifier, _ body: () -> Void
  ) -> [ExpressionNode] {
    reads.withLock { reads in
      reads[element] = []
      count.store(reads.count, ordering: .relaxed)
    }
    body()
    return reads.withLock { reads in
      defer { count.store(reads.count, ordering: .relaxed) }
      return reads.removeValue(forKey: element) ?? []
    }
  }

  /// Notes that a member of an element has been read.
  static func note(_ member: ExpressionNode, of element: ExpressionNode) {
    element.addUnused(1)
    guard count.load(ordering: .relaxed) > 0 else { return }
    reads.withLock { $0[ObjectIdentifier(element)]?.append(member) }
  }
}
