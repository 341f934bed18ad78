extension SelectStatement {
  /// `DESC` instead of `ASC`, in every key of the order.
  mutating func reverseOrder() {
    if isLimited { nestSafely() }
    reverse()
  }

  /// Reverses the order of the rows, whichever of them there are.
  mutating func reverse() {
    for level in sorts.indices {
      for term in sorts[level].indices { sorts[level][term].isDescending.toggle() }
    }
    for term in ordinal.indices { ordinal[term].isDescending.toggle() }
  }
}
