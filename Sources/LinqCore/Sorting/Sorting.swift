/// Elements sorted by a number of levels, with the ties that a further level may resolve. This is
/// the stable sort of arrays, lazy sequences and queries.
@usableFromInline package struct Sorting<Element> {
  @usableFromInline package var elements: [Element]
  @usableFromInline package var ties: Ties

  /// Which elements are equal to their predecessors in all levels so far.
  @usableFromInline package enum Ties: Sendable {
    /// All: there has been no sort yet.
    case all
    /// None: another sort would change nothing.
    case none
    /// The elements at the indices with `true`.
    case some([Bool])
  }

  @inlinable package init(elements: [Element], ties: Ties = .all) {
    self.elements = elements
    self.ties = ties
  }
}

extension Sorting: Sendable where Element: Sendable {}
