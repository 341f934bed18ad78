internal import StoreSupport

extension Queryable {
  /// The elements in a random order that depends only on the seed: it is the same on every machine.
  public func shuffle(seed: UInt64) -> Query<Element> {
    query.then(.shuffle) { next in
      deferred {
        let elements = try collect(next)
        return pull(
          of: try SeededShuffle.shuffled(
            elements, seed: seed, check: InterruptionCheck.closure()))
      }
    }
  }
}
