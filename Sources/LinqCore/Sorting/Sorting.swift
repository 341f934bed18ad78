/// Elements in the order of some sorts, with what a further one may still decide: the stable sort
/// of arrays, lazy sequences and queries.
@usableFromInline package struct Sorting<Element> {
  @usableFromInline package var elements: [Element]
  @usableFromInline package var ties: Ties

  /// Which elements are equal, for all sorts so far, to the ones before them.
  @usableFromInline package enum Ties: Sendable {
    /// All: there was no sort yet.
    case all
    /// None: another sort has nothing to decide.
    case none
    /// Those at the positions with true.
    case some([Bool])
  }

  @inlinable package init(elements: [Element], ties: Ties = .all) {
    self.elements = elements
    self.ties = ties
  }
}

extension Sorting: Sendable where Element: Sendable {}
