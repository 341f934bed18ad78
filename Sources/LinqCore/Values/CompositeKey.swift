/// A key of several parts, which are equal if all parts are. Swift's tuples are not `Hashable`.
@usableFromInline struct CompositeKey<each Part: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline let parts: (repeat each Part)

  @inlinable init(_ parts: (repeat each Part)) { self.parts = parts }

  @inlinable static func == (left: CompositeKey, right: CompositeKey) -> Bool {
    for (left, right) in repeat (each left.parts, each right.parts) {
      guard left == right else { return false }
    }
    return true
  }

  @inlinable func hash(into hasher: inout Hasher) {
    repeat (each parts).hash(into: &hasher)
  }
}
