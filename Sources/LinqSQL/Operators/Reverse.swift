extension SelectStatement {
  /// Reverses the order: `DESC` instead of `ASC` in every term, and vice versa.
  mutating func reverseOrder() {
    open(.offset)
    reverse()
  }

  /// Reverses all terms of the order, without regard to a limit.
  mutating func reverse() {
    for level in sorts.indices {
      for term in sorts[level].indices { sorts[level][term].isDescending.toggle() }
    }
    for term in ordinal.indices { ordinal[term].isDescending.toggle() }
  }
}
