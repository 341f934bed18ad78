// Each sort is a level: it orders the elements within every run that is equal in the previous
// levels. `check` is called again and again, and ends the sort by throwing.

extension Sorting {
  /// Returns the elements sorted by a key within the runs of equal elements, without a check.
  @inlinable package func ordered<Key: Comparable>(
    by key: (Element) throws -> Key, isDescending: Bool
  ) rethrows -> Sorting {
    try ordered(by: key, isDescending: isDescending, check: {})
  }

  /// Returns the elements sorted by an optional key within the runs of equal elements, without a
  /// check.
  @inlinable package func ordered<Key: Comparable>(
    byOptional key: (Element) throws -> Key?, isDescending: Bool
  ) rethrows -> Sorting {
    try ordered(byOptional: key, isDescending: isDescending, check: {})
  }

  /// Returns the elements sorted by a key within the runs of equal elements.
  @inlinable package func ordered<Key: Comparable>(
    by key: (Element) throws -> Key, isDescending: Bool, check: () throws -> Void
  ) rethrows -> Sorting {
    if case .all = ties {
      if NumberedOrder.isNumber(Key.self) {
        return try numbered(by: key, isDescending: isDescending, check)
      }
      if ValueOrder.isText(Key.self) {
        return try lettered(by: key, isDescending: isDescending, check)
      }
    }
    if ValueOrder.isText(Key.self) {
      return try arranged(by: { TextKey(try key($0)) }, isDescending, check, TextKey.precedes)
    }
    return try arranged(by: key, isDescending, check, <)
  }

  /// Returns the elements sorted by an optional key within the runs of equal elements. nil comes
  /// first in ascending order.
  @inlinable package func ordered<Key: Comparable>(
    byOptional key: (Element) throws -> Key?, isDescending: Bool, check: () throws -> Void
  ) rethrows -> Sorting {
    if ValueOrder.isText(Key.self) {
      return try arranged(by: { try key($0).map { TextKey($0) } }, isDescending, check) {
        nilFirst($0, $1, TextKey.precedes)
      }
    }
    return try arranged(by: key, isDescending, check) { nilFirst($0, $1, <) }
  }

  /// Computes the key of each element once and sorts stably, in ascending or descending order.
  @inlinable func arranged<Key>(
    by key: (Element) throws -> Key, _ isDescending: Bool, _ check: () throws -> Void,
    _ precedes: (Key, Key) -> Bool
  ) rethrows -> Sorting {
    var order: [(key: Key, index: Int)] = []
    order.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      try check()
      order.append((try key(element), index))
    }
    var ties = Ties.none
    try order.withUnsafeMutableBufferPointer { order in
      try forEachRun { run in
        var run = UnsafeMutableBufferPointer(rebasing: order[run])
        if isDescending {
          try run.sort {
            try check()
            return precedes($1.key, $0.key)
          }
        } else {
          try run.sort {
            try check()
            return precedes($0.key, $1.key)
          }
        }
      }
      ties = self.ties.refined(count: order.count) { index in
        isDescending
          ? !precedes(order[index].key, order[index - 1].key)
          : !precedes(order[index - 1].key, order[index].key)
      }
    }
    return Sorting(elements: order.map { elements[$0.index] }, ties: ties)
  }

  /// Calls a closure with every run of two or more elements that are equal so far.
  @inlinable func forEachRun(_ body: (Range<Int>) throws -> Void) rethrows {
    switch ties {
    case .none: return
    case .all: try body(elements.indices)
    case .some(let ties):
      var start = 0
      while start < elements.count {
        var end = start + 1
        while end < elements.count, ties[end] { end += 1 }
        if end - start > 1 { try body(start..<end) }
        start = end
      }
    }
  }
}

extension Sorting.Ties {
  /// Returns the ties that remain after a new level.
  @inlinable package func refined(count: Int, _ isTie: (Int) -> Bool) -> Self {
    let isCandidate: (Int) -> Bool
    switch self {
    case .none: return .none
    case .all: isCandidate = { _ in true }
    case .some(let ties): isCandidate = { ties[$0] }
    }
    guard let first = (1..<Swift.max(1, count)).first(where: { isCandidate($0) && isTie($0) })
    else { return .none }
    var ties = [Bool](repeating: false, count: count)
    for index in first..<count { ties[index] = isCandidate(index) && isTie(index) }
    return .some(ties)
  }
}

/// Returns whether one optional precedes another. nil precedes everything (S04).
@inlinable func nilFirst<Value>(
  _ left: Value?, _ right: Value?, _ precedes: (Value, Value) -> Bool
) -> Bool {
  switch (left, right) {
  case (nil, nil), (_?, nil): false
  case (nil, _?): true
  case (let left?, let right?): precedes(left, right)
  }
}
