extension Queryable {
  /// The elements in a random order that depends only on the seed: it is the same on every machine.
  public func shuffle(seed: UInt64) -> Query<Element> {
    query.then(.shuffle) { next in
      deferred { pull(of: SeededShuffle.shuffled(try collect(next), seed: seed)) }
    }
  }
}
