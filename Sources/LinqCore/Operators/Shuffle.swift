extension Queryable {
  /// The elements in a random order, which is the same for the same seed on every machine.
  public func shuffle(seed: UInt64) -> Query<Element> {
    query.then(.shuffle) { next in
      deferred { pull(of: SeededShuffle.shuffled(try collect(next), seed: seed)) }
    }
  }
}
